import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { type Host, type Left, Screen } from '../../src/cli/review/screen.tsx';
import type { Shown } from '../../src/cli/review/shown.ts';
import { begin, type Intent, type Outcome, type State } from '../../src/cli/review/state.ts';
import { widthOf } from '../../src/cli/text.ts';
import { lessonOfRule } from '../../src/reconcile/lesson.ts';
import { ruleRow } from '../store/items.ts';

const shown = (id: string, more: Partial<Shown> = {}): Shown => ({
  lesson: lessonOfRule(ruleRow(id, { content: `Do ${id} with care, every time it comes up.`, trigger: 'working' })),
  short: id,
  news: 'new',
  at: '2026-03-01T10:00:00.000Z',
  before: null,
  replaced: [],
  disagrees: [],
  turns: [],
  changes: [],
  project: 'shop',
  ...more,
});
const turn = (text: string) => ({
  session_id: 'session-one',
  seq: 1,
  who: 'you' as const,
  type: 'User' as const,
  at: '2026-03-01T09:59:00.000Z',
  text,
  signal: null,
});

interface Sat {
  frame: () => string;
  type: (...keys: string[]) => Promise<void>;
  intents: Intent[];
  left: () => { state: State; left: Left } | undefined;
  resize: (columns: number, rows: number) => Promise<void>;
}

/** The screen with these entries; what is asked of the store succeeds, and marks the entry. */
function sit(entries: Shown[], colors = false, outcome: Partial<Outcome> = {}): Sat {
  const intents: Intent[] = [];
  let end: { state: State; left: Left } | undefined;
  const host: Host = {
    title: 'shop',
    colors,
    signal: new AbortController().signal,
    going: () => 'This erases it for good: it cannot be undone.',
    carryOut: (intent) => {
      intents.push(intent);
      const marks = 'id' in intent ? { [intent.id]: `${intent.do} done` } : {};
      return { ok: true, said: 'Said so.', entries: [], marks, next: true, ...outcome };
    },
  };
  const app = render(<Screen host={host} start={begin(entries)} onLeave={(state, left) => (end = { state, left })} />);
  const tick = () => new Promise((resolve) => setTimeout(resolve, 60));
  return {
    frame: () => app.lastFrame() ?? '',
    type: async (...keys) => {
      // The first key must find somebody who listens.
      while (app.stdin.listenerCount('readable') === 0) await tick();
      await tick();
      for (const key of keys) {
        app.stdin.write(key);
        await tick();
      }
    },
    intents,
    left: () => end,
    resize: async (columns, rows) => {
      await tick();
      Object.defineProperty(app.stdout, 'columns', { value: columns, configurable: true });
      Object.defineProperty(app.stdout, 'rows', { value: rows, configurable: true });
      app.stdout.emit('resize');
      await tick();
    },
  };
}
const DOWN = '\u001b[B';
const ENTER = '\r';
const ESCAPE = '\u001b';

test('the list says what each is, the chosen one is marked, and the keys are there', async () => {
  const { frame, type } = sit([
    shown('one'),
    shown('two', { news: 'pending' }),
    shown('three', { news: 'not_followed' }),
  ]);
  expect(frame()).toContain('3 to look at · shop');
  expect(frame()).toMatch(/❯ ● one {2}working: Do one with care/);
  expect(frame()).toContain('PENDING');
  expect(frame()).toContain('NOT FOLLOWED');
  expect(frame()).toMatch(/y keep {2}a archive {2}e edit/);
  await type(DOWN, 'j', 'k');
  expect(frame()).toMatch(/❯ ● two/);
});

