/** Failed sessions in words: what went wrong, where, what exactly was said, and what happens next. Used by `learn` and `status`. */
import { untilText } from '../core/when.ts';
import type { FailureClass } from '../store/schema.ts';
import { counted } from './text.ts';

const WORDS: Record<FailureClass, string> = {
  auth: '`claude` is not logged in',
  billing: 'the plan or credit is used up',
  setup: '`claude` cannot be used',
  malformed: 'the model’s reply could not be used',
  transient: 'it did not work this time',
};

interface Failure {
  project: string;
  class: FailureClass;
  message: string;
  sessions?: number;
  retry_at: string | null;
}

const keyOf = ({ project, class: found, message, retry_at }: Failure): string =>
  JSON.stringify([project, found, message, retry_at === null]);

/** One row a reason and project; the earliest of their next tries stands for all. */
function together(failures: readonly Failure[]): (Failure & { sessions: number })[] {
  const rows = new Map<string, Failure & { sessions: number }>();
  for (const failure of failures) {
    const row = rows.get(keyOf(failure));
    const sessions = failure.sessions ?? 1;
    if (!row) rows.set(keyOf(failure), { ...failure, sessions });
    else {
      row.sessions += sessions;
      if (failure.retry_at !== null && row.retry_at !== null && failure.retry_at < row.retry_at)
        row.retry_at = failure.retry_at;
    }
  }
  return [...rows.values()];
}

function nextText(retryAt: string | null, now: string): string {
  if (retryAt === null) return 'Tried again only by `claude-smart learn`.';
  const when = untilText(retryAt, now);
  const first = when === 'now' ? 'Due to be tried again' : `Tried again ${when}`;
  return `${first} by the background process, or at once by \`claude-smart learn\`.`;
}

/** One sentence or two for each distinct reason. */
export const failureLines = (failures: readonly Failure[], now: string): string[] =>
  together(failures).map(
    ({ project, class: found, message, sessions, retry_at }) =>
      `${project}, ${counted(sessions, 'session')}: ${WORDS[found]} (${message}). ${nextText(retry_at, now)}`,
  );
