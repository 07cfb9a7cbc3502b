/** One fresh process of the embedding bench: loads, embeds, and says as JSON what it took. Bundled before it is run. */
import fs from 'node:fs';
import { onnxRuntime, openEmbedder, SESSION_OPTIONS } from '../src/platform/embed/embedder.ts';
import { findModel } from '../src/platform/embed/find-model.ts';
import { pathsFrom } from '../src/platform/paths.ts';

const megabytes = (): number =>
  process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
    : process.memoryUsage().rss / 2 ** 20;

async function timed<T>(work: () => T): Promise<[Awaited<T>, number]> {
  const from = performance.now();
  const result = await work();
  return [result, performance.now() - from];
}

const bare = megabytes();
const [found, find] = await timed(() => findModel(process.env, pathsFrom(process.env)));
if ('missing' in found) throw new Error(found.missing);

if (process.argv[2] === 'session') {
  // What the library itself takes, once it is loaded and the file is in memory's reach.
  const { InferenceSession } = await onnxRuntime();
  const [session, create] = await timed(() => InferenceSession.create(found.file, SESSION_OPTIONS));
  await session.release();
  console.log(JSON.stringify({ create }));
} else {
  const [embedder, open] = await timed(() => openEmbedder(found));
  const loaded = megabytes();
  const short: number[] = [];
  for (let n = 0; n < 200; n++) {
    const [, ms] = await timed(() => embedder.embed(`add a retry to the checkout webhook handler ${n}`));
    short.push(ms);
  }
  const long: number[] = [];
  for (let n = 0; n < 20; n++) {
    const [, ms] = await timed(() => embedder.embed(`${n} the same words again and again `.repeat(80)));
    long.push(ms);
  }
  const used = megabytes();
  await embedder.close();
  console.log(JSON.stringify({ kind: found.kind, find, open, short, long, bare, loaded, used, closed: megabytes() }));
}
