/** A yes-or-no question at the terminal. Whatever is not a yes is a no, and so are Ctrl-C, a signal and the end of the input. */
import readline from 'node:readline';

export function confirmAt(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): (question: string) => Promise<boolean> {
  return (question) =>
    new Promise((resolve) => {
      const asking = readline.createInterface({ input, output });
      let answer = false;
      asking.on('SIGINT', () => asking.close());
      signal.addEventListener('abort', () => asking.close(), { once: true });
      asking.on('close', () => resolve(answer));
      asking.question(`${question} [y/N] `, (said) => {
        answer = /^\s*y(es)?\s*$/i.test(said);
        asking.close();
      });
    });
}
