import { expect, test } from 'vitest';
import { tellsAnswer } from '../../src/extract/cues.ts';

const MIGRATIONS = {
  trigger: 'adding or changing a database migration',
  content: 'Create migrations with `make db-new NAME=...`, never by hand. DB_URL must point at staging.',
};
const PNPM = { trigger: 'installing dependencies', content: 'Use pnpm, not npm.' };
const GRID = {
  trigger: 'running the e2e suite',
  content: 'Start the grid first: `GRID_TAG=4.18 docker compose up -d grid`.',
};

test.each([
  [MIGRATIONS, 'create a migration with make db-new'],
  [MIGRATIONS, 'set DB_URL for the new table'],
  [PNPM, 'run pnpm install'],
  [GRID, 'run e2e with GRID_TAG=4.18 please'],
  [GRID, 'start the docker compose grid for the suite'],
])('a cue that gives the answer away is none: %#', (told, cue) => {
  expect(tellsAnswer(told)(cue)).toBe(true);
});

test.each([
  [MIGRATIONS, 'add a column for the phone number'],
  [MIGRATIONS, 'write a database migration that drops sessions'],
  [PNPM, 'add the zod dependency'],
  [PNPM, 'bump the installed dependencies'],
  [GRID, 'run the e2e suite'],
  [GRID, 'the e2e suite fails on my machine, have a look'],
])('a cue that names the situation alone is one: %#', (told, cue) => {
  expect(tellsAnswer(told)(cue)).toBe(false);
});
