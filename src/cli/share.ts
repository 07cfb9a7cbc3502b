/** `claude-smart share ID` and `unshare ID`: whether a rule counts in all projects, and a fact everywhere. */
import { homeProject } from '../review/home.ts';
import type { Db } from '../store/open.ts';
import { findProject, type Project } from '../store/projects.ts';
import { type ActOptions, acting, perform, tell, withItem } from './perform.ts';
import { projectAt, type Run } from './run.ts';

export const share = acting((id) => ({ do: 'share', id }));

/** The project a folder is in, as the store notes it. */
export const storedProject = ({ id, label, root }: ReturnType<typeof projectAt>): Project => ({
  id,
  label,
  path: root,
});

/** Where something shared came from, and when nothing tells, `fallback`. */
export const backTo = (db: Db, id: string, fallback: () => Project): Project => {
  const home = homeProject(db, id);
  return (home === undefined ? undefined : findProject(db, home)) ?? fallback();
};

/** Without --project it goes back to where it came from, or to the current project when nothing tells. */
export const unshare = (run: Run, typed: string, options: ActOptions & { project?: string }): Promise<void> =>
  withItem(run, typed, (context, { row }) => {
    const { db } = context.store;
    const stated = () => storedProject(projectAt(run, options.project));
    const project = options.project === undefined ? backTo(db, row.id, stated) : stated();
    tell(run, db, perform(context, { do: 'unshare', id: row.id, project }), options);
  });
