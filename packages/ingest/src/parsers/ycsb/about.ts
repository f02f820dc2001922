import { type BenchmarkModel, CLIENT_METRICS } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are operations by the names that YCSB gives them, in lower case: `read`, `read-modify-write`, and
 * `overall` for all operations together, which alone has the throughput in logs of the Java client. What makes one run
 * unlike another one (workload, load or run, records, a target) is in the label of the workload.
 */

/** `[OVERALL]` of the Java client, `TOTAL` of go-ycsb. */
export const OVERALL_TEST = 'overall';
const CLEANUP_TEST = 'cleanup';
const UNIT = 'operations/s';
const INTENDED = /^intended-/;
/** In the order of the rows. */
const OPERATIONS: readonly string[] = [
  OVERALL_TEST,
  'read',
  'update',
  'insert',
  'scan',
  'read-modify-write',
  'delete',
  'batch-read',
  'batch-update',
  'batch-insert',
  'batch-delete',
  'start',
  'commit',
  'abort',
  CLEANUP_TEST,
];

const ycsbModel: BenchmarkModel = {
  id: 'ycsb',
  name: 'YCSB',
  throughputLabel: 'ops/s',
  throughputUnit: UNIT,
  heatmapMetrics: CLIENT_METRICS,
  placeTest(name) {
    const bare = name.replace(INTENDED, '');
    const index = OPERATIONS.indexOf(bare);
    const isIntended = INTENDED.test(name);
    return {
      group: index < 0 ? 'other' : groupOf(bare, isIntended),
      position: (index < 0 ? OPERATIONS.length : index) + (isIntended ? OPERATIONS.length : 0),
      unit: UNIT,
      known: index >= 0,
    };
  },
  groupLabel: {
    [OVERALL_TEST]: 'All operations',
    operation: 'Operations',
    intended: 'Operations, from their intended start',
    client: 'Start and end of the client',
  },
};

function groupOf(bare: string, isIntended: boolean): string {
  if (isIntended) return 'intended';
  if (bare === OVERALL_TEST) return OVERALL_TEST;
  return bare === CLEANUP_TEST ? 'client' : 'operation';
}

export const ycsbFormat: FormatInfo = {
  name: 'ycsb',
  tool: 'YCSB',
  benchmark: ycsbModel,
  diagnostics: {
    'ycsb:TARGET':
      'The run was limited to a rate (-target): its throughput is the requested rate, not the capacity of the server. Compared with runs of the same target only.',
    'ycsb:BELOW_MILLISECOND':
      'A latency that is printed in whole milliseconds, as 0: it is known to be below one, and is not stored.',
    'ycsb:FAILED_OPERATIONS':
      'Operations failed, and YCSB counts them in its throughput. A test more than half of which failed is kept as failed and compared with nothing.',
  },
};
