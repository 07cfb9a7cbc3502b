/**
 * Sentences that state a rule of the house without correcting anything, or say where one ends: "in this repo tests live next to
 * the source", "in tools/ throwing is fine", "no need to ask Ines any more". In nine languages. What they say is worth
 * reading although nothing that the agent did was wrong. Data and one question; pure.
 */
import type { Phrase } from './features.ts';
import { typedText } from './human.ts';
import { phrasesIn } from './phrases.ts';
import { languagesOf, sentencesOf } from './sentences.ts';

const r = String.raw;
const PLACE = r`(?:▢|[\w.@-]+/(?!\w)|(?:[\p{L}-]+ ){0,2}(?:tests?|testcode|specs?|s[ck]ripte?s?n?|tool(?:s|ing)?|docs?|doku|examples?|fixtures?|migrations?|folders?|director(?:y|ies)|packages?|modules?|ci|staging|prod\w*|core|cli|ordnern?|verzeichnis\w*|paket\w*|modul\w*|dossiers?|r[ée]pertoires?|paquets?|carpetas?|directorios?|paquetes?|m[óo]dulos?|pastas?|diret[óo]rios?|pacotes?|папк\p{L}*|каталог\p{L}*|тест\p{L}*|скрипт\p{L}*|пакет\p{L}*|модул\p{L}*))`;
const NAME = r`[\w▢@./+#-]+`;
const REPO = r`(?:repo\p{L}*|projekt|project|projet|proyecto|projeto|d[ée]p[ôo]t|codebase|monorepo|workspace|team|company)`;

type Said = Readonly<Record<'allowed' | 'lifted' | 'chosen' | 'stated', readonly string[]>>;

