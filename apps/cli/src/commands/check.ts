import { type Command, InvalidArgumentError, Option } from 'commander';
import { addBuildOptions, buildSettings } from '../build-options';
import { CHECK_FORMATS } from '../check/check-format';
import { drawCheck } from '../check/draw-check';
import { FAIL_ON, failuresOf, judgeColumns, toCheckColumns } from '../check/judge-columns';
import { noteWorkloadDifferences } from '../compatibility';
import { DEVICE_HELP } from '../device-option';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { machineOf, machineOption } from '../machine-option';
import { type CheckAgainstOptions, runCheckAgainst } from './check-against';

export interface CheckOptions
  extends Omit<CheckAgainstOptions, 'against'>,
    Partial<Pick<CheckAgainstOptions, 'against'>> {
  /** More runs, to learn from how much tests move when nothing changed. */
  noise?: string[];
}

const EXAMPLES = `
The first argument is the base. Every other argument is judged against it, all tests of a column together. Two runs of
one version, or of adjacent point releases, show how much each test moves when nothing changed; pass them as arguments or
with --noise. A judged run never calibrates itself. Without such runs the verdicts are "not calibrated", and sure only on a
machine that is yours alone (--machine dedicated). Versions that basecase record measured in rounds are compared round by
round, on any machine.

With --against the arguments are a new build, judged as the newest night of its series: noise is that of the nights, and what
was there before is listed as known. Past nights are the tarballs and run directories in a directory, or those of a
Basecase server. A test with fewer than 12 nights is compared with the newest one.

Exit codes: 0 nothing is worse, 1 usage error, 2 an argument could not be read or nothing could be judged, 3 a regression,
4 possible regressions only (3 with --fail-on possible).

Examples:
  basecase check x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase check base.tar.gz mine.tar.gz --fail-on possible --format md > comment.md
  basecase check x.my9500.z12a.pk1 mine/ --noise x.my8042.z12a.pk1 x.my8043.z12a.pk1
  basecase check tonight.tar.gz --against nights/ --commit "$(git rev-parse HEAD)" --branch master
  basecase check tonight.tar.gz --against https://bench.example --server pn53`;

/** Adds `basecase check` to the program. */
export function addCheckCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const command = program
    .command('check')
    .description('Print which changes are real, and fail if one is a regression. For CI; needs no database.')
    .argument('<base>', 'directory, tarball, or summary table; with --against the new build')
    .argument('[other...]', 'columns to judge against the base')
    .addOption(
      new Option('--fail-on <verdict>', 'possible: fail also on changes that may be noise')
        .choices(FAIL_ON)
        .default('regression'),
    )
    .addOption(
      new Option('--format <format>', 'md: for a pull request; json and tsv: every test')
        .choices(CHECK_FORMATS)
        .default('text'),
    )
    .option('--noise <path...>', 'more runs of the same workload, to measure the noise with')
    .addOption(
      new Option(
        '--against <place>',
        'judge by past nights: a directory of them, or the address of a Basecase server',
      ).conflicts('noise'),
    )
    .option('--server <name>', 'with --against: where the new build was measured (default: as the logs say)')
    .option('--test <key...>', 'with --against: judge these tests only')
    .addOption(new Option('--token <token>', 'of the server, where reading is closed').env('BASECASE_TOKEN'));
  addBuildOptions(command)
    .addOption(new Option('--benchmark <id>', 'which benchmark, if the arguments hold several'))
    .option('--workload <words>', 'which workload, if an argument holds several; of a server its slug')
    .option('--cached', 'the data fits in memory (default: inferred from storage reads)')
    .addOption(new Option('--io-bound', 'the data does not fit in memory').conflicts('cached'))
    .addOption(
      new Option(
        '--clients <count>',
        'clients of the workload, if neither names nor logs contain them',
      ).argParser(parseClients),
    )
    .addOption(machineOption())
    .option('--device <name>', DEVICE_HELP)
    .option('--verbose', 'print every diagnostic instead of a summary')
    .addHelpText('after', EXAMPLES)
    .action(async (base: string, others: string[], options: CheckOptions) => {
      const { against } = options;
      const paths = [base, ...others];
      if (against !== undefined) onEnd(await runCheckAgainst(paths, { ...options, against }, io));
      else onEnd(await runCheck(paths, options, io));
    });
}

/**
 * `basecase check`: judges every column against the first.
 *
 * @throws UsageError when there is nothing to judge, or an argument is not a single column
 */
async function runCheck(paths: string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  if (options.server ?? options.test ?? Object.keys(buildSettings(options))[0]) {
    throw new UsageError('--server, --test and the options of a build belong to --against.');
  }
  // Loaded late: `--help` must not wait for the parsers.
  const { readColumns } = await import('../columns');
  const { chooseRuns } = await import('../choose-runs');
  const { columns: read, findings } = await readColumns(paths, io, options);
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (read.length < 2) throw new UsageError('a single column cannot be judged. Add another path.');
  const unread = read.filter(({ runs }) => runs.length === 0);
  if (read[0]?.runs.length === 0 || unread.length === read.length - 1) {
    io.note('basecase: nothing to judge.');
    return EXIT.nothingRead;
  }
  const { columns, benchmark } = chooseRuns(read, options, io);
  noteWorkloadDifferences(columns, io);
  const calibration = options.noise ? await readColumns(options.noise, io, options) : { columns: [] };
  const result = judgeColumns(toCheckColumns(columns), {
    benchmark,
    cached: cachedOf(options),
    clients: options.clients ?? null,
    machine: machineOf(
      columns.flatMap(({ runs }) => runs),
      options.machine,
    ),
    noiseColumns: toCheckColumns(
      calibration.columns.map(({ label, runs }) => ({
        label,
        runs: runs.filter((run) => run.benchmark === benchmark),
      })),
      'noise ',
    ),
  });
  if (result.columns.every(({ tests }) => tests.every(({ ratio }) => ratio === null))) {
    io.note('basecase: the base shares no test with another column. Nothing can be judged.');
    return EXIT.nothingRead;
  }
  await io.print(drawCheck(result, options.format));
  if (failuresOf(result, options.failOn).length > 0) return EXIT.regressionFound;
  // A column that is not there must not pass.
  if (unread.length > 0) return EXIT.nothingRead;
  return failuresOf(result, 'possible').length > 0 ? EXIT.possibleOnly : EXIT.ok;
}

function parseClients(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('Expected a number of at least 1.');
  return count;
}

function cachedOf({ cached, ioBound }: CheckOptions): boolean | null {
  if (ioBound) return false;
  return cached ? true : null;
}
