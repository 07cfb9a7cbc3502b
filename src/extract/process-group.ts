/**
 * Ends a process group: everything that a child started and that did not leave its group, whether the child itself still
 * runs or not. Asked politely first, killed after a moment.
 */

const POLITE_MS = 2_000;
const KILLED_MS = 1_000;
const LOOK_MS = 20;

/** Returns false when nothing is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the group is empty; a zombie that nobody collects keeps it "there", so the wait has an end. */
async function isGone(leader: number, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    if (!signalGroup(leader, 0)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return !signalGroup(leader, 0);
}

/** `leader`: the pid of a child that was started detached, which makes it the leader of its own group. */
export async function endGroup(leader: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGone(leader, POLITE_MS)) return;
  signalGroup(leader, 'SIGKILL');
  await isGone(leader, KILLED_MS);
}
