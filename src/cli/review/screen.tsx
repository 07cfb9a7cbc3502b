/**
 * The inbox at a terminal, drawn by ink. Only `review` loads this file, and with it ink and React: no other command waits for
 * them. It knows no store: what a key asks for is carried out by whoever started it.
 */
import { Box, type Key as InkKey, render, useApp, useInput } from 'ink';
import { useRef, useState } from 'react';
import { Rows, useSize } from './draw.tsx';
import { detailLines, fitted, footer, goingLines, helpLines, type Line, messageLines, rowLines } from './lines.ts';
import { type Intent, type Key, type Outcome, openIds, press, type State, settled } from './state.ts';

export interface Host {
  /** What it is about: a project's name. */
  title: string;
  colors: boolean;
  /** What would be erased, in words: said before it is asked. */
  going: (id: string) => string;
  /** Everything but editing and leaving, which need the terminal. */
  carryOut: (intent: Intent, openIds: readonly string[]) => Outcome;
  /** Ends the sitting, as leaving does. */
  signal: AbortSignal;
}

/** `failed`: a bug, which whoever shows the screen throws once the terminal is as it was. */
export type Left = { why: 'quit' } | { why: 'edit'; id: string } | { why: 'failed'; error: unknown };

const NARROWEST = 20;
/** From this width on, the details stand beside the list. */
const SPLIT_FROM = 110;
const LINES_A_ROW = 2;
const HEAD_LINES = 2;

const pressed = (input: string, key: InkKey): Key => ({
  input,
  up: key.upArrow,
  down: key.downArrow,
  left: key.leftArrow,
  right: key.rightArrow,
  pageUp: key.pageUp,
  pageDown: key.pageDown,
  home: key.home,
  end: key.end,
  enter: key.return,
  escape: key.escape,
  backspace: key.backspace || key.delete,
});

/** The part of the list around the chosen entry that fits. */
function listLines(state: State, width: number, room: number): Line[] {
  const most = Math.max(1, Math.floor(room / LINES_A_ROW));
  const from = Math.max(0, Math.min(state.at - Math.floor(most / 2), state.entries.length - most));
  return state.entries
    .slice(from, from + most)
    .flatMap((entry, i) => rowLines(entry, from + i === state.at, state.marks[entry.lesson.id], width));
}

/** What scrolls, with a word on how much is out of sight. */
function windowOf(lines: readonly Line[], scroll: number, room: number, width: number): Line[] {
  if (lines.length <= room) return [...lines];
  const from = Math.max(0, Math.min(scroll, lines.length - room));
  const below = lines.length - from - (room - 1);
  const rest: Line = [{ text: below > 0 ? `  ↓ ${below} more` : '  ↑ the end', tone: 'dim' }];
  return [...lines.slice(from, from + room - 1), fitted(rest, width)];
}

export function Screen({
  host,
  start,
  onState = () => {},
  onLeave,
}: {
  host: Host;
  start: State;
  /** Told what the screen shows from now on. */
  onState?: (state: State) => void;
  onLeave: (state: State, left: Left) => void;
}) {
  const { exit } = useApp();
  const { columns, rows } = useSize();
  const [state, setState] = useState(start);
  // A key may come before what the last one did is drawn.
  const latest = useRef(start);
  const width = Math.max(NARROWEST, columns);
  const below = bottom(state, width);
  // The last row stays free: a frame as high as the terminal would scroll it.
  const room = Math.max(3, rows - 1 - HEAD_LINES - below.length);
  const split = width >= SPLIT_FROM && state.entries.length > 0;
  const listWidth = split ? Math.min(70, Math.floor(width * 0.45)) : width;
  const detailWidth = split ? width - listWidth - 3 : width;
  const chosen = state.entries[state.at];
  const details = chosen ? detailLines(chosen, state.marks[chosen.lesson.id], detailWidth) : [];

  const leave = (left: Left) => {
    onLeave(latest.current, left);
    exit();
  };
  const go = (next: State) => {
    latest.current = next;
    onState(next);
    setState(next);
  };
  useInput((input, key) => {
    // Keys that were struck faster than the line carries them arrive as one.
    for (const each of /^[a-zA-Z? ]{2,}$/.test(input) ? input : [input]) {
      const { state: next, intent } = press(latest.current, pressed(each, key), { room, lines: details.length });
      if (!intent) go(next);
      // A question is answered by somebody who has read it.
      if (next.mode === 'forget') return;
      if (!intent) continue;
      if (intent.do === 'quit') return leave({ why: 'quit' });
      if (intent.do === 'edit') return leave({ why: 'edit', id: intent.id });
      try {
        go(settled(next, host.carryOut(intent, openIds(next))));
      } catch (error) {
        return leave({ why: 'failed', error });
      }
    }
  });

  const colors = host.colors;
  const open = openIds(state).length;
  const count = open === 0 ? 'all looked at' : `${open} to look at`;
  const head: Line = [
    { text: 'claude-smart review', tone: 'strong' },
    { text: `  ${count} · ${host.title}`, tone: 'dim' },
  ];
  const rule: Line = [{ text: '─'.repeat(width), tone: 'dim' }];
  return (
    <Box flexDirection="column" width={width}>
      <Rows lines={[fitted(head, width), rule]} colors={colors} width={width} />
      <Box height={room} width={width}>
        <Body
          state={state}
          details={details}
          sizes={{ room, split, listWidth, detailWidth, width }}
          colors={colors}
          going={host.going}
        />
      </Box>
      <Rows lines={below} colors={colors} width={width} />
    </Box>
  );
}

