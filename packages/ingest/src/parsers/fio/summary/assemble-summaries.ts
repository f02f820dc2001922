import path from 'node:path';
import { Measurements } from '../../../assemble/measurements';
import { type NormalizedResult, UNKNOWN_WORKLOAD } from '../../../model/run';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../../family';
import { fioModel } from '../about';
import { toFioPathInfo } from '../assemble/path-info';
import { blockBytes } from '../reading/units';
import type { FioSummary, FioSummaryRow } from './fio-summary-log';

/** Tables of the fsync study. A `.txt` with the name of a `.csv` repeats it and is not counted again. */
export function assembleSummaries(logs: readonly LocatedLog[], context: AssembleContext): RunPart[] {
  const tables = logsOfType<FioSummary>(logs, 'fio-summary');
  const csv = new Set(tables.map((table) => table.path).filter((name) => name.endsWith('.csv')));
  return tables.flatMap((table) => {
    context.claim(table);
    const twin = table.path.replace(/\.txt$/, '.csv');
    if (twin === table.path || !csv.has(twin)) return [toPart(table, context)];
    context.note(
      'SUMMARY_SUPERSEDED',
      table.path,
      `the same table as ${path.posix.basename(twin)}, which counts`,
    );
    return [];
  });
}

function toPart({ path: filePath, log }: LocatedLog<FioSummary>, context: AssembleContext): RunPart {
  const pathInfo = toFioPathInfo(filePath, context.rootLabel);
  const jobs = pathInfo.jobs ?? Math.max(...log.rows.map((row) => row.jobs ?? 1));
  const last = log.rows.at(-1);
  return {
    benchmark: 'fio',
    label: pathInfo.label,
    directory: path.posix.dirname(filePath),
    variant: pathInfo.variant,
    workload: { ...UNKNOWN_WORKLOAD, clients: jobs, label: pathInfo.seconds },
    server: pathInfo.server,
    cores: null,
    results: log.rows.map((row) => toResult(row, filePath, { jobs, isLast: row === last })),
    isSummary: true,
  };
}

function toResult(
  row: FioSummaryRow,
  file: string,
  { jobs, isLast }: { jobs: number; isLast: boolean },
): NormalizedResult {
  const measurements = new Measurements();
  const at = { file, line: row.line };
  measurements.reported('throughput', row.iops, { ...at, unit: 'IO/s' });
  const bytes = blockBytes(row.test.slice(row.test.lastIndexOf('_') + 1));
  if (bytes !== null) {
    measurements.computed('bandwidth', row.iops * bytes, { ...at, formula: 'iops_times_block_size' });
  }
  const seconds = row.syncUs === null ? null : Number(`${row.syncUs}e-6`);
  // The last row of every published table of several jobs holds the sum over them, the others the mean.
  if (seconds !== null && isLast && jobs > 1) {
    measurements.computed('sync_latency_avg', seconds / jobs, { ...at, formula: 'sync_sum_per_job' });
  } else {
    measurements.reported('sync_latency_avg', seconds, at);
  }
  return {
    test: row.test,
    range: null,
    repeat: 1,
    status: 'ok',
    unit: fioModel.placeTest(row.test, null).unit,
    clients: jobs,
    command: null,
    tool: null,
    device: null,
    measurements: measurements.list,
  };
}
