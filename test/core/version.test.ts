import { expect, test } from 'vitest';
import { compareVersions } from '../../src/core/version.ts';

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.9.9', '2.0.0', true],
  ['1.0.0-beta', '1.0.0', true],
  ['1.0.0', '1.0.0-beta', false],
  ['18.20.0', '20.16', true],
  ['20.16', '20.16.0', false],
  ['20.16', '20.16.1', true],
])('%s is older than %s: %s', (a, b, older) => expect(compareVersions(a, b) < 0).toBe(older));
