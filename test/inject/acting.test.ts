import { expect, test } from 'vitest';
import { isAboutActing } from '../../src/inject/acting.ts';

test.each([
  'installing packages',
  'When committing',
  'Before you push to main',
  'writing a React component',
  'in the billing module',
  'when asked to run the tests',
  'Beim Schreiben von Tests',
  '依存関係を追加するとき',
])('"%s" is about doing something', (trigger) => expect(isAboutActing(trigger)).toBe(true));

test.each([
  '',
  '  ',
  'answering questions about the schema',
  'When explaining a change',
  'when you are replying to the user',
  'summarising a review',
  'When the user asks for a summary',
])('"%s" is not', (trigger) => expect(isAboutActing(trigger)).toBe(false));
