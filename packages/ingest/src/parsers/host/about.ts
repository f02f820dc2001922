import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';
import { STORAGE_RATES } from '../../model/metric';

/** vmstat and iostat logs without a benchmark: host activity, no costs per operation. */
const hostModel: BenchmarkModel = {
  id: 'host',
  name: 'Host metrics',
  throughputLabel: 'Throughput',
  hasReleases: false,
  heatmapMetrics: ['cpu_percent', 'cs_per_s', ...STORAGE_RATES],
  placeTest: () => ({ group: 'host', unit: '' }),
  groupLabel: { host: 'Host' },
};

export const hostFormat: FormatInfo = { name: 'host', tool: null, benchmark: hostModel };
