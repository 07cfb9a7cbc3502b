/** What several commands take, worded once, and what turns a command into a commander action. */
export const ID = ['<id>', 'its id, or the beginning of it'] as const;
export const PROJECT = ['--project <dir>', 'a folder of the project (default: the current one)'] as const;
export const JSON_FLAG = ['--json', 'one JSON document on stdout'] as const;

/** Wraps a command so that what it returns becomes the exit code. */
export type Action = <T extends unknown[]>(command: (...args: T) => unknown) => (...args: T) => Promise<void>;
