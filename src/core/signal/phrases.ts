/** The phrase tables as regular expressions, one for each language and mark. Built when first asked for. */
import { GUARDS, MARKS, type Phrase, type PhraseTable } from './features.ts';
import { DE } from './phrases-de.ts';
import { EN } from './phrases-en.ts';
import { ES } from './phrases-es.ts';
import { FR } from './phrases-fr.ts';
import { JA } from './phrases-ja.ts';
import { KO } from './phrases-ko.ts';
import { PT } from './phrases-pt.ts';
import { RU } from './phrases-ru.ts';
import { ZH } from './phrases-zh.ts';
import type { Lang } from './sentences.ts';

const TABLES: Readonly<Record<Lang, PhraseTable>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  pt: PT,
  ja: JA,
  zh: ZH,
  ko: KO,
  ru: RU,
};
const PHRASES: readonly Phrase[] = [...MARKS, ...GUARDS];

type Compiled = ReadonlyArray<readonly [Phrase, RegExp]>;
const compiled = new Map<Lang, Compiled>();

function compile(table: PhraseTable): Compiled {
  const [before, after] = table.unspaced ? ['', ''] : ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'];
  const start = `^(?:(?:${table.filler})${table.unspaced ? '' : after}[\\s,.!…:]{0,4}){0,4}`;
  return PHRASES.flatMap((name) => {
    const all = (table.phrases[name] ?? '').split(/\s;\s|\n/).map((phrase) => phrase.trim());
    const anchored = all.filter((phrase) => phrase.startsWith('^')).map((phrase) => phrase.slice(1));
    const free = all.filter((phrase) => phrase !== '' && !phrase.startsWith('^'));
    const parts = [
      ...(anchored.length > 0 ? [`(?:^|${start})(?:${anchored.join('|')})${after}`] : []),
      ...(free.length > 0 ? [`${before}(?:${free.join('|')})${after}`] : []),
    ];
    return parts.length > 0 ? [[name, new RegExp(parts.join('|'), 'u')] as const] : [];
  });
}

function tableOf(lang: Lang): Compiled {
  let table = compiled.get(lang);
  if (table === undefined) {
    table = compile(TABLES[lang]);
    compiled.set(lang, table);
  }
  return table;
}

/** What a folded sentence shows in any of the languages. */
export function phrasesIn(sentence: string, langs: readonly Lang[]): ReadonlySet<Phrase> {
  const found = new Set<Phrase>();
  for (const lang of langs) {
    for (const [name, pattern] of tableOf(lang)) if (!found.has(name) && pattern.test(sentence)) found.add(name);
  }
  return found;
}
