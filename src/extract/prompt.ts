/**
 * Prompts are Markdown files in prompts/: front matter (id, version, model), then parts under `## Name` with {{slots}}.
 * Slots are filled in one pass, so that nothing in a filled-in text is ever taken for a slot.
 */
import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../platform/package-root.ts';

export interface Prompt {
  id: string;
  version: number;
  model: string;
  system: string;
  prompt: string;
  /** How to ask again after an answer that could not be used. */
  repair?: string;
}

const loaded = new Map<string, Prompt>();

export function loadPrompt(name: string): Prompt {
  const known = loaded.get(name);
  if (known) return known;
  const prompt = parsePrompt(fs.readFileSync(path.join(packageRoot(), 'prompts', `${name}.md`), 'utf8'));
  loaded.set(name, prompt);
  return prompt;
}

/** Throws on a file that is not a whole prompt: it is part of this package. */
export function parsePrompt(text: string): Prompt {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = new Map(
    head.split('\n').map((line) => [line.split(':')[0]?.trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const parts = new Map<string, string>();
  for (const part of body.split(/^## (?=\w)/m).slice(1)) {
    const end = part.indexOf('\n');
    parts.set(part.slice(0, end).trim().toLowerCase(), part.slice(end).trim());
  }
  const given = (value: string | undefined, what: string): string => {
    if (!value) throw new Error(`the prompt has no ${what}`);
    return value;
  };
  const repair = parts.get('repair');
  return {
    id: given(fields.get('id'), 'id'),
    version: Number(given(fields.get('version'), 'version')),
    model: given(fields.get('model'), 'model'),
    system: given(parts.get('system'), 'part "System"'),
    prompt: given(parts.get('prompt'), 'part "Prompt"'),
    ...(repair ? { repair } : {}),
  };
}

type Slots = Readonly<Record<string, string>>;

/** Every slot must be given and every given one used: a prompt with a hole in it must not reach a model. */
export function fill(template: string, slots: Slots): string {
  const used = new Set<string>();
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`nothing given for {{${name}}}`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(slots).find((name) => !used.has(name));
  if (unused !== undefined) throw new Error(`the prompt has no {{${unused}}}`);
  return text;
}

/** What to send: the slots are those of the part "Prompt". */
export function render(prompt: Prompt, slots: Slots): { system: string; prompt: string; model: string } {
  return { system: prompt.system, prompt: fill(prompt.prompt, slots), model: prompt.model };
}

/** How a stored reading names the prompt it was made with. */
export const promptName = ({ id, version }: Pick<Prompt, 'id' | 'version'>): string => `${id}@${version}`;
