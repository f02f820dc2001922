import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** vmstat and iostat logs without a benchmark: host activity, no costs per operation. */
const hostModel: BenchmarkModel = {
  id: 'host',
  name: 'Host metrics',
  throughputLabel: 'Throughput',
  hasReleases: false,
  heatmapMetrics: [
    'cpu_percent',
    'cs_per_s',
    'reads_per_s',
    'read_kb_per_s',
    'writes_per_s',
    'write_kb_per_s',
  ],
  placeTest: () => ({ group: 'host', unit: '' }),
  groupLabel: () => 'Host',
};

export const hostFormat: FormatInfo = { name: 'host', tool: null, benchmark: hostModel };
