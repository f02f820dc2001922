import { posix } from 'node:path';
import {
  buildMatrix,
  type ColumnInput,
  countValues,
  findMetric,
  type Matrix,
  type MatrixRow,
  metricName,
  renderTable,
  TABLE_FORMATS,
  type TableFormat,
} from '@basecase/analysis';
import {
  type BenchmarkId,
  benchmarkModel,
  findQuotient,
  HEATMAP_METRICS,
  isOpenMetric,
  METRIC_IDS,
  type Measurement,
  type MetricId,
  metricLabel,
  metricOf,
  type NormalizedResult,
  type NormalizedRun,
  type Source,
  testLabel,
} from '@basecase/ingest/model';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { noteConfigs, noteDoubtful, noteMixedSources, noteWorkloadDifferences } from '../compatibility';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, someOf, UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions, type ChoiceOptions, type ReadOptions } from '../options';
import { requestsAsThroughput } from '../requests-as-throughput';

/** A change of one result's measurements, when it is one of a test. */
type Change = (result: NormalizedResult) => NormalizedResult;

/**
 * Columns whose throughput of a test counts by one rule. Scans were Krows/s of all clients before 2025-04-19 and are of
 * one client since; a summary holds either, and a ratio of the two is the number of clients. Where columns differ, what
 * was computed from the log takes the place of what a summary says, and what nothing was computed for is left out, with
 * the costs per operation that were divided by it. Says so.
 *
 * @param reported true where reported values are preferred
 */
function withOneScanRule(
  columns: readonly ColumnInput[],
  { reported, io }: { reported: boolean; io: Io },
): ColumnInput[] {
  const order: readonly Source[] = reported ? ['reported', 'computed'] : ['computed', 'reported'];
  const unitOf = (result: NormalizedResult) =>
    order.flatMap((source) => throughputOf(result, source)?.unit ?? []).at(0) ?? null;
  const mixed = [...testsOf(columns)].filter(([, results]) => {
    const units = [...unitsOf(results, unitOf)];
    return units.length > 1 && units.every((unit) => unit.startsWith('Krows/s'));
  });
  let changed = columns;
  for (const [label, results] of mixed) {
    const recomputed = change(changed, label, withoutOtherRule);
    const after = testsOf(recomputed).get(label) ?? [];
    const [base] = unitsOf(after, unitOf);
    changed = change(recomputed, label, (result) => {
      const unit = unitOf(result);
      return unit === null || unit === base ? result : withoutThroughput(result, () => true);
    });
    const units = [...unitsOf(results, unitOf)].join(' and ');
    const left = unitsOf(after, unitOf).size > 1 ? ', and what was not computed is left out' : '';
    io.note(
      `warning: ${label} is in ${units}, by the rules before and since 2025-04-19: ${base} is compared${left}.`,
    );
  }
  return [...changed];
}

/** Without what a summary reports in another unit than the log gives. */
const withoutOtherRule: Change = (result) => {
  const computed = throughputOf(result, 'computed');
  const other = throughputOf(result, 'reported');
  if (!computed || !other || computed.unit === other.unit) return result;
  return withoutThroughput(result, ({ source }) => source === 'reported');
};

function withoutThroughput(
  result: NormalizedResult,
  isMeant: (measurement: Measurement) => boolean,
): NormalizedResult {
  const isDivided = (measurement: Measurement) =>
    measurement.metric === 'throughput' || findQuotient(measurement.metric) !== undefined;
  return {
    ...result,
    measurements: result.measurements.filter((found) => !(isMeant(found) && isDivided(found))),
  };
}

function throughputOf({ measurements }: NormalizedResult, source: Source): Measurement | undefined {
  return measurements.find((found) => found.metric === 'throughput' && found.source === source);
}

function testsOf(columns: readonly ColumnInput[]): Map<string, NormalizedResult[]> {
  const tests = new Map<string, NormalizedResult[]>();
  for (const result of columns.flatMap(({ runs }) => runs.flatMap((run) => run.results))) {
    const label = testLabel(result.test, result.range);
    tests.set(label, [...(tests.get(label) ?? []), result]);
  }
  return tests;
}

function unitsOf(
  results: readonly NormalizedResult[],
  unitOf: (result: NormalizedResult) => string | null,
): Set<string> {
  return new Set(results.map(unitOf).filter((unit) => unit !== null));
}

