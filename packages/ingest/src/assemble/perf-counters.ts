import type { FormulaName } from '../model/formulas';
import type { MetricId } from '../model/metric';
import type { PerfCounter, PerfStatLog } from '../parsers/context/perf-stat-log';
import type { LocatedLog } from '../parsers/family';
import type { Measurements } from './measurements';

type PerfLog = LocatedLog<PerfStatLog>;

const PER_OPERATION: readonly (readonly [counter: string, metric: MetricId & FormulaName])[] = [
  ['instructions', 'instructions_per_op'],
  ['cycles', 'cycles_per_op'],
  ['cache-misses', 'cache_misses_per_op'],
  ['branch-misses', 'branch_misses_per_op'],
];

export interface PerfRates {
  /** Operations per second, null when unknown. */
  q: number | null;
  /** False where a counted process did an unknown part of the operations. */
  isWhole: boolean;
}

/**
 * Adds instructions per cycle, and instructions, cycles, cache and branch misses of one operation: count / seconds of its measurement
 * / throughput. Of several files of a test, one that counted in the middle is taken as a whole.
 */
export function addPerfCounters(
  measurements: Measurements,
  logs: readonly PerfLog[],
  { q, isWhole }: PerfRates,
): void {
  // Instructions of the client are not those of the server.
  const chosen = middleOf(logs.filter(({ log }) => log.target !== 'command'));
  if (!chosen) return;
  const { path: file, log } = chosen;
  const pair = cyclePair(log);
  if (pair) {
    const [cycles, instructions] = pair;
    const lines = [cycles.line, instructions.line];
    measurements.computed('ipc', instructions.value / cycles.value, {
      ...{ file, line: Math.min(...lines), lineEnd: Math.max(...lines), formula: 'ipc' },
    });
  }
  if (q === null || q <= 0 || log.target === 'unknown' || (log.target === 'process' && !isWhole)) return;
  for (const [name, metric] of PER_OPERATION) {
    const counter = log.counters.get(name)?.find(({ seconds }) => seconds !== null && seconds > 0);
    if (!counter?.seconds) continue;
    const value = counter.value / counter.seconds / q;
    measurements.computed(metric, value, { file, line: counter.line, formula: metric });
  }
}

/** Servers with a process for each client. */
const HAS_BACKENDS = /postgres|citus|timescale|yugabyte|greenplum|edb|oracle|db2/i;

/**
 * True where one process of the server did all operations: it has threads, or there was one client.
 *
 * @param product null when unknown
 */
export function isOneProcess(product: string | null, clients: number | null): boolean {
  return clients === 1 || (product !== null && !HAS_BACKENDS.test(product));
}

/** The lists of the run scripts repeat the output of perf next to them, which has its times: that is preferred. */
function middleOf(logs: readonly PerfLog[]): PerfLog | undefined {
  const timed = logs.filter(({ path }) => !path.replace(/\.gz$/, '').endsWith('.sorted'));
  const ranked = (timed.length > 0 ? timed : logs).map((located) => ({ located, rank: ipcOf(located.log) }));
  const known = ranked.filter(({ rank }) => rank !== null);
  const usable = known.length > 0 ? known : ranked;
  usable.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.located.path < b.located.path ? -1 : 1));
  return usable[Math.floor((usable.length - 1) / 2)]?.located;
}

function ipcOf(log: PerfStatLog): number | null {
  const [cycles, instructions] = cyclePair(log) ?? [];
  return cycles && instructions ? instructions.value / cycles.value : null;
}

/** Both of the first measurement that has both. */
function cyclePair({ counters }: PerfStatLog): [cycles: PerfCounter, instructions: PerfCounter] | null {
  for (const instructions of counters.get('instructions') ?? []) {
    const cycles = counters.get('cycles')?.find(({ group }) => group === instructions.group);
    if (cycles && cycles.value > 0) return [cycles, instructions];
  }
  return null;
}
