/** A table as text: the first column to the left, the others to the right. */
export function grid(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0))) ?? [];
  const padded = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0));
  return cells.map((line) => `  ${line.map(padded).join('  ')}`.trimEnd()).join('\n');
}
