import { BENCHMARKS } from '@basecase/ingest/model';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CHECK_FORMATS, type CheckFormat, drawCheck } from '../check/draw-check';
import { FAIL_ON, type FailOn, failuresOf, judgeColumns, toCheckColumns } from '../check/judge-columns';
import { noteWorkloadDifferences } from '../compatibility';
import { DEVICE_HELP } from '../device-option';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';

export interface CheckOptions {
  failOn: FailOn;
  format: CheckFormat;
  /** More runs, to learn from how much tests move when nothing changed. */
  noise?: string[];
  benchmark?: string;
  workload?: string;
  cached?: boolean;
  ioBound?: boolean;
  clients?: number;
  device?: string;
  verbose?: boolean;
}

const EXAMPLES = `
The first argument is the base. Every other argument is judged against it, all tests of a column together. Two runs of
one version, or of adjacent point releases, show how much each test moves when nothing changed; pass them as arguments or
with --noise. A judged run never calibrates itself. Without such runs the verdicts are "not calibrated".

Exit codes: 0 no regression, 1 usage error, 2 an argument could not be read, 3 a regression was found.

Examples:
  basecase check x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase check base.tar.gz mine.tar.gz --fail-on possible --format md > comment.md
  basecase check x.my9500.z12a.pk1 mine/ --noise x.my8042.z12a.pk1 x.my8043.z12a.pk1`;

/** Adds `basecase check` to the program. */
export function addCheckCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  program
    .command('check')
    .description('Print which changes are real, and fail if one is a regression. For CI; needs no database.')
    .argument('<base>', 'directory, tarball, or summary table')
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
      new Option('--benchmark <id>', 'which benchmark, if the arguments hold several').choices(
        BENCHMARKS.map(({ id }) => id),
      ),
    )
    .option('--workload <words>', 'which workload, if an argument holds several')
    .option('--cached', 'the data fits in memory (default: inferred from storage reads)')
    .addOption(new Option('--io-bound', 'the data does not fit in memory').conflicts('cached'))
    .addOption(
      new Option('--clients <count>', 'clients of the workload, if neither names nor logs say it').argParser(
        parseClients,
      ),
    )
    .option('--device <name>', DEVICE_HELP)
    .option('--verbose', 'print every diagnostic instead of a summary')
    .addHelpText('after', EXAMPLES)
    .action(async (base: string, others: string[], options: CheckOptions) =>
      onEnd(await runCheck([base, ...others], options, io)),
    );
}

/**
 * `basecase check`: judges every column against the first.
 *
 * @throws UsageError when there is nothing to judge, or an argument is no single column
 */
async function runCheck(paths: string[], options: CheckOptions, io: Io): Promise<ExitCode> {
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
  return unread.length > 0 ? EXIT.nothingRead : EXIT.ok;
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
