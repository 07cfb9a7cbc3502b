/**
 * How well the gate tells windows that teach at once from windows that do not: windows of ten turns drawn from labelled messages
 * (format of ../shared/data/README.md). A window "with" holds corrections at the rate of real sessions, one prompt in four,
 * and at least one; a window "without" holds none. Windows that state a lasting fact teach as well, and are told apart.
 */
import path from 'node:path';
import { assistantRecord, toolEndRecord, toolStartRecord, userRecord } from '../src/capture/record.ts';
import type { Interaction } from '../src/core/interaction.ts';
import { headScore, type TurnVectors } from '../src/core/signal/head.ts';
import { isUnexplained, noticed } from '../src/core/signal/head-signal.ts';
import { turnIn } from '../src/core/signal/turn.ts';
import { signalOf } from '../src/core/signal.ts';
import { type Gate, type GatedTurn, gate } from '../src/extract/gate.ts';
import { randomFrom } from './corpus.ts';
import { type Row, readRows } from './signal-rows.ts';
import { embedRows } from './turn-vectors.ts';

const WINDOWS = 4_000;
const TURNS = 10;
const CORRECTIONS = 0.25;
const TARGETS = { with: 0.98, without: 0.4 };

const TS = '2026-01-01T00:00:00.000Z';

/** A message, and what the embedding model makes of it where that takes part. */
type GateRow = Row & { vectors?: TurnVectors };

/** The message as the doors would have recorded it, with its signal. */
function turnOf(row: GateRow): GatedTurn {
  const before: Interaction[] = row.prev === '' ? [] : [assistantRecord(TS, row.prev)];
  if (row.context === 'tool_rejection' || row.context === 'plan_rejection') {
    const tool = row.context === 'plan_rejection' ? 'ExitPlanMode' : 'Bash';
    const plan = row.context === 'plan_rejection' ? ('rejected' as const) : undefined;
    const start = toolStartRecord(TS, tool, 't', { command: row.prev });
    const record = toolEndRecord(TS, tool, 't', { status: 'rejected', output: '', reason: row.text, plan });
    return { record, signal: signalOf(record, [...before, start]) ?? null };
  }
  const record = userRecord(TS, row.text);
  const earlier: Interaction[] =
    row.context === 'after_interrupt' ? [...before, { type: 'Interrupt', ts: TS, tool: false }] : before;
  const signal = signalOf(record, earlier) ?? null;
  const turn = turnIn(record, earlier);
  const again = signal !== null && row.vectors !== undefined && isUnexplained(signal, turn);
  return { record, signal: again ? noticed(headScore(turn, row.vectors ?? {}), turn) : signal };
}

interface Labelled {
  turn: GatedTurn;
  correction: boolean;
  durable: boolean;
}

export interface GateFigures {
  /** Part of the windows with a correction that pass; the same for those in which only one turn corrects. */
  with: number;
  withOne: number;
  /** Part of the windows without a correction that are read at once, and that wait for the session's end because they state a fact. */
  without: number;
  withoutPatient: number;
  /** Part of those in which nothing lasting is stated that are read at all. */
  withoutAnything: number;
}

export function measureGate(rows: readonly GateRow[], seed = 1): GateFigures {
  const random = randomFrom(seed);
  const turns: Labelled[] = rows.map((row) => ({
    turn: turnOf(row),
    correction: row.correction,
    durable: row.durable,
  }));
  const right = turns.filter(({ correction }) => correction);
  const other = turns.filter(({ correction }) => !correction);
  const plain = other.filter(({ durable }) => !durable);
  const pick = (from: readonly Labelled[]) => (from[Math.floor(random() * from.length)] as Labelled).turn;
  // A session has one first prompt, so a window has at most one.
  const later = (from: readonly Labelled[]) => from.filter(({ turn }) => turn.signal?.kind !== 'opening');
  const part = (make: () => GatedTurn[], counts: (gate: Gate) => boolean = ({ pass }) => pass) => {
    let passed = 0;
    for (let i = 0; i < WINDOWS; i++) if (counts(gate(make()))) passed += 1;
    return passed / WINDOWS;
  };
  const atOnce = ({ pass, patient }: Gate) => pass && !patient;
  const mixed = () => [
    pick(right),
    ...Array.from({ length: TURNS - 1 }, () => pick(later(random() < CORRECTIONS ? right : other))),
  ];
  const fill = (from: readonly Labelled[], first: GatedTurn = pick(from)) => [
    first,
    ...Array.from({ length: TURNS - 1 }, () => pick(later(from))),
  ];
  return {
    with: part(mixed, atOnce),
    withOne: part(() => fill(other, pick(right)), atOnce),
    without: part(() => fill(other), atOnce),
    withoutPatient: part(
      () => fill(other),
      ({ patient }) => patient,
    ),
    withoutAnything: part(() => fill(plain)),
  };
}

const DEVELOPMENT = path.resolve(import.meta.dirname, '../../shared/data/signals-dev.jsonl');

const LINES: readonly [string, (figures: GateFigures) => number, ((value: number) => boolean)?][] = [
  ['with a correction (one prompt in four, at least one)', (all) => all.with, (value) => value >= TARGETS.with],
  ['with exactly one correction', (all) => all.withOne],
  ['without a correction', (all) => all.without, (value) => value <= TARGETS.without],
  ['  of which nothing lasting is stated either, at all', (all) => all.withoutAnything],
  ['  read when the session is over, for a fact in it', (all) => all.withoutPatient],
];

export async function gateFigures([file = DEVELOPMENT]: readonly string[]): Promise<void> {
  const rows = readRows(file);
  const columns = [measureGate(rows), measureGate(await embedRows(rows))];
  console.log(`\ngate: windows of ${TURNS} turns from ${file} that are read at once`);
  console.log(`  ${''.padEnd(54)} ${'phrases'.padStart(15)} ${'with the head'.padStart(15)}`);
  for (const [name, pick, met] of LINES) {
    const cells = columns.map((figures) => {
      const value = pick(figures);
      return `${(100 * value).toFixed(1)} % ${met === undefined ? '      ' : met(value) ? 'met   ' : 'MISSED'}`.padStart(
        15,
      );
    });
    console.log(`  ${name.padEnd(54)} ${cells.join(' ')}`);
  }
}
