import { type CellSource, type Matrix, type MatrixRow, median, worstStatus } from '@basecase/analysis';
import {
  type BenchmarkId,
  compareTests,
  groupLabel,
  type MetricId,
  type ResultStatus,
  type TestInfo,
} from '@basecase/ingest/model';
import type { CompareColumn } from '../types';

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

/** Numbers of a result by metric; null when there is none. */
type Numbers = Partial<Record<MetricId, number>> | null;

/** A result: its test, its status, its numbers by source, and which repeat it is where somebody asked. */
export type CellRow = [
  testId: number,
  status: ResultStatus,
  computed: Numbers,
  reported: Numbers,
  repeat?: number,
];

type View = Matrix<CompareColumn>;

/** Results behind a cell; those of bad runs only where there are no others. */
interface Cell {
  results: CellRow[];
  isBad: boolean;
}

/**
 * Puts the results of all runs into a matrix. Runs of one variant are one column, labelled as its newest run.
 *
 * @param runs in the order of the columns
 * @param tests that results may point to; those without a result in the view make no row
 */
export function buildView(
  runs: readonly (ColumnRow & { cells: CellRow[] | null })[],
  tests: readonly TestRow[],
  benchmark: BenchmarkId,
): View {
  const columns: CompareColumn[] = [];
  const columnOf = new Map<number, number>();
  const cells = new Map<number, Cell[]>();
  for (const { runId: _run, variantId, cells: results, badReason = null, ...column } of runs) {
    const index = columnOf.get(variantId) ?? columns.length;
    columnOf.set(variantId, index);
    const badRuns = [...(columns[index]?.badRuns ?? []), ...(badReason === null ? [] : [badReason])];
    columns[index] = {
      ...column,
      runs: (columns[index]?.runs ?? 0) + 1,
      ...(badRuns.length > 0 && { badRuns }),
    };
    for (const result of results ?? []) {
      if (result[1] === 'warmup') continue;
      const row = cells.get(result[0]) ?? [];
      cells.set(result[0], row);
      row[index] = withResult(row[index], result, badReason !== null);
    }
  }
  const rows = tests.filter((test) => !test.warmup && cells.has(test.id)).sort(compareTests);
  const found = rows.map((row) => columns.map((_, index) => cells.get(row.id)?.[index] ?? EMPTY));
  const grid = found.map((row) => row.map(({ results }) => results));
  return {
    columns,
    rows: rows.map((row) => toMatrixRow(row, benchmark)),
    ...valuesOf(grid),
    status: found.map((row) =>
      row.map(({ results, isBad }) => (isBad ? 'bad_run' : worstStatus(results.map(([, status]) => status)))),
    ),
    repeats: grid.map((row) => row.map((cell) => cell.length)),
    spread: grid.map((row) => row.map(spreadOf)),
  };
}

const EMPTY: Cell = { results: [], isBad: false };

/** One good result makes those of bad runs irrelevant, whichever came first. */
function withResult(cell: Cell | undefined, result: CellRow, isBad: boolean): Cell {
  if (!cell || (cell.isBad && !isBad)) return { results: [result], isBad };
  if (isBad === cell.isBad) cell.results.push(result);
  return cell;
}

function toMatrixRow({ id: _id, ...row }: TestRow, benchmark: BenchmarkId): MatrixRow {
  return { ...row, groupLabel: groupLabel(benchmark, row.group), label: row.key };
}

const COMPUTED = 2;
const REPORTED = 3;

function valuesOf(grid: readonly CellRow[][][]): Pick<View, 'values' | 'sources'> {
  const values: View['values'] = {};
  const sources: View['sources'] = {};
  for (const metric of metricsOf(grid)) {
    const cells = grid.map((row) => row.map((cell) => cellValue(cell, metric)));
    values[metric] = cells.map((row) => row.map(({ value }) => value));
    sources[metric] = cells.map((row) => row.map(({ source }) => source));
  }
  return { values, sources };
}

/** Metrics that some result of the view has. */
function metricsOf(grid: readonly CellRow[][][]): Set<MetricId> {
  const metrics = new Set<MetricId>();
  for (const [, , computed, reported] of grid.flat(2)) {
    for (const metric in computed) metrics.add(metric as MetricId);
    for (const metric in reported) metrics.add(metric as MetricId);
  }
  return metrics;
}

/** Median over the repeats. Computed numbers are preferred over reported ones; the two are never mixed. */
function cellValue(cell: readonly CellRow[], metric: MetricId): { value: number | null; source: CellSource } {
  const computed = numbersOf(cell, metric, COMPUTED);
  if (computed.length > 0) return { value: median(computed), source: 'computed' };
  const reported = numbersOf(cell, metric, REPORTED);
  if (reported.length > 0) return { value: median(reported), source: 'reported' };
  return { value: null, source: '-' };
}

/** Numbers of a failed result count only where all repeats failed: they are shown then, and never compared. */
function numbersOf(
  cell: readonly CellRow[],
  metric: MetricId,
  source: typeof COMPUTED | typeof REPORTED,
): number[] {
  const numbers: number[] = [];
  const allFailed = cell.every(([, status]) => status === 'failed');
  for (const result of cell) {
    const value = result[1] === 'failed' && !allFailed ? undefined : result[source]?.[metric];
    if (value !== undefined) numbers.push(value);
  }
  return numbers;
}

/** (max - min) / median of throughput over the repeats; null with fewer than two, or around zero. */
function spreadOf(cell: readonly CellRow[]): number | null {
  const throughputs = cell
    .filter(([, status]) => status !== 'failed')
    .map(([, , computed, reported]) => computed?.throughput ?? reported?.throughput)
    .filter((value) => value !== undefined);
  const middle = median(throughputs);
  if (throughputs.length < 2 || !middle) return null;
  return (Math.max(...throughputs) - Math.min(...throughputs)) / middle;
}
