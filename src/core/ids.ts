/**
 * Ids are 26 random characters of Crockford's base32, lower case (https://www.crockford.com/base32.html): no i, l, o, u,
 * so that an id read aloud or retyped survives. They are shown as the shortest prefix that is unique.
 */
import crypto from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SHORTEST = 6;

export function newId(): string {
  let id = '';
  for (const byte of crypto.randomBytes(26)) id += ALPHABET[byte & 31];
  return id;
}

/** The shortest prefix of `id`, at least six characters, that no other id in `all` starts with. */
export function shortId(id: string, all: readonly string[]): string {
  for (let length = SHORTEST; length < id.length; length++) {
    const prefix = id.slice(0, length);
    if (!all.some((other) => other !== id && other.startsWith(prefix))) return prefix;
  }
  return id;
}

/** The ids that a typed one may mean: itself, or all that begin with it. Brackets around it and letters that are no id's are forgiven. */
export function resolveId(typed: string, all: readonly string[]): string[] {
  const given = typed.trim().replace(/^\[(.*)\]$/, '$1');
  if (given === '') return [];
  if (all.includes(given)) return [given];
  const read = given.toLowerCase().replace(/[il]/g, '1').replaceAll('o', '0');
  return all.filter((id) => id.startsWith(given) || id.startsWith(read));
}
