/** Figures from checks: per category and overall, always as counts, with the rate beside them where there is more than a handful. */
import { grid } from './grid.ts';
import type { Cost } from './observation.ts';
import { CHANNELS, type Check, type CheckName, STORE_CHECKS } from './score.ts';

export interface Played {
  scenario: string;
  category: string;
  checks: Check[];
  cost: Cost;
  refused: number;
  extras: number;
  /** UTF-16 units told at session start and prompt together, one number a probe. */
  units: number[];
}

export interface Ratio {
  passed: number;
  of: number;
}
export type Row = { category: string; scenarios: number; ratios: Partial<Record<CheckName, Ratio>> } & Totals;
interface Totals {
  calls: number;
  tokens_in: number;
  tokens_out: number;
  usd: number;
  refused: number;
  extras: number;
  told_tokens: number;
}

const UNITS_A_TOKEN = 4;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);

function rowOf(category: string, played: readonly Played[]): Row {
  const ratios: Row['ratios'] = {};
  for (const { check, passed } of played.flatMap(({ checks }) => checks)) {
    ratios[check] ??= { passed: 0, of: 0 };
    ratios[check].of += 1;
    ratios[check].passed += Number(passed);
  }
  return {
    category,
    scenarios: played.length,
    ratios,
    calls: sum(played.map(({ cost }) => cost.calls)),
    tokens_in: sum(played.map(({ cost }) => cost.input_tokens)),
    tokens_out: sum(played.map(({ cost }) => cost.output_tokens)),
    usd: sum(played.map(({ cost }) => cost.usd)),
    refused: sum(played.map(({ refused }) => refused)),
    extras: sum(played.map(({ extras }) => extras)),
    told_tokens: Math.round(mean(played.flatMap(({ units }) => units)) / UNITS_A_TOKEN),
  };
}

/** A row a category in the order of their first scenario, and one for all of them. */
export function rowsOf(played: readonly Played[]): Row[] {
  const categories = [...new Set(played.map(({ category }) => category))];
  const rows = categories.map((name) =>
    rowOf(
      name,
      played.filter(({ category }) => category === name),
    ),
  );
  return [...rows, rowOf('all', played)];
}

const ratioText = (ratio: Ratio | undefined, withRate: boolean): string => {
  if (ratio === undefined) return '';
  const rate = withRate ? ` ${Math.round((100 * ratio.passed) / ratio.of)}%` : '';
  return `${ratio.passed}/${ratio.of}${rate}`;
};

type Column = [title: string, cell: (row: Row) => string];
const ratio = (title: string, check: CheckName): Column => [
  title,
  (row) => ratioText(row.ratios[check], row.category === 'all'),
];

const count = (row: Row): string => String(row.scenarios);
const channels = (group: 'playbook' | 'profile' | 'negative'): Column[] =>
  CHANNELS.map((channel) => ratio(channel, `${group} ${channel}`));

const TABLES: { title: string; columns: Column[] }[] = [
  {
    title: 'Stored',
    columns: [
      ['n', count],
      ...STORE_CHECKS.map((check) => ratio(check, check)),
      ['extras', (row) => String(row.extras)],
      ['refused', (row) => String(row.refused)],
    ],
  },
  { title: 'Told from the playbook, of the probes that need it', columns: channels('playbook') },
  { title: 'Told from the profile, of the probes that need it', columns: channels('profile') },
  {
    title: 'Nothing told that does not belong: probes that need nothing, and phrases that are out of date',
    columns: [...channels('negative'), ratio('stale', 'stale')],
  },
  {
    title: 'Cost: calls and tokens of learning, tokens told to one probe (about)',
    columns: [
      ['calls', (row) => String(row.calls)],
      ['tokens in', (row) => String(row.tokens_in)],
      ['tokens out', (row) => String(row.tokens_out)],
      ['usd', (row) => row.usd.toFixed(3)],
      ['told', (row) => String(row.told_tokens)],
    ],
  },
];

const table = (columns: readonly Column[], rows: readonly Row[]): string =>
  grid([
    ['', ...columns.map(([title]) => title)],
    ...rows.map((row) => [row.category, ...columns.map(([, cell]) => cell(row))]),
  ]);

const KEY = `  start: at the session's start · prompt: what the prompt added to that · together: both, in one session
  alone: at the prompt of a session that was told nothing at its start`;

export function tablesText(rows: readonly Row[]): string {
  const parts = TABLES.map(({ title, columns }) => `${title}\n${table(columns, rows)}`);
  return [...parts, KEY].join('\n\n');
}

/** Figures that the other channels explain, and that fail by design: counted above, not listed one by one. */
const NOT_LISTED: ReadonlySet<CheckName> = new Set<CheckName>([
  'playbook start',
  'playbook prompt',
  'profile start',
  'profile prompt',
  'negative start',
  'negative together',
]);

export function failuresText(played: readonly Played[]): string {
  const failed = played.flatMap(({ checks }) =>
    checks.filter(({ passed, check }) => !passed && !NOT_LISTED.has(check)),
  );
  if (failed.length === 0) return 'Every check passed.';
  const lines = failed.map(({ scenario, check, wanted, found }) => `  ${scenario}  ${check}: ${wanted}\n    ${found}`);
  return `Failed checks (the session start's are counted above only)\n${lines.join('\n')}`;
}