const SPACED: Said = {
  /** Permitted here, whatever holds elsewhere. */
  allowed: [
    r`(?:in|under|inside|within|for) ${PLACE},? .{0,60}?(?:is|are|its|thats) (?:still |also |totally |perfectly |actually )?(?:fine|ok|okay|allowed|permitted|acceptable|exempt)`,
    r`(?:▢|(?!\w*thing)\w+ing|\w+s|any) (?:is|are) (?:fine|ok|okay|allowed|permitted|acceptable) (?:in|under|inside|within|for) ${PLACE}`,
    r`${PLACE} (?:is|are) (?:an? |the )?(?:exceptions?|exempt)|except (?:in|under|inside) ${PLACE}`,
    r`(?:in|unter|im|für) ${PLACE},? .{0,60}?(?:ok|okay|erlaubt|in ordnung|ausnahme)|(?:in|unter|im) ${PLACE} (?:darf|dürfen|geht)|(?:außer|ausgenommen) (?:in|unter|im) ${PLACE}`,
    r`(?:dans|sous|pour) ${PLACE},? .{0,60}?(?:ok|permise?s?|autorisée?s?|toléré\p{L}*|acceptables?|on peut)|(?:fait|font) exception|sauf (?:dans|sous) ${PLACE}`,
    r`(?:en|bajo|para) ${PLACE},? .{0,60}?(?:ok|está bien|están bien|se puede|permitid\p{L}*)|(?:salvo|excepto) en ${PLACE}|(?:es|son) la excepción`,
    r`(?:em|no|na|nos|nas|sob) ${PLACE},? .{0,60}?(?:ok|tudo bem|pode|permitid\p{L}*|liberad\p{L}*)|(?:exceto|menos) (?:em|no|na|nos|nas) ${PLACE}|(?:é|são) (?:a )?exceç\p{L}*`,
    r`(?:в|под|для) ${PLACE},? .{0,60}?(?:можно|разреш[её]н\p{L}*|допустим\p{L}*|нормально|ок)|кроме (?:как )?(?:в|для) ${PLACE}|(?:это )?исключение`,
  ],
  /** What held does not hold any longer. */
  lifted: [
    r`no (?:longer any )?need (?:to|for) .{1,60}(?:any ?more|any longer|from now on)|(?:dont|do not|doesnt|does not|need not|neednt) (?:have to|need to|need|require) .{1,60}(?:any ?more|any longer)`,
    r`(?:you|u|we) (?:can|may|should) (?:now |just |safely )?(?:drop|forget|ignore|skip|delete|remove|retire|scrap) (?:about )?(?:the|that|this|your|our|those) (?:[\w▢-]+ ){0,2}(?:rules?|convention|policy|habit|restriction|requirement|guideline|note)`,
    r`(?:rules?|convention|policy|requirement|restriction|freeze|guideline|agreement) (?:[\w▢-]+ ){0,4}(?:is|are|was|has been) (?:now |all )?(?:gone|lifted|over|obsolete|outdated|void|dropped|off)`,
    r`no longer (?:appl(?:y|ies)|true|valid|holds?|needed|necessary|required|the case)|(?:doesnt|dont|does not|do not|isnt|is not) (?:apply|hold|true|needed|necessary|required) (?:any ?more|any longer)|nobody (?:has|needs) to .{1,60}(?:any ?more|now)`,
    r`(?:brauch\p{L}*|muss\p{L}*|müssen) .{0,60}nicht mehr|nicht mehr (?:nötig|notwendig|gültig|aktuell|erforderlich)|(?:gilt|gelten|stimmt) (?:so )?nicht mehr|(?:regel|vorgabe|sperre|einschränkung)\p{L}* .{0,40}(?:aufgehoben|hinfällig|entfällt|streichen|vergessen|vorbei)`,
    r`plus (?:besoin|la peine|nécessaire|obligatoire|valable|d actualité)|ne s appliquen?t? plus|(?:oublie|laisse tomber|abandonne) la (?:règle|consigne|convention)|(?:règle|consigne) .{0,40}(?:n est plus|ne tient plus|levée)`,
    r`ya no (?:hace falta|hay que|es necesari\p{L}*|aplica|vale|se (?:usa|necesita|aplica)|necesit\p{L}+|tienes que|tenemos que)|(?:olvida|quita|descarta) la (?:regla|norma|convención)`,
    r`n[ãa]o (?:precisa|precisamos|é preciso|vale|se aplica|é necessári\p{L}*) (?:\S+ ){0,6}mais|(?:esquece|pode (?:tirar|largar|esquecer)) a (?:regra|norma|convenção)|a regra .{0,40}(?:caiu|acabou)`,
    r`(?:больше|теперь) не (?:нужно|надо|требуется|обязательно|действует|актуально|действительно)|(?:правило|требование|ограничение) .{0,40}(?:отменил\p{L}*|снят\p{L}*|неактуальн\p{L}*)|(?:забудь|убери|отмени) (?:про )?(?:это )?правил\p{L}*`,
  ],
  /** This and not that. */
  chosen: [
    r`^(?:please |always |just )?use ${NAME}(?: \w+)?,? (?:not|instead of|rather than|over|never) ${NAME}`,
    r`^(?:bitte |immer )?(?:nimm|nutze?|verwende|benutze?) ${NAME},? (?:nicht|statt|anstatt|und nicht|nie) ${NAME}`,
    r`^(?:utilise|prends|emploie)[sz]? ${NAME},? (?:pas|plutôt que|au lieu de|et pas|jamais) ${NAME}`,
    r`^(?:por favor )?(?:usa|utiliza|usad|usen|usá|use|utilize) ${NAME},? (?:no|en vez de|en lugar de|y no|nunca|não|em vez de|e não) ${NAME}`,
    r`^(?:пожалуйста )?(?:используй|бери|ставь)\p{L}* ${NAME},? (?:а не|не|вместо) ${NAME}`,
  ],
  /** How it is done here. */
  stated: [
    r`(?:in|across) (?:this|our|my) ${REPO},? (?!is |are |has |have |there )[^?]{0,60}(?:live|lives|go|goes|belongs?|sits?|stay|use|write|name|put|keep|are|is|must|always|never|only)(?! (?:a|an|the) (?:bug|problem|error|issue))`,
    r`(?:tests?|specs|components?|styles?|types|migrations?|docs|helpers|fixtures) (?:always )?(?:live|go|belong|sit) (?:next to|in|under|beside|alongside|with)`,
    r`(?:bei uns|in (?:diesem|unserem) ${REPO}) (?:liegen|liegt|kommen|kommt|heißen|heißt|schreiben|nutzen|nehmen|stehen|gehören|gehört|verwenden|gilt|gelten|werden|wird)`,
    r`(?:chez nous|dans (?:ce|notre) ${REPO}),? (?:on|les|nous|c est|tous|toujours)`,
    r`en (?:este|nuestro) ${REPO},? (?:los|las|se|usamos|ponemos|siempre|nunca|todos?)`,
    r`(?:neste|nesse|no nosso) ${REPO},? (?:os|as|a gente|usamos|se|sempre|nunca|todos?|tudo)`,
    r`(?:в (?:этом|нашем) (?:репо\p{L}*|проекте)|у нас принято),? (?:тесты|все|лежат|пишем|используем|только|никогда|всегда|не|принято)`,
  ],
};
const UNSPACED: Readonly<Record<keyof Said, RegExp>> = {
  allowed:
    /(?:▢|\/|テスト|スクリプト|ツール|ドキュメント|ディレクトリ|フォルダ)(?:の下|配下|内|の中)?(?:では|でなら|なら|だけは|は).{0,30}(?:て(?:も)?(?:いい|良い|よい|構わ|かまわ)|ok|例外|許可)|(?:▢|\/|测试|脚本|工具|文档|目录|文件夹) ?(?:里面?|下面?|中)?.{0,20}(?:可以(?!吗|么)|允许|没关系|例外)|(?:▢|\/|테스트|스크립트|도구|문서|폴더) ?(?:에서는|에선|에서만|아래는|안에서는|는|은).{0,30}(?:도 (?:돼|됩니다|된다)|괜찮|예외|허용)/u,
  lifted:
    /もう(?:必要(?:は)?(?:ない|ありません)|要りません|いりません|要らない|いらない|不要|.{1,14}なくて(?:も)?(?:いい|大丈夫|よい))|(?:ルール|規約|制約|決まり)(?:は|を|も).{0,15}(?:なくなり|廃止|忘れて|無効)|なくて(?:も)?(?:よく|良く)なり|(?:不用|不需要|不必|无需)再|(?:规则|规定|约定|限制).{0,10}(?:取消|作废|不用|不适用|没有了|忘)|不再(?:需要|适用|有效|要求)|(?:더 이상|이제는?) .{0,20}(?:필요 ?없|안 해도|않아도|적용되지 않)|(?:규칙|규정|제한) ?(?:은|는|을|를).{0,15}(?:없어|폐지|잊어|무시)/u,
  chosen:
    /[^。、]{1,20}(?:じゃなく|ではなく)て?、?[^。]{1,20}を使(?:って|う|い)|^(?:请)?用 ?[\w▢@./-]+[，,]? ?(?:不要用|别用|不用|而不是|不是)|^不(?:要)?用 ?[\w▢@./-]+[，,] ?用|[\w▢@./-]+ ?(?:말고|대신) [\w▢@./-]+(?:를|을|로|으로)? ?(?:써|사용|쓰)/u,
  stated:
    /(?:この|うちの)(?:リポジトリ|プロジェクト|チーム|レポ)(?:では|は|の).{1,40}(?:置(?:き|く|いて)|書(?:き|く|いて)|使(?:い|う|って|わない)|しない|します|する|こと|ルール|だけ|です)|(?:これ|ここ)では.{1,20}を使(?:う|い|って)|(?:这个|我们的?|本)(?:仓库|项目|代码库|团队)(?:里|中)?.{0,30}(?:放|写|一律|必须|统一|只用|不用|不要|都)|(?:이|우리) ?(?:저장소|레포|리포|프로젝트|팀)(?:에서는|에선|에서|는|은).{1,40}(?:둔다|둡니다|두고|씁니다|써|쓴다|쓰고|안 |않|합니다|해)/u,
};

