/** `claude-smart archive ID`: it no longer counts, and neither does what says the same and was said before now. */
import { acting } from './perform.ts';

export const archive = acting((id) => ({ do: 'archive', id }));