function change(columns: readonly ColumnInput[], label: string, apply: Change): ColumnInput[] {
  return columns.map((column) => ({
    ...column,
    runs: column.runs.map((run) => ({
      ...run,
      results: run.results.map((result) =>
        testLabel(result.test, result.range) === label ? apply(result) : result,
      ),
    })),
  }));
}

const MET_FILE = /^sb\.(prepare\.)?met\./;
const DOP_SUFFIX = /_dop=(\d+)$/;

/**
 * Titles of the blocks of an `o.met.*` file: the name of the `sb.met` file itself, or the name it would have.
 */
function metTitle(columns: readonly ColumnInput[]): (row: MatrixRow) => string {
  const results = columns.flatMap(({ runs }) =>
    runs.flatMap((run) => run.results.map((result) => ({ run, result }))),
  );
  return (row) => {
    const clients = DOP_SUFFIX.exec(row.key)?.[1];
    const of = results.filter(
      ({ result }) =>
        result.test === row.name &&
        result.range === row.range &&
        (clients === undefined || result.clients === Number(clients)),
    );
    const [first] = of;
    if (!first) return row.label;
    return of.flatMap(({ result }) => metFileOf(result))[0] ?? toMetName(first.run, first.result);
  };
}

function metFileOf(result: NormalizedResult): string[] {
  return result.measurements
    .map(({ file }) => posix.basename(file).replace(/\.gz$/, ''))
    .filter((name) => MET_FILE.test(name));
}

/** `sb.met.<test>.range<R>.pk<P>.dop<N>`; unknown parts are left out. */
function toMetName(run: NormalizedRun, { test, range, clients }: NormalizedResult): string {
  const { primaryKey } = run.workload;
  return [
    'sb.met',
    test,
    ...(range === null ? [] : [`range${range}`]),
    ...(primaryKey === null ? [] : [`pk${Number(primaryKey)}`]),
    ...(clients === null ? [] : [`dop${clients}`]),
  ].join('.');
}

const COMPARE_EXAMPLES = `
The first argument is the base. Each argument is one column; a summary table (qps.abs.*.tsv, o.met.*, ...) adds all of
its columns, and a results.json one for each of its versions and machines. A single directory that holds several versions
or configs has a column for each, and several configs with several versions are compared config by config. --metric takes the name that tables use (cpu/o, wKB/i, p99, sync, NOPM, IOPS) or the id (latency_p99).
Ratios are computed from unrounded values: > 1 is more than the base, "inf" is x/0, 0/0 is 1, an empty field is missing.
A ratio alone can't tell a change from noise: use "basecase check" for verdicts.

Examples:
  basecase compare x.my5651.z12a.pk1 x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase compare a.tar.gz b.tar.gz --metric cpu/o         did it cost more CPU per operation?
  basecase compare a b --metric all --format md             for a report
  basecase compare o.ext4.300 o.xfs.300 --metric sync       fio: latency of fsync
  basecase compare qps.abs.all.tsv --format tsv             ratios of a published table
  basecase compare a b --reported --warmups --format tsv    the digits of published tables`;

export interface CompareOptions extends ChoiceOptions, ReadOptions {
  metric: MetricChoice | { named: string };
  format: TableFormat;
  absolute?: boolean;
  warmups?: boolean;
  reported?: boolean;
}

