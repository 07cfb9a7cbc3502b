/**
 * Edits of a JSON text that leave every other byte as it is. Invariant: `without(withLast(text, …))` is `text` again, for any
 * indentation, line ends, comments and blank space; that is what makes an uninstall byte-equal.
 */
import type { Node } from 'jsonc-parser';

export interface Style {
  /** One level of indentation; undefined when the document stands on one line. */
  indent: string | undefined;
  newline: string;
}

/** How a document is written, from its first member; a document without one gets two spaces. */
export function styleOf(text: string, root: Node): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root.children?.[0];
  if (first === undefined) return { indent: '  ', newline };
  const before = text.slice(root.offset + 1, first.offset);
  const indent = /\n([ \t]*)$/.exec(before)?.[1];
  if (indent !== undefined) return { indent: indent || '  ', newline };
  return { indent: text.slice(root.offset, root.offset + root.length).includes('\n') ? '  ' : undefined, newline };
}

const endOf = (node: Node): number => node.offset + node.length;

const lineStart = (style: Style, depth: number): string =>
  style.indent === undefined ? '' : style.newline + style.indent.repeat(depth);

/** `value` as text at `depth`, written like its surroundings. */
function written(value: unknown, style: Style, depth: number): string {
  if (style.indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.newline + style.indent.repeat(depth));
}

/** Adds an element (or, with a key, a member) behind the last one of `container`, which stands at `depth`. */
export function withLast(
  text: string,
  container: Node,
  entry: { key?: string; value: unknown },
  style: Style,
  depth: number,
): string {
  const colon = style.indent === undefined ? ':' : ': ';
  const key = entry.key === undefined ? '' : `${JSON.stringify(entry.key)}${colon}`;
  const body = lineStart(style, depth + 1) + key + written(entry.value, style, depth + 1);
  const last = container.children?.at(-1);
  if (last) return `${text.slice(0, endOf(last))},${body}${text.slice(endOf(last))}`;
  // What stood between the brackets stays behind the new text, so that taking the text out brings it back.
  const open = container.offset + 1;
  return text.slice(0, open) + body + lineStart(style, depth) + text.slice(open);
}

/** Takes out an element of an array or a member of an object, with the comma and the white space that came with it. */
export function without(text: string, node: Node, style: Style, depth: number): string {
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const previous = siblings[at - 1];
  const next = siblings[at + 1];
  if (previous) return text.slice(0, endOf(previous)) + text.slice(endOf(node));
  if (next) return text.slice(0, node.offset) + text.slice(next.offset);
  const open = (node.parent?.offset ?? 0) + 1;
  const rest = text.slice(endOf(node));
  const closing = lineStart(style, depth - 1);
  return text.slice(0, open) + (rest.startsWith(closing) ? rest.slice(closing.length) : rest);
}
