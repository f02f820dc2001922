import { type BenchmarkModel, CLIENT_METRICS } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are tests: the builtin scripts by the names of option -b, scripts of files by their base names,
 * and `multiple-scripts` for several scripts together, each of which also has its own row. Everything else that makes a
 * run differ from another one (scale, threads, query mode, a limit, the mix) is in the label of the workload.
 */

/** Test of a summary that does not name its script. */
export const UNKNOWN_TEST = 'unknown';
/** `Custom query`: what 9.5 and older say of option -f, without the name of the script. */
export const CUSTOM_TEST = 'custom';
export const MIXED_TEST = 'multiple-scripts';
/** Latencies of a transaction log without a summary that names the script. */
export const LOGGED_TEST = 'transactions';

const SCRIPTS = 'scripts';

/** In the order of the rows. */
const NAMED: readonly (readonly [test: string, group: string])[] = [
  ['select-only', 'read'],
  ['simple-update', 'write'],
  ['tpcb-like', 'write'],
  [MIXED_TEST, 'mix'],
  [CUSTOM_TEST, SCRIPTS],
  [LOGGED_TEST, SCRIPTS],
];
const WARMUP_SUFFIX = '.warm';

const pgbenchModel: BenchmarkModel = {
  id: 'pgbench',
  name: 'pgbench',
  throughputLabel: 'TPS',
  throughputUnit: 'transactions/s',
  heatmapMetrics: CLIENT_METRICS,
  placeTest(name) {
    const warmup = name.endsWith(WARMUP_SUFFIX);
    const bare = warmup ? name.slice(0, -WARMUP_SUFFIX.length) : name;
    const index = NAMED.findIndex(([test]) => test === bare);
    const known = bare !== UNKNOWN_TEST;
    return {
      group: known ? (NAMED[index]?.[1] ?? SCRIPTS) : 'other',
      // A script may have any name: they are ordered by name, after the builtin scripts.
      position: known ? (index < 0 ? NAMED.length : index) : NAMED.length + 1,
      unit: 'transactions/s',
      warmup,
      known,
    };
  },
  groupLabel: {
    write: 'Reads and writes',
    read: 'Reads',
    mix: 'Several scripts together',
    [SCRIPTS]: 'Custom scripts',
  },
};

/** `select-only` → `select-only.warm`: a warm-up is a separate row, which is not shown with the results. */
export function warmupTest(test: string): string {
  return `${test}${WARMUP_SUFFIX}`;
}

export const pgbenchFormat: FormatInfo = {
  name: 'pgbench',
  tool: 'pgbench',
  benchmark: pgbenchModel,
  diagnostics: {
    'pgbench:RATE_LIMITED':
      'The run was limited to a rate (-R): its TPS is the requested rate, not the capacity of the server. Compared with runs of the same rate only.',
    'pgbench:SHORTENED':
      'A summary without its first lines, after a whole one: taken for another run of the same settings.',
    'pgbench:SAMPLED':
      'The transaction log holds a part of the transactions (--sampling-rate): latencies are those of the sample.',
  },
};
