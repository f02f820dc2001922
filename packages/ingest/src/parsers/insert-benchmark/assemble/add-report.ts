import type { Measurements } from '../../../assemble/measurements';
import type { MetricId } from '../../../model/metric';
import type { NumberAt } from '../../number-line';
import type { Operation } from '../client/iibench-log';
import { STEP_UNITS, type StepKind } from '../names';
import type { Normalized } from '../step-report/step-report-log';
import type { StepFiles } from './step-files';

export const GIB = 2 ** 30;
const KIB = 1024;

/** Columns of the report by what they are divided with: `r/q` of queries, `r/i` of inserts. */
const MEANS: readonly [name: string, metric: MetricId, factor: number][] = [
  ['nsamp', 'samples_iostat', 1],
  ['nsamp vmstat', 'samples_vmstat', 1],
  ['r/s', 'reads_per_s', 1],
  ['rMB/s', 'read_kb_per_s', KIB],
  ['w/s', 'writes_per_s', 1],
  ['wMB/s', 'write_kb_per_s', KIB],
  ['cs/s', 'cs_per_s', 1],
  ['cpu/s', 'cpu_percent', 1],
  ['cs/q', 'cs_per_op', 1],
  ['cpu/q', 'cpu_per_op', 1],
  ['r/q', 'reads_per_op', 1],
  ['rKB/q', 'read_kb_per_op', 1],
  ['wKB/q', 'write_kb_per_op', 1],
  ['r/i', 'reads_per_op', 1],
  ['rKB/i', 'read_kb_per_op', 1],
  ['wKB/i', 'write_kb_per_op', 1],
];
const PER_INSERT: readonly [name: string, metric: MetricId, factor: number][] = [
  ['w/i', 'writes_per_insert', 1],
  ['wKB/i', 'write_kb_per_insert', 1],
];

/** The operation that the throughput of a step counts. */
export function operationOf(kind: StepKind): Operation {
  return kind === 'query' ? 'query' : 'insert';
}

/** Adds the values of `o.res`. Its means include the since-boot row of vmstat, unlike ours. */
export function addReport(measurements: Measurements, { report, size }: StepFiles, kind: StepKind): void {
  const bytes = (read: NumberAt | null | undefined, factor: number) =>
    read ? Math.round(read.value * factor) : null;
  if (size) {
    const at = { file: size.path, line: size.log.line };
    measurements.reported('db_size', bytes({ value: size.log.gib, line: 1 }, GIB), at);
  }
  const totals = report?.log.totals;
  if (!report || !totals) return;
  const { path: file, log } = report;
  const at = { file, line: totals.line };
  const unit = STEP_UNITS[kind];
  measurements.reported('throughput', kind === 'query' ? totals.queriesPerS : totals.rowsPerS, {
    ...at,
    unit,
  });
  if (kind === 'query') measurements.reported('insert_rate', totals.rowsPerS, at);
  measurements.reported('elapsed', totals.seconds, at);
  const read = (metric: MetricId, found: NumberAt | undefined, factor = 1) => {
    if (found) measurements.reported(metric, found.value * factor, { file, line: found.line });
  };
  const operation = operationOf(kind);
  read('latency_max', log.slowest[operation]);
  if (kind !== 'index') {
    read('rate_p50', log.p50[operation]);
    read('rate_p99', log.p99[operation]);
  }
  const add = (means: Normalized, columns: typeof MEANS) => {
    for (const [name, metric, factor] of columns) read(metric, means.get(name), factor);
  };
  add(kind === 'query' ? log.byQuery : log.byInsert, MEANS);
  add(log.byInsert, PER_INSERT);
  measurements.reported('db_size', bytes(log.databaseGib, GIB), { file, line: log.databaseGib?.line ?? 1 });
  measurements.reported('data_size', bytes(log.directoryGib, GIB), {
    file,
    line: log.directoryGib?.line ?? 1,
  });
  measurements.reported('rss', bytes(log.rssKib, KIB), { file, line: log.rssKib?.line ?? 1 });
}
