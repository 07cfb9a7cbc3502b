/** Words that say nothing (dropped) and words that say little (half a hit at most) in what developers ask for. */

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Function words of English and of the languages prompts are often typed in; ambiguous ones ("die", "son") are worth it. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...list(`a about after again all also am an and any are as at be because been before being both but by can could did do
    does doing done each either else etc even every few for from further gets got had has have having he her here hers him his how i
    if im in into is it its itself ive just let lets may me might more most much must my neither no nor not now of off ok okay on once
    one only or other our ours out over own please same shall she should since so some such than thank thanks that the their them
    then there these they this those though through to too under until up us very want was way we well were what when where
    whether which while who whom whose why will with without would yeah yep yes you your yours don doesn didn isn aren won
    wasn couldn shouldn wouldn ll re ve eg e.g ie i.e vs`),
  ...list(`der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wird werden ich du er sie es wir ihr
    mein dein auf aus bei mit nach von zu zum zur im am fur für wie was wenn dass auch noch nur bitte kann kannst soll mal hier da jetzt
    le la les un une des du et ou mais pas ne est sont dans sur pour par avec que qui ce cette ces je tu il elle nous vous au aux plus
    el los las una unos y o pero no es son en con por para que se lo al del esta este como su sus mi muy ya si favor
    il gli uno di che non è per sono nel della alla os as um uma e em do da dos não com por mais foi
    de het een en niet van voor met op te dat zijn naar nie jest się na w z do to że i a ale czy
    и в не на что с по как это для из к у от но а я мы вы он она они бы же все так или если за до`),
]);

/** Words of nearly every task, English, with their stems' forms left to the caller; and the plainest of Chinese and Japanese. */
export const PLAIN_WORDS: readonly string[] =
  list(`add adding allow another app application ask avoid back bad base best better big
  bit bug call case change check clean code command come complete continue correct could create current data day default
  delete different easy edit end enable ensure error example existing explain fail feature file find fine finish first fix folder follow
  found full function get give go going good great handle happen help hey hi high id idea implement improve include information
  instead issue item keep kind know last later leave left like line list little load long look lot made main make many mean message method
  missing move name need never new next nice number old open option part pass perfect place point possible print probably problem project
  provide put question quick read ready really remove rename repo repository request result return right run running save say see send
  set should show simple small something soon sort start state step still stop stuff sure take tell test text thing think time today
  together tool try turn two type understand update use used user using value version wait work working write wrong
  always
  使用 添加 请 我们 我 你 这个 一个 需要 可以 不要 文件 代码 问题 修改 する こと これ それ ください ます です ファイル コード`);
