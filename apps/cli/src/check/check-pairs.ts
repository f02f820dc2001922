import {
  buildMatrix,
  type ColumnInput,
  type ColumnShift,
  type Comparability,
  columnShiftSentence,
  compareTestLists,
  countVerdicts,
  differInSeconds,
  explanationSentence,
  failedSentence,
  findNoise,
  GUARDED,
  isLargeUnconfirmed,
  type JudgedCell,
  judgeMatrix,
  looksCached,
  type Matrix,
  type MatrixVerdicts,
  type MissingReason,
  type Noise,
  type NoiseRun,
  openTests,
  otherLengthText,
  SHARES_OVERLAP,
  stealSentence,
  stopDetail,
  stopSentence,
  successRate,
  type TestListChange,
  testList,
  unknownNoiseText,
  verdictDirection,
  withConfigLines,
  zeroDetail,
} from '@basecase/analysis';
import type { BenchmarkId, Diagnostic, ServerKind } from '@basecase/ingest/model';
import { chooseNoise, chooseRuns } from '../choose-runs';
import { readColumns } from '../columns';
import { noteWorkloadDifferences } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { differences, linesOfColumns } from '../lines/column-lines';
import { buildSettings, machineOf } from '../options';
import { requestsAsThroughput } from '../requests-as-throughput';
import { assertOneTable, headingOf, splitColumns } from '../split-columns';
import type { CheckedTest, CheckResult } from './checked-column';
import { drawCheck } from './draw-check';
import { toCheck } from './draw-pairs';
import { type CheckOptions, cachedOf, exitOf } from './question';

/** A column that verdicts can be made of: one variant. */
export type CheckColumn = ColumnInput & NoiseRun;

