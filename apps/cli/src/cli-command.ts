import { Command } from 'commander';
import type { ExitCode } from './exit';

/** A command whose actions give the exit code. */
export class CliCommand extends Command {
  readonly #onEnd: (code: ExitCode) => void;

  constructor(name: string | undefined, onEnd: (code: ExitCode) => void) {
    super(name);
    this.#onEnd = onEnd;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#onEnd);
  }

  /** @param run gets the arguments, the options and the command */
  runs<Given extends unknown[]>(run: (...given: Given) => Promise<ExitCode>): this {
    return this.action(async (...given) => this.#onEnd(await run(...(given as Given))));
  }
}
