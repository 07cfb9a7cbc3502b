/**
 * Reads the one payload a hook gets. stdin may never be closed, so reading ends as soon as the JSON is whole, and at a
 * deadline; what is incomplete then is dropped. (Events, not fs.read: a read that waits in the thread pool keeps
 * `process.exit` waiting with it.)
 */

const CLOSING_BRACE = 0x7d;

/** The object that stdin holds, or undefined when none came in time. */
export function readObject(deadlineMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const giveUp = () => resolve(undefined);
    setTimeout(giveUp, deadlineMs);
    process.stdin.on('end', giveUp);
    process.stdin.on('error', giveUp);
    process.stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!endsWithBrace(chunk)) return;
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      } catch {
        // The brace was not the last one: more is to come.
      }
    });
  });
}

/** To parse at every chunk would take quadratic time. */
function endsWithBrace(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last >= 0 && (chunk[last] ?? 0) <= 0x20) last--;
  return chunk[last] === CLOSING_BRACE;
}