interface CheckQuestion {
  benchmark: BenchmarkId;
  /** The given kind of workload; null derives it from reads of storage. */
  cached: boolean | null;
  /** The given number of clients; null derives it from the runs. */
  clients: number | null;
  /** Users of the machine; null if unknown. */
  machine: ServerKind | null;
  /** The judged columns have only some of the tests, by choice. */
  isPartial: boolean;
  /** Columns that only tell how much tests move when nothing changed. */
  noiseColumns: readonly CheckColumn[];
  /** What was noticed in the files of each column, by its label. */
  notes: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** Every column as a run of one campaign: comparing them implies that they belong together. */
export function toCheckColumns(columns: readonly ColumnInput[], prefix = ''): CheckColumn[] {
  return columns.flatMap((column, index): CheckColumn[] => {
    const variant = column.runs[0]?.variant;
    if (!variant) return [];
    const at = column.runs[0]?.startedAt ?? null;
    return [{ ...column, ...variant, id: `${prefix}${index}`, repeat: null, campaigns: ['arguments'], at }];
  });
}

/** Judges all columns against the first. */
function judgeColumns(columns: readonly CheckColumn[], question: CheckQuestion): CheckResult {
  const apart = buildMatrix(columns);
  const noise = noiseOf(columns, question);
  const lines = linesOfColumns(apart, noise);
  const matrix = { ...apart, columns: withConfigLines(apart.columns, lines.lines) };
  const verdicts = judgeMatrix(matrix, { base: 0, noise, vanished: question.isPartial ? 'never' : 'always' });
  const base = columns[0];
  return {
    base: base?.label ?? '',
    columns: columns.slice(1).map((column, index) => {
      const judged = verdicts.columns[index + 1];
      return {
        label: column.label,
        version: `${column.product} ${column.version}`,
        tests: testsOf(matrix, verdicts, {
          column: index + 1,
          notes: notesOf(column, question.notes),
        }),
        counts: judged?.counts ?? countVerdicts([]),
        pairs: judged?.noisePairs ?? 0,
        days: base ? fewestDays([base, column]) : null,
        calibrated: judged?.calibrated ?? false,
        canBeSure: judged?.canBeSure ?? false,
        rounds: judged?.rounds ?? 0,
        shift: shiftText(judged?.shift ?? null),
        otherWork: judged?.otherWork ? otherWorkSentence(judged.otherWork) : null,
        ...(base ? differences(base, column, lines) : { differs: [], line: null }),
        open: openTests(
          verdicts.cells.map((row) => row[index + 1]),
          matrix.rows.map(({ key }) => key),
          { base: base?.label ?? '', version: column.label },
        ),
        testList: testListOf(matrix, index + 1),
      };
    }),
    machine: question.machine,
    ruleVersion: verdicts.ruleVersion,
  };
}

/** Diagnostics on the files of a column; where an argument was split into columns, on those below the paths of its runs. */
function notesOf({ label, runs }: CheckColumn, notes: CheckQuestion['notes']): readonly Diagnostic[] {
  const isBelow = (file: string | null) => runs.some(({ path }) => path !== '' && file?.startsWith(path));
  return notes.get(label) ?? [...notes.values()].flat().filter(({ file }) => isBelow(file));
}

/** Tests of the base and of a column, in the order in which each was run. */
function testListOf(matrix: Matrix<CheckColumn>, column: number): TestListChange {
  return compareTestLists(testList(matrix, 0), testList(matrix, column));
}

export function noiseOf(
  columns: readonly CheckColumn[],
  { benchmark, cached, clients, machine, noiseColumns }: Omit<CheckQuestion, 'isPartial' | 'notes'>,
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

function testsOf(
  matrix: Matrix<CheckColumn>,
  verdicts: MatrixVerdicts,
  { column, notes }: { column: number; notes: readonly Diagnostic[] },
): CheckedTest[] {
  const failed = matrix.status.filter((row) => row[column] === 'failed').length;
  const runs = matrix.columns[column]?.runs ?? [];
  return matrix.rows.flatMap((test, row): CheckedTest[] => {
    const { key } = test;
    const cell = verdicts.cells[row]?.[column];
    if (!cell) return [];
    const rate = successRate(matrix, { row, base: verdicts.base, column });
    if (cell.verdict === 'missing') {
      const why = missingText(matrix, { row, base: verdicts.base, column }, cell.reason);
      return [{ ...withoutRatio(key), verdict: 'missing', successRate: rate, why }];
    }
    if (cell.verdict === 'stopped working') {
      const { reason } = cell;
      const log = reason === 'failed' ? stopDetail(test, notes, failed) : null;
      const stop = reason === '0 operations' ? zeroDetail(test, runs) : log;
      return [{ ...withoutRatio(key), verdict: cell.verdict, stop, why: stopSentence(reason, '', stop) }];
    }
    const { verdict, x, band, p, explanation, rounds } = cell;
    const reasons = [
      isLargeUnconfirmed(verdict, Math.exp(x)) ? 'Large, unconfirmed.' : '',
      verdictDirection(verdict) && explanation
        ? explanationSentence(explanation).replace(` ${SHARES_OVERLAP}`, '')
        : '',
      doubtText(cell, verdicts.columns[column]?.canBeSure ?? false),
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
        successRate: rate,
        stop: null,
      },
    ];
  });
}

/** A test without a number: it is named all the same. */
function withoutRatio(test: string) {
  return { test, ratio: null, band: null, p: null, rounds: null, successRate: null, stop: null };
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

/** The reason why a change is likely at most, or not judged; empty if there is none. */
function doubtText({ changedBy, steal, failed }: JudgedCell, canBeSure: boolean): string {
  if (steal !== null) return stealSentence(steal);
  if (failed) return failedSentence(failed, { isFaster: changedBy === 'failures' });
  if (changedBy === 'guard') return GUARDED;
  if (changedBy === 'evidence') return unknownNoiseText({ canBeSure });
  return changedBy === 'host' ? 'Likely at most: most tests moved with it, as hosts do.' : '';
}

function otherWorkSentence({ moved, tests }: Comparability): string {
  return `Context switches per operation changed in ${moved} of ${tests} tests: not the same work, or another way to wait.`;
}

function shiftText(shift: ColumnShift | null): string | null {
  return shift === null ? null : columnShiftSentence(shift);
}

/** Days that each column was measured on, of the one with the fewest; null where a run of one does not say when. */
function fewestDays(columns: readonly CheckColumn[]): number | null {
  const days = columns.map(({ runs }) =>
    runs.map(({ startedAt }) => startedAt?.slice(0, 'YYYY-MM-DD'.length) ?? null),
  );
  if (days.flat().includes(null)) return null;
  return Math.min(...days.map((own) => new Set(own).size));
}

/**
 * `basecase check`: judges every column against the first.
 *
 * @throws UsageError when there is nothing to judge, or an argument is not a single column
 */
export async function checkPairs(paths: string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  if ((options.server ?? options.test ?? Object.keys(buildSettings(options))[0]) !== undefined)
    throw new UsageError('--server, --test and the options of a build belong to --against.');
  const { columns: read, findings, notes } = await readColumns(paths, io, options);
  noteDiagnostics(findings, options.verbose ?? false, io);
  const noise = options.noise ? (await readColumns(options.noise, io, options)).columns : [];
  // Runs named as a measure of noise must not be left out in silence.
  if (noise.some(({ runs }) => runs.length === 0)) return EXIT.nothingRead;
  const comparisons = splitColumns(read, options, io);
  if (comparisons.some(({ columns }) => columns.length < 2)) throw new UsageError(ONE_COLUMN);
  assertOneTable(comparisons, options.format);
  const codes = new Set<ExitCode>();
  for (const comparison of comparisons) {
    const print = (text: string) => io.print(headingOf(comparison, options.format) + text);
    codes.add(await checkColumns(comparison.columns, { noise, notes, options, io: { ...io, print } }));
  }
  return WORST_FIRST.find((code) => codes.has(code)) ?? EXIT.ok;
}

const ONE_COLUMN =
  'a single column cannot be judged: the argument holds one version with one config. Add another path.';
/** A config that could not be judged must not pass with the others. */
const WORST_FIRST = [EXIT.regressionFound, EXIT.nothingRead, EXIT.possibleOnly];

/** Judges columns of one config, and prints it. */
async function checkColumns(
  read: readonly ColumnInput[],
  {
    noise,
    notes,
    options,
    io,
  }: Pick<CheckQuestion, 'notes'> & {
    noise: readonly ColumnInput[];
    options: CheckOptions;
    io: Io;
  },
): Promise<ExitCode> {
  const unread = read.filter(({ runs }) => runs.length === 0);
  if (read[0]?.runs.length === 0 || unread.length === read.length - 1) {
    io.note('basecase: nothing to judge.');
    return EXIT.nothingRead;
  }
  const { columns: chosen, benchmark } = chooseRuns(read, options, io);
  noteWorkloadDifferences(chosen, io);
  const counted = requestsAsThroughput(
    [...chosen, ...chooseNoise(noise, { columns: chosen, benchmark })],
    io,
  );
  const columns = counted.slice(0, chosen.length);
  const result = judgeColumns(toCheckColumns(columns), {
    benchmark,
    cached: cachedOf(options),
    clients: options.clients ?? null,
    machine: machineOf(
      columns.flatMap(({ runs }) => runs),
      options.machine,
    ),
    isPartial: options.partial ?? false,
    noiseColumns: toCheckColumns(counted.slice(chosen.length), 'noise '),
    notes,
  });
  const tests = result.columns.flatMap((column) => column.tests);
  if (tests.every(({ verdict }) => verdict === 'missing')) {
    io.note('basecase: the base shares no test with another column. Nothing can be judged.');
    return EXIT.nothingRead;
  }
  await io.print(drawCheck(toCheck(result), options.format));
  const code = exitOf(tests, options);
  // A column that is not there must not pass.
  return code !== EXIT.regressionFound && unread.length > 0 ? EXIT.nothingRead : code;
}
