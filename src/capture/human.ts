/**
 * Tells what a person typed from what only travels as a prompt: reports of background tasks, echoes of slash commands and
 * shell lines, reminders, interrupt markers, compaction summaries. Both sources, the hook's payload and the transcript, ask here.
 */

const WRAPPER =
  /^<(?:(?:local-)?command-[a-z]+|bash-[a-z]+|[a-z-]+-(?:message|hook|input)|task[-_]notification|fork-boilerplate|channel|tick)[\s>]/;
/** Blocks that an editor or Claude Code puts in front of what the person typed. */
const PREAMBLE = /^<(system-reminder|ide_[a-z_]+|new-diagnostics)\b[^>]{0,200}>/;
const MARKERS = [
  '[Request interrupted by user',
  'This session is being continued from a previous',
  'Caveat: The messages below',
];

/** What the person typed, or undefined when no person did. */
export function humanText(text: string): string | undefined {
  let rest = text;
  for (;;) {
    const start = rest.trimStart();
    const preamble = PREAMBLE.exec(start);
    if (!preamble) {
      const machine = start === '' || WRAPPER.test(start) || MARKERS.some((marker) => start.startsWith(marker));
      return machine ? undefined : rest;
    }
    const closing = `</${preamble[1]}>`;
    const end = start.indexOf(closing);
    if (end < 0) return undefined;
    rest = start.slice(end + closing.length).trimStart();
  }
}
