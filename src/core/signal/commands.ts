/** What kind of work a shell command does, so that a failed one and the variant that worked are seen as one attempt. */

export interface Command {
  /** `test`, `build`, `install`, `lint`, or the program with its subcommand. */
  family: string;
  text: string;
  /** Flags, values in the environment, several steps: what one would not guess. */
  special: boolean;
}

const WORK: ReadonlyArray<readonly [family: string, pattern: RegExp]> = [
  ['test', /\b(?:tests?|jest|vitest|pytest|rspec|phpunit|mocha|ctest|tox|nosetests|playwright|cypress|check)\b/],
  ['lint', /\b(?:lint|eslint|ruff|biome|prettier|clippy|mypy|flake8|rubocop|fmt|golangci-lint)\b/],
  ['install', /\b(?:install|add|ci|sync|bootstrap|restore)\b/],
  ['build', /\b(?:build|tsc|make|gradle|gradlew|mvn|webpack|cmake|ninja|bundle|compile|assemble|xcodebuild)\b/],
];
/** Programs whose second word says what they do. */
const SPLIT = new Set(
  'git docker kubectl terraform npm pnpm yarn bun cargo go helm gh aws gcloud az dotnet dbt flutter adb systemctl brew'.split(
    ' ',
  ),
);
const LEAD =
  /^(?:\s*(?:cd\s+\S+\s*(?:&&|;)|\w+=\S+|sudo|time|env|npx|bunx|uvx|(?:uv|poetry|pipenv|npm|pnpm|yarn|bun|hatch) run|bundle exec|python3? -m|corepack)\s+)+/;
const LONGEST = 2_000;

export function commandOf(text: string): Command {
  const whole = text.slice(0, LONGEST).trim();
  const bare = whole.replace(LEAD, '');
  const words = bare.split(/\s+/);
  const program = (words[0] ?? '').replace(/^.*\//, '');
  const work = WORK.find(([, pattern]) => pattern.test(bare.slice(0, 200)))?.[0];
  const family =
    work ??
    (SPLIT.has(program) ? `${program} ${words.find((word, i) => i > 0 && !word.startsWith('-')) ?? ''}` : program);
  return { family: family.trim(), text: whole, special: /(?:^|\s)(?:--?\w|\w+=\S)|&&|\|/.test(whole) };
}

/** Takes back what was written to files. */
export const isRevert = (command: string): boolean =>
  /\bgit\s+(?:restore\b|revert\b|reset\s+--hard|checkout\s+(?:--\s|HEAD|\.|[^-\s]\S*\.\w)|stash\s+drop)/.test(
    command.slice(0, LONGEST),
  );

/** The line by which two failures are recognised as the same: without numbers, paths' beginnings and addresses. */
export function failureMark(output: string): string {
  const lines = output
    .slice(-4_000)
    .split('\n')
    .map((line) => line.trim());
  const said =
    lines.findLast((line) => /error|fail|exception|not found|cannot|denied|refused/i.test(line)) ??
    lines.findLast((line) => line !== '') ??
    '';
  return said
    .toLowerCase()
    .replace(/0x[0-9a-f]+|\d+/g, '#')
    .replace(/\S*\//g, '')
    .slice(0, 200);
}
