/**
 * `npm run eval -- --scenarios FILE [--replies DIR] [--live] [--record DIR] [--only ID,…] [--parallel N] [--json OUT]`: plays
 * scenario files and prints what was learned, told and spent. Ends with 1 when something could not be played or answered;
 * failed checks are figures, not failures.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import PQueue from 'p-queue';
import { modelEnv } from './model.ts';
import type { Observation } from './observation.ts';
import { play, type Stage } from './play.ts';
import { readScenarios, type Scenario } from './scenario.ts';
import { extras, score } from './score.ts';
import { failuresText, type Played, rowsOf, tablesText } from './table.ts';

const REPO = path.resolve(import.meta.dirname, '..');

const read = (args: string[]) =>
  parseArgs({
    args,
    options: {
      scenarios: { type: 'string', multiple: true },
      replies: { type: 'string' },
      record: { type: 'string' },
      live: { type: 'boolean', default: false },
      only: { type: 'string' },
      parallel: { type: 'string', default: '2' },
      json: { type: 'string' },
    },
  }).values;
type Values = ReturnType<typeof read>;

interface Result {
  scenario: Scenario;
  observation?: Observation;
  error?: unknown;
}

const absolute = (folder: string | undefined) => (folder === undefined ? undefined : path.resolve(folder));

function chosen(values: Values): Scenario[] {
  const all = (values.scenarios ?? []).flatMap(readScenarios);
  const ids = values.only?.split(',').map((id) => id.trim());
  const some = all.filter(({ id }) => ids === undefined || ids.some((one) => id === one || id.startsWith(`${one}-`)));
  if (some.length === 0) throw new Error('no scenario: give --scenarios FILE, and ids of it with --only');
  return some;
}

async function playAll(scenarios: readonly Scenario[], stage: Stage, parallel: number): Promise<Result[]> {
  const inFlight = new PQueue({ concurrency: parallel });
  let done = 0;
  const one = async (scenario: Scenario): Promise<Result> => {
    const result: Result = { scenario };
    try {
      result.observation = await play(scenario, stage);
    } catch (error) {
      result.error = error;
    }
    done += 1;
    console.error(`${done}/${scenarios.length} ${scenario.id}${result.error ? ` ${result.error}` : ''}`);
    return result;
  };
  return inFlight.addAll(scenarios.map((scenario) => () => one(scenario)));
}

function playedOf({ scenario, observation }: Result): Played[] {
  if (observation === undefined) return [];
  return [
    {
      scenario: scenario.id,
      category: scenario.category,
      checks: score(scenario, observation),
      cost: observation.cost,
      refused: observation.refused.length,
      extras: extras(scenario, observation),
      units: observation.told.map(({ units }) => units),
    },
  ];
}

function listed(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

function report(results: readonly Result[], json: string | undefined): void {
  const played = results.flatMap(playedOf);
  const rows = rowsOf(played);
  console.log(`\n${tablesText(rows)}\n\n${failuresText(played)}`);
  const each = (pick: (observation: Observation) => string[]) =>
    results.flatMap(({ scenario, observation }) =>
      (observation ? pick(observation) : []).map((x) => `${scenario.id}  ${x}`),
    );
  listed(
    'Refused in code',
    each(({ refused }) => refused.map(({ what, why }) => `${what}: ${why}`)),
  );
  listed(
    'Not read',
    each(({ unread }) => (unread === '' ? [] : [unread])),
  );
  const unanswered = each((observation) => observation.unanswered.map(({ hash, about }) => `${hash} ${about}`));
  listed(
    `No recorded reply for ${unanswered.length} prompts (the prompts changed, or were never recorded)`,
    unanswered,
  );
  listed(
    'Not played',
    results.flatMap(({ scenario, error }) => (error === undefined ? [] : [`${scenario.id}  ${error}`])),
  );
  if (json) fs.writeFileSync(json, `${JSON.stringify({ rows, played, results }, null, 1)}\n`);
  if (results.some(({ error, observation }) => error || observation?.unanswered.length || observation?.unread)) {
    process.exitCode = 1;
  }
}

export async function playScenarios(args: string[]): Promise<void> {
  const values = read(args);
  const choice = { live: values.live, replies: absolute(values.replies), record: absolute(values.record) };
  if (!choice.live && choice.replies === undefined) throw new Error('who answers? give --replies DIR or --live');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const stage: Stage = {
    dist: path.join(REPO, 'dist'),
    model: modelEnv(choice, process.env),
    playing: new PQueue({ concurrency: 2 }),
    probing: new PQueue({ concurrency: 1 }),
  };
  report(await playAll(chosen(values), stage, Number(values.parallel)), values.json);
}
