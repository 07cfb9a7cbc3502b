/** The file `inject/<project_id>.json` that a session start prints from: rendered after each reconcile, swapped in whole. */
export type { Item, Snapshot } from './render.ts';
