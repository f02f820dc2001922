import { verdictDirection } from '@basecase/analysis';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addBuildOptions, buildSettings } from '../build-options';
import {
  CHECK_FORMATS,
  type CheckFormat,
  countText as countWords,
  fixed,
  markdownText,
  markOf,
  worstFirst,
} from '../check/check-format';
import {
  type CheckedColumn,
  type CheckedTest,
  type CheckResult,
  FAIL_ON,
  failuresOf,
  judgeColumns,
  toCheckColumns,
} from '../check/judge-columns';
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

/** A check as text for people (`text`, `md` for a pull request) or for programs (`json`, `tsv`: every test). */
function drawCheck(result: CheckResult, format: CheckFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'tsv':
      return drawTsv(result);
    case 'md':
      return drawMarkdown(result);
    case 'text':
      return drawText(result);
  }
}

function drawTsv({ columns }: CheckResult): string {
  const lines = columns.flatMap(({ label, tests }) =>
    tests.map(({ test, verdict, ratio, band, p, rounds, why }) =>
      [
        label,
        test,
        verdict,
        fixed(ratio, 4),
        fixed(band, 4),
        p === null ? '' : p.toPrecision(3),
        why ?? '',
        rounds ?? '',
      ].join('\t'),
    ),
  );
  return `${['column\ttest\tverdict\tratio\tband\tp\twhy\trounds', ...lines].join('\n')}\n`;
}

function drawText(result: CheckResult): string {
  const { base, columns } = result;
  const parts = columns.map((column) => {
    const flagged = flaggedTests(column);
    const width = Math.max(0, ...flagged.map(({ test }) => test.length));
    const words = Math.max(0, ...flagged.map(({ verdict }) => verdict.length));
    return [
      `${column.label}: ${countText(column)}`,
      ...warningsOf(column).map((line) => `  ${line}`),
      ...flagged.map(({ test, verdict, ratio, band, rounds, why }) =>
        `  ${verdict.padEnd(words)}  ${fixed(ratio, 2)} ${bandText(band, rounds)}  ${test.padEnd(width)}  ${why ?? ''}`.trimEnd(),
      ),
      '',
    ].join('\n');
  });
  return `Relative to: ${base}\n\n${parts.join('\n')}\n${noiseText(result)}\n`;
}

function flaggedTests({ tests }: CheckedColumn): CheckedTest[] {
  return tests.filter(({ verdict }) => verdictDirection(verdict) !== null).sort(worstFirst);
}

function drawMarkdown(result: CheckResult): string {
  const { base, columns } = result;
  const parts = columns.map((column) => {
    const flagged = flaggedTests(column);
    const rows = flagged.map(
      ({ test, verdict, ratio, band, rounds, why }) =>
        `| ${markdownText(test)} | ${markOf(verdict)} ${verdict} | ${fixed(ratio, 2)} | ${bandText(band, rounds)} | ${markdownText(why ?? '')} |`,
    );
    const table =
      rows.length === 0
        ? []
        : ['', '| test | verdict | ratio | noise | why |', '| --- | --- | ---: | ---: | --- |', ...rows];
    return [
      `### ${markdownText(column.label)}`,
      '',
      `${countText(column)}, against ${markdownText(base)}.`,
      ...warningsOf(column).map((line) => `\n> ${markdownText(line)}`),
      ...table,
      '',
    ].join('\n');
  });
  return `${parts.join('\n')}\n${markdownText(noiseText(result))}\n`;
}

function countText({ counts, tests }: CheckedColumn): string {
  const list = countWords(counts);
  // `missing` comes last: what is in it that was recorded, and not believed.
  const doubtful = tests.filter(({ why }) => why === 'doubtful' || why === 'base is doubtful').length;
  const note = doubtful > 0 ? ` (${doubtful} doubtful: see VALUES_DISAGREE)` : '';
  return list === '' ? 'no test in common' : `${list}${note}`;
}

function warningsOf({ shift, otherWork, differs }: CheckedColumn): string[] {
  const warnings = [shift, otherWork].filter((text) => text !== null);
  if (differs.length > 0) warnings.push(`More than the version differs: ${differs.join('; ')}.`);
  return warnings;
}

const CALIBRATE =
  'To know it, run the base once more on another day and pass both with --noise, or record in rounds with basecase record.';

// docs/method.md §7
const ON_DEDICATED =
  'On the dedicated servers that the rule was measured on, a table of 32 tests has 0.08 false sure flags.';
const ON_OTHERS = 'On the boards and cloud hosts that it was tried on, a table has 0 to 1 false sure flags.';

function noiseText({ columns, machine }: CheckResult): string {
  if (columns.every(({ tests, rounds }) => rounds === tests.filter(({ ratio }) => ratio !== null).length)) {
    return 'Compared round by round: what the machine did to both is taken off.';
  }
  if (columns.some(({ canBeSure }) => !canBeSure)) {
    return `Not calibrated: nothing tells the noise of this machine, and others may use it, so no change is sure. ${CALIBRATE} A machine that is yours alone: --machine dedicated.`;
  }
  if (columns.some(({ calibrated }) => !calibrated)) {
    return `Not calibrated: no A/A pair outside the judged columns, so twice the usual noise is assumed. How many flags are false is not known. ${CALIBRATE}`;
  }
  const pairs = Math.min(...columns.map((column) => column.pairs));
  const by =
    pairs > 0 ? `${pairs} A/A ${pairs === 1 ? 'pair' : 'pairs'}` : 'runs of several days on both sides';
  return `Calibrated by ${by}. ${machine === 'dedicated' ? ON_DEDICATED : ON_OTHERS}`;
}

/** A part on the log scale as people read it; of rounds that of their interval, and how many they are. */
function bandText(band: number | null, rounds: number | null): string {
  if (band === null) return '';
  const part = `±${(band * 100).toFixed(1)}%`;
  return rounds === null ? part : `${part} (${rounds} rounds)`;
}
