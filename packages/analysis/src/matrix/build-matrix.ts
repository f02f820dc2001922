import {
  type BenchmarkId,
  compareTests,
  groupLabel,
  isBenchmarkId,
  type NormalizedResult,
  type NormalizedRun,
  type Rounds,
  runSeconds,
  type Source,
  testLabel,
  testOfResult,
} from '@basecase/ingest/model';
import type { CellResult, Numbers } from './cell';
import { howRecorded, type PlacedResult, withSuccessRate } from './how-recorded';
import type { Matrix, MatrixRow } from './matrix';
import { matrixOfResults } from './matrix-of-results';
import { runSecondsOf } from './run-seconds';
import { inUnitOfTest } from './same-units';

export interface MatrixOptions {
  /** Keep tests that only warm up. Default: left out. */
  warmups?: boolean;
  /**
   * Prefer what tools and summaries printed over what was computed here, and round QPS to integers first, as
   * published tables do. Default: computed values, unrounded.
   */
  reported?: boolean;
}

/** Runs that make one column; results of one test become one cell, however many runs they come from. */
export interface ColumnInput {
  label: string;
  runs: readonly NormalizedRun[];
}

/**
 * Absolute values of tests × columns: rows in domain order, columns as given.
 *
 * A test that some column ran at several client counts gets one row for each, with `_dop=<clients>` after its
 * label; without that a median over clients would be shown as one number.
 */
export function buildMatrix<Column extends ColumnInput>(
  columns: readonly Column[],
  options: MatrixOptions = {},
): Matrix<Column> {
  const results = columns.map((column) =>
    column.runs.flatMap(({ benchmark, rounds = null, results: own }) =>
      own.map((result): RunResult => ({ ...result, benchmark, rounds })),
    ),
  );
  const rows = rowsOf(results, options.warmups ?? false);
  const cells = rows.map(({ row, results: perColumn }, at) =>
    perColumn.map((own, column) =>
      own.map((result) => toPlaced(result, { row: at, column, unit: row.unit })),
    ),
  );
  const matrix = matrixOfResults({
    columns,
    rows: rows.map(({ row }) => row),
    results: cells.map((row) => row.map((own) => own.map(({ result }) => result))),
    reported: options.reported ?? false,
  });
  const placed = cells.flat(2);
  return {
    ...matrix,
    ...howRecorded(placed, { rows: rows.length, columns: columns.length }),
    ...runSecondsOf(placed, columns.length),
  };
}

/** @param place with the unit of its row */
function toPlaced(
  result: RunResult,
  { unit, ...place }: { row: number; column: number; unit: string },
): PlacedResult {
  const { benchmark, repeat, command, rounds } = result;
  const seconds = runSeconds(command);
  const own = withSuccessRate(toCellResult(result), seconds, benchmark);
  return {
    ...place,
    repeat,
    result: isBenchmarkId(benchmark) ? own : inUnitOfTest(own, result.unit, unit),
    seconds,
    rounds,
    benchmark,
  };
}

/** A result with the benchmark that defines its test, and its recording. */
interface RunResult extends NormalizedResult {
  benchmark: BenchmarkId;
  rounds: Rounds | null;
}

/** A row and its results, by column. `clients` is null where any count belongs to the row. */
interface RowResults {
  row: MatrixRow;
  clients: number | null;
  results: RunResult[][];
}

function rowsOf(columns: readonly RunResult[][], warmups: boolean): RowResults[] {
  const tests = new Map<string, RunResult[][]>();
  for (const [index, results] of columns.entries()) {
    for (const result of results) {
      const key = testLabel(result.test, result.range);
      const perColumn = tests.get(key) ?? columns.map(() => []);
      perColumn[index]?.push(result);
      tests.set(key, perColumn);
    }
  }
  return [...tests]
    .flatMap(([label, perColumn]) => rowsOfTest(label, perColumn))
    .filter(({ row }) => warmups || !row.warmup)
    .sort((a, b) => compareTests(a.row, b.row) || (a.clients ?? 0) - (b.clients ?? 0));
}

function rowsOfTest(label: string, named: readonly RunResult[][]): RowResults[] {
  const first = named.flat()[0];
  if (!first) return [];
  // A test named `a_range=10` is not test `a` at range 10.
  const perColumn = named.map((own) =>
    own.filter(({ test, range }) => test === first.test && range === first.range),
  );
  const clientsOf = (results: readonly RunResult[]) => new Set(results.map((result) => result.clients));
  const isMixed = perColumn.some((results) => clientsOf(results).size > 1);
  if (!isMixed) return [{ row: toRow(first, label), clients: null, results: perColumn }];
  return [...clientsOf(perColumn.flat())].map((clients) => {
    const key = clients === null ? label : `${label}_dop=${clients}`;
    const results = perColumn.map((own) => own.filter((result) => result.clients === clients));
    return { row: toRow(first, key), clients, results };
  });
}

function toRow({ benchmark, ...result }: RunResult, key: string): MatrixRow {
  const info = testOfResult(benchmark, result);
  // Read/write requests of sysbench 0.4 are counted in place of queries.
  const unit = isBenchmarkId(benchmark) ? result.unit : info.unit;
  return { ...info, unit, groupLabel: groupLabel(benchmark, info.group), key, label: key };
}

function toCellResult({ status, measurements }: NormalizedResult): CellResult {
  const numbersOf = (wanted: Source): Numbers =>
    Object.fromEntries(
      measurements.flatMap(({ metric, value, source }) => (source === wanted ? [[metric, value]] : [])),
    );
  const doubtful = measurements.flatMap(({ metric, doubt }) => (doubt ? [metric] : []));
  return {
    status,
    computed: numbersOf('computed'),
    reported: numbersOf('reported'),
    ...(doubtful.length > 0 && { doubtful }),
  };
}
