import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { Hardware } from '../../../assemble/parts-of-drafts';
import type { FormulaName } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { LocatedLog } from '../../family';
import type { LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';
import { testOf } from '../names';
import type { BenchbaseRaw } from '../raw/raw-log';
import type { BenchbaseSummary } from '../summary/summary-log';
import { addWindows, isCovered } from './add-windows';
import type { Draft } from './drafts';

export interface Conditions extends Hardware {
  clients: number | null;
}

/** Requests that raw.csv may lack, or hold beyond those of the summary: those that ran when the measured time ended. */
const RAW_PART = 0.01;
/** The state of a run that was not aborted. */
const EXIT = 'EXIT';

/** The result of all requests, and one of each transaction whose own files give numbers. */
export function buildResults(draft: Draft, hardware: Conditions): NormalizedResult[] {
  const overall = draft.said || draft.windows.length > 0 ? [buildOverall(draft, hardware)] : [];
  const raw = draft.raw && isRawWhole(draft.raw.log, draft) ? draft.raw : null;
  const names = new Set([
    ...draft.transactions.keys(),
    ...(raw?.log.transactions.map(({ name }) => name) ?? []),
  ]);
  const own = [...names].flatMap(
    (name) => buildTransaction(draft, { name, raw, clients: hardware.clients }) ?? [],
  );
  // Of an aborted run no part counts.
  if (draft.said === null || overall[0]?.status !== 'failed') return [...overall, ...own];
  return [...overall, ...own.map((result) => ({ ...result, status: 'failed' as const }))];
}

/** True where raw.csv has the requests that the summary counted, and the summary says in how many seconds. */
export function isRawWhole({ rows }: BenchbaseRaw, { said, seconds }: Draft): boolean {
  const counted = said?.requests?.value ?? 0;
  if (seconds === null || seconds <= 0 || counted <= 0) return false;
  return Math.abs(rows - counted) <= Math.max(counted * RAW_PART, said?.terminals ?? 0);
}

function buildOverall(draft: Draft, { device, cores, clients }: Conditions): NormalizedResult {
  const measurements = new Measurements();
  const { said, file, windows, host } = draft;
  const [first] = windows;
  let throughput = said?.throughput?.value ?? null;
  if (said) addSummary(measurements, file, said);
  else if (first) throughput = addWindows(measurements, first, null);
  const isCut = said === null && first !== undefined && !isCovered(first.log, draft.seconds);
  const status: ResultStatus = throughput === null || isCut || isAborted(said) ? 'failed' : 'ok';
  const q = status === 'ok' ? throughput : null;
  const used = addHost(measurements, host, { device, cores, q });
  const base = baseOf(testOf(draft.benchmark, null), { status, clients });
  return { ...base, device: used, measurements: measurements.list };
}

/** True where the summary is cut, or BenchBase reports an unfinished run. */
function isAborted(said: BenchbaseSummary | null): boolean {
  if (!said) return false;
  return !said.isWhole || (said.finalState !== null && said.finalState.text !== EXIT);
}

function addSummary(measurements: Measurements, file: string, said: BenchbaseSummary): void {
  const unit = 'requests/s';
  const { throughput, goodput, requests, elapsed, latencies } = said;
  if (throughput)
    measurements.reported('throughput', throughput.value, { file, line: throughput.line, unit });
  if (goodput) measurements.reported('goodput', goodput.value, { file, line: goodput.line });
  if (requests) measurements.reported('requests', requests.value, { file, line: requests.line });
  if (elapsed) measurements.reported('elapsed', elapsed.value, { file, line: elapsed.line });
  for (const [metric, { value, line }] of latencies) measurements.reported(metric, value, { file, line });
}

function buildTransaction(
  draft: Draft,
  { name, raw, clients }: { name: string; raw: LocatedLog<BenchbaseRaw> | null; clients: number | null },
): NormalizedResult | null {
  const measurements = new Measurements();
  const logged = raw?.log.transactions.find((each) => each.name === name);
  if (raw && logged && draft.seconds !== null) {
    const { firstLine: line, lastLine: lineEnd } = raw.log;
    addRaw(measurements, logged.latencies, { file: raw.path, line, lineEnd, seconds: draft.seconds });
  }
  const windows = draft.transactions.get(name);
  // The seconds of a configuration are those that were planned.
  if (windows) addWindows(measurements, windows, draft.said ? draft.seconds : null);
  if (measurements.list.length === 0) return null;
  const base = baseOf(testOf(draft.benchmark, name), { status: 'ok', clients });
  return { ...base, measurements: measurements.list };
}

function baseOf(
  test: string,
  { status, clients }: { status: ResultStatus; clients: number | null },
): Omit<NormalizedResult, 'measurements'> {
  return {
    test,
    range: null,
    repeat: 1,
    status,
    unit: 'requests/s',
    clients,
    command: null,
    tool: 'BenchBase',
    device: null,
  };
}

/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;

const PERCENTILES: readonly (readonly [MetricId, number])[] = [
  ['latency_p50', 0.5],
  ['latency_p75', 0.75],
  ['latency_p90', 0.9],
  ['latency_p95', 0.95],
  ['latency_p99', 0.99],
];

/**
 * Adds what the requests of one transaction in raw.csv say.
 *
 * @param at the file and the lines of its requests
 * @param seconds that were measured
 */
function addRaw(
  measurements: Measurements,
  latencies: LatencyHistogram,
  { seconds, ...at }: { file: string; line: number; lineEnd: number; seconds: number },
): void {
  const add = (metric: MetricId, microseconds: number | null, formula: FormulaName) =>
    measurements.computed(metric, microseconds === null ? null : microseconds / MICROSECONDS, {
      ...at,
      formula,
    });
  measurements.computed('throughput', latencies.count / seconds, {
    ...at,
    unit: 'requests/s',
    formula: 'requests_by_elapsed',
  });
  measurements.computed('requests', latencies.count, { ...at, formula: 'requests_of_log' });
  add('latency_min', latencies.min, 'log_latency_min');
  add('latency_avg', latencies.mean(), 'log_latency_mean');
  for (const [metric, share] of PERCENTILES)
    add(metric, latencies.percentile(share), 'log_latency_percentile');
  add('latency_max', latencies.max, 'log_latency_max');
}
