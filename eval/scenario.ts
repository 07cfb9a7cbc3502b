/**
 * The scenario format: recorded sessions, the probes to fire afterwards, and what should have been learned. Read once, at
 * the edge; a line that does not fit is an error that names its line. Unknown keys are left alone.
 */
import fs from 'node:fs';
import * as z from 'zod';

const phrases = z.array(z.string()).default([]);

const ToolCall = z.object({
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  response: z.unknown(),
  status: z.enum(['ok', 'error', 'rejected']),
  /** What the person typed with a rejection; '' for none. */
  reason: z.string().optional(),
});
const Turn = z.object({
  user: z.string(),
  tools: z.array(ToolCall).default([]),
  interrupted: z.boolean().default(false),
  assistant: z.string().default(''),
});
const Session = z.object({
  workspace: z.string().optional(),
  turns: z.array(Turn),
  end: z.enum(['prompt_input_exit', 'clear', 'crash']),
});
const Workspace = z.object({
  folder: z.string().optional(),
  cwd: z.string(),
  git_toplevel: z.string().nullish(),
  git_common_dir: z.string().nullish(),
  git_remote: z.string().nullish(),
});
const Probe = z.object({
  project: z.string().optional(),
  workspace: z.string().optional(),
  query: z.string(),
  expect_any: phrases,
  expect_none: phrases,
  target: z.enum(['playbook', 'profile', 'none']),
  excuse_if: phrases,
});
const Entry = z.object({
  must_mention: phrases,
  any_of: phrases,
  gist: z.string().default(''),
  kind: z.enum(['correction', 'recipe']).optional(),
  split_ok: z.boolean().default(false),
  max_copies: z.number().int().optional(),
  optional: z.boolean().default(false),
  workspace: z.string().optional(),
});
const Scenario = z.object({
  id: z.string(),
  category: z.string(),
  project: z.string(),
  workspaces: z.record(z.string(), Workspace).optional(),
  sessions: z.array(Session),
  probes: z.array(Probe),
  truth: z.object({
    rules: z.array(Entry).default([]),
    archived: z.array(Entry).default([]),
    profile: z.array(Entry).default([]),
    nothing: z.boolean().default(false),
    never: phrases,
  }),
});

export type ToolCall = z.infer<typeof ToolCall>;
export type Turn = z.infer<typeof Turn>;
export type Session = z.infer<typeof Session>;
export type Workspace = z.infer<typeof Workspace>;
export type Probe = z.infer<typeof Probe>;
export type Entry = z.infer<typeof Entry>;
export type Scenario = z.infer<typeof Scenario>;

/** Throws on the first line that is no scenario. */
export function parseScenarios(text: string, name: string): Scenario[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = Scenario.safeParse(jsonOf(line, `${name}:${index + 1}`));
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    throw new Error(`${name}:${index + 1}: ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function jsonOf(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`${where}: not JSON`, { cause });
  }
}

export const readScenarios = (file: string): Scenario[] => parseScenarios(fs.readFileSync(file, 'utf8'), file);
