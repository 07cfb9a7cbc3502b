/**
 * `npm run bench -- signals [FILE] [--rows OUT] [--head]`: how many of the corrections in labelled messages are seen, and how
 * many are imagined, by language and by context. On the shared file the rows that nobody looked at are also shown by
 * themselves. `--head`: again with what the embedding model notices; OUT then holds that.
 */
import fs from 'node:fs';
import { type Figures, figures, isAside, type Judged, judgeRows, readRows } from './signal-rows.ts';
import { OWN, SHARED } from './signals-fit.ts';
import { embedRows, headed } from './turn-vectors.ts';

export interface SignalsOptions {
  file?: string | undefined;
  rows?: string | undefined;
  head?: boolean;
}

/** Reads `[FILE] [--rows OUT] [--head]`; a string says what is wrong with them. */
export function signalsOptions(args: readonly string[]): SignalsOptions | string {
  const options: SignalsOptions = {};
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg === '--rows') {
      i += 1;
      if (args[i] === undefined) return '--rows needs a file to write';
      options.rows = args[i];
    } else if (arg === '--head') options.head = true;
    else if (arg.startsWith('-')) return `signals has no option ${arg}; there are --rows OUT and --head`;
    else if (options.file !== undefined) return `signals reads one file, not ${options.file} and ${arg}`;
    else options.file = arg;
  }
  return options;
}

const line = (name: string, { rows, positive, precision, recall, f1 }: Figures): string =>
  [name.padEnd(18), rows, positive, precision.toFixed(2), recall.toFixed(2), f1.toFixed(2)]
    .map((cell) => String(cell).padStart(9))
    .join('');

function groups(judged: readonly Judged[], by: (row: Judged) => string): Map<string, Judged[]> {
  const found = new Map<string, Judged[]>();
  for (const row of judged) found.set(by(row), [...(found.get(by(row)) ?? []), row]);
  return found;
}

export function signalsTable(judged: readonly Judged[]): string {
  const lines = [
    ['', 'rows', 'correct', 'precision', 'recall', 'F1']
      .map((head, i) => (i === 0 ? head.padEnd(18) : head.padStart(9)))
      .join(''),
  ];
  for (const [lang, rows] of groups(judged, (row) => row.lang)) lines.push(line(lang, figures(rows)));
  lines.push('');
  for (const [context, rows] of groups(judged, (row) => row.context)) lines.push(line(context, figures(rows)));
  lines.push('', line('all', figures(judged)));
  return lines.join('\n');
}

export async function signals(args: readonly string[]): Promise<void> {
  const options = signalsOptions(args);
  if (typeof options === 'string') return fail(options);
  const file = options.file ?? (fs.existsSync(SHARED) ? SHARED : OWN);
  try {
    let judged = judgeRows(readRows(file));
    show(file, file, judged);
    if (options.head) {
      judged = (await embedRows(judged)).map(headed);
      show(`${file}, with the head`, file, judged);
    }
    if (options.rows !== undefined) {
      const rows = judged.map(({ id, correction, decision, score, reason }) =>
        JSON.stringify({ id, label: correction, decision, score, reason }),
      );
      fs.writeFileSync(options.rows, `${rows.join('\n')}\n`);
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function show(title: string, file: string, judged: readonly Judged[]): void {
  console.log(`${title}\n\n${signalsTable(judged)}`);
  if (file === SHARED) {
    console.log(line('seen by the fit', figures(judged.filter(({ id }) => !isAside(id)))));
    console.log(line('kept aside', figures(judged.filter(({ id }) => isAside(id)))));
  }
  console.log();
}

function fail(message: string): void {
  console.error(`bench: ${message}`);
  process.exitCode = 2;
}
