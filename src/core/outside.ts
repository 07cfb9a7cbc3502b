/** For what comes from outside and may be missing, broken or of another type: then the answer is undefined, never an error. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse; the asker looks at each field.
export const parseJson = (text: string | undefined): any => attempt(() => JSON.parse(text as string));

export const isText = (value: unknown): value is string => typeof value === 'string';
