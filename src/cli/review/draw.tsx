/** Lines and their looks on the terminal, and how large it is: what the screen is made of. */
import { Box, Text, useStdout } from 'ink';
import { useEffect, useState } from 'react';
import type { Line, Tone } from './lines.ts';

const FALLBACK = { columns: 80, rows: 24 };

const LOOKS: Record<Tone, { color?: string; bold?: boolean; dimColor?: boolean }> = {
  id: { color: 'cyan' },
  good: { color: 'green' },
  bad: { color: 'red' },
  warn: { color: 'yellow' },
  dim: { dimColor: true },
  strong: { bold: true },
  marked: { color: 'cyan', bold: true },
};

function Row({ line, colors }: { line: Line; colors: boolean }) {
  if (line.length === 0) return <Text> </Text>;
  const spans = line.map((span, i) => ({ ...span, key: `${i} ${span.text}` }));
  return (
    <Text wrap="truncate">
      {spans.map(({ key, text, tone }) => (
        <Text key={key} {...(colors && tone ? LOOKS[tone] : {})}>
          {text}
        </Text>
      ))}
    </Text>
  );
}

export function Rows({ lines, colors, width }: { lines: readonly Line[]; colors: boolean; width: number }) {
  const numbered = lines.map((line, i) => ({ line, key: `${i}` }));
  return (
    <Box flexDirection="column" width={width}>
      {numbered.map(({ line, key }) => (
        <Row key={key} line={line} colors={colors} />
      ))}
    </Box>
  );
}

/** Columns and rows of the terminal, also after it was resized. */
export function useSize(): { columns: number; rows: number } {
  const { stdout } = useStdout();
  const read = () => ({ columns: stdout.columns || FALLBACK.columns, rows: stdout.rows || FALLBACK.rows });
  const [size, setSize] = useState(read);
  useEffect(() => {
    const onResize = () => setSize(read());
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  });
  return size;
}
