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
 * In addition to those of results: `bad_run`, every run behind the cell is marked as bad; its values are kept, and
 * never compared. `doubtful`: the logs contradict every throughput behind it; its values are in `doubtful` of the
 * matrix.
 */
export type CellStatus = ResultStatus | 'missing' | 'bad_run' | 'doubtful';

/** Where the value of a cell came from; a cell without a value has '-'. */
export type CellSource = 'reported' | 'computed' | '-';

/** Versions that were measured in interleaved rounds: of each round every test of every version once. */
export interface RoundsRecording {
  /** Rounds of one id are of one recording, and only these are pairs. */
  id: string;
  /** Number of rounds between restarts of the servers. */
  restartEvery: number;
  /** [row][column][round - 1] throughput; null: lost. Empty where a column has none. */
  values: readonly (readonly (readonly (number | null)[])[])[];
}

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
  /** Recordings in rounds of the columns; absent without any. */
  rounds?: readonly RoundsRecording[];
  /**
   * [row][column] seconds that each of its runs was to take, each once, rising; none: not known. Absent where all are
   * alike.
   */
  seconds?: readonly (readonly (readonly number[])[])[];
  /** [column] measured seconds of one run of all its tests; null: not known. Absent where no column is known. */
  runSeconds?: readonly (number | null)[];
  /**
   * [row][column] part of the operations that failed, 0 to 1, median over the results; null: the tool counts no errors.
   * Absent where none failed.
   */
  failed?: readonly (readonly (number | null)[])[];
  /**
   * Values that are not believed: to be shown, and in `values` null, so that nothing is computed of them. Absent where
   * there are none.
   */
  doubtful?: Partial<Record<MetricId, (number | null)[][]>>;
  /**
   * [row][column] the values that a cell is the median of; those that are not believed where it has no others. Only
   * on request.
   */
  each?: Partial<Record<MetricId, number[][][]>>;
}

export type { HeatmapMetricId };
