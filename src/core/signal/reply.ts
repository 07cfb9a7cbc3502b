/**
 * What the agent's last words were, as far as they say how to read the answer: a question, an offer, a choice, an apology, a
 * claim to have done it; and what its words and the person's have in common.
 */
import { folded } from './sentences.ts';

const TAIL = 1_200;

export interface Reply {
  none: boolean;
  asks: boolean;
  offers: boolean;
  options: boolean;
  apologises: boolean;
  trouble: boolean;
  claims: boolean;
}

const OPTIONS =
  /(?:^|[\s(])(?:[(（]?[1a][)）.:](?:.|\n){1,400}[(（]?[2b][)）.:]|options? [1a]\b|variante [1a]\b|\bor\b[^.?!]{1,60}\?|\boder\b[^.?!]{1,60}\?|\bou\b[^.?!]{1,60}\?|\bo\b[^.?!]{1,40}\?|или[^.?!]{1,60}\?|还是.{1,40}[?？]|それとも|1번|вариант 1|方案一|案1)/u;
const OFFER =
  /\b(?:shall i|should i|want me to|would you like|do you want|let me know if|i (?:can|could) (?:also )?\w+|soll ich|möchtest du|willst du|ich (?:kann|könnte)|veux-tu|voulez-vous|je peux|dois-je|souhaites|quieres que|querés que|puedo|debo|quer que|posso|devo)\b|ましょうか|ますか|要不要|要我|需要我|할까요|드릴까요|хочешь|сделать ли|могу|нужно ли/u;
const APOLOGY =
  /\b(?:sorry|apolog\w+|entschuldig\w+|désolée?|pardon|perdón|disculpa|lo siento|desculpa|tut mir leid)\b|申し訳|すみません|抱歉|对不起|不好意思|죄송|извин/u;
const TROUBLE =
  /etimedout|econn\w+|timed? out|connection (?:error|refused|reset|lost|closed)|cannot reach|network error|fetch failed|overloaded|rate limited|(?:error|http|status)[: ]{1,2}(?:429|5\d\d)|zeitüberschreitung|超时|タイムアウト|таймаут/u;
const CLAIM =
  /\b(?:fixed|should (?:now )?(?:work|pass|be|take)|now (?:works?|passes|returns?)|done|works|all set|everything|passes|behoben|sollte|jetzt|fertig|läuft|corrigé\w*|devrait|marche|terminé|corregid\w|debería|ya |listo|corrigid\w|deve|agora|pronto)\b|修正しました|はず|直しました|完了|已修复|已经|完成|应该|수정했|완료|고쳤|исправил|должн|теперь|готово/u;

export function readReply(prev: string): Reply {
  const tail = folded(prev.slice(-TAIL)).trim();
  const asks = /[?？]["'”»)）\]\s]*$/.test(tail) || /(?:か|까요|나요|吗|呢)[。.]?$/.test(tail);
  return {
    none: tail === '',
    asks,
    offers: OFFER.test(tail),
    options: asks && OPTIONS.test(tail),
    apologises: APOLOGY.test(tail),
    trouble: TROUBLE.test(tail),
    claims: CLAIM.test(tail),
  };
}

/** Words that say nothing about a subject, in the six languages with letters. */
const PLAIN = new Set(
  `the and for are you not all can was has had but its now new use one two any out our how why who get got let yes per via did
  this that with from have will then than into your what when where which there here they them does dont just like also only
  should would could need want make made used using please about after before been more most some such these those were their
  still again done file files code very each over both well good same thing things
  der die das und ist ein den dem des ich wir sie mit für auf von aus bei wie was nur mal hat bin nicht noch auch aber eine einen
  wird sind dann wenn oder jetzt habe
  les des une est pas que qui sur par ses mes son pour dans avec plus tout mais sont cette fait elle nous vous
  los las una que con por del sus más muy hay como para pero esta está este todo cuando porque eso esos ahora
  não nao uma dos das que com por sem mas tem foi isso esse está mais você fazer agora ele ela
  это что как так уже есть для если или чтобы все всё она оно они был была теперь`.split(/\s+/),
);
const MOST_TOKENS = 400;

/** What a text is about, roughly: word beginnings, pairs of characters where words are not parted. */
function topics(text: string): Set<string> {
  const found = new Set<string>();
  const parted = text
    .slice(0, 4_000)
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
  for (const [run] of parted.matchAll(
    /[\p{Script=Han}\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[^\P{L}\p{Script=Hiragana}]+|\p{N}{2,}/gu,
  )) {
    if (found.size >= MOST_TOKENS) break;
    if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(run)) {
      for (let i = 0; i + 1 < run.length && i < 40; i += 1) found.add(run.slice(i, i + 2));
    } else if (/\p{Script=Hangul}/u.test(run)) {
      if (run.length >= 2) found.add(run.slice(0, 2));
    } else if (/^\p{N}/u.test(run) || (run.length >= 3 && !PLAIN.has(run))) {
      found.add(run.slice(0, 5));
    }
  }
  return found;
}

/** How many subjects both have, and which part of the person's that is. */
export function sharedTopics(text: string, prev: string): { shared: number; part: number } {
  const before = topics(prev.slice(-4_000));
  const now = topics(text);
  let shared = 0;
  if (before.size > 0) for (const topic of now) if (before.has(topic)) shared += 1;
  return { shared, part: shared / Math.max(1, now.size) };
}
