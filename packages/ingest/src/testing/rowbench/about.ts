import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** An invented benchmark: the worked example of CONTRIBUTING.md. */
const GROUPS: Readonly<Record<string, string>> = { load: 'Load', churn: 'Inserts and deletes' };

const rowbenchModel: BenchmarkModel = {
  id: 'rowbench',
  name: 'Rowbench',
  throughputLabel: 'rows/min',
  throughputUnit: 'rows/min',
  throughputSeconds: 60,
  heatmapMetrics: ['throughput', 'cpu_per_op', 'latency_p95'],
  placeTest(name) {
    const position = Object.keys(GROUPS).indexOf(name);
    const known = position >= 0;
    return {
      group: known ? name : 'other',
      position: known ? position : 9,
      unit: 'rows/min',
      warmup: false,
      known,
    };
  },
  groupLabel: GROUPS,
};

/** What browsers know of the format too. */
export const rowbenchFormat: FormatInfo = {
  name: 'rowbench',
  tool: 'rowbench',
  benchmark: rowbenchModel,
  diagnostics: { 'rowbench:RETRIED': 'Rows were sent again after a deadlock.' },
};
