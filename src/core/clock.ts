/** Time comes from outside: every stage takes a `Clock`, so that tests decide what "now" is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** UTC, ISO 8601, milliseconds: the one format for times in buffers, the database and JSON output. */
export const iso = (clock: Clock): string => clock().toISOString();

export const addMs = (at: Date | string, ms: number): string => new Date(new Date(at).getTime() + ms).toISOString();
