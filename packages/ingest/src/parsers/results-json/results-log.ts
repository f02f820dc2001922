import type { ParsedLog } from '../parser';
import type { ResultRow, ResultsHead } from './schema/results-schema';

/** A result with the line that its value stands in. */
export interface ReadRow extends Omit<ResultRow, 'series' | 'attributes'> {
  line: number;
}

/** A head and the results that follow it. */
export interface ReadResults {
  head: ResultsHead;
  rows: ReadRow[];
}

/** All of one file: a stream may hold several heads. */
export interface ResultsLog extends ParsedLog {
  type: 'results-json';
  parts: ReadResults[];
}
