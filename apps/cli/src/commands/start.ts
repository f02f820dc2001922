import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit';
import { ROOT } from '../release';

const HELP = `
Everything that it leaves behind is in .basecase; Ctrl-C stops it. PORT and HOST choose another address, BASECASE_STATE
another directory, DATABASE_URL a PostgreSQL of your own (15 or newer).`;

/** `basecase start`: PostgreSQL, web server and worker, until they are stopped. */
export function addStartCommand(program: Command, onEnd: (code: ExitCode) => void): void {
  program
    .command('start')
    .description('Start Basecase, and load the sample data the first time.')
    .addHelpText('after', HELP)
    .action(async () => {
      // Not a part of the command line: it also starts where nothing is installed or built yet.
      await import(pathToFileURL(join(ROOT, 'tools/start.mjs')).href);
      // It ends the process itself, unless one runs already.
      onEnd(process.exitCode ? EXIT.usage : EXIT.ok);
    });
}
