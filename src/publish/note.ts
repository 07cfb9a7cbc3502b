/**
 * Instant learning: what a person noted becomes a rule in the transaction that publishes the note, without a model. The
 * rule is *provisional*: it says what was typed, and the extraction that reads the note puts it into better words in place.
 * Only a person's own words are taken: nothing pasted, quoted or fenced, and never a tool's or the agent's.
 */
import { newId } from '../core/ids.ts';
import type { Interaction } from '../core/interaction.ts';
import { ownWords } from '../core/own-words.ts';
import { redact } from '../core/redact.ts';
import { words } from '../core/words.ts';
import { recordChange } from '../store/changes.ts';
import { addEvidence } from '../store/evidence.ts';
import { NOTED, notedRules, promptsBefore, signalAt } from '../store/notes.ts';
import type { Db } from '../store/open.ts';
import { currentRules, getRule, insertRule, type Rule, updateRule } from '../store/rules.ts';

/** UTF-16 units of a note that every session is told until a model has read it; the whole note stays in its turn. */
const NOTE_UNITS = 600;
const CUE_UNITS = 120;
const TASK_WORDS = 2;

export interface Turn {
  session_id: string;
  project_id: string;
  seq: number;
  record: Interaction;
}

/** Takes the turn's note down, if it is one; returns whether a rule came of it, a new one or one more turn of a known one. */
export function takeNote(tx: Db, turn: Turn, now: string): boolean {
  const note = noteIn(tx, turn);
  if (note === undefined) return false;
  const known = ruleThatSays(tx, turn.project_id, note);
  if (known) countAgain(tx, known, turn, note, now);
  else addProvisional(tx, turn, note, now);
  return true;
}

function noteIn(tx: Db, { session_id, seq, record }: Turn): string | undefined {
  if (record.type === '[correction]') return shaped(record.note ?? '');
  if (record.type !== 'User' || signalAt(tx, session_id, seq)?.kind !== 'note') return undefined;
  // A prompt that begins with a note goes on to a task: what is to be remembered is its first paragraph.
  return shaped(ownWords(record.text).split(/\n\s*\n/)[0] ?? '');
}

const shaped = (text: string): string | undefined => cutTo(redact(ownWords(text)), NOTE_UNITS) || undefined;

/** At most so many units, cut between words where there are any. */
function cutTo(text: string, units: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= units) return line;
  const head = line.slice(0, units - 1).replace(/[\ud800-\udbff]$/, '');
  const space = head.lastIndexOf(' ');
  return `${space > units / 2 ? head.slice(0, space) : head}…`;
}

const folded = (text: string): string => text.normalize('NFC').replace(/[.!。！\s]+$/u, '');

/** The CURRENT rule in scope that says this word for word, or that began as a note in these words. */
function ruleThatSays(tx: Db, projectId: string, note: string): Rule | undefined {
  const said = folded(note);
  const current = currentRules(tx, projectId);
  const plainly = current.find((rule) => folded(rule.content) === said);
  if (plainly) return plainly;
  for (const noted of notedRules(tx)) {
    if (folded(noted.note) !== said) continue;
    const rule = homeOf(tx, noted.item_id);
    if (rule && current.some(({ id }) => id === rule.id)) return rule;
  }
  return undefined;
}

/** Where a note that was taken up by another rule lives on. */
function homeOf(tx: Db, id: string): Rule | undefined {
  const rule = getRule(tx, id);
  return rule?.merged_into ? getRule(tx, rule.merged_into) : rule;
}

const later = (one: string, other: string): string => (one > other ? one : other);

function countAgain(tx: Db, rule: Rule, turn: Turn, note: string, now: string): void {
  const ref = { session_id: turn.session_id, seq: turn.seq };
  if (addEvidence(tx, rule.id, [ref]) === 0) return;
  const set = {
    evidence: rule.evidence + 1,
    version: rule.version + 1,
    learned_at: later(turn.record.ts, rule.learned_at),
    said_at: later(turn.record.ts, rule.said_at ?? ''),
    updated_at: now,
  };
  updateRule(tx, rule.id, rule.version, set);
  const after = { ...rule, ...set, said: { trigger: '', content: note } };
  recordChange(tx, {
    item_id: rule.id,
    at: now,
    change: 'merge',
    before: rule,
    after,
    why: 'noted again',
    turns: [ref],
  });
}

/**
 * The task that the note was said in: no situation to put before a rule, but one in which it mattered, and so a cue. What
 * only answers, corrects or says "go on" is no task.
 */
function taskOf(tx: Db, { session_id, seq }: Turn): string[] {
  for (const { text, signal } of promptsBefore(tx, session_id, seq)) {
    if (signal !== null && signal.kind !== 'prompt' && signal.kind !== 'opening') continue;
    const line = ownWords(text).split('\n')[0] ?? '';
    if (words(line).length >= TASK_WORDS) return [cutTo(line, CUE_UNITS)];
  }
  return [];
}

function addProvisional(tx: Db, turn: Turn, note: string, now: string): void {
  const ref = { session_id: turn.session_id, seq: turn.seq };
  const rule: Rule = {
    id: newId(),
    project_id: turn.project_id,
    status: 'CURRENT',
    kind: 'correction',
    provisional: true,
    trigger: '',
    content: note,
    rationale: '',
    cues: taskOf(tx, turn),
    evidence: 1,
    version: 1,
    learned_at: turn.record.ts,
    created_at: now,
    updated_at: now,
    superseded_by: null,
    merged_into: null,
    withdrawn_at: null,
    edited_at: null,
    overrules: null,
    proposal: null,
    said_at: turn.record.ts,
    covered_by: null,
    flagged_at: null,
  };
  insertRule(tx, rule);
  addEvidence(tx, rule.id, [ref]);
  recordChange(tx, {
    item_id: rule.id,
    at: now,
    change: 'add',
    before: null,
    after: rule,
    why: NOTED,
    turns: [ref],
  });
}
