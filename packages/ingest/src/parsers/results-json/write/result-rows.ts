import { metricOf } from '../../../model/metric';
import { SHORT } from '../../../model/open-metric';
import type { Measurement, NormalizedRun } from '../../../model/run';

/** A number of a run with its full description: a self-contained table row. */
export interface ResultRow {
  benchmark: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  commit: string | null;
  committedAt: Date | null;
  server: string | null;
  cores: number | null;
  /** The workload as one text: `1 tables, 50000000 rows per table, 1 clients`. */
  workload: string;
  run: string;
  at: Date | null;
  /** With its range: `read-only_range=100`. */
  test: string;
  repeat: number;
  status: string;
  /** Id of the metric: `throughput`, `cpu_per_op`. */
  metric: string;
  value: number;
  unit: string;
  better: string;
  source: string;
  /** Path in the upload, and the first line. */
  file: string | null;
  line: number | null;
}

/** The numbers of a run that count, a row each; the same as `toResultLines` writes. */
export function* toResultRows(run: NormalizedRun): Generator<ResultRow> {
  const { variant, server, startedAt } = run;
  const { product, version, flavour, config, build } = variant;
  const own = {
    ...{ benchmark: run.benchmark, product, version, flavour, config },
    commit: build?.commit ?? null,
    committedAt: build?.committedAt ? new Date(build.committedAt) : null,
    server: server?.name ?? null,
    cores: server?.cores ?? run.cores,
    workload: workloadText(run.workload),
    run: run.label,
    at: startedAt === null ? null : new Date(startedAt),
  };
  for (const { test, range, repeat, status, measurements } of run.results) {
    const name = range === null ? test : `${test}_range=${range}`;
    for (const { metric, value, unit, source, file, line } of countedNumbers(measurements)) {
      const better = SHORT[metricOf(metric).direction];
      // Figures that were copied from a report have no file.
      const place = file === '' ? { file: null, line: null } : { file, line };
      yield { ...own, test: name, repeat, status, metric, value, unit, better, source, ...place };
    }
  }
}

/** The value of each metric that counts: of one that is reported and computed the computed one, and none that is doubted. */
export function countedNumbers(measurements: readonly Measurement[]): Measurement[] {
  const byMetric = new Map<string, Measurement>();
  for (const measurement of measurements) {
    if (measurement.doubt) continue;
    const known = byMetric.get(measurement.metric);
    if (!known || measurement.source === 'computed') byMetric.set(measurement.metric, measurement);
  }
  return [...byMetric.values()];
}

function workloadText({
  tables,
  rowsPerTable,
  clients,
  primaryKey,
  cached,
  label,
}: NormalizedRun['workload']): string {
  const parts = [
    label,
    cached === null ? null : cached ? 'cached' : 'IO-bound',
    tables === null ? null : `${tables} tables`,
    rowsPerTable === null ? null : `${rowsPerTable} rows per table`,
    clients === null ? null : `${clients} clients`,
    primaryKey === null ? null : primaryKey ? 'primary key' : 'no primary key',
  ];
  return parts.filter((part) => part !== null).join(', ');
}
