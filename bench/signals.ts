/**
 * `npm run bench -- signals [FILE] [--rows OUT] [--phrases]`: how many of the corrections in labelled messages are seen, and how
 * many are imagined, by language and by context: by the phrases, and as a session decides, with what the embedding model
 * notices; OUT holds that. `--phrases`: as where no model is of use. On the shared file the rows that nobody looked at are also
 * shown by themselves.
 */
import fs from 'node:fs';
import { type Figures, figures, isAside, type Judged, judgeRows, readRows } from './signal-rows.ts';
import { OWN, SHARED } from './signals-fit.ts';
import { embedRows, headed } from './turn-vectors.ts';

export interface SignalsOptions {
  file?: string | undefined;
  rows?: string | undefined;
  phrases?: boolean;
}

/** Reads `[FILE] [--rows OUT] [--phrases]`; a string says what is wrong with them. */
export function signalsOptions(args: readonly string[]): SignalsOptions | string {
  const options: SignalsOptions = {};
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg === '--rows') {
      i += 1;
      if (args[i] === undefined) return '--rows needs a file to write';
      options.rows = args[i];
    } else if (arg === '--phrases') options.phrases = true;
    else if (arg.startsWith('-')) return `signals has no option ${arg}; there are --rows OUT and --phrases`;
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
    const byPhrases = judgeRows(readRows(file));
    show(`${file}, by phrases`, file, byPhrases);
    const judged = options.phrases ? byPhrases : await noticedIn(byPhrases);
    if (judged !== byPhrases) show(`${file}, by phrases and by meaning`, file, judged);
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

/** As a session decides where the model is; without one the phrases stand alone. */
async function noticedIn(judged: Judged[]): Promise<Judged[]> {
  try {
    return (await embedRows(judged)).map(headed);
  } catch (error) {
    console.log(`by phrases only: ${error instanceof Error ? error.message : String(error)}\n`);
    return judged;
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
