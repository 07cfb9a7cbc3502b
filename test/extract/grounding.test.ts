import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfoundedNames, wording } from '../../src/extract/grounding.ts';

const SAID = wording([
  'no, pnpm. npm breaks the links; the dev server listens on port 5173 and waits 30 seconds, 2 retries',
  'npm install zod --save-exact',
  'packages/api/src/users.ts: getUserById(id) → TS2339, node 20.11.1, 1,500 rows, ctx.loaders, NEXT_PUBLIC_URL',
  '데이터베이스 마이그레이션은 make db-new 로',
]);

test.each([
  'Use pnpm, never npm.',
  'Use `pnpm add <package>`, not `npm install`.',
  'Pin versions: `pnpm add --save-exact zod`.',
  'Call `getUserById` from `packages/api/src/users.ts`; `src/users.ts` re-exports it.',
  'Pass `NEXT_PUBLIC_URL=...` and run `pnpm -w test`.',
  'Listen on port 5173, wait 30s, and expect at most 1500 rows on Node v20.',
  'Go through ctx.loaders, e.g. `ctx.loaders`.',
  'Since 2026-03-02 two retries (3 tries in all), never more.',
  'Migrationen nur mit `make db-new`.',
  'Ports below 10 are reserved, on GitHub as on macOS.',
])('what the turns name, in whatever form, may be named: %s', (content) => {
  expect(unfoundedNames(content, SAID)).toEqual([]);
});

test.each([
  ['Use `pnpm add --frozen-lockfile`.', 'pnpm add --frozen-lockfile'],
  ['Use `terraform apply`.', 'terraform apply'],
  ['Use `yarn`.', 'yarn'],
  ['Call `getUserByEmail`.', 'getUserByEmail'],
  ['Call getUserByEmail first.', 'getUserByEmail'],
  ['Edit deploy_prod.yaml.', 'deploy_prod.yaml'],
  ['See packages/web/src/users.ts.', 'packages/web/src/users.ts'],
  ['Listen on port 8080.', '8080'],
  ['Wait 45 seconds.', '45 seconds'],
  ['Wait 45s.', '45s'],
  ['At most 3 retries.', '3 retries'],
  ['Node 22.4 only.', '22.4'],
  ['Set `NODE_ENV=production`.', 'NODE_ENV=production'],
])('what they do not name may not: %s', (content, name) => {
  expect(unfoundedNames(content, SAID)[0]).toContain(name.split(' ')[0]);
});

test('what was said word for word is always founded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unfoundedNames(text, wording([text]))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
