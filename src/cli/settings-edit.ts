/**
 * Puts our hooks into the text of a settings.json and takes them out again. Pure. Invariant: removing from what adding made
 * gives the first text back, byte for byte; entries that are not ours are never touched, whoever wrote them.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { AppError } from '../core/errors.ts';
import { type Group, isOwn } from './hook-entries.ts';
import { type Style, styleOf, withLast, without } from './json-text.ts';

/** Our plugin's name. Claude Code reserves names that begin with `claude-`. */
export const PLUGIN = 'emend';

/** Containers that adding had to make; those that were there before stay when they are empty again. */
export type Made = string[];

const HOOKS = 'hooks';
/** hooks (1) > event (2) > group (3) > hooks (4) > entry (5). */
const GROUP_DEPTH = 3;
const ENTRY_DEPTH = 5;

/** What jsonc-parser found, in words. */
const WRONG: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is not in quotes and not true, false or null',
  InvalidNumberFormat: 'a number that is not one',
  PropertyNameExpected: 'a name in double quotes is missing, or the comma before it is one too many',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'text behind the end of the document',
  InvalidCommentToken: 'a comment where none may stand',
  UnexpectedEndOfComment: 'a comment without an end',
  UnexpectedEndOfString: 'a text without its closing quote',
  UnexpectedEndOfNumber: 'a number that is cut off',
  InvalidUnicode: 'a broken \\u character',
  InvalidEscapeCharacter: 'a backslash before a character that takes none',
  InvalidCharacter: 'a control character inside a text',
};

/** As much of a document as can be read. */
export const looseTree = (text: string): Node | undefined => parseTree(text);

/** The document; throws when a person has to mend it first. Comments are welcome, they stay where they are. */
export function parseSettings(text: string, file: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: false, allowTrailingComma: false });
  const [first] = errors;
  if (first) throw broken(file, text, first.offset, WRONG[printParseErrorCode(first.error)] ?? 'unexpected text');
  if (root?.type !== 'object') throw broken(file, text, root?.offset ?? 0, 'not an object');
  return root;
}

function broken(file: string, text: string, offset: number, what: string): AppError {
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return new AppError('settings_broken', `${file} cannot be read: ${what} at ${place}. It was not touched.`, {
    hint: 'Correct the file, then run this again.',
  });
}

/** The container at a path: undefined when there is none, an error when something else is there. */
function containerAt(
  root: Node,
  where: string[],
  type: 'object' | 'array',
  text: string,
  file: string,
): Node | undefined {
  const node = findNodeAtLocation(root, where);
  if (node && node.type !== type) throw broken(file, text, node.offset, `${where.join('.')} is not an ${type}`);
  return node;
}

/** Whether the plugin of this name is switched on in these settings; then its own hooks run already. */
export function enabledPlugin(root: Node, name: string): string | undefined {
  const plugins = findNodeAtLocation(root, ['enabledPlugins']);
  const value: unknown = plugins && getNodeValue(plugins);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key, on]) => key.startsWith(`${name}@`) && on !== false && on !== null)?.[0];
}

export function addHooks(text: string, file: string, groups: readonly [string, Group][]): { text: string; made: Made } {
  const style = styleOf(text, parseSettings(text, file));
  const made: Made = [];
  let now = text;
  const hooks = containerAt(parseSettings(now, file), [HOOKS], 'object', now, file);
  if (!hooks) {
    made.push(HOOKS);
    const value = Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
    return { text: withLast(now, parseSettings(now, file), { key: HOOKS, value }, style, 0), made };
  }
  for (const [event, group] of groups) {
    const root = parseSettings(now, file);
    const list = containerAt(root, [HOOKS, event], 'array', now, file);
    const parent = containerAt(root, [HOOKS], 'object', now, file);
    if (list) now = withLast(now, list, { value: group }, style, 2);
    else if (parent) {
      made.push(event);
      now = withLast(now, parent, { key: event, value: [group] }, style, 1);
    }
  }
  return { text: now, made };
}

interface Found {
  event: string;
  group: Node;
  /** Our entries in it, and whether there are others. */
  ours: Node[];
  shared: boolean;
}

function foundIn(event: string, group: Node): Found | undefined {
  const inner = findNodeAtLocation(group, [HOOKS]);
  const entries = inner?.type === 'array' ? (inner.children ?? []) : [];
  const ours = entries.filter((entry) => isOwn(findNodeAtLocation(entry, ['command'])?.value));
  return ours.length === 0 ? undefined : { event, group, ours, shared: ours.length < entries.length };
}

function ownEntries(root: Node): Found[] {
  const hooks = findNodeAtLocation(root, [HOOKS]);
  return (hooks?.type === 'object' ? (hooks.children ?? []) : []).flatMap((member) => {
    const [key, list] = member.children ?? [];
    const groups = list?.type === 'array' ? (list.children ?? []) : [];
    return groups.flatMap((group) => foundIn(String(key?.value), group) ?? []);
  });
}

/** Which of our commands stand at which event. */
export const ownCommands = (root: Node): [event: string, command: string][] =>
  ownEntries(root).flatMap(({ event, ours }) =>
    ours.map((entry): [string, string] => [event, String(findNodeAtLocation(entry, ['command'])?.value)]),
  );

const emptyAt = (root: Node, where: string[]): Node | undefined => {
  const node = findNodeAtLocation(root, where);
  return node && (node.children ?? []).length === 0 ? node.parent : undefined;
};

/** `made`: undefined when nobody remembers; then what is empty afterwards was ours. */
export function removeHooks(text: string, file: string, made: Made | undefined): string {
  let now = text;
  let style: Style | undefined;
  const events = new Set<string>();
  for (;;) {
    const root = parseSettings(now, file);
    style ??= styleOf(now, root);
    const last = ownEntries(root).at(-1);
    const [entry] = last?.ours ?? [];
    if (!last || !entry) break;
    events.add(last.event);
    now = last.shared ? without(now, entry, style, ENTRY_DEPTH) : without(now, last.group, style, GROUP_DEPTH);
  }
  if (events.size === 0) return now;
  const isOurs = (container: string) => made === undefined || made.includes(container) || made.includes(HOOKS);
  for (const event of [...events].filter(isOurs)) {
    const member = emptyAt(parseSettings(now, file), [HOOKS, event]);
    if (member) now = without(now, member, style, 2);
  }
  const member = made === undefined || made.includes(HOOKS) ? emptyAt(parseSettings(now, file), [HOOKS]) : undefined;
  return member ? without(now, member, style, 1) : now;
}
