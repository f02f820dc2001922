import {
  type CellResult,
  type Matrix,
  type MatrixRow,
  matrixOfResults,
  type Numbers,
} from '@basecase/analysis';
import {
  type BenchmarkId,
  compareTests,
  groupLabel,
  type MetricId,
  type ResultStatus,
  type TestInfo,
} from '@basecase/ingest/model';
import type { CompareColumn } from '../../types';

/** One run of the view, in column order: runs of one variant follow each other, oldest first. */
export interface ColumnRow extends Omit<CompareColumn, 'runs' | 'badRuns'> {
  runId: number;
  variantId: number;
  /** Why somebody marked it as bad; left out, or null, when nobody did. */
  badReason?: string | null;
}

export interface TestRow extends TestInfo {
  id: number;
  key: string;
}

/** A result: its test, its status, its numbers by source, which are doubtful, and which repeat it is where somebody asked. */
export type CellRow = [
  testId: number,
  status: ResultStatus,
  computed: Numbers,
  reported: Numbers,
  doubtful?: readonly MetricId[] | null,
  repeat?: number,
];

/** What of a view is kept beside what is compared. */
export interface ViewOptions {
  each?: boolean | undefined;
  warmups?: boolean | undefined;
}

/**
 * Puts the results of all runs into a matrix. Runs of one variant are one column, labelled as its newest run.
 *
 * @param runs in the order of the columns
 * @param tests that results may point to; those without a result in the view make no row
 * @param options each: keep the values behind medians; warmups: keep tests that only warm up, with a value like any other,
 *   as their rows say
 */
export function buildView(
  runs: readonly (ColumnRow & { cells: CellRow[] | null })[],
  tests: readonly TestRow[],
  benchmark: BenchmarkId,
  { each = false, warmups = false }: ViewOptions = {},
): Matrix<CompareColumn> {
  const columns: CompareColumn[] = [];
  const columnOf = new Map<number, number>();
  const byTest = new Map<number, CellResult[][]>();
  for (const { runId: _run, variantId, cells, badReason = null, build, ...column } of runs) {
    const index = columnOf.get(variantId) ?? columns.length;
    columnOf.set(variantId, index);
    const badRuns = [...(columns[index]?.badRuns ?? []), ...(badReason === null ? [] : [badReason])];
    columns[index] = {
      ...column,
      ...(build && { build }),
      runs: (columns[index]?.runs ?? 0) + 1,
      ...(badRuns.length > 0 && { badRuns }),
    };
    for (const [test, stored, computed, reported, doubtful] of cells ?? []) {
      if (stored === 'warmup' && !warmups) continue;
      const status = stored === 'warmup' ? 'ok' : stored;
      const row = byTest.get(test) ?? [];
      byTest.set(test, row);
      row[index] = [
        ...(row[index] ?? []),
        { status, computed, reported, isBad: badReason !== null, ...(doubtful && { doubtful }) },
      ];
    }
  }
  const rows = tests.filter((test) => (warmups || !test.warmup) && byTest.has(test.id)).sort(compareTests);
  return matrixOfResults({
    columns,
    rows: rows.map((row) => toMatrixRow(row, benchmark)),
    results: rows.map(({ id }) => columns.map((_, index) => byTest.get(id)?.[index] ?? [])),
    each,
  });
}

function toMatrixRow({ id: _id, ...row }: TestRow, benchmark: BenchmarkId): MatrixRow {
  return { ...row, groupLabel: groupLabel(benchmark, row.group), label: row.key };
}
