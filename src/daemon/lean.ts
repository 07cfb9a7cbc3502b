/**
 * Keeps the daemon small. Left alone, V8 lets the heap grow to several times what lives in it before it collects in earnest:
 * right for a program that is busy, and some 150 MB too much for one that waits in the background of somebody's work.
 */
import v8 from 'node:v8';

/**
 * Collected when a fifth was added to what lives; young objects get no more room than they begin with; and what lives is moved
 * together, because an index is built among passing texts and would keep the holes they leave.
 */
const FLAGS = ['--heap-growing-percent=20', '--semi-space-growth-factor=1', '--compact-on-every-full-gc'];

/** To be called before anything is loaded that fills the heap. */
export function stayLean(): void {
  for (const flag of FLAGS) v8.setFlagsFromString(flag);
  // It was read when this process began, and is not for those that this one starts.
  delete process.env.MALLOC_TRIM_THRESHOLD_;
}