const compiled = Object.fromEntries(
  Object.entries(SPACED).map(([name, patterns]) => [
    name,
    new RegExp(`(?<![\\p{L}\\p{N}_])(?:${patterns.join('|')})(?![\\p{L}\\p{N}_])`, 'u'),
  ]),
) as Record<keyof Said, RegExp>;

const WORDS = {
  allowed: 'says where it is allowed',
  lifted: 'takes back what held',
  chosen: 'says how it is done here',
  stated: 'says how it is done here',
} as const;
const KINDS = ['lifted', 'chosen', 'allowed', 'stated'] as const;
/** Marks of a task or a question, which may say the same words of a file to look for. */
const BUT_FOR: Readonly<Partial<Record<keyof Said, readonly Phrase[]>>> = {
  allowed: ['task'],
  stated: ['task', 'ask'],
};

/** Longer messages are tasks and reports: what they say of the house is one of their many details. */
const LONGEST = 400;

/** What the message says of the house's rules, in words; undefined when it says nothing of them. */
export function statesRule(text: string): string | undefined {
  const typed = typedText(text);
  if (typed.length > LONGEST) return undefined;
  const langs = languagesOf(typed);
  for (const sentence of sentencesOf(typed)) {
    if (/[?？]\s*$/.test(sentence)) continue;
    const kind = KINDS.find((name) => compiled[name].test(sentence) || UNSPACED[name].test(sentence));
    if (kind === undefined) continue;
    const marks = phrasesIn(sentence, langs);
    if (!BUT_FOR[kind]?.some((mark) => marks.has(mark))) return WORDS[kind];
  }
  return undefined;
}
