/** Columns of the author's tables, in their order; the last one, `tag`, names the version. */
export const TABLE_COLUMNS = [
  'ips',
  'qps',
  'rps',
  'rmbps',
  'wps',
  'wmbps',
  'rpq',
  'rkbpq',
  'wpi',
  'wkbpi',
  'csps',
  'cpups',
  'cspq',
  'cpupq',
  'dbgb1',
  'dbgb2',
  'rss',
  'maxop',
  'p50',
  'p99',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

export interface TableRow {
  /** `20m.my5649.cx6d`, `my5649.cx6d` */
  tag: string;
  /** Name of the step above the rows (`mrg.some`); null where only the file name has it. */
  step: string | null;
  /** Counts the lines with a dash, after which rows are compared with another first row. */
  group: number;
  /** As printed, one for each column of the table: `NA` and `inf` too. */
  cells: Partial<Record<TableColumn, string>>;
  line: number;
}

/** `o.sum.t.<tag>`, `mrg.<step>`, `mrg.some`, `rel.<step>`. */
export interface ReportTable {
  type: 'iibench-summary';
  /** True when the cells are ratios to the first row, not measured values. */
  ratios: boolean;
  rows: TableRow[];
}
