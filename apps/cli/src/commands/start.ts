import type { CliCommand } from '../cli-command';
import { UsageError } from '../exit';

const HELP = `
Everything that it leaves behind is in .basecase; Ctrl-C stops it. PORT and HOST choose another address, BASECASE_STATE
another directory, DATABASE_URL a PostgreSQL of your own (15 or newer).`;

/** `basecase start`: PostgreSQL, web server and worker, until they are stopped. */
export function defineStart(command: CliCommand): void {
  command.addHelpText('after', HELP).action(() => {
    // The binary does it without all this: it also starts where nothing is installed or built yet.
    throw new UsageError('"start" is a command of the binary alone.');
  });
}
