/** `claude-smart share ID` and `unshare ID`: whether a rule counts in all projects, and a fact everywhere. */
import { homeProject } from '../review/home.ts';
import { type ActOptions, acting, perform, tell, withItem } from './perform.ts';
import { projectAt, type Run } from './run.ts';

export const share = acting((id) => ({ do: 'share', id }));

/** Without --project it goes back to where it came from, or to the current project when nothing tells. */
export const unshare = (run: Run, typed: string, options: ActOptions & { project?: string }): Promise<void> =>
  withItem(run, typed, (context, { row }) => {
    const { db } = context.store;
    const named = options.project === undefined ? homeProject(db, row.id) : undefined;
    const projectId = named ?? projectAt(run, options.project).id;
    tell(run, db, perform(context, { do: 'unshare', id: row.id, projectId }), options);
  });
