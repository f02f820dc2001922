import type { HeatmapMetricId, MetricId, ResultStatus, TestInfo } from '@basecase/ingest/model';

/** A row of a heatmap: one test. `key` is unique within a matrix and stable in URLs: `read-only_range=100`. */
export interface MatrixRow extends TestInfo {
  key: string;
  /** Heading of its group. */
  groupLabel: string;
  /** Shown name; equal to `key` for published shapes. */
  label: string;
}

/**
 * Beside those of results: `bad_run`, somebody marked every run behind the cell as bad; its values are kept, and never
 * compared. `doubtful`: the logs contradict every throughput behind it; its values are in `doubtful` of the matrix.
 */
export type CellStatus = ResultStatus | 'missing' | 'bad_run' | 'doubtful';

/** Where the value of a cell came from; a cell without a value has '-'. */
export type CellSource = 'reported' | 'computed' | '-';

/**
 * Absolute values of tests × columns, as they are stored: everything relative is computed from it.
 * All nested arrays are indexed [row][column].
 */
export interface Matrix<Column = { label: string }> {
  columns: Column[];
  rows: MatrixRow[];
  /** Median over the repeats of a cell; null = missing, never 0 for missing. */
  values: Partial<Record<MetricId, (number | null)[][]>>;
  sources: Partial<Record<MetricId, CellSource[][]>>;
  /** The worst status over the repeats of a cell: only `ok` cells may be compared. */
  status: CellStatus[][];
  /** Results behind a cell; 0 = missing. */
  repeats: number[][];
  /** (max - min) / median of throughput over the repeats; null with fewer than two. */
  spread: (number | null)[][];
  /**
   * Values that are not believed: to be shown, and in `values` null, so that nothing is computed of them. Absent where
   * there are none.
   */
  doubtful?: Partial<Record<MetricId, (number | null)[][]>>;
  /**
   * [row][column] the values that a cell is the median of; those that are not believed where it has no others. Only where
   * somebody asked for it.
   */
  each?: Partial<Record<MetricId, number[][][]>>;
}

export type { HeatmapMetricId };
