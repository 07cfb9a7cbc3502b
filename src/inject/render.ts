/**
 * How injected items read. Pure and small: the session-start door bundles this file. An item is one line, and no item can
 * close the block it stands in or open a line of its own.
 */
import { withoutInvisible } from '../core/invisible.ts';

export interface Item {
  id: string;
  text: string;
  /** The prefix of the id that is unique in the database. */
  short?: string;
  /** ISO; absent: the item has no end. */
  expires_at?: string;
}

/** What `inject/<project_id>.json` holds: the best items first, already within the budget; `more` counts those left out. */
export interface Snapshot {
  format: 1;
  rendered_at: string;
  items: Item[];
  more: number;
}

const OPENING =
  '<claude-smart>\n' +
  'Learned from what the user said in earlier sessions. Follow each line where it applies; what the user says now comes first.\n';
const CLOSING = '</claude-smart>';

const line = (short: string, text: string): string => `- [${short}] ${text}\n`;
const MORE = ' more: claude-smart show\n';
const moreLine = (more: number): string => (more > 0 ? more + MORE : '');

/** The block around the items; '' when there are none. */
export function frame(items: readonly Item[], more: number): string {
  if (items.length === 0) return '';
  const lines = items.map((item) => line(item.short ?? item.id, item.text));
  return `${OPENING}${lines.join('')}${moreLine(more)}${CLOSING}`;
}

const DIGITS = 6;
/** UTF-16 units that `frame` adds around the items, at most. */
export const FRAME_UNITS = OPENING.length + DIGITS + MORE.length + CLOSING.length;
/** UTF-16 units that one item takes in the frame. */
export const lineUnits = (item: Item): number => line(item.short ?? item.id, item.text).length;

/** What of a snapshot may be shown now: not expired, not seen. */
export function liveItems(items: readonly Item[], nowIso: string, seen: ReadonlySet<string>): Item[] {
  return items.filter((item) => !seen.has(item.id) && (item.expires_at === undefined || item.expires_at > nowIso));
}

/** One line, without control and invisible characters, and without a tag that would end our block or the reminder around it. */
const oneLine = (text: string): string =>
  withoutInvisible(text)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replace(/<(?=\s*\/?\s*(?:claude-smart|system-reminder))/gi, '‹')
    .trim();

/** A rationale longer than this stays out: the agent needs the rule, `claude-smart why` has the rest. */
const RATIONALE_UNITS = 140;
const SAYS_WHEN = /^(when|whenever|before|after|if|while|until|unless|on|in|for|at|during|as soon as|every time)\b/i;
const LATIN_START = /^[\p{Script=Latin}\p{N}`"'./-]/u;

/** "When committing: sign off with git commit -s. (upstream refuses unsigned patches)" */
export function ruleText(rule: { trigger: string; content: string; rationale: string }): string {
  const trigger = oneLine(rule.trigger).replace(/[:.,;]+$/, '');
  const content = oneLine(rule.content);
  const rationale = oneLine(rule.rationale).replace(/\.$/, '');
  const said = content.toLowerCase().includes(rationale.toLowerCase());
  const why = !said && rationale.length <= RATIONALE_UNITS ? ` (${rationale})` : '';
  if (trigger === '') return content + why;
  const plain = SAYS_WHEN.test(trigger) || !LATIN_START.test(trigger);
  const opening = plain ? trigger.charAt(0).toUpperCase() + trigger.slice(1) : `When ${trigger}`;
  return `${opening}: ${content}${why}`;
}

export const factText = (fact: { content: string }): string => oneLine(fact.content);