test('details quote the turns, who said them and when, and what was there before', async () => {
  const replaced = [{ ...lessonOfRule(ruleRow('old', { content: 'The old way.', trigger: '' })), short: 'old' }];
  const before = { trigger: 'working', content: 'Do it.' };
  const { frame, type } = sit([shown('one', { before, replaced, turns: [turn('no, with care\nand every time')] })]);
  await type(ENTER);
  for (const line of [
    '- working: Do it.',
    '- The old way. [old]',
    '+ working: Do one with care',
    'Rests on 1 turn',
    'you, 2026-03-01',
    '│ no, with care',
    '│ and every time',
  ])
    expect(frame()).toContain(line);
  await type(ESCAPE);
  expect(frame()).toMatch(/❯ ● one/);
});

test.each([40, 80, 200])(
  'nothing is wider than %i columns or higher than the terminal, and nothing steers it',
  async (columns) => {
    const long = shown('long', {
      lesson: lessonOfRule(
        ruleRow('long', {
          content: `包管理器用pnpm不要用npm${'words and 更多 '.repeat(60)}\u001b[2J`,
          trigger: 'a\u202eb',
        }),
      ),
      turns: [turn(`said ${'很长'.repeat(200)}\u001b]0;x\u0007`)],
      disagrees: [{ ...lessonOfRule(ruleRow('other')), short: 'other' }],
    });
    const { frame, type, resize } = sit([long, ...Array.from({ length: 30 }, (_, i) => shown(`n${i}`))]);
    await resize(columns, 20);
    const check = () => {
      const lines = frame().split('\n');
      expect(lines.length).toBeLessThan(20);
      for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      expect(frame()).not.toMatch(/[\u001b\u0007\u202e]/);
    };
    check();
    for (const keys of [[ENTER], [DOWN, DOWN], ['G'], [ESCAPE], ['G'], ['?'], ['x'], ['f'], ['n']]) {
      await type(...keys);
      check();
    }
    expect(frame()).toMatch(/❯ ● n29/);
  },
);

test('what is done is marked and stays, and the next that waits is chosen; a refusal chooses nothing', async () => {
  const { frame, type, intents } = sit([shown('one'), shown('two'), shown('three')]);
  await type('y', 'a');
  expect(intents).toEqual([
    { do: 'keep', id: 'one' },
    { do: 'archive', id: 'two' },
  ]);
  expect(frame()).toContain('✓ one');
  expect(frame()).toContain('keep done');
  expect(frame()).toContain('1 to look at');
  expect(frame()).toMatch(/❯ ● three/);
  const refused = sit([shown('one'), shown('two')], false, { ok: false, said: 'It was changed meanwhile.', marks: {} });
  await refused.type('a');
  expect(refused.frame()).toContain('It was changed meanwhile.');
  expect(refused.frame()).toMatch(/❯ ● one/);
});

test('forgetting says that it cannot be undone, and only a y does it', async () => {
  const { frame, type, intents } = sit([shown('one')]);
  await type('f');
  expect(frame()).toContain('cannot be undone');
  await type(ENTER);
  expect(intents).toEqual([]);
  expect(frame()).toContain('Nothing was forgotten.');
  await type('f', 'y');
  expect(intents).toEqual([{ do: 'forget', id: 'one' }]);
});

test('e leaves for the editor with the entry, q leaves, and both keep where the person was', async () => {
  const edit = sit([shown('one'), shown('two')]);
  await edit.type('j', 'e');
  expect(edit.left()).toMatchObject({ left: { why: 'edit', id: 'two' }, state: { at: 1 } });
  const quit = sit([shown('one')]);
  await quit.type('?');
  await quit.type('q', 'q');
  expect(quit.left()).toMatchObject({ left: { why: 'quit' } });
});

test('keys that arrive together are all taken', async () => {
  const { frame, type } = sit([shown('one'), shown('two'), shown('three')]);
  await type('jjk');
  expect(frame()).toMatch(/❯ ● two/);
});

test('without colours there are none, and nothing is told by colour alone', async () => {
  const { frame, type } = sit([shown('one', { news: 'pending' })]);
  await type(ENTER);
  expect(frame()).not.toContain('\u001b');
  expect(frame()).toContain('PENDING');
});
