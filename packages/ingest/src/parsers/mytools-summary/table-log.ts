import type { MetricId } from '../../model/metric';

export interface TableValue {
  metric: MetricId;
  value: number;
}

/** One test of one column: a cell of a throughput table, a row of a block of costs. */
export interface TableCell {
  /** Index into `columns`. */
  column: number;
  /** As in file names: `scan`, `prepare` for the load. */
  test: string;
  range: number | null;
  /** Client threads when the table says. */
  clients: number | null;
  /** Where one cell has a value for each client count (o.sum): which of how many. */
  step: { index: number; count: number } | null;
  values: TableValue[];
  line: number;
}

/** A table that the run scripts' author made of many run directories. */
export interface TableLog {
  type: 'mytools-summary';
  /** `qps`: throughput, rows are tests. `met`: a block of costs for each test. `sum`: a block of throughputs. */
  shape: 'qps' | 'met' | 'sum';
  /** Run directories in the order of the table; null when the table does not name its columns. */
  columns: string[] | null;
  /** Empty for a table of ratios. */
  cells: TableCell[];
  /** Of a table of ratios that names its base and its columns. */
  ratios?: { to: string; cells: TableCell[] };
  /** True for tables in the form of 2020, which lack cs/o and r/o. */
  isOldForm: boolean;
  lines: number;
}

/** The largest published table has 12 columns of 40 tests. */
const MAX_CELLS = 200_000;
const MAX_COLUMNS = 10_000;

/** Collects cells in bounded memory. */
export class CellsBuilder {
  readonly columns: string[] = [];
  readonly cells: TableCell[] = [];
  readonly #indexes = new Map<string, number>();

  /** Index of a column by its label, a new one for a new label; null when there are too many. */
  column(label: string): number | null {
    const known = this.#indexes.get(label);
    if (known !== undefined) return known;
    if (this.columns.length >= MAX_COLUMNS) return null;
    this.#indexes.set(label, this.columns.length);
    return this.columns.push(label) - 1;
  }

  /** @returns false when the table is full */
  add(cell: TableCell): boolean {
    if (this.cells.length >= MAX_CELLS) return false;
    this.cells.push(cell);
    return true;
  }
}

/** `read-only_range=100` → its test and range; a label without a range is a test. */
export function parseTestLabel(label: string): { test: string; range: number | null } {
  const [, test = label, digits] = /^(.+)_range=(\d{1,9})$/.exec(label) ?? [];
  return { test, range: digits === undefined ? null : Number(digits) };
}
