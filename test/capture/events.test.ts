import { describe, expect, test } from 'vitest';
import { recordsOf, typedPrompt } from '../../src/capture/events.ts';
import { payloadOf, readPayload } from '../../src/capture/payload.ts';

const TS = '2030-01-02T03:04:05.678Z';
const of = (fields: object) => {
  const payload = payloadOf({ session_id: 's', cwd: '/p', ...fields });
  return payload ? recordsOf(payload, TS) : undefined;
};
const prompt = (fields: object) => of({ hook_event_name: 'UserPromptSubmit', prompt: 'fix it', ...fields });

describe('payload', () => {
  test('keys in camelCase are understood', () => {
    const payload = readPayload(
      '{"sessionId":"s","hookEventName":"PreToolUse","toolName":"Bash","toolUseId":"t","toolInput":{"command":"ls"}}',
    );
    expect(payload && recordsOf(payload, TS)).toEqual([
      { type: 'ToolStart', ts: TS, tool: 'Bash', tool_use_id: 't', input: { command: 'ls' } },
    ]);
  });

  test.each([
    '',
    'x',
    '[]',
    '[1]',
    'null',
    '3',
    '"s"',
    '{}',
    '{"session_id":7,"hook_event_name":"Stop"}',
    '{"session_id":"s","hook_event_name":{}}',
  ])('%s is no payload', (text) => expect(readPayload(text)).toBeUndefined());

  test('a field of the wrong type counts as missing', () => {
    const payload = readPayload(
      '{"session_id":"s","hook_event_name":"Stop","cwd":5,"last_assistant_message":{"a":1},"prompt":[]}',
    );
    expect(payload).toMatchObject({ event: 'Stop', session_id: 's' });
    expect(payload?.cwd ?? payload?.last_assistant_message ?? payload?.prompt).toBeUndefined();
  });

  test('the event that was given is used when the payload names none', () => {
    expect(readPayload('{"session_id":"s"}', 'Stop')?.event).toBe('Stop');
    expect(readPayload('{"session_id":"s","hook_event_name":"Setup"}', 'Stop')?.event).toBe('Setup');
  });

  test('JSON text, empty texts and unknown placeholders of the MCP door are understood', () => {
    const payload = payloadOf(
      {
        event: 'PostToolUse',
        session_id: 's',
        agent_id: '',
        prompt_id: ['$', '{prompt_id}'].join(''),
        tool_input: '{"command":"ls"}',
        tool_response: '{"stdout":"a","stderr":"b"}',
        duration_ms: '12',
      },
      'PostToolUse',
    );
    expect(payload?.agent_id ?? payload?.prompt_id).toBeUndefined();
    expect(payload && recordsOf(payload, TS)).toMatchObject([{ type: 'ToolEnd', output: 'a\nb', duration_ms: 12 }]);
  });
});

