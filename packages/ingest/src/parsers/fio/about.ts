import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** `fsync=1_16K`, `randread_4K`: what is done, then the block size. */
const NAME = /^(.+)_(\d+)([KMG]?)(?:i?B)?$/i;
const SYNC_ORDER = ['fsync=0', 'fsync=1', 'fdatasync=0', 'fdatasync=1'];
const FACTORS: Readonly<Record<string, number>> = { '': 1 / 1024, K: 1, M: 1024, G: 1024 * 1024 };
const ROW_SPAN = 100;
/** Block sizes beyond 16 MB share the last place: the position must fit 32 bits. */
const MAX_KIB = 16_384;

export const fioModel: BenchmarkModel = {
  id: 'fio',
  name: 'fio',
  throughputLabel: 'IOPS',
  throughputUnit: 'IO/s',
  hasReleases: false,
  heatmapMetrics: ['throughput', 'bandwidth', 'sync_latency_avg', 'latency_avg', 'latency_p99'],
  placeTest(name) {
    const found = NAME.exec(name);
    if (!found) return { group: 'other', position: (MAX_KIB + 1) * ROW_SPAN, unit: 'IO/s' };
    const [, what = '', digits, letter = ''] = found;
    const unit = letter.toUpperCase();
    const kib = Math.min(Math.round(Number(digits) * (FACTORS[unit] ?? 1)), MAX_KIB);
    const row = SYNC_ORDER.indexOf(what);
    return {
      group: `bs${digits}${unit}`,
      position: kib * ROW_SPAN + (row < 0 ? SYNC_ORDER.length + queueDepth(what) : row),
      unit: 'IO/s',
    };
  },
  groupLabel: (group) => `Block size ${group.slice(2).replace(/(\d)([KMG])$/, '$1 $2iB')}`,
};

/** `iotest.randread.qd16`: of one job the shallow queues first; 95 and deeper share the last place of the block size. */
function queueDepth(what: string): number {
  const depth = Number(/\.qd(\d+)(?:\.|$)/.exec(what)?.[1] ?? 1);
  return Math.min(depth, ROW_SPAN - SYNC_ORDER.length - 1);
}

export const fioFormat: FormatInfo = {
  name: 'fio',
  tool: 'fio',
  benchmark: fioModel,
  diagnostics: {
    'fio:FAILED_IOS':
      'IOs failed, and the job went on (continue_on_error): fio counts them in its IOPS. A test more than half of which failed is kept as failed and compared with nothing.',
    'fio:WHOLE_KIB':
      'JSON of fio has no bw_bytes (before 3.2 it never has): its bandwidth is cut off to whole KiB/s. Slow disks differ by more than they seem to.',
  },
};