export function defineCompare(command: CliCommand, io: Io): void {
  command.addOption(
    new Option(
      '--metric <metric>',
      'qps, cpu/o, p99, NOPM, ... or a metric id; "all" prints a block per test',
    )
      // Metrics that tools and basecase.json name are known when the results were read.
      .argParser((text) => knownMetric(text) ?? { named: text })
      .default('throughput', 'qps'),
  );
  addOptions(command, 'benchmark', 'config')
    .option('--workload <words>', 'which workload, if an argument holds several, e.g. byrx')
    .addOption(new Option('--format <format>', 'output format').choices([...TABLE_FORMATS]).default('text'))
    .option('--absolute', 'print absolute values instead of ratios')
    .option('--warmups', 'include warm-up tests')
    .option('--reported', 'use values as published: QPS rounded before division, costs from sb.met');
  addOptions(command, 'reading', 'verbose')
    .addHelpText('after', COMPARE_EXAMPLES)
    .runs((base: string, others: string[], options: CompareOptions) =>
      runCompare([base, ...others], options, io),
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
  const { assertOneTable, headingOf, splitColumns } = await import('../split-columns');
  const { columns: read, findings } = await readColumns(paths, io, options);
  noteDiagnostics(findings, options.verbose ?? false, io);
  const comparisons = splitColumns(read, options, io);
  if (comparisons.some(({ columns }) => columns.length < 2) && !options.absolute)
    throw new UsageError(ONE_COLUMN);
  assertOneTable(comparisons, options.format);
  let code: ExitCode = EXIT.nothingRead;
  for (const comparison of comparisons) {
    const { columns: chosen, benchmark } = chooseRuns(comparison.columns, options, io);
    noteWorkloadDifferences(chosen, io);
    noteConfigs(chosen, io);
    const text = tableOf(chosen, { benchmark, options, io });
    if (text === null) continue;
    await io.print(headingOf(comparison, options.format) + text);
    code = EXIT.ok;
  }
  return code;
}

const ONE_COLUMN =
  'a single column cannot be compared: the argument holds one version with one config. Add another path, or --absolute.';

/** The table of columns; null where no test has the metric, which a note says. */
function tableOf(
  chosen: readonly ColumnInput[],
  { benchmark, options, io }: { benchmark: BenchmarkId; options: CompareOptions; io: Io },
): string | null {
  const absolute = options.absolute ?? false;

  const reported = options.reported ?? false;
  const counted = options.metric === 'throughput' ? requestsAsThroughput(chosen, io) : chosen;
  const columns = withOneScanRule(counted, { reported, io });
  const matrix = buildMatrix(columns, { warmups: options.warmups ?? false, reported });
  const metric =
    typeof options.metric === 'object' ? namedMetric(options.metric.named, matrix) : options.metric;
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
    io.note(`basecase: nothing to print. ${whyEmpty(matrix, benchmark, { ...options, metric })}`);
    return null;
  }
  return renderTable(matrix, table);
}

function whyEmpty(
  { rows, values }: Matrix,
  benchmark: BenchmarkId,
  options: CompareOptions & { metric: MetricChoice },
): string {
  if (rows.length === 0 && !options.warmups) {
    return 'No test was read. --warmups includes warm-ups.';
  }
  if (rows.length === 0) return 'No test was read.';
  const what = describeMetric(options.metric, benchmark);
  const others = Object.keys(values).flatMap((id) =>
    id === options.metric ? [] : metricOf(id as MetricId).label,
  );
  const available = others.length > 0 ? ` Available: ${someOf(others)}.` : '';
  if (!options.absolute) {
    return `No test has ${what} both in the base and in another column.${available} --absolute shows what each column has.`;
  }
  return `No column has ${what}.${available}`;
}

/** A metric, or the table of all that people look at. */
type MetricChoice = MetricId | 'all';

const COMMON: readonly string[] = [...HEATMAP_METRICS.map(metricName), 'all'];

/** What `--metric` means: a metric as tables call it (`cpu/o`, `p99`, `NOPM`), its id (`latency_p99`), or `all`; else null. */
export function knownMetric(text: string): MetricChoice | null {
  return text.toLowerCase() === 'all' ? 'all' : findMetric(text);
}

/**
 * A metric that a tool or basecase.json named: `fsyncs/write`, in any case.
 *
 * @throws UsageError for a name that no result has, with the choices
 */
export function namedMetric(text: string, { values }: Pick<Matrix, 'values'>): MetricId {
  const open = (Object.keys(values) as MetricId[]).filter(isOpenMetric);
  const wanted = text.toLowerCase();
  const found =
    open.find((id) => metricOf(id).label === text) ??
    open.find((id) => metricOf(id).label.toLowerCase() === wanted);
  if (found) return found;
  const own =
    open.length > 0 ? ` ${open.map((id) => metricOf(id).label).join(', ')} (of these results),` : '';
  throw new UsageError(
    `"${text}" is not a metric. Choose ${COMMON.join(', ')},${own} or one of ${METRIC_IDS.join(', ')}.`,
  );
}

/** A metric as people of the benchmark call it. */
function describeMetric(metric: MetricChoice, benchmark: BenchmarkId): string {
  return metric === 'all' ? 'any metric' : metricLabel(benchmark, metric, metricOf(metric).label);
}
