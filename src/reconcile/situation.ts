/** Reads what deciding needs from the database: the lessons in scope, and which of the proposals' turns they rest on. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { EvidenceRef, ForgetRequest } from '../core/rule.ts';
import { changesOf } from '../store/changes.ts';
import { itemsOn } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { allFacts } from '../store/profile.ts';
import { allRules } from '../store/rules.ts';
import { profile, rules } from '../store/schema.ts';
import type { Situation } from './decide.ts';
import { lessonOfFact, lessonOfRule, type Proposal } from './lesson.ts';
import { wordKey } from './similar.ts';

const Said = z.object({ trigger: z.string(), content: z.string() });
const Wordings = z.union([Said.extend({ said: Said.optional() }), z.null()]);

export function readSituation(
  db: Db,
  projectId: string,
  proposals: readonly Proposal[],
  forgets: readonly ForgetRequest[] = [],
): Omit<Situation, 'verdicts' | 'now'> {
  const lessons = [...allRules(db, projectId).map(lessonOfRule), ...allFacts(db, projectId).map(lessonOfFact)];
  const held = new Map<string, EvidenceRef[]>();
  for (const { item_id, session_id, seq } of itemsOn(db, [
    ...proposals.flatMap(({ turns }) => turns),
    ...forgets.flatMap((request) => request.evidence),
  ])) {
    held.set(item_id, [...(held.get(item_id) ?? []), { session_id, seq }]);
  }
  const formerly = new Map<string, Set<string>>();
  for (const { id, type } of lessons) if (held.has(id)) formerly.set(id, formerWordings(db, id, type));
  return { lessons, held, formerly, proposals, forgets };
}

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
      .select({ n: sql<number>`count(*)`, versions: sql<number>`total(${table.version})` })
      .from(table)
      .where(sql`${table.project_id} = ${projectId} or ${table.project_id} is null`)
      .get();
    return `${row?.n}.${row?.versions}`;
  };
  return `${of(rules)}/${of(profile)}`;
}
