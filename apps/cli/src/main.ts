import type { Worker } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode, UsageError } from './exit';
import { type Io, processIo } from './io';
import { explainKnown, explainSystem } from './known-error';
import { createProgram } from './program';
import { readersAhead } from './reading/readers-ahead';

/**
 * Runs one command line and says how it ended. Never throws for a mistake of the user, nor for what the machine, the
 * database
 * or the blob store refuses.
 *
 * @param args without node and the script: `['compare', 'a', 'b']`
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = await createProgram(args, io, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const said = error instanceof UsageError ? error.message : await explainKnown(error, io.env);
    if (said === null) throw error;
    io.note(`basecase: ${said}`);
    return EXIT.usage;
  }
}

/**
 * The process around `main`.
 *
 * @param openReader starts a thread that reads for this one; left out without a bundle to start it from
 */
export async function run(openReader?: () => Worker): Promise<void> {
  // `basecase parse … | head` closes the pipe early: the reader has what it wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    const said = explainSystem(error, 'standard output');
    if (said === null) throw error;
    process.stderr.write(`basecase: ${said}\n`);
    process.exit(EXIT.usage);
  });
  const args = process.argv.slice(2);
  process.exitCode = await main(args, processIo(openReader && readersAhead(args, openReader)));
}
