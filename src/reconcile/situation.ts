/**
 * Reads what deciding needs from the database: of the lessons in scope those that could matter, which of the proposals' turns
 * they rest on, and which were told before these turns. Everything else in scope has nothing to do with the proposals.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { EvidenceRef, ForgetRequest } from '../core/rule.ts';
import { changesOf } from '../store/changes.ts';
import { itemsOn } from '../store/evidence.ts';
import { toldBefore } from '../store/injections.ts';
import type { Db } from '../store/open.ts';
import { type Outline, outlines } from '../store/outlines.ts';
import { factsWith } from '../store/profile.ts';
import { rulesWith } from '../store/rules.ts';
import { profile, rules } from '../store/schema.ts';
import type { Situation } from './decide.ts';
import { type Lesson, lessonOfFact, lessonOfRule, type Proposal } from './lesson.ts';
import { nearest, type Text } from './near.ts';
import { type Meaning, NEAREST_FROM } from './similar.ts';
import { wordKey } from './word-key.ts';

/** By proposed lesson or request: the stored lessons that could be about the same, the nearest first. */
export type Near = ReadonlyMap<Lesson | ForgetRequest, readonly Lesson[]>;
export type Read = Omit<Situation, 'verdicts' | 'now' | 'mode'> & { near: Near };

/** As many are measured with care for each proposal; a model is asked about six of them at most. */
const NEAREST = 12;
/** Of those near by meaning, which proposes the nearest and what is very near. */
const NEAREST_MEANT = 4;

export function readSituation(
  db: Db,
  projectId: string,
  proposals: readonly Proposal[],
  forgets: readonly ForgetRequest[] = [],
  meaning?: Meaning,
): Read {
  const held = heldBy(db, [
    ...proposals.flatMap(({ turns }) => turns),
    ...forgets.flatMap((request) => request.evidence),
  ]);
  const all = outlinesInPlay(db, projectId);
  const wanted = [...proposals.map(({ lesson }) => lesson), ...forgets];
  const places = placesNear(all, wanted, meaning);
  const ids = new Set<string>(held.keys());
  for (const place of [...places.values()].flat()) {
    const { id, superseded_by } = all[place] as Outline;
    ids.add(id);
    if (superseded_by !== null) ids.add(superseded_by);
  }
  const lessons = lessonsWith(db, projectId, [...ids]);
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const near = new Map(
    [...places].map(([one, found]) => [one, found.flatMap((place) => byId.get((all[place] as Outline).id) ?? [])]),
  );
  const formerly = new Map<string, Set<string>>();
  for (const { id, type } of lessons) if (held.has(id)) formerly.set(id, formerWordings(db, id, type));
  const told = toldBefore(
    db,
    proposals.flatMap(({ turns }) => turns),
  );
  return { lessons, held, formerly, told, proposals, forgets, near };
}

/** Of these turns, those that a lesson rests on, by its id. */
export function heldBy(db: Db, turns: readonly EvidenceRef[]): Map<string, EvidenceRef[]> {
  const held = new Map<string, EvidenceRef[]>();
  for (const { item_id, session_id, seq } of itemsOn(db, turns)) {
    held.set(item_id, [...(held.get(item_id) ?? []), { session_id, seq }]);
  }
  return held;
}

/** Merged ones and those put away without a time have no say. */
const isAlive = ({ status, superseded_by, withdrawn_at }: Outline): boolean =>
  status !== 'ARCHIVED' || superseded_by !== null || withdrawn_at !== null;

/** Everything that could matter to something said in the project. */
export const outlinesInPlay = (db: Db, projectId: string): Outline[] => outlines(db, projectId).filter(isAlive);

function placesNear(
  all: readonly Outline[],
  wanted: readonly (Lesson | ForgetRequest)[],
  meaning: Meaning | undefined,
): Map<Lesson | ForgetRequest, number[]> {
  if (all.length <= NEAREST) return new Map(wanted.map((one) => [one, [...all.keys()]]));
  const fits = (one: Lesson | ForgetRequest) => (place: number) =>
    one.type === 'forget' || one.type === all[place]?.type;
  const lexical = nearest(all, wanted.map(textOf), NEAREST, (i, place) => fits(wanted[i] as Lesson)(place));
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const meant = (one: Lesson | ForgetRequest): number[] => {
    // Rules and facts are compared together.
    const best = meaning?.(wordingOf(one))?.best(2 * NEAREST) ?? [];
    return best
      .flatMap(({ id, cosine }) => (cosine < NEAREST_FROM ? [] : (places.get(id) ?? [])))
      .filter(fits(one))
      .slice(0, NEAREST_MEANT);
  };
  return new Map(wanted.map((one, i) => [one, [...new Set([...(lexical[i] ?? []), ...meant(one)])]]));
}

const wordingOf = (one: Lesson | ForgetRequest) => (one.type === 'forget' ? { trigger: '', content: one.what } : one);

export const textOf = (one: Lesson | ForgetRequest): Text =>
  one.type === 'forget'
    ? { trigger: '', content: one.what, cues: '' }
    : { trigger: one.trigger, content: one.content, cues: one.cues.join(' ') };

/** In the order in which they were created. */
function lessonsWith(db: Db, projectId: string, ids: readonly string[]): Lesson[] {
  const found = [
    ...rulesWith(db, projectId, ids).map(lessonOfRule),
    ...factsWith(db, projectId, ids).map(lessonOfFact),
  ];
  return found.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const Said = z.object({ trigger: z.string().default(''), content: z.string() });
const Wordings = z.union([Said.extend({ said: Said.optional() }), z.null()]);

function formerWordings(db: Db, id: string, type: 'rule' | 'profile'): Set<string> {
  const keys = new Set<string>();
  for (const { before, after } of changesOf(db, id)) {
    for (const side of [before, after]) {
      const wordings = Wordings.safeParse(side).data;
      if (!wordings) continue;
      keys.add(wordKey({ type, ...wordings }));
      if (wordings.said) keys.add(wordKey({ type, ...wordings.said }));
    }
  }
  return keys;
}

/** Another value whenever any lesson in the project's scope changed: every write raises a version. */
export function stampOf(db: Db, projectId: string): string {
  const of = (table: typeof rules | typeof profile) => {
    const row = db
      .select({
        n: sql<number>`count(*)`,
        versions: sql<number>`total(${table.version})`,
        last: sql<string | null>`max(${table.updated_at})`,
      })
      .from(table)
      .where(sql`${table.project_id} = ${projectId} or ${table.project_id} is null`)
      .get();
    return `${row?.n}.${row?.versions}.${row?.last}`;
  };
  return `${of(rules)}/${of(profile)}`;
}
