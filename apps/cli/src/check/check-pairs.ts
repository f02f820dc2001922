import type { Column } from '@basecase/analysis';
import { chooseRuns } from '../choose-runs';
import { readColumns } from '../columns';
import { noteWorkloadDifferences } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { buildSettings, machineOf } from '../options';
import { columnsOf } from '../table';
import { type Check, countText, drawCheck, fixed } from './draw-check';
import {
  type CheckedColumn,
  type CheckedTest,
  type CheckResult,
  judgeColumns,
  toCheckColumns,
} from './judge-columns';
import { type CheckOptions, cachedOf, exitOf } from './question';

/**
 * `basecase check`: judges every column against the first.
 *
 * @throws UsageError when there is nothing to judge, or an argument is not a single column
 */
export async function checkPairs(paths: string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  if (options.server ?? options.test ?? Object.keys(buildSettings(options))[0])
    throw new UsageError('--server, --test and the options of a build belong to --against.');
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
  const noise = options.noise ? (await readColumns(options.noise, io, options)).columns : [];
  const ofBenchmark = noise.map(({ label, runs }) => ({
    label,
    runs: runs.filter((run) => run.benchmark === benchmark),
  }));
  const result = judgeColumns(toCheckColumns(columns), {
    benchmark,
    cached: cachedOf(options),
    clients: options.clients ?? null,
    machine: machineOf(
      columns.flatMap(({ runs }) => runs),
      options.machine,
    ),
    noiseColumns: toCheckColumns(ofBenchmark, 'noise '),
  });
  const tests = result.columns.flatMap((column) => column.tests);
  if (tests.every(({ ratio }) => ratio === null)) {
    io.note('basecase: the base shares no test with another column. Nothing can be judged.');
    return EXIT.nothingRead;
  }
  await io.print(drawCheck(toCheck(result), options.format));
  const code = exitOf(tests, options);
  // A column that is not there must not pass.
  return code !== EXIT.regressionFound && unread.length > 0 ? EXIT.nothingRead : code;
}

function toCheck(result: CheckResult): Check<CheckedTest> {
  const noise = noiseText(result);
  return {
    result,
    parts: result.columns.map((column) => ({
      of: column.label,
      title: column.label,
      counts: countsOf(column),
      sentence: `, against ${result.base}.`,
      lines: warningsOf(column),
      warnings: warningsOf(column),
      tests: column.tests,
    })),
    columns: COLUMNS,
    sizes: SIZES,
    before: `Relative to: ${result.base}\n\n`,
    after: noise,
    afterMarkdown: noise,
  };
}

const COLUMNS = columnsOf<CheckedTest & { of: string }>({
  column: 'of',
  test: 'test',
  verdict: 'verdict',
  ratio: ({ ratio }) => fixed(ratio, 4),
  band: ({ band }) => fixed(band, 4),
  p: ({ p }) => p?.toPrecision(3) ?? '',
  why: ({ why }) => why ?? '',
  rounds: ({ rounds }) => rounds ?? '',
});

const SIZES: readonly Column<CheckedTest>[] = [
  { head: 'ratio', kind: 'number', text: ({ ratio }) => fixed(ratio, 2) },
  { head: 'noise', kind: 'number', text: bandText },
];

/** The band: a part on the log scale as people read it; of rounds that of their interval, and how many they are. */
function bandText({ band, rounds }: CheckedTest): string {
  if (band === null) return '';
  const part = `±${(band * 100).toFixed(1)}%`;
  return rounds === null ? part : `${part} (${rounds} rounds)`;
}

function countsOf({ counts, tests }: CheckedColumn): string {
  const list = countText(counts);
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
