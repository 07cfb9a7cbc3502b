/**
 * A rule or a fact as a text that a person edits, and back. Reading is strict where something could get lost: a title that was
 * taken out or misspelt is an error, never an emptied field.
 */
import { redact } from '../core/redact.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import type { Words } from '../review/moves.ts';

const TITLES = {
  when: 'in which situation',
  what: 'what to do, and what not',
  why: 'the reason, may be empty',
  cues: 'tasks in which it matters, one a line, may be empty',
} as const;
type Title = keyof typeof TITLES;

/** Injection takes whole items only, so what is longer than this would be told to nobody. */
const LONGEST: Record<Title, number> = { when: 500, what: 3_000, why: 1_000, cues: 2_000 };
const MOST_CUES = 12;

const titlesOf = ({ type }: Pick<Lesson, 'type'>): Title[] =>
  type === 'rule' ? ['when', 'what', 'why', 'cues'] : ['what', 'cues'];

const line = (title: Title): string => `--- ${title} --- ${TITLES[title]}`;
const TITLE = /^---[ \t]*(\w+)[ \t]*---.*$/;

/** `short`: the id that the person knows it by. */
export function textOf(lesson: Lesson, short: string): string {
  const fields: Record<Title, string> = {
    when: lesson.trigger,
    what: lesson.content,
    why: lesson.rationale,
    cues: lesson.cues.join('\n'),
  };
  const head = [
    `# ${lesson.type === 'rule' ? 'The rule' : 'The fact'} ${short}. Change what stands below the titles, then save and leave.`,
    '# To give up, leave without saving. Lines above the first title are not read.',
  ];
  return `${[...head, ...titlesOf(lesson).flatMap((title) => ['', line(title), fields[title]])].join('\n')}\n`;
}

export type Read = { ok: true; words: Words } | { ok: false; why: string };

/** What was written, without secrets. `lesson` keeps the fields that its kind does not have. */
export function readWords(text: string, lesson: Lesson): Read {
  const titles = titlesOf(lesson);
  const found = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const each of text.replace(/\r\n?/g, '\n').split('\n')) {
    const title = TITLE.exec(each)?.[1]?.toLowerCase();
    if (title === undefined) {
      open?.push(each);
      continue;
    }
    if (!titles.includes(title as Title)) return { ok: false, why: `“${title}” is none of its titles` };
    if (found.has(title)) return { ok: false, why: `the title “${title}” is there twice` };
    open = [];
    found.set(title, open);
  }
  const missing = titles.find((title) => !found.has(title));
  if (missing) return { ok: false, why: `the line “${line(missing)}” is missing` };
  const of = (title: Title) => redact((found.get(title) ?? []).join('\n').trim());
  const long = titles.find((title) => of(title).length > LONGEST[title]);
  if (long) return { ok: false, why: `“${long}” is longer than ${LONGEST[long]} characters` };
  if (of('what') === '') return { ok: false, why: 'there is nothing below “what”' };
  const cues = cuesIn(of('cues'));
  if (cues.length > MOST_CUES) return { ok: false, why: `there are more than ${MOST_CUES} cues` };
  return { ok: true, words: { trigger: of('when'), content: of('what'), rationale: of('why'), cues } };
}

const cuesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((cue) => cue.replace(/^\s*[-*]\s+/, '').trim())
      .filter((cue) => cue !== ''),
  ),
];
