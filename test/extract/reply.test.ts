import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../src/extract/json-in-text.ts';
import { parseReply, REPLY_SCHEMA } from '../../src/extract/reply.ts';

const rule = {
  kind: 'correction',
  trigger: 'installing packages',
  content: 'Use pnpm, not npm.',
  rationale: '',
  cues: ['add zod'],
  evidence: [1],
};
const fact = { content: 'The user is a nurse.', kind: 'role', scope: 'user', ttl_days: null, cues: [], evidence: [2] };
const forget = { what: 'The user is on call.', evidence: [3] };
const reply = { playbook: [rule], profile: [fact], forget: [forget] };
const empty = { playbook: [], profile: [], forget: [] };
const text = (value: string) => parseReply({ text: value });
const json = JSON.stringify(reply);

describe('a reply', () => {
  it('may be empty', () => {
    expect(parseReply({ structured: empty, text: '' })).toEqual({ ok: true, ...empty, refused: [] });
    expect(text('{"playbook":[],"profile":[]}')).toEqual({ ok: true, ...empty, refused: [] });
  });

  it.each([
    ['bare', json],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``],
    ['with prose around it', `Here you are, with {braces} and "quotes:\n\n${json}\n\nI hope that {this} helps.`],
    ['after a bracket that never closes', `{ is how it begins. ${json}`],
    ['as the last of two', `${JSON.stringify(empty)}\nOn second thought:\n${json}`],
    ['before one that is not a reply', `${json}\n{"note": "done"}`],
    ['with brackets in strings', JSON.stringify({ ...reply, playbook: [{ ...rule, content: 'a } b { "c" \\' }] })],
  ])('is found %s', (_, said) => {
    expect(text(said)).toMatchObject({ ok: true, profile: [fact], forget: [forget], refused: [] });
  });

  it('counts as structured when it is, whatever the text says', () => {
    expect(parseReply({ structured: empty, text: json })).toMatchObject({ ok: true, playbook: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ['a list missing', { playbook: [] }, /^profile: /],
    ['another list', { ...empty, rules: [rule] }, /rules/],
    ['a list to forget that is none', { ...empty, forget }, /^forget: .*array/],
    ['a wrong word in a list to forget', { ...empty, forget: [{ fact: 'x', evidence: [1] }] }, /^forget\[0\]\.what: /],
    ['a list that is none', { playbook: rule, profile: [] }, /^playbook: .*array/],
    [
      'a wrong field name',
      { playbook: [{ ...rule, trigger: undefined, when: 'x' }], profile: [] },
      /^playbook\[0\]\.trigger: /,
    ],
    ['a wrong type', { playbook: [{ ...rule, evidence: ['1'] }], profile: [] }, /^playbook\[0\]\.evidence\[0\]: /],
    ['a wrong word', { playbook: [], profile: [{ ...fact, scope: 'world' }] }, /^profile\[0\]\.scope: /],
    ['an array', [rule], /^the object: /],
    ['null', null, /^the object: /],
  ])('with %s is malformed, and says where', (_, value, why) => {
    const parsed = parseReply({ structured: value, text: '' });
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok || parsed.why).toMatch(why);
  });

  it.each(['', 'I found nothing.', json.slice(0, -20), json.slice(0, 30)])('%j is malformed', (said) => {
    expect(text(said)).toMatchObject({ ok: false });
  });

  it('keeps the good entries and names the bad ones', () => {
    const parsed = parseReply({ structured: { playbook: [rule, { ...rule, content: 7 }], profile: ['x'] }, text: '' });
    expect(parsed).toMatchObject({
      ok: true,
      playbook: [rule],
      profile: [],
      refused: [
        { why: expect.stringMatching(/^playbook\[1\]\.content/) },
        { what: '"x"', why: expect.stringMatching(/^profile\[0\]/) },
      ],
    });
  });

  it('need not say where a rule holds', () => {
    const everywhere = { ...rule, scope: 'everywhere' };
    const parsed = parseReply({ structured: { ...empty, playbook: [rule, everywhere] }, text: '' });
    expect(parsed).toMatchObject({ ok: true, playbook: [rule, everywhere], refused: [] });
    expect(parseReply({ structured: { ...empty, playbook: [{ ...rule, scope: 'user' }] }, text: '' })).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^playbook\[0\]\.scope: /),
    });
  });

  it('has no fact that ends before it began', () => {
    for (const ttl_days of [0, -3, Number.NaN, 1e9]) {
      expect(parseReply({ structured: { playbook: [], profile: [{ ...fact, ttl_days }] }, text: '' })).toMatchObject({
        ok: false,
      });
    }
  });

  it('is described by a schema that forbids other lists, and asks for no list of what to forget', () => {
    expect(REPLY_SCHEMA).toMatchObject({
      type: 'object',
      required: ['playbook', 'profile'],
      additionalProperties: false,
    });
  });
});

describe('objects in a text', () => {
  it('are all found, in order, with any prose that holds no brackets between them', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 });
    const prose = fc.string().map((s) => s.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, value), { maxLength: 5 }), prose, (parts, end) => {
        const said = parts.map(([before, object]) => before + JSON.stringify(object)).join('') + end;
        expect(JSON.stringify(objectsIn(said))).toBe(JSON.stringify(parts.map(([, object]) => object)));
      }),
    );
  });
  it('are looked for in bounded time', () => {
    expect(objectsIn('{'.repeat(100_000))).toEqual([]);
  });
});
