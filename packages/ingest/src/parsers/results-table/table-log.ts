import type { TableHeading } from '../../model/table/delimited';
import type { ParsedLog } from '../parser';

/** Rows of a table as text, which is a fifth of what their cells would take: they are split when they are needed. */
export interface ResultsTableLog extends ParsedLog, TableHeading {
  type: 'results-table';
  rows: string[];
  /** Line of each row. */
  lines: number[];
}
