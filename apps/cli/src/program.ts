import { Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { CliCommand } from './cli-command';
import { COMMANDS } from './command-list';
import type { ExitCode } from './exit';
import type { Io } from './io';

const EXAMPLES = `
Examples:
  basecase compare x.my8043.z12a.pk1 x.my9500.z12a.pk1      relative QPS of two run directories
  basecase compare *.tar.gz --metric all                    every metric, test by test
  basecase check x.my8043.z12a.pk1 x.my9500.z12a.pk1        which changes are real; fails if one is a regression
  basecase parse x.my9500.z12a.pk1.tar.gz | head            every number read, with file and line
  basecase ingest x.my9500.z12a.pk1.tar.gz --server pn53    store in the database and print the link

Run "basecase help <command>" for its options. PATH is a directory, a tarball, or a single log file.
Exit codes: 0 results printed, 1 usage error, 2 nothing could be read, 3 "check" found a regression, 4 likely ones only,
5 "ingest" stored nothing because a decision is missing.`;

/**
 * The command line of `basecase`. Of commands that the arguments do not name there is only what the list of commands
 * says.
 *
 * @param args what is going to be parsed
 * @param onEnd called with the exit code of the command
 */
export async function createProgram(
  args: readonly string[],
  io: Io,
  onEnd: (code: ExitCode) => void,
): Promise<CliCommand> {
  const program = new CliCommand('basecase', onEnd)
    .description('Read, compare and store database benchmark results.')
    .version(packageJson.version)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('Run "basecase --help" for examples.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.print(text),
      writeErr: (text) => io.note(text.trimEnd()),
    });
  for (const { name, takes = {}, hasOptions, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    for (const [argument, help] of Object.entries(takes)) command.argument(argument, help);
    if (args.includes(name)) (await load())(command, io);
    // Which ones is not in the list of commands, only that there are some.
    else if (hasOptions) command.addOption(new Option('--options'));
  }
  return program;
}
