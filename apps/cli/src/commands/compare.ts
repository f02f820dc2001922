import {
  buildMatrix,
  countValues,
  type Matrix,
  renderTable,
  TABLE_FORMATS,
  type TableFormat,
} from '@basecase/analysis';
import { type BenchmarkId, benchmarkModel, type MetricId, metricOf } from '@basecase/ingest/model';
import { type Command, Option } from 'commander';
import { noteDoubtful, noteMixedSources, noteWorkloadDifferences } from '../compatibility';
import { DEVICE_HELP } from '../device-option';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { metTitle } from '../met-title';
import { describeMetric, type MetricChoice, parseMetric } from '../metric-option';
import { withOneScanRule } from '../one-scan-rule';

const COMPARE_EXAMPLES = `
The first argument is the base. Each argument is one column; a summary table (qps.abs.*.tsv, o.met.*, ...) adds all of
its columns, and a results.json one for each of its versions and machines. --metric takes the name that tables use (cpu/o, wKB/i, p99, sync, NOPM, IOPS) or the id (latency_p99).
Ratios are computed from unrounded values: > 1 is more than the base, "inf" is x/0, 0/0 is 1, an empty field is missing.
A ratio alone can't tell a change from noise: use "basecase check" for verdicts.

Examples:
  basecase compare x.my5651.z12a.pk1 x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase compare a.tar.gz b.tar.gz --metric cpu/o         did it cost more CPU per operation?
  basecase compare a b --metric all --format md             for a report
  basecase compare o.ext4.300 o.xfs.300 --metric sync       fio: latency of fsync
  basecase compare qps.abs.all.tsv --format tsv             ratios of a published table
  basecase compare a b --reported --warmups --format tsv    the digits of published tables`;

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

export function addCompareCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('Print results relative to a base. Needs no database.')
    .argument('<base>', 'directory, tarball, or summary table')
    .argument('[other...]', 'columns to compare with the base')
    .addOption(
      new Option(
        '--metric <metric>',
        'qps, cpu/o, p99, NOPM, ... or a metric id; "all" prints a block per test',
      )
        .argParser(parseMetric)
        .default('throughput', 'qps'),
    )
    .addOption(new Option('--benchmark <id>', 'which benchmark, if the arguments hold several'))
    .option('--workload <words>', 'which workload, if an argument holds several, e.g. byrx')
    .addOption(new Option('--format <format>', 'output format').choices([...TABLE_FORMATS]).default('text'))
    .option('--absolute', 'print absolute values instead of ratios')
    .option('--warmups', 'include warm-up tests')
    .option('--reported', 'use values as published: QPS rounded before division, costs from sb.met')
    .option('--device <name>', DEVICE_HELP)
    .addOption(new Option('--verbose', 'print every diagnostic instead of a summary'))
    .addHelpText('after', COMPARE_EXAMPLES)
    .action(async (base: string, others: string[], options: CompareOptions) =>
      onEnd(await runCompare([base, ...others], options, io)),
    );
}

/**
 * `basecase compare`: the first column is the base of all others.
 *
 * @throws UsageError when there is nothing to compare with, or an argument is not a single column
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
