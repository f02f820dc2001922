import { Command } from 'commander';
import { type ExitCode, UsageError } from './exit';

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
    return this.action(async (...given) => {
      this.#assertValues();
      this.#onEnd(await run(...(given as Given)));
    });
  }

  /**
   * An empty variable of a script must not mean that an option was left out, nor the current directory.
   *
   * @throws UsageError for an option with an empty value
   */
  #assertValues(): void {
    for (const option of this.options) {
      const name = option.attributeName();
      const values: unknown[] = [this.getOptionValue(name)].flat();
      const isEmpty = values.some((value) => typeof value === 'string' && value.trim() === '');
      if (isEmpty && this.getOptionValueSource(name) === 'cli')
        throw new UsageError(`${option.long} is empty. Leave it out, or name what is meant.`);
    }
  }
}
