/** What a person says of the house's rules, and of themselves, without correcting anything: in nine languages, and only that. */
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/core/interaction.ts';
import { statesFact } from '../../src/core/signal/facts.ts';
import { statesRule } from '../../src/core/signal/rules.ts';
import { signalOf } from '../../src/core/signal.ts';

const RULES: [says: string, messages: string[]][] = [
  [
    'says where it is allowed',
    [
      'under tools/ throwing is fine, those are built with exceptions on',
      "for scripts/ it's ok to use console.log",
      'in den tests ist any erlaubt',
      'dans scripts/ on peut utiliser console.log',
      'en tools/ se puede lanzar excepciones',
      'em tools/ pode lançar exceção',
      'в tools/ можно бросать исключения',
      'tools/ では例外を投げてもいいです',
      'tools/ 下面可以抛异常',
      'tools/ 에서는 예외를 던져도 됩니다',
    ],
  ],
  [
    'takes back what held',
    [
      'no need to ask Ines any more',
      'you can drop the rule about migrations',
      'ines müssen wir nicht mehr fragen',
      'plus besoin de demander à Ines',
      'ya no hace falta preguntar a Ines',
      'não precisa mais perguntar pra Ines',
      'спрашивать Инес больше не нужно',
      'もうイネスさんに聞かなくていいです',
      '不用再问 Ines 了',
      '이제 Ines에게 물어보지 않아도 돼요',
    ],
  ],
  [
    'says how it is done here',
    [
      'use pnpm not npm',
      'in this repo tests live next to the source',
      'bei uns liegen tests neben dem code',
      'nimm pnpm, nicht npm',
      'dans ce dépôt les tests sont à côté du code',
      'en este repo los tests van junto al código',
      'neste repo os testes ficam ao lado do código',
      'используй pnpm, а не npm',
      'npmじゃなくてpnpmを使って',
      '这个仓库的测试都放在源码旁边',
      'npm 말고 pnpm을 써',
    ],
  ],
];
test.each(RULES.flatMap(([says, messages]) => messages.map((text) => [says, text] as const)))(
  '%s: %s',
  (says, text) => {
    expect(statesRule(text)).toBe(says);
  },
);

test.each([
  'list all files in this repo that use lodash',
  'everything is fine in prod',
  'the button is fine in dark mode',
  'it is fine in staging, broken in prod',
  'can i drop the rule about migrations?',
  'we no longer see the error',
  'the error is gone',
  'use the second approach',
  'in the tests folder add a new file',
  'la consola ya no muestra nada',
  '> in tools/ throwing is fine',
  `${'the importer has to read every row of the sheet. '.repeat(9)}in tools/ throwing is fine`,
])('this says nothing of the rules: %s', (text) => {
  expect(statesRule(text)).toBeUndefined();
});

test.each([
  "I've never used kubernetes",
  "we're all on mac here",
  "btw we're on arm64",
  'we are using postgres 15',
  'I do the firmware, Ines owns everything in cloud/',
  'fyi staging runs on arm64, prod on amd64',
  'zur info: wir sitzen alle auf windows',
  'não uso mais docker',
  'ちなみに本番はRHEL 8です',
])('this states a fact: %s', (text) => {
  expect(statesFact(text)).toBe(true);
});

test.each([
  'fyi i just pushed a fix',
  'fyi I renamed the branch',
  'zur info: ich hab gerade gepusht',
  'ちなみに今日は休みです',
  'i am a bit confused',
  'i work on it tomorrow',
  'i do the rest',
  'the tests were only failing on node 18',
  'they were using the wrong file',
])('this is of the moment, or of nobody: %s', (text) => {
  expect(statesFact(text)).toBe(false);
});

test('a rule that corrects nothing is a signal of its own, however content it sounds', () => {
  const ts = '2031-01-01T00:00:00.000Z';
  const before: Interaction[] = [
    { type: 'User', ts, text: 'the converter needs argument errors' },
    { type: 'Assistant', ts, text: 'It returns an error code now.' },
  ];
  const said = (text: string, earlier = before) => signalOf({ type: 'User', ts, text }, earlier);
  expect(said('in tools/ throwing is fine')).toMatchObject({ kind: 'rule', reason: 'says where it is allowed' });
  expect(said('use pnpm not npm', [])).toMatchObject({ kind: 'rule' });
  expect(said('no, that is wrong. in tools/ throwing is fine')).toMatchObject({ kind: 'correction' });
});
