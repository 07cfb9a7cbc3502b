/** What was told, counted: by event, by item and by session. Tokens are estimates, made when it was told. */
import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { injections, profile, rules, sessions } from './schema.ts';

export interface Told {
  /** How often something was told. */
  times: number;
  sessions: number;
  items: number;
  tokens: number;
}
export interface ToldAt extends Told {
  event: string;
}
export interface ToldItem {
  id: string;
  /** Undefined for an item that was forgotten. */
  content: string | null;
  status: string | null;
  times: number;
  sessions: number;
  /** Its share of the texts that it was told in. */
  tokens: number;
  last_at: string;
  /** When the person corrected again what it says, after it was told; null: not that we know. */
  flagged_at: string | null;
}
export interface ToldSession {
  id: string;
  tokens: number;
  transcript_path: string | null;
}

/** One row a text that was told. */
const TEXTS = sql`(select session_id, seq, event, count(*) as items, max(tokens) as tokens from ${injections} group by 1, 2, 3)`;

const SUMS = sql`count(*) as times, count(distinct session_id) as sessions, coalesce(sum(items), 0) as items, coalesce(sum(tokens), 0) as tokens`;

export const toldByEvent = (db: Db): ToldAt[] =>
  db.all<ToldAt>(sql`select event, ${SUMS} from ${TEXTS} group by event order by tokens desc, event`);

export const toldInAll = (db: Db): Told => db.all<Told>(sql`select ${SUMS} from ${TEXTS}`)[0] as Told;

/** The items that were told most, at most `limit`. */
export const toldItems = (db: Db, limit: number): ToldItem[] =>
  db.all<ToldItem>(sql`
    select i.item_id as id, coalesce(r.content, p.content) as content, coalesce(r.status, p.status) as status,
      count(*) as times, count(distinct i.session_id) as sessions,
      cast(round(sum(1.0 * t.tokens / t.items)) as integer) as tokens, max(i.at) as last_at, r.flagged_at as flagged_at
    from ${injections} i
    join ${TEXTS} t on t.session_id = i.session_id and t.seq = i.seq
    left join ${rules} r on r.id = i.item_id
    left join ${profile} p on p.id = i.item_id
    group by i.item_id
    order by times desc, last_at desc, id
    limit ${limit}`);

/** The newest sessions that were told something, at most `limit`. */
export const toldSessions = (db: Db, limit: number): ToldSession[] =>
  db.all<ToldSession>(sql`
    select s.id as id, sum(t.tokens) as tokens, s.transcript_path as transcript_path
    from ${TEXTS} t join ${sessions} s on s.id = t.session_id
    group by s.id order by max(s.last_at) desc limit ${limit}`);
