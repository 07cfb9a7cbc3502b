/**
 * Brings what was typed into the form the phrase table is written in: lower case, one kind of apostrophe, single spaces,
 * cut into sentences. Only so much of a long message is looked at that the cost stays small.
 */

/** UTF-16 units of the head and of the tail that are read: whoever corrects in a long message does so early or at the end. */
const HEAD = 3_000;
const TAIL = 1_500;
const MOST_SENTENCES = 60;

/** English contractions lose their apostrophe ("dont" is typed as often); elsewhere it parts two words. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/(?<=\p{L})'(?=(?:s|t|re|ve|ll|d|m)(?!\p{L}))/gu, '')
    .replace(/'/g, ' ')
    .replace(/ё/g, 'е')
    .replace(/[^\S\n]+/g, ' ');
}

const ends = (text: string): string =>
  text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;

const SENTENCE_END = /(?<=[.!?…](?:["')\]]|(?=\s)))\s+|(?<=[。！？!?])(?=[^\s!?。！？])|\s[-–—]{1,2}\s|;\s/u;
/** A turn of the sentence: "nice, but …", "it is cut off, can you …". Each side is weighed by itself. ("não uso mais" is one.) */
const CLAUSE_END =
  /,?\s(?=(?:but|however|except|aber|allerdings|pero|mas|só que|но|однако)\s)|(?<!n[ãa]o \p{L}{1,16}),?\s(?=mais\s)|,\s?(?=(?:can|could|would|do|should) (?:you|we|u|i)\s|what do you think|please\s|kannst du|tu peux|puedes|podés|pode\s|можешь\s)|[，,](?=但|不过|可是|就是)|(?<=(?:ですが|ますが|けど|けれど))[、,]|(?<=(?:는데|지만))[,\s]+/u;
/** A word of thanks or praise says nothing about what comes after it. */
const PRAISE_LEAD =
  /^((?:very |so |sehr |très |muy |muito )?(?:good|great|nice|perfect|cool|excellent|awesome|thanks|thank you|thx|beautiful|looks (?:good|great|amazing|nice)|gut|super|danke|perfekt|merci|parfait|génial|gracias|genial|perfecto|valeu|obrigad[oa]|ótimo|perfeito|спасибо|отлично|супер|хорошо))(?:[,!]|\s[-–])\s+/u;

/** Sentences and their clauses, with their closing sign. */
export function sentencesOf(typed: string): string[] {
  const found: string[] = [];
  for (const line of folded(ends(typed)).split('\n')) {
    for (const part of line.split(SENTENCE_END)) {
      for (const clause of part
        .trim()
        .replace(PRAISE_LEAD, '$1\n')
        .split(/\n/)
        .flatMap((half) => half.split(CLAUSE_END))) {
        const sentence = clause.trim();
        if (/[\p{L}\p{N}?!▢👎👍]/u.test(sentence)) found.push(sentence);
        if (found.length >= MOST_SENTENCES) return found;
      }
    }
  }
  return found;
}

export type Lang = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ru';

/** Words that only, or nearly only, one of the languages in Latin letters has. */
const LATIN: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt', ReadonlySet<string>>> = {
  en: words(`the and is it this that you not with for to of in on are was what how why can dont doesnt didnt its i we my do
    please should would could no yes ok now just still again all have has be use make add fix run file test wrong instead`),
  de: words(`der die das und ist nicht ich du wir es ein eine einen mit für auf den dem zu im von wie warum nein ja bitte noch mal
    auch aber nur kein keine hier schon wieder immer doch sind hast habe hab wird soll sollte mach das was wo geht passt falsch`),
  fr: words(`le la les des du un une est pas ne je tu nous vous il elle on et ou mais pour avec dans sur ce cette ça ca que qui
    non oui pourquoi comment encore toujours plus mets fais fait faut j c d l n s t qu ai as au aux tout sans merci`),
  es: words(`el la los las un una es no que y o pero para con por en de lo se te me mi tu si sí esto eso ese esta este cómo como
    qué porque sigue está estaba hay ya más mas solo sólo sin del al otra vez usa pon gracias aquí aqui`),
  pt: words(`o a os as um uma é e não nao que mas para pra com por em de do da dos das no na isso isto esse essa este você voce
    vc tá ta está ainda já mais só so sem faz usa obrigado valeu aqui eu meu ele ela porque tem foi era`),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** The languages whose phrases to look for, likeliest first; more than one when the text does not tell. */
export function languagesOf(typed: string): Lang[] {
  const text = typed.slice(0, HEAD);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / (letters || 1);
  if (share(/\p{Script=Hangul}/gu) > 0.15) return ['ko'];
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return ['ja'];
  if (share(/\p{Script=Han}/gu) > 0.15) return ['zh'];
  if (share(/\p{Script=Cyrillic}/gu) > 0.15) return ['ru'];
  const counts = { en: 0.5, de: 0, fr: 0, es: 0, pt: 0 };
  for (const [word] of folded(text).matchAll(/[\p{L}\p{M}]+/gu)) {
    for (const lang of LATIN_LANGS) if (LATIN[lang].has(word)) counts[lang] += 1;
  }
  if (/[äöüß]/.test(text)) counts.de += 1.5;
  if (/[èêëçœàùû]/.test(text)) counts.fr += 1;
  if (/[ñ¿¡]/.test(text)) counts.es += 3;
  if (/[ãõ]/.test(text)) counts.pt += 3;
  const most = Math.max(...Object.values(counts));
  return LATIN_LANGS.filter((lang) => counts[lang] >= most - 0.6).sort((a, b) => counts[b] - counts[a]);
}
const LATIN_LANGS = ['en', 'de', 'fr', 'es', 'pt'] as const;
