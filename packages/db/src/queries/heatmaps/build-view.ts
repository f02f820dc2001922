import {
  type CellResult,
  howRecorded,
  inUnitOfTest,
  type Matrix,
  type MatrixRow,
  matrixOfResults,
  type PlacedResult,
  runSecondsOf,
  withSuccessRate,
} from '@basecase/analysis';
import {
  type BenchmarkId,
  compareTests,
  groupLabel,
  isBenchmarkId,
  type MetricId,
} from '@basecase/ingest/model';
import type { CompareColumn } from '../../types';
import type { CellRow, ColumnRow, TestRow } from './view-rows';

/** Optional parts of a view. */
export interface ViewOptions {
  each?: boolean | undefined;
  warmups?: boolean | undefined;
  /** Requested metrics: those of a tool without a parser are in the unit of their names. */
  named?: readonly MetricId[] | undefined;
}

/**
 * Puts the results of all runs into a matrix. Runs of one variant are one column, labelled as its newest run.
 *
 * @param runs in the order of the columns
 * @param tests that results may point to; those without a result in the view make no row
 * @param options each: keep the values behind medians; warmups: keep tests that only warm up, with a value like any
 * other,
 *   as their rows say
 */
export function buildView(
  runs: readonly (ColumnRow & { cells: CellRow[] | null })[],
  tests: readonly TestRow[],
  benchmark: BenchmarkId,
  { each = false, warmups = false, named = [] }: ViewOptions = {},
): Matrix<CompareColumn> {
  const columns: CompareColumn[] = [];
  const columnOf = new Map<number, number>();
  const byTest = new Map<number, CellResult[][]>();
  const toResult = readerOf(tests, benchmark);
  for (const { runId: _run, variantId, cells, rounds: _rounds, badReason = null, build, ...column } of runs) {
    const index = columnOf.get(variantId) ?? columns.length;
    columnOf.set(variantId, index);
    const badRuns = [...(columns[index]?.badRuns ?? []), ...(badReason === null ? [] : [badReason])];
    columns[index] = {
      ...column,
      ...(build && { build }),
      runs: (columns[index]?.runs ?? 0) + 1,
      ...(badRuns.length > 0 && { badRuns }),
    };
    for (const cell of cells ?? []) {
      const [test, status] = cell;
      if (status === 'warmup' && !warmups) continue;
      const row = byTest.get(test) ?? [];
      byTest.set(test, row);
      row[index] = [...(row[index] ?? []), { ...toResult(cell), isBad: badReason !== null }];
    }
  }
  const rows = tests.filter((test) => (warmups || !test.warmup) && byTest.has(test.id)).sort(compareTests);
  const matrix = matrixOfResults({
    columns,
    rows: rows.map((row) => toMatrixRow(row, benchmark)),
    results: rows.map(({ id }) => columns.map((_, index) => byTest.get(id)?.[index] ?? [])),
    each,
    named,
  });
  const rowOf = new Map(rows.map(({ id }, row) => [id, row]));
  const placed = runs.flatMap((run) =>
    placedResults(run, { rowOf, column: columnOf.get(run.variantId) ?? -1, toResult }),
  );
  return {
    ...matrix,
    ...howRecorded(
      placed.map((result) => ({ ...result, benchmark })),
      { rows: rows.length, columns: columns.length },
    ),
    ...runSecondsOf(placed, columns.length),
  };
}

/** Results of a run that is not marked as bad. */
function placedResults(
  { cells, rounds = null, badReason = null }: ColumnRow & { cells: CellRow[] | null },
  {
    rowOf,
    column,
    toResult,
  }: { rowOf: ReadonlyMap<number, number>; column: number; toResult: (cell: CellRow) => CellResult },
): PlacedResult[] {
  if (badReason !== null) return [];
  return (cells ?? []).map((cell) => {
    const [test, , , , , repeat = 1, seconds = null] = cell;
    return { row: rowOf.get(test) ?? -1, column, repeat, result: toResult(cell), seconds, rounds };
  });
}

/** Reads results; those of a tool without a parser in the units of their tests. */
function readerOf(tests: readonly TestRow[], benchmark: BenchmarkId): (cell: CellRow) => CellResult {
  const units = new Map(isBenchmarkId(benchmark) ? [] : tests.map(({ id, unit }) => [id, unit]));
  return ([test, status, computed, reported, doubtful, , seconds = null, unit]) => {
    const stored: CellResult = {
      status: status === 'warmup' ? 'ok' : status,
      computed,
      reported,
      ...(doubtful && { doubtful }),
    };
    const result = withSuccessRate(stored, seconds, benchmark);
    const wanted = units.get(test);
    return unit === undefined || wanted === undefined ? result : inUnitOfTest(result, unit, wanted);
  };
}

function toMatrixRow({ id: _id, ...row }: TestRow, benchmark: BenchmarkId): MatrixRow {
  return { ...row, groupLabel: groupLabel(benchmark, row.group), label: row.key };
}
