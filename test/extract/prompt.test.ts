import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../src/extract/json-in-text.ts';
import { fill, loadPrompt, parsePrompt, promptName, render } from '../../src/extract/prompt.ts';
import { parseReply } from '../../src/extract/reply.ts';

const file =
  '---\nid: x\nversion: 3\nmodel: haiku\n---\n\n## System\n\nYou read.\n\n## Prompt\n\nRead {{turns}} of {{project}}.\n';

describe('a prompt file', () => {
  it('has a name, a version, a model and its parts', () => {
    expect(parsePrompt(file)).toEqual({
      id: 'x',
      version: 3,
      model: 'haiku',
      system: 'You read.',
      prompt: 'Read {{turns}} of {{project}}.',
    });
    expect(promptName(parsePrompt(file))).toBe('x@3');
  });
  it('without one of them is refused', () => {
    expect(() => parsePrompt(file.replace('## System', '## Sistem'))).toThrow(/System/);
    expect(() => parsePrompt(file.replace('model: haiku', ''))).toThrow(/model/);
  });
});

describe('filling slots', () => {
  it('never looks into what was filled in', () => {
    const { prompt } = render(parsePrompt(file), { turns: '{{project}} $& $1', project: 'shop' });
    expect(prompt).toBe('Read {{project}} $& $1 of shop.');
  });
  it('refuses a hole and a leftover', () => {
    expect(() => fill('{{a}}', {})).toThrow(/\{\{a\}\}/);
    expect(() => fill('{{a}}', { a: '1', b: '2' })).toThrow(/\{\{b\}\}/);
  });
});

describe('the extraction prompt', () => {
  it('has examples that are replies themselves', () => {
    const { prompt } = loadPrompt('extract');
    const examples = [...prompt.matchAll(/^→ (.*)$/gm)].flatMap((match) => objectsIn(match[1] ?? ''));
    expect(examples).toHaveLength(5);
    for (const example of examples) {
      expect(parseReply({ structured: example, text: '' })).toMatchObject({ ok: true, refused: [] });
    }
  });
  it('has a part that asks again', () => {
    const { repair } = loadPrompt('extract');
    expect(fill(repair ?? '', { prompt: 'P', reply: 'R', error: 'E' })).toMatch(/P[\s\S]*E[\s\S]*R/);
  });
});
