/** What happened to a rule or a fact, as a person reads it; JSON has the change's own name and reason. */
import type { Change } from '../store/changes.ts';

type Kind = Change['change'];

/** One word for each, the same as in what `learn` says it did. */
const WORD: Readonly<Record<Kind, string>> = {
  add: 'new',
  merge: 'confirmed',
  refine: 'refined',
  narrow: 'given an exception',
  supersede: 'replaced',
  absorb: 'merged into another',
  withdraw: 'taken back',
  flag: 'not followed',
  cover: 'covered by a shared one',
  uncover: 'counts for itself again',
  overrule: 'holds here instead',
  park: 'to review',
  keep: 'kept',
  archive: 'archived',
  restore: 'brought back',
  edit: 'edited',
  share: 'shared',
  unshare: 'no longer shared',
  forget: 'forgotten',
  undo: 'undone',
};

export const changeWord = (kind: Kind): string => WORD[kind];

/** Reasons that do not say by themselves what was done. */
const NEEDS_WORD: ReadonlySet<Kind> = new Set<Kind>(['supersede', 'cover', 'share', 'unshare']);

/** One line: "learned", "replaced: contradicted by what you said: …", "you archived it", "undone: you archived it". */
export function changeText({ change, why }: Pick<Change, 'change' | 'why'>): string {
  const said = why
    .replace(/^noted by the person$/, 'you noted it')
    .replace(/^(contradicted by what) the person/, '$1 you');
  if (change === 'undo') return `${WORD.undo}: ${said.replace(/^you took back: \w+ \((.*)\)$/s, '$1')}`;
  return NEEDS_WORD.has(change) && !/^you (shared|took)/.test(said) ? `${WORD[change]}: ${said}` : said;
}
