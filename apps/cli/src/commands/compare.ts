import { buildMatrix, countValues, type Matrix, renderTable, type TableFormat } from '@basecase/analysis';
import { type BenchmarkId, benchmarkModel, type MetricId, metricOf } from '@basecase/ingest/model';
import { noteDoubtful, noteMixedSources, noteWorkloadDifferences } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { metTitle } from '../met-title';
import { describeMetric, type MetricChoice } from '../metric-option';
import { withOneScanRule } from '../one-scan-rule';

export interface CompareOptions {
  metric: MetricChoice;
  format: TableFormat;
  /** Id of the benchmark, when the arguments hold several. */
  benchmark?: string;
  /** Words of the workload, when an argument holds several. */
  workload?: string;
  absolute?: boolean;
  warmups?: boolean;
  reported?: boolean;
  device?: string;
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
  const { chooseRuns } = await import('../choose-runs');
  const { columns: read, findings } = await readColumns(paths, io, options);
  const absolute = options.absolute ?? false;
  if (read.length < 2 && !absolute) {
    noteDiagnostics(findings, options.verbose ?? false, io);
    throw new UsageError('a single column cannot be compared. Add another path, or --absolute.');
  }
  const { columns: chosen, benchmark } = chooseRuns(read, options, io);
  noteWorkloadDifferences(chosen, io);
  noteDiagnostics(findings, options.verbose ?? false, io);

  const reported = options.reported ?? false;
  const columns = withOneScanRule(chosen, { reported, io });
  const { metric } = options;
  const matrix = buildMatrix(columns, { warmups: options.warmups ?? false, reported });
  const shown = metric === 'all' ? benchmarkModel(benchmark).heatmapMetrics : [metric];
  noteMixedSources(matrix, shown, io);
  noteDoubtful(matrix, shown, io);
  const table = {
    metric,
    format: options.format,
    absolute,
    benchmark,
    // Names of files that only runs of sysbench have.
    ...(reported && benchmark === 'sysbench' && { title: metTitle(columns) }),
  };
  if (countValues(matrix, table) === 0) {
    io.note(`basecase: nothing to print. ${whyEmpty(matrix, benchmark, options)}`);
    return EXIT.nothingRead;
  }
  await io.print(renderTable(matrix, table));
  return EXIT.ok;
}

function whyEmpty({ rows, values }: Matrix, benchmark: BenchmarkId, options: CompareOptions): string {
  if (rows.length === 0 && !options.warmups) {
    return 'No test was read. --warmups includes warm-ups.';
  }
  if (rows.length === 0) return 'No test was read.';
  const what = describeMetric(options.metric, benchmark);
  if (!options.absolute) {
    return `No test has ${what} both in the base and in another column. --absolute shows what each column has.`;
  }
  const others = Object.keys(values).map((id) => metricOf(id as MetricId).label);
  return `No column has ${what}.${others.length > 0 ? ` Available: ${others.join(', ')}.` : ''}`;
}
