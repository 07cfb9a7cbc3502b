/** The commands of a person's hand on the rules: looking at what was learned, changing it, taking it back. */
import type { Command } from 'commander';
import { archive } from '../cli/archive.ts';
import { edit } from '../cli/edit.ts';
import { forget } from '../cli/forget.ts';
import { keep } from '../cli/keep.ts';
import { merge } from '../cli/merge.ts';
import { restore } from '../cli/restore.ts';
import { review } from '../cli/review.ts';
import type { Run } from '../cli/run.ts';
import { share, unshare } from '../cli/share.ts';
import { undo } from '../cli/undo.ts';
import { type Action, ID, JSON_FLAG, PROJECT } from './command-parts.ts';

export function handOn(program: Command, run: Run, action: Action): void {
  const onItem = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument(...ID)
      .option(...JSON_FLAG);
  program
    .command('review')
    .description('look at what was learned since you last looked: keep, change or take back each')
    .option(...PROJECT)
    .option('--all', 'of all projects')
    .option('--list', 'print it, with the ids to act on')
    .option('--yes', 'keep all of it')
    .option(...JSON_FLAG)
    .action(action((options) => review(run, options)));
  onItem('keep', 'it is right; what waits to be kept counts from now on').action(
    action((id: string, options) => keep(run, id, options)),
  );
  onItem('archive', 'it no longer counts').action(action((id: string, options) => archive(run, id, options)));
  onItem('restore', 'it counts again, and what replaced it is archived').action(
    action((id: string, options) => restore(run, id, options)),
  );
  onItem('edit', 'its words, in your editor (VISUAL, EDITOR)')
    .option('--from <file>', 'take the edited text from a file; - reads stdin')
    .action(action((id: string, options) => edit(run, id, options)));
  onItem('share', 'it counts in all projects').action(action((id: string, options) => share(run, id, options)));
  onItem('unshare', 'it counts in one project: where it came from')
    .option('--project <dir>', 'a folder of that project')
    .action(action((id: string, options) => unshare(run, id, options)));
  program
    .command('merge')
    .description('two that say the same: the first lives on in the second')
    .argument('<a>', 'the id of the one that goes')
    .argument('<b>', 'the id of the one that stays, with its words')
    .option(...JSON_FLAG)
    .action(action((a: string, b: string, options) => merge(run, a, b, options)));
  onItem('forget', 'erase it, and the words it alone rests on; asks first')
    .option('--yes', 'without being asked')
    .action(action((id: string, options) => forget(run, id, options)));
  program
    .command('undo')
    .description('take back what you did last: keep, archive, restore, edit, share, merge')
    .option('--past', 'pass over what cannot be undone')
    .option(...JSON_FLAG)
    .action(action((options) => undo(run, options)));
}
