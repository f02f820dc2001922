import type { ParsedLog } from '../parser';
import type { RowStore } from './reading/row-store';
import type { ResultsHead } from './schema/results-schema';

/** A head and the results that follow it. */
export interface ReadResults {
  head: ResultsHead;
  rows: RowStore;
}

/** All of one file: a stream may hold several heads. */
export interface ResultsLog extends ParsedLog {
  type: 'results-json';
  parts: ReadResults[];
}
