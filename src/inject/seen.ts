/**
 * What a session was already shown, from its own buffer. A compaction empties the context, so what was shown before one
 * counts as unseen. Small and without imports but types: a door may bundle it.
 */

import type { BufferRecord } from '../core/interaction.ts';
import { isText, parseJson } from '../core/outside.ts';

/** Ids of the session's own `Injected` records (a subagent has a context of its own) since the last SessionStart of source `compact`. Takes the text, its lines or records; lines that are no JSON are passed over. */
export function seenIds(buffer: string | Iterable<string | BufferRecord>): Set<string> {
  const seen = new Set<string>();
  for (const entry of isText(buffer) ? buffer.split('\n') : buffer) {
    const record = isText(entry) ? parse(entry) : entry;
    if (record?.type === 'SessionStart' && record.source === 'compact') seen.clear();
    else if (record?.type === 'Injected' && !record.agent_id && Array.isArray(record.ids))
      for (const id of record.ids) seen.add(id);
  }
  return seen;
}

function parse(line: string): BufferRecord | undefined {
  return /"(?:Injected|SessionStart)"/.test(line) ? (parseJson(line) ?? undefined) : undefined;
}
