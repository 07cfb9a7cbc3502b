/**
 * A 64-bit identity for texts, as 16 hex characters: for keys that nobody attacks, in programs that live for milliseconds
 * (loading node:crypto would take longer than all else a hook does). Two multiplicative hashes, mixed into each other.
 */
export function textHash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return hex(a) + hex(b);
}
