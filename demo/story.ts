/** A recorded stretch of work on a made-up project, `tidewatch`: harbour tide alerts, a pnpm workspace with a test database. */
import type { RecordedSession } from '../eval/replay.ts';

const bash = (command: string, stdout: string, status: 'ok' | 'error' = 'ok') =>
  ({
    name: 'Bash',
    input: { command },
    response: status === 'ok' ? { stdout, stderr: '', interrupted: false } : stdout,
    status,
  }) as const;

/** Day one: a package manager corrected, a push rejected with a reason, a test command found the hard way. */
const dayOne: RecordedSession = {
  turns: [
    {
      user: "add date-fns and show alert times in the harbour's own time zone",
      tools: [
        bash('npm install date-fns date-fns-tz', 'added 2 packages in 3s'),
        {
          name: 'Edit',
          input: {
            file_path: 'packages/alerts/src/format.ts',
            old_string: 'time.toString()',
            new_string: "formatInTimeZone(time, harbour.zone, 'HH:mm')",
          },
          response: { filePath: 'packages/alerts/src/format.ts' },
          status: 'ok',
        },
      ],
      interrupted: false,
      assistant: "Installed date-fns with npm and formatted the alert times in the harbour's zone.",
    },
    {
      user: 'no, pnpm. npm leaves a package-lock.json behind and breaks the workspace links',
      tools: [
        bash(
          'rm package-lock.json && pnpm --filter @tidewatch/alerts add date-fns date-fns-tz',
          'packages/alerts: + date-fns 4.1.0 + date-fns-tz 3.2.0',
        ),
      ],
      interrupted: false,
      assistant: 'Removed package-lock.json and added both packages with pnpm in the alerts package.',
    },
    {
      user: 'run the tests',
      tools: [
        bash(
          'pnpm test',
          'Exit code 1\nFAIL packages/store/test/readings.test.ts\nerror: database "tidewatch_test" is being accessed by other users',
          'error',
        ),
        bash(
          'pnpm test --no-file-parallelism',
          'Exit code 1\nFAIL packages/store/test/readings.test.ts\nerror: relation "readings" does not exist',
          'error',
        ),
        bash(
          'pnpm db:test:reset && pnpm test --no-file-parallelism',
          'Test Files  14 passed (14)\n     Tests  131 passed (131)',
        ),
      ],
      interrupted: false,
      assistant:
        'All 131 tests pass. The store tests share one database, so it has to be reset first and the files run one after the other: `pnpm db:test:reset && pnpm test --no-file-parallelism`.',
    },
    {
      user: 'good. commit and get it out',
      tools: [
        bash(
          'git add -A && git commit -m "Show alert times in the harbour zone"',
          '[main 3f1c2aa] Show alert times in the harbour zone',
        ),
        {
          name: 'Bash',
          input: { command: 'git push origin main' },
          response: '',
          status: 'rejected',
          reason: 'never push to main here, open a pull request from a branch. main deploys to the harbours by itself',
        },
      ],
      interrupted: false,
      assistant: 'Understood, I did not push.',
    },
    {
      user: 'I am the only one on call this week, so keep the pull request small, I review on my phone',
      tools: [
        bash(
          'git switch -c harbour-zone && git push -u origin harbour-zone && gh pr create --fill',
          'https://git.example/tidewatch/pull/212',
        ),
      ],
      interrupted: false,
      assistant: 'Opened pull request 212 from the branch harbour-zone.',
    },
  ],
  end: 'prompt_input_exit',
};

/** Day two: the world changed, so a rule must be replaced and not joined by its opposite. */
const dayTwo: RecordedSession = {
  turns: [
    {
      user: 'the readings import drops the last row of each file, fix it and run the tests',
      tools: [
        {
          name: 'Edit',
          input: {
            file_path: 'packages/store/src/import.ts',
            old_string: 'i < rows.length - 1',
            new_string: 'i < rows.length',
          },
          response: { filePath: 'packages/store/src/import.ts' },
          status: 'ok',
        },
        bash(
          'pnpm db:test:reset && pnpm test --no-file-parallelism',
          'Test Files  14 passed (14)\n     Tests  132 passed (132)',
        ),
      ],
      interrupted: false,
      assistant:
        'Fixed the loop bound; all 132 tests pass after resetting the test database and running the files one by one.',
    },
    {
      user: 'stop resetting the database and serialising the files, since yesterday every worker gets its own schema. plain `pnpm test` is right now',
      tools: [bash('pnpm test', 'Test Files  14 passed (14)\n     Tests  132 passed (132)')],
      interrupted: false,
      assistant: 'Plain `pnpm test` passes and takes a third of the time.',
    },
  ],
  end: 'prompt_input_exit',
};

/** Day three: a new session; what it is told is the point of it all. */
const dayThree: RecordedSession = {
  turns: [
    {
      user: 'add a wind speed field to the readings and ship it',
      tools: [],
      interrupted: true,
      assistant: 'I will add the field, run `pnpm test`, and open a pull request from a branch.',
    },
  ],
  end: 'prompt_input_exit',
};

export const PROJECT = 'tidewatch';
export const STORY = { dayOne, dayTwo, dayThree };
