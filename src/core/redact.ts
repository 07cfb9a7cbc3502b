/**
 * Takes out what must never reach disk: `<private>` spans, the obvious shapes of secrets, and our own injected block (or we
 * would learn from ourselves). Linear in the length of the text: the doors run it while a person waits.
 */
import { secretAssignments, shapesFor } from './secret-shapes.ts';

export const PRIVATE = '[private]';
export const SECRET = '[secret]';

const TAG = /(?:<|\\u003c)\s{0,3}(\/?)\s{0,3}(private|claude-smart)(?=[\s>/\\])[^<>]{0,200}?(?:>|\\u003e)/gi;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What follows an opening line without a closing one: lines of base64, however they are quoted or escaped. */
const PEM_REST = /(?:(?:\\[nrt]|[\s"',>|+]){0,12}[A-Za-z0-9+/=]{24,})*/y;

export const redact = (text: string): string => withoutSecrets(withoutSpans(text));

/**
 * Spans may be of any length, so they are taken out of the whole text: private ones (nested; an unclosed one reaches to the
 * end), keys between PEM lines, and our own block.
 */
export function withoutSpans(text: string): string {
  return withoutPem(/private|claude-smart/i.test(text) ? withoutTagged(text, true) : text);
}

function withoutTagged(text: string, ownBlocks: boolean): string {
  let out = '';
  let kept = 0;
  let open: { name: string; at: number; depth: number } | undefined;
  for (const match of text.matchAll(TAG)) {
    const name = String(match[2]).toLowerCase();
    const closing = match[1] === '/';
    if (!open) {
      if (!closing && (ownBlocks || name === 'private')) open = { name, at: match.index, depth: 1 };
    } else if (name === open.name) {
      open.depth += closing ? -1 : 1;
      if (open.depth > 0) continue;
      out += text.slice(kept, open.at) + (name === 'private' ? PRIVATE : '');
      kept = match.index + match[0].length;
      open = undefined;
    }
  }
  if (!open) return out + text.slice(kept);
  // A person may well write about our tag without closing it; nothing but private spans is taken out then.
  if (open.name !== 'private') return out + withoutTagged(text.slice(kept), false);
  return out + text.slice(kept, open.at) + PRIVATE;
}

function withoutPem(text: string): string {
  if (!text.includes('-----BEGIN')) return text;
  let out = '';
  let kept = 0;
  let ends = true;
  for (const match of text.matchAll(PEM_BEGIN)) {
    if (match.index < kept) continue;
    out += text.slice(kept, match.index) + SECRET;
    kept = match.index + match[0].length;
    PEM_END.lastIndex = kept;
    const end: RegExpExecArray | null = ends ? PEM_END.exec(text) : null;
    ends = end !== null;
    PEM_REST.lastIndex = kept;
    kept = end ? end.index + end[0].length : kept + (PEM_REST.exec(text)?.[0].length ?? 0);
  }
  return out + text.slice(kept);
}

export function withoutSecrets(text: string): string {
  let clean = text;
  for (const shape of shapesFor(text)) clean = clean.replace(shape, `$1${SECRET}`);
  return secretAssignments(clean, SECRET);
}

/** Deeper than any tool's input; what lies below is dropped rather than followed into a stack overflow. */
const DEEPEST = 64;
const LONGEST_SECRET = 600;

function isNamedSecret(key: string, value: string): boolean {
  const line = `${key}="${value}"`;
  return secretAssignments(line, SECRET) !== line;
}

/** `change` applied to every string at every depth, keys too. A value whose key names a secret is taken out whole. */
export function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, depth + 1));
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const named = typeof item === 'string' && item.length <= LONGEST_SECRET && isNamedSecret(key, item);
    out[change(key)] = named ? SECRET : mapStrings(item, change, depth + 1);
  }
  return out;
}

export const redactDeep = (value: unknown): unknown => mapStrings(value, redact);
