import { describe, expect, it } from 'vitest';
import { classify, type Ended } from '../../src/extract/outcome.ts';

const result = (fields: object) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  api_error_status: null,
  result: 'hello',
  total_cost_usd: 0.5,
  usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 7 },
  ...fields,
});
const ended = (rest: Partial<Ended>) =>
  classify({
    exitCode: 0,
    stdout: '',
    stderr: '',
    timedOut: false,
    now: new Date('2026-03-04T10:00:00Z'),
    zone: 'UTC',
    ...rest,
  });
const printed = (fields: object, exitCode = 0) => ended({ exitCode, stdout: JSON.stringify(result(fields)) });
const failed = (message: string, status: number | null) =>
  printed({ is_error: true, api_error_status: status, result: message }, 1);

describe('a success', () => {
  it('has text, structured output and cost', () => {
    expect(printed({ structured_output: { a: 1 } })).toMatchObject({
      ok: true,
      text: 'hello',
      structured: { a: 1 },
      usd: 0.5,
      inputTokens: 3210,
      outputTokens: 7,
    });
  });
  it('needs exit 0, no error and the subtype success, all of them', () => {
    expect(printed({}).ok).toBe(true);
    expect(printed({}, 1)).toMatchObject({ ok: false, class: 'transient' });
    expect(printed({ is_error: true })).toMatchObject({ ok: false });
    expect(printed({ subtype: 'error_during_execution' })).toMatchObject({ ok: false, class: 'transient' });
  });
  it('needs output, of either kind', () => {
    expect(printed({ result: '' })).toMatchObject({ ok: false, class: 'malformed' });
    expect(printed({ result: '', structured_output: { a: 1 } }).ok).toBe(true);
  });
  it('is the last result of an array of messages, and of lines', () => {
    const messages = [
      { type: 'system' },
      result({ result: 'first' }),
      result({ result: 'last' }),
      { type: 'rate_limit_event' },
    ];
    expect(ended({ stdout: JSON.stringify(messages) })).toMatchObject({ ok: true, text: 'last' });
    expect(ended({ stdout: messages.map((m) => JSON.stringify(m)).join('\n') })).toMatchObject({
      ok: true,
      text: 'last',
    });
    expect(ended({ stdout: `Warning: old node\n${JSON.stringify(result({}))}\n` })).toMatchObject({ ok: true });
  });
  it('may quote every sentence of a failure', () => {
    expect(printed({ result: 'Not logged in · Please run /login. Credit balance is too low.' }).ok).toBe(true);
    expect(printed({ result: 'Not logged in · Please run /login' }, 1)).toMatchObject({ class: 'transient' });
  });
});

