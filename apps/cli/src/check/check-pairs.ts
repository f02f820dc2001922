import {
  buildMatrix,
  type Column,
  type ColumnInput,
  type ColumnShift,
  type Comparability,
  columnShiftSentence,
  countVerdicts,
  differInSeconds,
  explanationSentence,
  findNoise,
  type JudgedCell,
  judgeMatrix,
  looksCached,
  type Matrix,
  type MatrixVerdicts,
  type MissingReason,
  type Noise,
  type NoiseRun,
  otherLengthText,
  stealSentence,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';
import { chooseRuns } from '../choose-runs';
import { readColumns } from '../columns';
import { noteWorkloadDifferences } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { buildSettings, machineOf } from '../options';
import { requestsAsThroughput } from '../requests-as-throughput';
import { columnsOf } from '../table';
import { type Check, countText, drawCheck, fixed } from './draw-check';
import { type CheckOptions, cachedOf, exitOf } from './question';

/** A column that verdicts can be made of: one variant. */
type CheckColumn = ColumnInput & NoiseRun;

/** The verdict on one test of one column. */
interface CheckedTest {
  test: string;
  verdict: Verdict;
  /** Version / base; null where there is nothing to compare. */
  ratio: number | null;
  /** 95% of the noise of the ratio lies within ± this part. */
  band: number | null;
  p: number | null;
  /** Rounds of both that it was compared by; null: by the noise of single runs. */
  rounds: number | null;
  /** Sentences that explain a change, a change that is not sure, or a missing value; null otherwise. */
  why: string | null;
}

interface CheckedColumn {
  label: string;
  version: string;
  tests: CheckedTest[];
  counts: Readonly<Record<Verdict, number>>;
  /** A/A pairs that its noise is known from, none of which has a run of this column or of the base. */
  pairs: number;
  /** False: nothing tells the noise of the machine. */
  calibrated: boolean;
  /** False: and others may use it, so that no change is sure. */
  canBeSure: boolean;
  /** Tests that were compared round by round. */
  rounds: number;
  /** That it did not do the same work as the base, as its context switches say; null when it did. */
  otherWork: string | null;
  /** "3.1% slower across the board: server or base run?", or what moved with it; null when it did not. */
  shift: string | null;
  /** What differs from the base besides the version: `config a and b`. */
  differs: string[];
}

interface CheckResult {
  base: string;
  columns: CheckedColumn[];
  /** Users of the machine; null if unknown. */
  machine: ServerKind | null;
  ruleVersion: number;
}

interface CheckQuestion {
  benchmark: BenchmarkId;
  /** The given kind of workload; null derives it from reads of storage. */
  cached: boolean | null;
  /** The given number of clients; null derives it from the runs. */
  clients: number | null;
  /** Users of the machine; null if unknown. */
  machine: ServerKind | null;
  /** Columns that only tell how much tests move when nothing changed. */
  noiseColumns: readonly CheckColumn[];
}

/** Every column as a run of one campaign: comparing them implies that they belong together. */
function toCheckColumns(columns: readonly ColumnInput[], prefix = ''): CheckColumn[] {
  return columns.flatMap((column, index): CheckColumn[] => {
    const variant = column.runs[0]?.variant;
    if (!variant) return [];
    const at = column.runs[0]?.startedAt ?? null;
    return [{ ...column, ...variant, id: `${prefix}${index}`, repeat: null, campaigns: ['arguments'], at }];
  });
}

/** Judges all columns against the first. */
function judgeColumns(columns: readonly CheckColumn[], question: CheckQuestion): CheckResult {
  const matrix = buildMatrix(columns);
  const noise = noiseOf(columns, question);
  const verdicts = judgeMatrix(matrix, { base: 0, noise });
  const base = columns[0];
  return {
    base: base?.label ?? '',
    columns: columns.slice(1).map((column, index) => {
      const judged = verdicts.columns[index + 1];
      return {
        label: column.label,
        version: `${column.product} ${column.version}`,
        tests: testsOf(matrix, verdicts, index + 1),
        counts: judged?.counts ?? countVerdicts([]),
        pairs: judged?.noisePairs ?? 0,
        calibrated: judged?.calibrated ?? false,
        canBeSure: judged?.canBeSure ?? false,
        rounds: judged?.rounds ?? 0,
        shift: shiftText(judged?.shift ?? null),
        otherWork: judged?.otherWork ? otherWorkSentence(judged.otherWork) : null,
        differs: base ? differences(base, column) : [],
      };
    }),
    machine: question.machine,
    ruleVersion: verdicts.ruleVersion,
  };
}

function noiseOf(
  columns: readonly CheckColumn[],
  { benchmark, cached, clients, machine, noiseColumns }: CheckQuestion,
): Noise {
  const matrix = buildMatrix([...columns, ...noiseColumns].flatMap(repeatsOf));
  const workloads = columns.flatMap(({ runs }) => runs.map(({ workload }) => workload));
  return findNoise(matrix, {
    benchmark,
    clients: clients ?? workloads.find((workload) => workload.clients !== null)?.clients ?? null,
    cached: cached ?? workloads.find((workload) => workload.cached !== null)?.cached ?? looksCached(matrix),
    server: machine,
  });
}

/** A column for each repeat of each run: a test that moves between repeats moves without a reason. */
function repeatsOf(column: CheckColumn): CheckColumn[] {
  // Rounds are slices of one run, in turn with those of other versions.
  if (column.runs.some(({ rounds }) => rounds)) return [column];
  const repeats = column.runs.flatMap((run) =>
    [...new Set(run.results.map(({ repeat }) => repeat))].map((repeat) => ({
      ...run,
      results: run.results.filter((result) => result.repeat === repeat),
    })),
  );
  if (repeats.length < 2) return [column];
  return repeats.map((run, index) => ({ ...column, runs: [run], repeat: index + 1 }));
}

function testsOf(matrix: Matrix<CheckColumn>, verdicts: MatrixVerdicts, column: number): CheckedTest[] {
  return matrix.rows.flatMap(({ key }, row): CheckedTest[] => {
    const cell = verdicts.cells[row]?.[column];
    if (!cell) return [];
    if (cell.verdict === 'missing') {
      const why = missingText(matrix, { row, base: verdicts.base, column }, cell.reason);
      return [{ test: key, verdict: 'missing', ratio: null, band: null, p: null, rounds: null, why }];
    }
    const { verdict, x, band, p, explanation, rounds } = cell;
    const reasons = [
      verdictDirection(verdict) && explanation ? explanationSentence(explanation) : '',
      doubtText(cell),
    ].filter(Boolean);
    return [
      {
        test: key,
        verdict,
        ratio: Math.exp(x),
        band,
        p,
        rounds: rounds?.n ?? null,
        why: reasons.length > 0 ? reasons.join(' ') : null,
      },
    ];
  });
}

/** Why nothing was compared; of runs of another length with both lengths. */
function missingText(
  matrix: Matrix<CheckColumn>,
  cell: { row: number; base: number; column: number },
  reason: MissingReason,
): string {
  const lengths = reason === 'run for another time' ? differInSeconds(matrix, cell) : null;
  return lengths ? otherLengthText(lengths) : reason;
}

/** The reason why a change is possible at most, or not judged; empty if there is none. */
function doubtText({ changedBy, steal }: JudgedCell): string {
  if (steal !== null) return stealSentence(steal);
  if (changedBy === 'evidence') return 'Possible at most: nothing tells the noise of this machine.';
  return changedBy === 'host' ? 'Possible at most: most tests moved with it, as hosts do.' : '';
}

function otherWorkSentence({ moved, tests }: Comparability): string {
  return `Context switches per operation changed in ${moved} of ${tests} tests: not the same work, or another way to wait.`;
}

function shiftText(shift: ColumnShift | null): string | null {
  return shift === null ? null : columnShiftSentence(shift);
}

function differences(base: CheckColumn, column: CheckColumn): string[] {
  return (['product', 'config', 'flavour'] as const)
    .filter((part) => base[part] !== column[part])
    .map((part) => `${part} ${base[part] ?? 'not named'} and ${column[part] ?? 'not named'}`);
}

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
  const { columns: chosen, benchmark } = chooseRuns(read, options, io);
  noteWorkloadDifferences(chosen, io);
  const noise = options.noise ? (await readColumns(options.noise, io, options)).columns : [];
  const ofBenchmark = noise.map(({ label, runs }) => ({
    label,
    runs: runs.filter((run) => run.benchmark === benchmark),
  }));
  const counted = requestsAsThroughput([...chosen, ...ofBenchmark], io);
  const columns = counted.slice(0, chosen.length);
  const result = judgeColumns(toCheckColumns(columns), {
    benchmark,
    cached: cachedOf(options),
    clients: options.clients ?? null,
    machine: machineOf(
      columns.flatMap(({ runs }) => runs),
      options.machine,
    ),
    noiseColumns: toCheckColumns(counted.slice(chosen.length), 'noise '),
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
