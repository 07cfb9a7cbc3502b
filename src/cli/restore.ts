/** `claude-smart restore ID`: it counts again, and what had replaced it is archived. */
import { acting } from './perform.ts';

export const restore = acting((id) => ({ do: 'restore', id }));
