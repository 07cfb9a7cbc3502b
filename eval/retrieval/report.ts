/** The tables of a retrieval run: each way of searching over all queries, by type, and on the half nobody tuned on. */
import { grid } from '../grid.ts';
import type { Corpus } from './corpus.ts';
import { type Answer, type Figures, figuresOf, isTuned } from './measure.ts';

/** One way of searching, and what it answered to every query. */
export interface Way {
  name: string;
  answers: Answer[];
}

const part = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(3));
const falseText = ({ empty, false: told }: Figures): string =>
  empty === 0 ? '' : `${told}/${empty} ${((100 * told) / empty).toFixed(1)}%`;

const HEAD = ['n', 'recall@1', '@3', '@5', 'MRR', 'told@5', 'told for nothing'];
const cells = (figures: Figures): string[] => [
  String(figures.queries),
  part(figures.recall1),
  part(figures.recall3),
  part(figures.recall5),
  part(figures.mrr),
  part(figures.told),
  falseText(figures),
];

const of = (way: Way, keep: (answer: Answer) => boolean): Figures => figuresOf(way.answers.filter(keep));

function table(ways: readonly Way[], title: string, keep: (answer: Answer) => boolean): string {
  return `${title}\n${grid([['', ...HEAD], ...ways.map((way) => [way.name, ...cells(of(way, keep))])])}`;
}

function byType(way: Way, types: readonly string[]): string {
  const rows = types.map((type) => [type, ...cells(of(way, ({ query }) => query.type === type))]);
  return `${way.name}, by type\n${grid([['', ...HEAD], ...rows])}`;
}

const KEY = `  recall@k: the part of the expected rules among the first k, without a floor · told@5: the same among what is told, above the floor
  told for nothing: queries that expect no rule and were told one`;

export function reportText({ rules, cues, queries }: Corpus, ways: readonly Way[]): string {
  const current = rules.filter(({ status }) => status === 'CURRENT').length;
  const types = [...new Set(queries.map(({ type }) => type))];
  return [
    `${current} current rules of ${rules.length}, ${cues.size} with cues, ${queries.length} queries`,
    table(ways, 'All queries', () => true),
    table(ways, 'Task prompts, and prompts that need nothing', ({ query }) => ['task', 'nothing'].includes(query.type)),
    table(ways, 'The half of the queries that the constants were tuned on', ({ query }) => isTuned(query)),
    table(ways, 'The other half', ({ query }) => !isTuned(query)),
    ...ways.map((way) => byType(way, types)),
    KEY,
  ].join('\n\n');
}