interface Sizes {
  room: number;
  split: boolean;
  listWidth: number;
  detailWidth: number;
  width: number;
}

interface BodyProps {
  state: State;
  details: readonly Line[];
  sizes: Sizes;
  colors: boolean;
  going: (id: string) => string;
}

function Body(props: BodyProps) {
  const { state, details, colors } = props;
  const { room, split, listWidth, detailWidth, width } = props.sizes;
  if (state.mode === 'help') return <Rows lines={helpLines(width).slice(0, room)} colors={colors} width={width} />;
  const chosen = state.entries[state.at];
  if (state.mode === 'forget' && chosen)
    return (
      <Rows
        lines={goingLines(chosen, props.going(chosen.lesson.id), width).slice(0, room)}
        colors={colors}
        width={width}
      />
    );
  const under = state.mode === 'forget' ? state.under : state.mode;
  const shown = windowOf(details, state.scroll, room, detailWidth);
  if (!split) {
    const lines = under === 'details' ? shown : listLines(state, width, room);
    return <Rows lines={lines} colors={colors} width={width} />;
  }
  const bar: Line[] = Array.from({ length: room }, () => [
    under === 'details' ? { text: ' ┃ ', tone: 'id' } : { text: ' │ ', tone: 'dim' },
  ]);
  return (
    <>
      <Rows lines={listLines(state, listWidth, room)} colors={colors} width={listWidth} />
      <Rows lines={bar} colors={colors} width={3} />
      <Rows lines={shown} colors={colors} width={detailWidth} />
    </>
  );
}

/** A message or a question, and the keys. */
function bottom(state: State, width: number): Line[] {
  const keys = footer(state.mode === 'details' ? 'details' : 'list', width);
  if (state.mode === 'help') return [[], fitted([{ text: 'any key: back', tone: 'dim' }], width)];
  if (state.mode === 'forget')
    return [[], fitted([{ text: 'y', tone: 'id' }, { text: ' erase it   any other key: leave it' }], width)];
  const { message } = state;
  return [...(message ? messageLines(message, width) : [[]]), keys];
}

const ALTERNATE = '\u001b[?1049h\u001b[H';
const BACK = '\u001b[?1049l';

/** Shows the inbox until the person leaves it or wants their editor; the screen of before comes back either way. */
export async function showScreen(host: Host, start: State): Promise<{ state: State; left: Left }> {
  const { stdout } = process;
  let end: { state: State; left: Left } = { state: start, left: { why: 'quit' } };
  const onState = (state: State) => {
    end = { ...end, state };
  };
  const onLeave = (state: State, left: Left) => {
    end = { state, left };
  };
  // What was drawn for another size would stay on the screen.
  const onResize = () => stdout.write('\u001b[2J\u001b[H');
  if (host.signal.aborted) return end;
  stdout.write(ALTERNATE);
  stdout.prependListener('resize', onResize);
  try {
    const screen = render(<Screen host={host} start={start} onState={onState} onLeave={onLeave} />, {
      patchConsole: false,
    });
    const stop = () => screen.unmount();
    host.signal.addEventListener('abort', stop);
    await screen.waitUntilExit().finally(() => host.signal.removeEventListener('abort', stop));
  } finally {
    stdout.off('resize', onResize);
    stdout.write(BACK);
  }
  if (end.left.why === 'failed') throw end.left.error;
  return end;
}
