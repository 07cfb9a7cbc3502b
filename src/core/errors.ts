/** An outcome that a person has to know about: what happened, and the hint that mends it. Only the entries catch it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  /** What the person can do about it, as a sentence or a command. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
