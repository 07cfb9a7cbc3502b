/** The inbox as plain text, for a pipe or a session of Claude Code: every entry in full, with the id to act on it by. */
import type { Output } from '../output.ts';
import { counted, wrap } from '../text.ts';
import { detailLines, type Line, type Tone } from './lines.ts';
import type { Shown } from './shown.ts';

const HOW =
  'To act on one, by its id: claude-smart keep, archive, restore, edit, share, forget, why. ' +
  'To keep all: claude-smart review --yes. To take the last one back: claude-smart undo';

function colour({ colors }: Output, text: string, tone: Tone | undefined): string {
  const looks: Record<Tone, (text: string) => string> = {
    id: colors.cyan,
    good: colors.green,
    bad: colors.red,
    warn: colors.yellow,
    dim: colors.dim,
    strong: colors.bold,
    marked: colors.cyan,
  };
  return tone ? looks[tone](text) : text;
}

const lineText = (out: Output, line: Line): string =>
  line
    .map(({ text, tone }) => colour(out, text, tone))
    .join('')
    .trimEnd();

export function listText(out: Output, shown: readonly Shown[]): string {
  const blocks = shown.map((entry) =>
    detailLines(entry, undefined, out.width)
      .map((line) => lineText(out, line))
      .join('\n'),
  );
  const head = out.colors.bold(`${counted(shown.length, 'item')} to look at`);
  const rule = out.colors.dim('─'.repeat(Math.min(out.width, 60)));
  return [head, blocks.join(`\n\n${rule}\n`), wrap(HOW, out.width)].join('\n\n');
}
