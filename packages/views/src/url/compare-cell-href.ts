import { toQuery } from './to-query';

export interface CompareCell {
  server: string;
  workload: string;
  /** Slug of the base column. */
  base: string;
  /** Key of the test and slug of the column whose panel is open. */
  cell: { test: string; column: string } | null;
  /** Label of the metric, as it stands in the URL: `cpu/o`. */
  metric?: string;
  /** `thresholds` where the plain threshold judges; left out for the default, verdicts. */
  rule?: string;
}

/** Link to a heatmap with one cell open. */
export function compareCellHref({
  server,
  workload,
  base,
  cell,
  metric = '',
  rule = '',
}: CompareCell): string {
  return `/compare${toQuery([
    ['server', server],
    ['workload', workload],
    ['base', base],
    ['metric', metric],
    ['rule', rule],
    ['cell', cell ? `${cell.test}@${cell.column}` : ''],
  ])}`;
}
