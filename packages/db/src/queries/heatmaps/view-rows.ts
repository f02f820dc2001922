import type { Numbers } from '@basecase/analysis';
import type { MetricId, ResultStatus, Rounds, TestInfo } from '@basecase/ingest/model';
import type { CompareColumn } from '../../types';

/** One run of the view, in column order: runs of one variant follow each other, oldest first. */
export interface ColumnRow extends Omit<CompareColumn, 'runs' | 'badRuns'> {
  runId: number;
  variantId: number;
  /** Of a recording in rounds; left out, or null: its repeats follow each other. */
  rounds?: Rounds | null;
  /** The reason of a mark as bad; null or missing without a mark. */
  badReason?: string | null;
}

export interface TestRow extends TestInfo {
  id: number;
  key: string;
}

/**
 * A result: its test, its status, its numbers by source, which are doubtful, which repeat it is, the seconds that it
 * was to take, and the unit of its throughput.
 */
export type CellRow = [
  testId: number,
  status: ResultStatus,
  computed: Numbers,
  reported: Numbers,
  doubtful?: readonly MetricId[] | null,
  repeat?: number,
  seconds?: number | null,
  unit?: string,
];