describe('records', () => {
  test('what a person typed becomes a turn', () => {
    expect(prompt({ prompt_id: 'p1' })).toEqual([{ type: 'User', ts: TS, text: 'fix it', prompt_id: 'p1' }]);
    expect(prompt({ source: 'user' })).toHaveLength(1);
    expect(prompt({ prompt: '<div>this</div> is broken' })).toHaveLength(1);
    expect(prompt({ prompt: '<pasted_content>log</pasted_content> why?' })).toHaveLength(1);
    expect(prompt({ prompt: '<ide_opened_file>a.ts</ide_opened_file>\nfix it' })).toMatchObject([{ text: 'fix it' }]);
  });

  test.each([
    '<text-input> must always have a label',
    '<commit-message> must be in English',
    '<channel> is missing in the feed',
    '<channel>news</channel> is the element I mean',
    '<tick> marks are too small',
    '<bash-script> lint fails',
    '<bash-script>ls</bash-script> is wrong',
    'Caveat: The messages below were bad, rewrite them',
    '<system-reminder> tags are broken in the output',
    '<command-name> is not closed in your page',
  ])('a person typed %j', (text) => expect(prompt({ prompt: text })).toMatchObject([{ text }]));

  test('names and ids are redacted and cut', () => {
    const token = ['gh', 'p_FXnPxgCsKAzknnrG0IRqFhUITv5qQQICgRI6'].join('');
    const long = `${token} ${'x y '.repeat(100_000)}`;
    const made = [
      ...(prompt({ prompt_id: long }) ?? []),
      ...(of({ hook_event_name: 'PreToolUse', tool_name: long, tool_use_id: long }) ?? []),
      ...(of({ hook_event_name: 'PostToolUse', tool_name: long, tool_use_id: long }) ?? []),
      ...(of({ hook_event_name: 'SessionStart', source: long, model: long }) ?? []),
      ...(of({ hook_event_name: 'SessionEnd', reason: long }) ?? []),
      ...(of({ hook_event_name: long }) ?? []),
    ];
    expect(made).toHaveLength(6);
    for (const record of made) {
      expect(JSON.stringify(record)).not.toContain(token);
      expect(JSON.stringify(record).length).toBeLessThan(700);
    }
  });

  test.each([
    { source: 'sdk' },
    { source: 'system' },
    { source: 'loop_wakeup' },
    { agent_id: 'a1' },
    { prompt: '<task-notification>done</task-notification>' },
    { prompt: '  <command-name>/clear</command-name>' },
    { prompt: '<local-command-stdout>x</local-command-stdout>' },
    { prompt: '<bash-input>ls</bash-input>' },
    { prompt: '<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>' },
    { prompt: '<local-command-caveat>x</local-command-caveat>' },
    { prompt: '<channel source="x">hi</channel>' },
    { prompt: '<task-notification>done</task-notification>\nRead the output.' },
    { prompt: 'Caveat: The messages below were generated by the user while running local commands.' },
    { prompt: '<system-reminder>be good</system-reminder>' },
    { prompt: '<teammate-message from="x">hi</teammate-message>' },
    { prompt: '[Request interrupted by user for tool use]' },
    { prompt: 'This session is being continued from a previous conversation that ran out of context.' },
    { prompt: ' ' },
  ])('no person typed %j', (fields) => expect(prompt(fields)).toEqual([]));

  test('nothing that happens inside a subagent is kept', () => {
    for (const event of ['PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop', 'UserPromptSubmit']) {
      expect(of({ hook_event_name: event, agent_id: 'a1', prompt: 'x', tool_name: 'Bash' })).toEqual([]);
    }
    const payload = payloadOf({ session_id: 's', hook_event_name: 'UserPromptSubmit', agent_id: 'a', prompt: 'x' });
    expect(payload && typedPrompt(payload)).toBeUndefined();
  });

  test.each<[object, object[]]>([
    [
      { hook_event_name: 'SessionStart', source: 'compact', model: 'm' },
      [{ type: 'SessionStart', source: 'compact', model: 'm' }],
    ],
    [
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_use_id: 't', error: 'Exit code 3' },
      [{ type: 'ToolEnd', status: 'error', output: 'Exit code 3' }],
    ],
    [
      { hook_event_name: 'PostToolUse', tool_name: 'ExitPlanMode', tool_response: {} },
      [{ type: 'ToolEnd', status: 'ok', plan: 'approved' }],
    ],
    [
      { hook_event_name: 'Stop', last_assistant_message: 'done' },
      [{ type: 'Assistant', text: 'done' }, { type: 'Stop' }],
    ],
    [{ hook_event_name: 'Stop' }, [{ type: 'Stop' }]],
    [
      { hook_event_name: 'StopFailure', error: 'rate_limit', last_assistant_message: 'slow down' },
      [{ type: 'StopFailure', error: 'rate_limit', text: 'slow down' }],
    ],
    [{ hook_event_name: 'SessionEnd', reason: 'clear' }, [{ type: 'SessionEnd', reason: 'clear' }]],
    [{ hook_event_name: 'PreCompact' }, [{ type: 'PreCompact' }]],
    [{ hook_event_name: 'Setup' }, [{ type: 'Setup' }]],
    [{ hook_event_name: 'BrandNewEvent' }, [{ type: 'Event', event: 'BrandNewEvent' }]],
  ])('%j', (fields, records) => {
    const made = of(fields);
    expect(made).toHaveLength(records.length);
    expect(made).toMatchObject(records);
  });
});
