/**
 * Takes out what must never reach disk: `<private>` spans, the obvious shapes of secrets, and our own injected block (or we
 * would learn from ourselves). Linear in the length of the text: the doors run it while a person waits.
 */
import { isText } from './outside.ts';
import { secretAssignments, shapesFor } from './secret-shapes.ts';

export const PRIVATE = '[private]';
export const SECRET = '[secret]';

/** Written plainly, or as JSON, HTML or a URL write them. */
const OPEN = '(?:<|\\\\u003c|&lt;|%3c)';
const CLOSE = '(?:>|\\\\u003e|&gt;|%3e)';
/** A tag of ours reaches to its end, however far that is, or as far as it shows by an attribute that it is one. */
const TAG = new RegExp(
  `${OPEN}\\s{0,3}(/?)\\s{0,3}(private|claude-smart)(?=[\\s/\\\\]|${CLOSE})(?:(?:(?!${OPEN}|${CLOSE}).)*?${CLOSE}|\\s{1,9}[\\w-]{1,40}\\s{0,3}=)`,
  'gis',
);
/** Colours, titles and links of a terminal, as bytes or escaped. */
const TERMINAL =
  /(?:[\u001b\u009b]|\\(?:u00|x)1b(?=\[))(?:\][^\u0007\u001b]{0,999}(?:\u0007|\u001b\\)|\[?[0-?]{0,30}[ -/]?[@-~])/gi;
/** What shows nothing where it stands: behind plain letters, not within an emoji or a script that needs joiners. */
const INVISIBLE = /(?<=[!-~])\p{DI}+/gu;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What follows an opening line without a closing one: lines of base64, however they are quoted or escaped. */
const PEM_REST = /(?:(?:\\[nrt]|[\s"',>|+]){0,12}[A-Za-z0-9+/=]{24,})*/y;

export const redact = (text: string): string => withoutSecrets(withoutSpans(text));

/** What could hide where a tag or a token begins is taken out first; other control characters take six units each in JSON. */
const shown = (text: string): string =>
  text
    .replace(TERMINAL, '')
    .replace(INVISIBLE, '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');

/**
 * Spans may be of any length, so they are taken out of the whole text: private ones (nested; an unclosed one reaches to the
 * end), keys between PEM lines, and our own block (an unclosed one is a mention, and stays).
 */
export function withoutSpans(text: string): string {
  const clear = shown(text);
  return withoutPem(without('claude-smart', '', without('private', PRIVATE, clear)));
}

function without(name: string, mark: string, text: string): string {
  if (!text.toLowerCase().includes(name)) return text;
  let out = '';
  let kept = 0;
  let open = 0;
  let depth = 0;
  for (const match of text.matchAll(TAG)) {
    if (match[2]?.toLowerCase() !== name) continue;
    if (match[1] === '') {
      if (depth++ === 0) open = match.index;
    } else if (depth > 0 && --depth === 0) {
      out += text.slice(kept, open) + mark;
      kept = match.index + match[0].length;
    }
  }
  return depth > 0 && mark ? out + text.slice(kept, open) + mark : out + text.slice(kept);
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
  if (isText(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, depth + 1));
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const named = isText(item) && item.length <= LONGEST_SECRET && isNamedSecret(key, item);
    out[change(key)] = named ? SECRET : mapStrings(item, change, depth + 1);
  }
  return out;
}

export const redactDeep = (value: unknown): unknown => mapStrings(value, redact);
