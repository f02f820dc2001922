import { buildMatrix, countValues, metricName, renderTable, type TableFormat } from '@basecase/analysis';
import { HEATMAP_METRICS, type HeatmapMetricId } from '@basecase/ingest/model';
import { noteMixedSources } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { metTitle } from '../met-title';

/** What `--metric` takes. */
export const COMPARE_METRICS: readonly string[] = [...HEATMAP_METRICS.map(metricName), 'all'];

export interface CompareOptions {
  /** One of `COMPARE_METRICS`. */
  metric: string;
  format: TableFormat;
  absolute?: boolean;
  warmups?: boolean;
  reported?: boolean;
  verbose?: boolean;
}

/**
 * `basecase compare`: the first column is the base of all others.
 *
 * @throws UsageError when there is nothing to compare with, or an argument is no single column
 */
export async function runCompare(paths: string[], options: CompareOptions, io: Io): Promise<ExitCode> {
  // Loaded late: `--help` must not wait for the parsers.
  const { readColumns } = await import('../columns');
  const { columns, findings } = await readColumns(paths, io);
  noteDiagnostics(findings, options.verbose ?? false, io);
  const absolute = options.absolute ?? false;
  if (columns.length < 2 && !absolute) {
    throw new UsageError('one column has nothing to be compared with. Add another path, or --absolute.');
  }

  const reported = options.reported ?? false;
  const matrix = buildMatrix(columns, { warmups: options.warmups ?? false, reported });
  const metric = metricOf(options.metric);
  noteMixedSources(matrix, metric === 'all' ? HEATMAP_METRICS : [metric], io);
  const table = {
    metric,
    format: options.format,
    absolute,
    ...(reported && { title: metTitle(columns) }),
  };
  if (countValues(matrix, table) === 0) {
    io.note(`basecase: nothing to print. ${whyEmpty(matrix.rows.length, options)}`);
    return EXIT.nothingRead;
  }
  await io.print(renderTable(matrix, table));
  return EXIT.ok;
}

function metricOf(name: string): HeatmapMetricId | 'all' {
  return HEATMAP_METRICS.find((metric) => metricName(metric) === name) ?? 'all';
}

function whyEmpty(rows: number, options: CompareOptions): string {
  if (rows === 0 && !options.warmups) return 'No test was read; warm-ups are left out without --warmups.';
  if (rows === 0) return 'No test was read.';
  const what = options.metric === 'all' ? 'any metric' : options.metric;
  return options.absolute
    ? `No column has ${what}.`
    : `No test has ${what} in the base and in another column. --absolute shows what each column has.`;
}
