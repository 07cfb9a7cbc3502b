import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allGroups, commandLine, EVENTS, isOwn, quoted } from '../../src/cli/hook-entries.ts';
import { addHooks, enabledPlugin, ownCommands, parseSettings, removeHooks } from '../../src/cli/settings-edit.ts';

const HOOK = '/opt/some where/dist/hook.mjs';
const groups = allGroups(HOOK);
const add = (text: string) => addHooks(text, 'settings.json', groups);
const remove = (text: string, made?: string[]) => removeHooks(text, 'settings.json', made);

const foreign = fc.record({
  hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 2 }),
});
const hooks = fc.dictionary(fc.constantFrom(...EVENTS, 'Notification'), fc.array(foreign, { maxLength: 2 }), {
  maxKeys: 4,
});
const rest = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__' && key !== 'hooks'),
  fc.jsonValue(),
  { maxKeys: 4 },
);
const documents = fc
  .tuple(rest, fc.option(hooks), fc.boolean())
  .map(([others, mine, first]) =>
    mine === null ? others : first ? { hooks: mine, ...others } : { ...others, hooks: mine },
  );
/** A document as somebody might have written it: any indentation, line ends, blank space at the edges. */
const texts = fc
  .record({
    value: documents,
    indent: fc.constantFrom(undefined, 1, 2, 3, 4, 8, 12, '\t', '\t\t'),
    crlf: fc.boolean(),
    before: fc.constantFrom('', '\n', '  ', '// mine\n'),
    after: fc.constantFrom('', '\n', '\n\n', ' ', '\n/* end */'),
    loose: fc.boolean(),
  })
  .map(({ value, indent, crlf, before, after, loose }) => {
    const body = JSON.stringify(value, null, indent);
    const spaced = loose
      ? body
          .replace(/^\{\}$/, '{ \n }')
          .replace('"hooks": {}', '"hooks": {\n\n}')
          .replace('": []', '":  [ ]')
      : body;
    const text = before + spaced + after;
    return crlf ? text.replaceAll('\n', '\r\n') : text;
  });

test('taking out what was put in gives the first text back, byte for byte', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { text: installed, made } = add(text);
      expect(installed).not.toBe(text);
      expect(remove(installed, made)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('all that was there is still there after putting ours in, each of ours once', () => {
  const settings = {
    model: 'opus',
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
    z: [1, { y: null }],
  };
  const { text } = add(JSON.stringify(settings, null, 4));
  const now = JSON.parse(text);
  expect({ ...now, hooks: undefined }).toEqual({ ...settings, hooks: undefined });
  expect(now.hooks.Stop[0]).toEqual(settings.hooks.Stop[0]);
  expect(now.hooks.Stop).toHaveLength(2);
  expect(Object.keys(now.hooks).sort()).toEqual([...EVENTS].sort());
  expect(ownCommands(parseSettings(text, ''))).toHaveLength(EVENTS.length);
  expect(text).toContain('\n    "hooks": {\n        "Stop": [');
});

test('what somebody put next to ours stays when ours goes', () => {
  const { text, made } = add('{}\n');
  const changed = JSON.parse(text);
  changed.hooks.Stop[0].hooks.unshift({ type: 'command', command: 'theirs' });
  changed.hooks.SessionEnd.push({ hooks: [{ type: 'command', command: 'theirs too' }] });
  const left = JSON.parse(remove(JSON.stringify(changed, null, 2), made));
  expect(left).toEqual({
    hooks: {
      Stop: [{ hooks: [{ type: 'command', command: 'theirs' }] }],
      SessionEnd: [{ hooks: [{ type: 'command', command: 'theirs too' }] }],
    },
  });
});

test('without any memory nothing of ours is left, and nothing empty that we made', () => {
  expect(JSON.parse(remove(add('{"a":1}').text))).toEqual({ a: 1 });
});

test('an entry is ours by path and marker together', () => {
  expect(isOwn(commandLine(HOOK, 'Stop'))).toBe(true);
  expect(isOwn(commandLine('C:\\Program Files\\x\\hook.mjs', 'Stop'))).toBe(true);
  expect(isOwn('node "/other/hook.mjs" Stop')).toBe(false);
  expect(isOwn('node "/other/hook.js" Stop --claude-smart')).toBe(false);
  expect(isOwn(undefined)).toBe(false);
});

test('a broken document is refused with its place, and so is one with other things where hooks belong', () => {
  expect(() => add('{\n  "a": 1,\n  "b" 2\n}')).toThrow(
    /settings\.json cannot be read: a colon is missing at line 3, column 7/,
  );
  expect(() => add('{ "a": 1, }')).toThrow(
    /a name in double quotes is missing, or the comma before it is one too many/,
  );
  expect(() => add('[]')).toThrow(/not an object/);
  expect(() => add('{ "hooks": [] }')).toThrow(/hooks is not an object/);
  expect(() => add('{ "hooks": { "Stop": {} } }')).toThrow(/hooks\.Stop is not an array/);
});

test('whatever is wrong with a document is said in words', () => {
  const broken = ['{"a":}', '{a:1}', '{"a":1 "b":2}', '{"a":1', '{"a":[1', '{} x', '{"a":"b', '{"a":1.}', '/* x'];
  for (const text of [...broken, '', '{"a":"\\q"}', '{"a":"\\u12"}', '{"a":"\t"}', '{"a":1}}', '{"a":1,}']) {
    expect(() => add(text), text).toThrow(
      /^settings\.json cannot be read: (?!unexpected)[a-z].* at line 1, column \d+\./,
    );
    expect(() => add(text), text).not.toThrow(/[a-z][A-Z]/);
  }
});

test('a plugin counts as enabled unless it is switched off', () => {
  const enabled = (value: unknown) =>
    enabledPlugin(parseSettings(JSON.stringify({ enabledPlugins: value }), ''), 'emend');
  expect(enabled({ 'emend@claude-smart': true })).toBe('emend@claude-smart');
  expect(enabled({ 'emend@team': false, 'other@x': true })).toBeUndefined();
  expect(enabled({ 'emender@x': true })).toBeUndefined();
  expect(enabled(undefined)).toBeUndefined();
});

test('on Windows the path has slashes that every shell takes', () => {
  expect(quoted('C:\\Program Files\\hook.mjs', 'win32')).toBe('"C:/Program Files/hook.mjs"');
});
