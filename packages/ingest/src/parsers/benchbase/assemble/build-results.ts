import { addHost } from '../../../assemble/beside';
import { Measurements, newResult } from '../../../assemble/measurements';
import type { Hardware } from '../../../assemble/parts-of-drafts';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { LocatedLog } from '../../family';
import { addLatencies, type LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';
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
const UNIT = 'requests/s';
const TOOL = 'BenchBase';
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
  const test = testOf(draft.benchmark, null);
  return newResult({ test, status, unit: UNIT, clients, tool: TOOL, device: used, measurements });
}

/** True where the summary is cut, or BenchBase reports an unfinished run. */
function isAborted(said: BenchbaseSummary | null): boolean {
  if (!said) return false;
  return !said.isWhole || (said.finalState !== null && said.finalState.text !== EXIT);
}

function addSummary(measurements: Measurements, file: string, said: BenchbaseSummary): void {
  const add = measurements.from(file);
  add('throughput', said.throughput, UNIT);
  add('goodput', said.goodput);
  add('requests', said.requests);
  add('elapsed', said.elapsed);
  for (const [metric, at] of said.latencies) add(metric, at);
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
  const test = testOf(draft.benchmark, name);
  return newResult({ test, status: 'ok', unit: UNIT, clients, tool: TOOL, measurements });
}

const PERCENTILES = [50, 75, 90, 95, 99];

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
  const rate = { ...at, unit: UNIT, formula: 'requests_by_elapsed' } as const;
  measurements.computed('throughput', latencies.count / seconds, rate);
  measurements.computed('requests', latencies.count, { ...at, formula: 'requests_of_log' });
  addLatencies(measurements, latencies, { ...at, percentiles: PERCENTILES });
}
