/**
 * libuv's pipe without the network code around it, which takes milliseconds to load. Node has no public call for that; where this
 * private one is missing it throws, and its users do without.
 */

interface RawPipe {
  /** Of a pipe that is open or connected; there is none on Windows. */
  readonly fd: number;
  /** Takes the descriptor over, which makes it non-blocking. */
  open(fd: number): number;
  /** Done when it returns, well or not: a local socket is not waited for. */
  connect(request: object, address: string): number;
}
interface Bindings {
  binding(name: 'pipe_wrap'): { Pipe: new (type: number) => RawPipe; PipeConnectWrap: new () => object };
}

const wrap = () => {
  // A Node that warns of this door to its insides is not to warn the person.
  process.noDeprecation = true;
  return (process as unknown as Bindings).binding('pipe_wrap');
};

/** Nobody keeps the pipe, and none is needed: one that is not closed is never collected. */
export const unblock = (fd: number): number => new (wrap().Pipe)(0).open(fd);

export function connected(address: string): RawPipe {
  const { Pipe, PipeConnectWrap } = wrap();
  const pipe = new Pipe(0);
  pipe.connect(Object.assign(new PipeConnectWrap(), { oncomplete() {} }), address);
  return pipe;
}
