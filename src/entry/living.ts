/** The commands about the program itself: its background process, whether all works, its model, its place in Claude Code. */
import type { Command } from 'commander';
import { daemonStart, daemonStatus, daemonStop } from '../cli/daemon.ts';
import { doctor } from '../cli/doctor.ts';
import { install, uninstall } from '../cli/install.ts';
import { mcp } from '../cli/mcp.ts';
import { model, modelDownload } from '../cli/model.ts';
import type { Run } from '../cli/run.ts';
import { type Action, JSON_FLAG } from './command-parts.ts';

export function living(program: Command, run: Run, action: Action): void {
  const daemon = program.command('daemon').description('the background process that learns');
  daemon
    .command('start')
    .description('start it, if none runs')
    .option(...JSON_FLAG)
    .action(action((options) => daemonStart(run, options)));
  daemon
    .command('stop')
    .description('end it; nothing is left running and nothing is lost')
    .option(...JSON_FLAG)
    .action(action((options) => daemonStop(run, options)));
  daemon
    .command('status')
    .description('whether one runs')
    .option(...JSON_FLAG)
    .action(action((options) => daemonStatus(run, options)));
  program
    .command('doctor')
    .description('look at everything that has to work, and say what to do where something does not')
    .option(...JSON_FLAG)
    .action(action((options) => doctor(run, options)));
  const embedding = program.command('model').description('the embedding model, with which search finds by meaning');
  embedding
    .command('status', { isDefault: true })
    .description('which one is used, and how much it has read')
    .option(...JSON_FLAG)
    .action(action((options) => model(run, options)));
  embedding
    .command('download')
    .description('fetch the larger one (90 MB), once; an interrupted download goes on')
    .option(...JSON_FLAG)
    .action(action((options) => modelDownload(run, options)));
  program
    .command('mcp')
    .description("serve the model's tools (search, show, why, tag) to an MCP client on stdio")
    .action(action(() => mcp(run)));
  program
    .command('install')
    .description("put the hooks into Claude Code's settings.json (where the plugin is not used)")
    .option('--print', 'only print the hooks, as JSON')
    .option('--plugin', 'only print the commands that install the plugin instead')
    .action(action((options) => install(run, options)));
  program
    .command('uninstall')
    .description('take the hooks out again; what was learned stays')
    .action(action(() => uninstall(run)));
}
