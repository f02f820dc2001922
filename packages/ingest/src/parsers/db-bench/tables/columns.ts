import { type MetricId, percentilesOf } from '../../../model/metric';
import { toFinite } from '../../../text/finite';
import { GIB, MIB, toBytes } from '../sizes';
import type { ReportValue } from './report-log';

interface Column {
  metric: MetricId;
  /** Base units of one printed unit, as a power of ten where that is exact. */
  exponent?: number;
  factor?: number;
}

/**
 * Columns by name, of report.tsv since RocksDB 6.29 and of the older report.txt (`ops/sec`, `Stall%`). GB and MB are
 * powers of 1024, u_cpu and s_cpu are thousands of seconds. Seconds of blob compaction and `L0_GB` are facts only.
 */
const COLUMNS: Readonly<Record<string, Column>> = {
  ops_sec: { metric: 'throughput' },
  'ops/sec': { metric: 'throughput' },
  mb_sec: { metric: 'bandwidth', factor: MIB },
  'mb/sec': { metric: 'bandwidth', factor: MIB },
  lsm_sz: { metric: 'lsm_size' },
  'size-gb': { metric: 'lsm_size', factor: GIB },
  size_gb: { metric: 'lsm_size', factor: GIB },
  blob_sz: { metric: 'blob_size' },
  c_wgb: { metric: 'compaction_write', factor: GIB },
  sum_gb: { metric: 'compaction_write', factor: GIB },
  w_amp: { metric: 'write_amplification' },
  'w-amp': { metric: 'write_amplification' },
  c_mbps: { metric: 'compaction_rate', factor: MIB },
  'w-mb/s': { metric: 'compaction_rate', factor: MIB },
  c_wsecs: { metric: 'compaction_seconds' },
  c_csecs: { metric: 'compaction_cpu' },
  usec_op: { metric: 'latency_avg', exponent: -6 },
  'usec/op': { metric: 'latency_avg', exponent: -6 },
  ...Object.fromEntries(
    percentilesOf('latency').map(([percent, metric]) => [`p${percent}`, { metric, exponent: -6 }]),
  ),
  pmax: { metric: 'latency_max', exponent: -6 },
  uptime: { metric: 'uptime' },
  'stall%': { metric: 'stall_percent' },
  nstall: { metric: 'stall_count' },
  u_cpu: { metric: 'user_cpu', exponent: 3 },
  s_cpu: { metric: 'system_cpu', exponent: 3 },
  rss: { metric: 'rss', factor: GIB },
};
/** Not numbers. */
const WORDS = new Set(['test', 'date', 'version', 'job_id', 'githash', 'stall-time']);

/** Column names of a header line, in lower case; null when the line is none. */
export function parseReportHeader(line: string): string[] | null {
  if (!/^ops[_/]sec\t/i.test(line)) return null;
  const names = line.split('\t').map((name) => name.trim().toLowerCase());
  return names.includes('test') ? names : null;
}

/**
 * @param name of the column, in lower case
 * @returns null for an empty cell, NA and columns other than metrics; `unreadable` for a damaged number
 */
export function parseCell(name: string, cell: string): ReportValue | null | 'unreadable' {
  if (cell === '' || cell === 'NA' || WORDS.has(name)) return null;
  // A benchmark.sh of 2022 took the seconds of V2 result lines for MB/s: they have three decimals, MB/s have one.
  if (name === 'mb_sec' && /^\d+\.\d{3}$/.test(cell)) return toValue({ metric: 'elapsed' }, cell);
  const column = COLUMNS[name];
  if (!column) return null;
  const unit = /[KMGT]?B$/.exec(cell)?.[0] ?? '';
  if (unit !== '') {
    const value = toBytes(cell);
    if (value === null) return 'unreadable';
    const one = toBytes(`1${unit}`) ?? 1;
    return { metric: column.metric, value, rounding: roundingOf(cell.slice(0, -unit.length), one) };
  }
  return toValue(column, cell) ?? 'unreadable';
}

function toValue({ metric, exponent = 0, factor = 1 }: Column, cell: string): ReportValue | null {
  if (toFinite(cell) === null) return null;
  // The decimal point is moved in text: 0.6 × 1e-6 is 5.999999999999999e-7.
  const value = Number(`${cell}e${exponent}`) * factor;
  if (!Number.isFinite(value)) return null;
  return { metric, value, rounding: roundingOf(cell, factor * 10 ** exponent) };
}

function roundingOf(cell: string, unit: number): number {
  const decimals = cell.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals * unit;
}
