/**
 * Keeps the snapshots that session starts print from in line with the work: where a playbook is larger than a start may tell, what
 * fits the branch, the last commits, the changed files and how the last session ended goes in with the strongest. It is done
 * ahead, so that a start neither waits for git nor for the daemon.
 */
import fs, { statSync } from 'node:fs';
import path from 'node:path';
import { iso } from '../core/clock.ts';
import { attempt, parseJson } from '../core/outside.ts';
import { renderSnapshotFor, snapshotFile } from '../inject/snapshot.ts';
import type { Context } from '../learn/context.ts';
import { readText } from '../platform/read-text.ts';
import { gitDirOf } from '../publish/project-id.ts';
import { wholeIndex } from '../search/project-index.ts';
import { search } from '../search/search.ts';
import { readable } from '../search/terms.ts';
import { lastOutcome, type RecentProject, recentProjects } from '../store/recent.ts';
import { stateOf } from './file-state.ts';
import type { Meaning } from './meaning.ts';
import { workIn } from './work.ts';

const MOST_PROJECTS = 4;
/** Hits of each text; together more than a start can tell. */
const HITS = 20;
/** Nobody waits for this. */
const PATIENT_MS = 5_000;
/** Of a long text the beginning says what it is about. */
const TEXT_UNITS = 600;

export class Openings {
  readonly #context: Context;
  readonly #meaning: Meaning;
  /** What each project's snapshot was made for. */
  readonly #made = new Map<string, string>();
  #busy = false;

  constructor(context: Context, meaning: Meaning) {
    this.#context = context;
    this.#meaning = meaning;
  }

  /** Looks at the projects of the newest sessions and renders what is out of date. Never at the same time twice. */
  async refresh(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (const project of recentProjects(this.#context.store.db, MOST_PROJECTS)) await this.#look(project);
    } finally {
      this.#busy = false;
    }
  }

  async #look({ id, cwd, at }: RecentProject): Promise<void> {
    const file = snapshotFile(this.#context.paths, id);
    if (!(Number(parseJson(readText(file))?.more) > 0)) return;
    // Looked at before the work is: what changes meanwhile is seen the next time.
    const work = `${stateOfGit(cwd)} ${cwd} ${at}`;
    if (this.#made.get(id) === `${stateOf(file)} ${work}`) return;
    const found = await this.#found(id, fs.existsSync(cwd) ? await workIn(cwd) : []);
    const { store, paths, clock, config } = this.#context;
    renderSnapshotFor(store.db, paths, clock, config, { projectId: id, found });
    this.#made.set(id, `${stateOf(file)} ${work}`);
  }

  /** Ids of what fits any of the texts, best first. */
  async #found(projectId: string, work: readonly string[]): Promise<string[]> {
    const { store, clock, config } = this.#context;
    const { asked = '', answered = '' } = lastOutcome(store.db, projectId);
    const best = new Map<string, number>();
    for (const text of [...work, asked, answered].map((one) => one.slice(0, TEXT_UNITS).trim())) {
      if (text === '') continue;
      const queryVector = await this.#meaning.vectorInTime(readable(text), PATIENT_MS);
      const index = await wholeIndex(store, projectId, this.#meaning.modelId);
      const { floor } = config.inject.SessionStart;
      for (const { entry, fit } of search(index, text, {
        limit: HITS,
        floor,
        asked: true,
        now: iso(clock),
        queryVector,
      })) {
        best.set(entry.id, Math.max(fit, best.get(entry.id) ?? 0));
      }
    }
    return [...best].sort(([, a], [, b]) => b - a).map(([id]) => id);
  }
}

/** Changes with the branch, with every commit and with what is staged. */
function stateOfGit(cwd: string): string {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const git = gitDirOf(folder);
    if (git === undefined && folder !== path.dirname(folder)) continue;
    return ['HEAD', 'logs/HEAD', 'index'].map((name) => mtimeOf(path.join(git ?? folder, name))).join(':');
  }
}

const mtimeOf = (file: string): number => attempt(() => statSync(file).mtimeMs) ?? 0;
