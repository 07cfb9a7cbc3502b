/**
 * Every lesson in scope, with no more than what finding the alike ones needs: ten thousand whole rows take ten times as long
 * to read. Cues come as the JSON text that they are stored as.
 */
import { sql } from 'drizzle-orm';
import type { Status } from '../core/rule.ts';
import type { Db } from './open.ts';
import { profile, rules } from './schema.ts';

export interface Outline {
  id: string;
  type: 'rule' | 'profile';
  status: Status;
  trigger: string;
  content: string;
  cues: string;
  superseded_by: string | null;
  withdrawn_at: string | null;
}

/** Of the project and of all projects, in no order. */
export const outlines = (db: Db, projectId: string): Outline[] =>
  db.all<Outline>(sql`
    select id, 'rule' as type, status, "trigger", content, cues, superseded_by, withdrawn_at from ${rules}
      where ${rules.project_id} = ${projectId} or ${rules.project_id} is null
    union all
    select id, 'profile', status, '', content, cues, superseded_by, withdrawn_at from ${profile}
      where ${profile.project_id} = ${projectId} or ${profile.project_id} is null`);
