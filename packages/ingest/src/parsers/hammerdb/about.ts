import { type BenchmarkModel, COSTS_PER_OPERATION, HARDWARE } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** `vu8.w100`: 8 virtual users, 100 warehouses; `vu8` when the number of warehouses is unknown. */
const NAME = /^vu(\d+)(?:\.w(\d+))?$/;
const VU_SPAN = 10_000;
const MAX_WAREHOUSES = 200_000;

export const tprocCModel: BenchmarkModel = {
  id: 'tproc-c',
  name: 'TPROC-C',
  throughputLabel: 'NOPM',
  throughputUnit: 'NOPM',
  throughputSeconds: 60,
  heatmapMetrics: [
    'throughput',
    'cpu_us_per_op',
    'cpu_per_op',
    ...COSTS_PER_OPERATION,
    'latency_p95',
    ...HARDWARE,
  ],
  placeTest(name) {
    const [found, users, warehouses] = NAME.exec(name) ?? [];
    const rank =
      Math.min(Number(warehouses ?? 0), MAX_WAREHOUSES) * VU_SPAN + Math.min(Number(users ?? 0), VU_SPAN - 1);
    return {
      group: warehouses === undefined ? 'other' : `w${warehouses}`,
      position: found === undefined ? (MAX_WAREHOUSES + 1) * VU_SPAN : rank,
      unit: 'NOPM',
      known: found !== undefined,
    };
  },
  groupLabel: (group) => `${Number(group.slice(1)).toLocaleString('en-US')} warehouses`,
};

export const hammerdbFormat: FormatInfo = { name: 'hammerdb', tool: 'HammerDB', benchmark: tprocCModel };