describe('a result is found', () => {
  const text = JSON.stringify(result({ result: 'found {"type":"result"}' }));
  const pretty = JSON.stringify(result({ result: 'found' }), null, 2);
  const messages = JSON.stringify([{ type: 'system' }, result({ result: 'found' })]);

  it.each([
    ['a byte order mark', `\ufeff${text}`],
    ['a banner in its line', `Update available! {1.2} ${text} bye`],
    ['a banner before it, when it takes many lines', `Update "available": 2.0\n${pretty}\n`],
    ['a byte order mark and many lines', `\ufeff${pretty}`],
    ['a banner before an array of messages', `Warning: old node\n${messages}`],
    ['a banner before lines of messages', `\ufeffWarning\n{"type":"system"}\n${text}`],
  ])('behind %s', (_, stdout) => {
    expect(ended({ stdout })).toMatchObject({ ok: true, text: expect.stringMatching(/^found/), usd: 0.5 });
  });

  it('in no time where there is none', () => {
    const started = performance.now();
    for (const unit of ['{', '{"', '{"a":', '{}']) {
      const stdout = unit.repeat(3_900_000 / unit.length);
      expect(ended({ stdout })).toMatchObject({ ok: false, class: 'malformed' });
    }
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe('a failure has its class', () => {
  it.each([
    ['Not logged in · Please run /login', null, 'auth'],
    ['Failed to authenticate. API Error: 401 OAuth token has expired.', 401, 'auth'],
    ['Failed to authenticate. API Error: 403 Your account does not have access to Claude Code.', 403, 'auth'],
    ['Invalid API key · Fix external API key', null, 'auth'],
    ['OAuth token revoked · Please run /login', null, 'auth'],
    ['Login expired · Please run /login', null, 'auth'],
    ['Credit balance is too low', 400, 'billing'],
    ["You've hit your session limit · resets 3:45pm", 429, 'billing'],
    ["You've hit your weekly limit · resets Mon 12:00am", 429, 'billing'],
    ['Claude AI usage limit reached|1772640000', 429, 'billing'],
    ['Claude AI usage limit reached|1772640000', null, 'billing'],
    [
      'API Error: Request rejected (429) · This request would exceed your account’s rate limit. Please try again later.',
      429,
      'transient',
    ],
    ['API Error: 529 Overloaded', 529, 'transient'],
    ['API Error: 500 Internal server error', 500, 'transient'],
    ['API Error: Connection refused (ECONNREFUSED)', null, 'transient'],
    ['API Error: 400 Prompt is too long', 400, 'malformed'],
    ["There's an issue with the selected model (haikuu).", 404, 'setup'],
    ['something nobody has seen before', null, 'transient'],
  ] as const)('%s (%s): %s', (message, status, found) => {
    expect(failed(message, status)).toMatchObject({ ok: false, class: found, message, usd: 0.5, inputTokens: 3210 });
  });

  it.each(['error_max_budget_usd', 'error_max_turns', 'error_max_structured_output_retries'])(
    '%s: malformed',
    (subtype) => {
      expect(printed({ subtype, is_error: true, result: undefined, errors: ['too much'] }, 1)).toMatchObject({
        class: 'malformed',
        message: 'too much',
        usd: 0.5,
      });
    },
  );

  it.each<[string, Partial<Ended>, string]>([
    ['nothing at all, exit 0 (never onboarded)', {}, 'setup'],
    ['an unknown flag', { exitCode: 1, stderr: "error: unknown option '--safe-mode'\n" }, 'setup'],
    ['not JSON, exit 0', { stdout: 'Hello there' }, 'malformed'],
    ['JSON without a result', { stdout: '[{"type":"system"}]' }, 'malformed'],
    ['a torn result', { stdout: '{"type":"result","subtype":"succ' }, 'malformed'],
    ['a bare sentence, exit 0', { stdout: 'Invalid API key · Please run /login\n' }, 'auth'],
    ['a bare sentence, exit 1', { exitCode: 1, stdout: 'Credit balance is too low' }, 'billing'],
    ['a model that quotes the sentence further in', { stdout: `${'x'.repeat(80)} Please run /login` }, 'malformed'],
    ['a sentence on stderr', { exitCode: 1, stderr: 'Not logged in · Please run /login' }, 'auth'],
    ['killed', { exitCode: undefined }, 'transient'],
    ['a crash', { exitCode: 1, stderr: 'TypeError: x is not a function' }, 'transient'],
    ['an interpreter that is not there', { exitCode: 127, stderr: 'env: node: No such file or directory' }, 'setup'],
    ['timed out', { timedOut: true, stdout: JSON.stringify(result({})), exitCode: undefined }, 'transient'],
  ])('%s', (_, rest, found) => {
    const outcome = ended(rest);
    expect(outcome).toMatchObject({ ok: false, class: found });
    expect(outcome.ok || outcome.message).not.toBe('');
  });

  it('is told in one short line without secrets, whichever way claude said it', () => {
    const key = `sk-ant-api03-${'Ab3dE6gH9j'.repeat(4)}`;
    const said = `Invalid API key \u001b[31m${key}\u001b[0m\n<private>mine</private> ${'x'.repeat(9_000)}`;
    const outcomes = [
      failed(said, 401),
      failed(`${'y '.repeat(190)}${key}`, 401),
      printed({ is_error: true, result: '', errors: [said, { toString: 1 }] }, 1),
      ended({ exitCode: 1, stderr: said }),
      ended({ exitCode: 1, stdout: said }),
      ended({ stdout: `Hello, ${said}` }),
      printed({ is_error: true, subtype: 'error_max_turns', result: said }, 1),
    ];
    for (const outcome of outcomes) {
      expect(outcome.ok).toBe(false);
      expect(JSON.stringify(outcome)).not.toMatch(/Ab3dE6|sk-ant-api03|mine/);
      expect(outcome.ok || outcome.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(outcome.ok || outcome.message.length).toBeLessThan(410);
    }
  });

  it('keeps what was said when it was malformed', () => {
    expect(ended({ stdout: 'Hello there' })).toMatchObject({ reply: 'Hello there' });
  });

  it('takes nonsense for figures as nothing', () => {
    expect(printed({ total_cost_usd: 'free', usage: null })).toMatchObject({ usd: 0, inputTokens: 0, outputTokens: 0 });
  });

  it('states when a limit resets, and nothing for the others', () => {
    expect(failed("You've hit your session limit · resets 3:45pm", 429)).toMatchObject({
      resetsAt: '2026-03-04T15:45:00.000Z',
    });
    expect(failed('Credit balance is too low', 400)).toMatchObject({ resetsAt: null });
    expect(failed('API Error: 529 Overloaded, resets 3:45pm', 529)).toMatchObject({ resetsAt: null });
  });
});
