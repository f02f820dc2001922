import { type BenchmarkModel, HARDWARE, SECONDS } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Steps of the load, in the order they run; the 2021 form has no l.i2. */
const LOAD = ['l.i0', 'l.x', 'l.i1', 'l.i2'];
const LOAD_GROUP = 'load';
const QUERY_GROUP = 'query';
const STUDY_GROUP = 'create-index';

/** `qr100.L1`, `qp1000.L6`, and the 2021 form `q100.1`. r: range queries, p: point queries. L is the place of the step. */
const QUERY_STEP = /^q([rp]?)(\d+)(?:\.(L?)(\d+))?$/;
/** Steps of 2021 go by rate, then by pass. */
const PLACES_PER_RATE = 20;
const MAX_RATE = 40_000;

/** Study of index creation by million rows: the load, three indexes at once, one after the other. */
const STUDY_STEP = /^(l\.i0|l\.x|l\.x\.all|l\.x\.one)\.(\d+)m$/;
const STUDY_STEPS = ['l.i0', 'l.x', 'l.x.all', 'l.x.one'];
const STUDY_POSITION = 2_000_000;
const MAX_STUDY_ROWS = 1_000_000;

const insertBenchmarkModel: BenchmarkModel = {
  id: 'insert-benchmark',
  name: 'Insert Benchmark',
  throughputLabel: 'Throughput',
  heatmapMetrics: [
    'throughput',
    'cpu_us_per_op',
    'cpu_per_op',
    'cs_per_op',
    'reads_per_op',
    'read_kb_per_op',
    'write_kb_per_insert',
    'insert_rate',
    'rate_p99',
    'latency_max',
    'elapsed',
    ...HARDWARE,
    ...SECONDS,
  ],
  placeTest(name) {
    const load = LOAD.indexOf(name);
    if (load >= 0) {
      const unit = name === 'l.x' ? 'indexed rows/s' : 'inserts/s';
      return { group: LOAD_GROUP, position: load, unit };
    }
    const query = QUERY_STEP.exec(name);
    if (query) {
      const position = 100 + queryStepOrder(query);
      return { group: QUERY_GROUP, position, unit: 'queries/s' };
    }
    const study = STUDY_STEP.exec(name);
    if (study) {
      const [, step = '', rows] = study;
      const place = STUDY_STEPS.indexOf(step) * MAX_STUDY_ROWS + Math.min(Number(rows), MAX_STUDY_ROWS - 1);
      const unit = step === 'l.i0' ? 'inserts/s' : 'indexed rows/s';
      return { group: STUDY_GROUP, position: STUDY_POSITION + place, unit };
    }
    return { group: 'other', position: 10_000_000, unit: 'inserts/s', known: false };
  },
  groupLabel: {
    [LOAD_GROUP]: 'Load and inserts',
    [QUERY_GROUP]: 'Queries with background inserts',
    [STUDY_GROUP]: 'Index creation by rows',
  },
};

function queryStepOrder([, kind, rate, numbered, order]: RegExpExecArray): number {
  if (numbered === 'L') return Math.min(Number(order), PLACES_PER_RATE * MAX_RATE);
  const pass = Math.min(Number(order ?? 0), PLACES_PER_RATE / 2 - 1);
  return Math.min(Number(rate), MAX_RATE) * PLACES_PER_RATE + Number(kind === 'p') + pass * 2;
}

export const insertBenchmarkFormat: FormatInfo = {
  name: 'insert-benchmark',
  tool: 'the Insert Benchmark',
  benchmark: insertBenchmarkModel,
};
