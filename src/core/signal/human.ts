/**
 * Cuts out of a message what its writer did not type: code, diffs, logs, stack traces, quotes, pasted blocks, whole documents.
 * What was cut leaves no trace in the result, so pasted material cannot change what is made of the rest. Linear in the text.
 */

/** Stands for something named in passing: a path, a URL, inline code, a quote. No pattern matches it. */
export const NAMED = '▢';

const FENCE = /^\s{0,3}(?:```|~~~)/;
const TAG = /^<([a-z][\w-]{0,60})(?:\s[^>\n]{0,300})?>/i;
const MOST_TAGS = 40;
/** Of a message with very many lines only these many are looked at, from its head and its tail. */
const HEAD_LINES = 300;
const TAIL_LINES = 100;
/** Longer lines are not typed. */
const LONGEST_LINE = 6_000;

/** The lines that remain, in order; what stood between them may be gone. */
export function typedLines(text: string): string[] {
  const kept: string[] = [];
  let fence: string | undefined;
  let inDiff = false;
  let headings = 0;
  let pasting = false;
  const lines = withoutBlocks(text).split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[0].trim();
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      // One-line fences open and close at once.
      if (!line.trim().slice(3).includes(mark)) fence = mark;
      continue;
    }
    if (i >= HEAD_LINES && i < lines.length - TAIL_LINES) continue;
    inDiff =
      /^(?:diff --git |index [0-9a-f]{6,}|@@ |--- \S|\+\+\+ \S)/.test(line) || (inDiff && /^[ +\-\\]/.test(line));
    if (/^#{1,4} \S/.test(line)) headings += 1;
    // A document follows: a plan, a skill, an issue. What was typed stands before it.
    if (headings >= 2) break;
    // Output goes on indented.
    pasting = isPasted(line) || (pasting && /^(?: {2}|\t)/.test(line));
    if (inDiff || pasting || line.length > LONGEST_LINE) continue;
    kept.push(line);
  }
  return kept;
}

/** `<pasted_content>` and whatever else is wrapped in tags that begin a line. */
function withoutBlocks(text: string): string {
  const pasted = text.replace(/<pasted_content\b[^>]{0,300}>[\s\S]*?(?:<\/pasted_content>|$)/gi, '\n');
  if (!/^<[a-z]/im.test(pasted)) return pasted;
  let out = '';
  let rest = pasted;
  for (let seen = 0; seen < MOST_TAGS; seen += 1) {
    const at = rest.search(/^<[a-z]/im);
    if (at < 0) break;
    const tag = TAG.exec(rest.slice(at, at + 400));
    const closing = tag ? `</${tag[1]}>` : '';
    const end = tag ? rest.indexOf(closing, at) : -1;
    const cutTo = end < 0 ? at + 1 : end + closing.length;
    out += end < 0 ? rest.slice(0, cutTo) : `${rest.slice(0, at)}\n`;
    rest = rest.slice(cutTo);
  }
  return out + rest;
}

/** Lines that machines write. Each pattern is anchored and bounded, so a line costs its own length at most. */
const MACHINE: readonly RegExp[] = [
  /^\s*>/,
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\d+\/\d+\/\d+ \d+:\d\d)/,
  /^\s*at (?:async )?[\w$.<>[\] ]{1,120}\(?[^()\s]{0,300}:\d+/,
  /^\s*(?:at [\w$.]+\(|Caused by: |Traceback \(|File "|\.{3} \d+ more|During handling of the above)/,
  /^\s*(?:Uncaught )?(?:[A-Z]\w{0,60}|[a-z]\w{0,40}(?:\.\w{1,60}){1,8})(?:Error|Exception|Warning|Fault)(?:\s*\(|:|\s*$)/,
  /^\s*\[?(?:ERROR|ERR!|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|FAIL|PASS|CRITICAL|NOTICE)\]?[\s:]/,
  /^\s*(?:error|warning|fatal|panic|E|npm ERR!|npm warn|Error)(?:\[\w+\])?:\s/,
  /^\s*(?:npm |pnpm |yarn )?(?:ERR!|WARN|ERR_\w+)/,
  /^\s*[●⏺⎿│┃├└┌╭╰─━═✓✔✗✘✖❯➜▶◇○■□☐☒✻⚠]/u,
  /^\s*(?:\$|%|#|>>>|PS [A-Z]:[^>]{0,80}>|[\w.-]+@[\w.-]+[:~][^$#%\s]{0,120}[$#%]) \S/,
  /^\s*(?:Expected|Received|expected|received|Actual|actual|Diff)\b ?:/,
  /^\s*[\w./\\-]{1,200}\.[a-z]{1,5}:\d+(?::\d+)?(?:[:)]|\s*$)/,
  /^\s*(?:Tests?|Suites?|Snapshots|Duration|Time|Exit code|exit status)\b:? +\d/,
  /^\s*\[(?:Image|Pasted text|Attachment)\b[^\]]{0,200}\]\s*$/i,
  // Code by its keyword and its end, Python's blocks, SQL.
  /^\s*(?:import|export|const|let|var|function|class|def|return|public|private|static|async|await|package|using|#include|fn|func|struct|enum|interface|if|for|while|else|try|catch|switch)\b.{0,400}(?:[{;]|=>|\);?|\},?)\s*$/,
  /^\s*(?:def|class|if|for|while|elif|else|try|except|with)\b(?=.{0,300}[=<>()[\].]|:).{0,300}:\s*$/,
  /^\s*(?:from [\w.]+ import |import [\w.{*]+|#include)/,
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|WITH|FROM|WHERE|JOIN|GROUP BY|ORDER BY)\s/,
  /^\s*select\s[^.!?]{0,300}\sfrom\s+[\w."]{1,80}\s*(?:;|$|where|join|order|group|limit|left|inner)/i,
  /^\s*(?:\/\/|\/\*|\*\/|--\s|<!--|<\/?[a-z][\w.-]*(?:\s[^>]{0,300})?\/?>)/i,
  /^\s*[\w"'.-]{1,60}\s*(?:=|:=|\+=)\s*\S.{0,300}$/,
  /^\s*"[\w-]{1,60}"\s*:\s/,
  /^(?!.*, )[^,\s]{1,60}(?:,[^,]{0,60}){2,}$/,
  /^\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?:https?:|\/)/,
  /^\s*\S{1,60}\s?\|.{0,300}\|/,
];

/** Whether a line is code, log or other output rather than a sentence. */
export function isPasted(line: string): boolean {
  if (line.trim() === '') return false;
  const head = line.slice(0, 600);
  return MACHINE.some((pattern) => pattern.test(head)) || isSymbols(head);
}

/** Code has many signs for its letters; a sentence has few. */
function isSymbols(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed.length < 10) return /^[{}()[\];,<>/|\\^~=+*-]+$/.test(trimmed);
  let signs = 0;
  for (const c of trimmed) if (SIGNS.has(c)) signs += 1;
  return signs / trimmed.length > 0.14;
}
const SIGNS = new Set('{}()[]<>=;|\\_$@#&*+^~%');

const QUOTES: readonly RegExp[] = [
  /"[^"\n]{1,1500}"/g,
  /“[^“”\n]{1,1500}”/g,
  /„[^„“”\n]{1,1500}[“”]/g,
  /«[^«»\n]{1,1500}»/g,
  /「[^「」\n]{1,1500}」/g,
  /『[^『』\n]{1,1500}』/g,
];
/** Single quotes are apostrophes too: one opens after no letter and closes before none, and holds more than a word. */
const SINGLE = /(?<![\p{L}\p{N}])['‘](?=\S)(?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){1,1200}['’](?![\p{L}\p{N}])/gu;
const INLINE_CODE = /`[^`\n]{1,400}`/g;
const LINK = /\bhttps?:\/\/\S{1,2000}/g;
/** Something with a slash, a dot before an ending, a call's brackets, an underscore or a capital inside. */
const PATHS =
  /(?<![^\s(,:])(?:@?[\w.~-]{0,80}[/\\][\w./\\@~-]{1,300}|[\w.-]{1,80}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|cs?|cpp|h|hpp|php|vue|svelte|css|scss|html?|json[cl]?|ya?ml|toml|md|txt|sh|sql|env|lock|tf|xml|csv|log|ini|cfg|conf|png|svg|jpg)(?![\w.])|\w{1,80}\(\)|\w{1,60}_\w{1,60})/g;
const IMAGE = /\[(?:Image|Pasted text)[^\]\n]{0,200}\]/gi;

/** What was typed, as sentences: quotes and names stand as one sign. */
export function typedText(text: string, lines: readonly string[] = typedLines(text)): string {
  let typed = lines.join('\n').replace(IMAGE, ' ').replace(INLINE_CODE, NAMED).replace(LINK, NAMED);
  for (const quote of QUOTES) typed = typed.replace(quote, NAMED);
  typed = typed.replace(SINGLE, (quote) => (quote.includes(' ') ? NAMED : quote));
  return typed.replace(PATHS, NAMED);
}
