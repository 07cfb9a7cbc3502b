/**
 * Where a command speaks: results go to stdout, everything else to stderr. A reader that went away (`show | head -1`) ends the
 * program quietly: it has seen what it wanted.
 */
import picocolors from 'picocolors';
import { jsonText } from './text.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Colors = ReturnType<typeof picocolors.createColors>;

export interface Output {
  /** One result, with a line end. */
  print(text: string): void;
  /** One JSON document. */
  json(value: unknown): void;
  /** Progress: shown to a person at a terminal, and to nobody else. */
  progress(text: string): void;
  /** A remark that belongs to no result. */
  remark(text: string): void;
  /** Stderr, where a person sees it: for what moves. */
  terminal?: NodeJS.WriteStream | undefined;
  width: number;
  colors: Colors;
}

const WIDTH_WITHOUT_TERMINAL = 80;

function widthFrom(env: Env, stream: NodeJS.WriteStream): number {
  const stated = Number(env.COLUMNS);
  if (Number.isInteger(stated) && stated > 0) return stated;
  return stream.columns || WIDTH_WITHOUT_TERMINAL;
}

/** https://no-color.org: any value but the empty one. */
export const wantsColor = (env: Env, stream: { isTTY?: boolean }): boolean =>
  !env.NO_COLOR &&
  env.TERM !== 'dumb' &&
  (stream.isTTY === true || Boolean(env.FORCE_COLOR && env.FORCE_COLOR !== '0'));

export function processOutput(env: Env): Output {
  const { stdout, stderr } = process;
  const quiet = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  };
  stdout.on('error', quiet);
  stderr.on('error', quiet);
  return {
    print: (text) => stdout.write(`${text}\n`),
    json: (value) => stdout.write(`${jsonText(value)}\n`),
    progress: (text) => {
      if (stderr.isTTY) stderr.write(`${text}\n`);
    },
    remark: (text) => stderr.write(`${text}\n`),
    terminal: stderr.isTTY ? stderr : undefined,
    width: widthFrom(env, stdout),
    colors: picocolors.createColors(wantsColor(env, stdout)),
  };
}
