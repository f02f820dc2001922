import path from 'node:path';
import { addHost } from '../../../assemble/beside';
import { hostLogsOf } from '../../../assemble/host-logs';
import { Measurements, newResult } from '../../../assemble/measurements';
import { type Hardware, noteZeroThroughput, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { baseName } from '../../../identity/names/base-name';
import { findVariant, type Place } from '../../../identity/names/find-variant';
import { productOfWord } from '../../../identity/names/products';
import {
  type NormalizedResult,
  type ResultStatus,
  UNKNOWN_WORKLOAD,
  type Variant,
  type Workload,
} from '../../../model/run';
import { type AssembleContext, type Assembler, type LocatedLog, logsOfType } from '../../family';
import { addLatencies, type LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';
import type { TpccLog } from '../../tpcc/tpcc-log';
import { type BenchbaseConfig, limitOf, type Work } from '../config/config-log';
import { countsOf } from '../histograms';
import { testOf } from '../names';
import type { BenchbaseRaw } from '../raw/raw-log';
import type { BenchbaseSummary } from '../summary/summary-log';
import { secondsOf } from '../windows/windows-log';
import { addWindows, isCovered } from './add-windows';
import { type Draft, draftsOf, groupFiles, placeOf } from './drafts';

/**
 * The files of a run, joined by the name that they share, become the result of its benchmark and one of each transaction.
 * Runs of one directory, product and workload are one part, and repeats of each other.
 */
export const benchbaseAssembler: Assembler = {
  hasOwnNames: 'files',
  assemble(logs, context) {
    const drafts = groupFiles(logs, context).flatMap((files) => draftsOf(files, context));
    claimConsoles(drafts, logs, context);
    // With several runs per file, the run that vmstat belongs to is unknown.
    const single = drafts.filter(({ summary }) => (summary?.log.summaries.length ?? 1) === 1).map(placeOf);
    const host = hostLogsOf(single, logs, context);
    const all = drafts.map((draft): Draft => ({ ...draft, host: host.get(placeOf(draft)) ?? {} }));
    return partsOfDrafts(all, context, (draft, place) => {
      noteDraft(draft, context);
      const workload = workloadOf(draft.said, draft.config?.log ?? null);
      return {
        benchmark: 'benchbase',
        variant: variantOf(place, draft.said),
        workload,
        build: (hardware) => buildResults(draft, { ...hardware, clients: workload.clients }),
      };
    });
  },
};

const CLIENTS: ReadonlySet<string> = new Set(['BenchBase', 'OLTPBench']);
/** Of the benchmark's overall row, as `tpcc` names it. */
const ALL = 'all';

/**
 * Takes the consoles that repeat a summary: the only run of a console measured as many requests as
 * the only summary of the directory with this number. The summary has more, and counts; the console is kept.
 */
function claimConsoles(
  drafts: readonly Draft[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim' | 'note'>,
): void {
  for (const console of logsOfType<TpccLog>(logs, 'tpcc')) {
    const [run, ...others] = console.log.runs;
    const requests = run?.transactions.find(({ test }) => test === ALL)?.count;
    if (!run || others.length > 0 || !requests || !CLIENTS.has(run.tool)) continue;
    const directory = path.posix.dirname(console.path);
    const same = drafts.filter(
      (draft) => draft.directory === directory && draft.said?.requests?.value === requests.value,
    );
    const [own] = same;
    if (!own || same.length > 1) continue;
    context.claim(console);
    const message = `the console of the run of ${baseName(own.file)}, which has its ${requests.value} requests with more numbers; this file is kept and not read`;
    context.note('NO_RESULT', console.path, message, requests.line);
  }
}

/** By the type that a configuration names, where it is not the product's own word: enum DatabaseType of BenchBase. */
const PRODUCTS: Readonly<Record<string, string>> = {
  db2: 'Db2',
  h2: 'H2',
  hsqldb: 'HSQLDB',
  memsql: 'SingleStore',
  monetdb: 'MonetDB',
  noisepage: 'NoisePage',
  oracle: 'Oracle Database',
  phoenix: 'Phoenix',
  singlestore: 'SingleStore',
  sqlazure: 'SQL Server',
  sqlserver: 'SQL Server',
};
/** What a server that speaks the protocol of another one says of itself. */
const SAID: readonly (readonly [pattern: RegExp, product: string])[] = [
  [/-YB-(\d+(?:\.\d+)+)/, 'YugabyteDB'],
  [/CockroachDB [A-Z ]{0,8}v(\d+(?:\.\d+)+)/, 'CockroachDB'],
  [/(?:^|[^\d.])(\d+\.\d+\.\d+)-MariaDB/i, 'MariaDB'],
  [/TiDB-v(\d+(?:\.\d+)+)/, 'TiDB'],
  [/^PostgreSQL (\d+(?:(?:\.\d+)+|(?:devel|beta|rc|alpha)\d*)?)/, 'PostgreSQL'],
];
/** `8.0.28-0ubuntu0.20.04.3`, `Oracle Database 19.3.0.0.0`. */
const RELEASE = /(?:^|[\sv])(\d+(?:\.\d+){1,3})/;

/** The variant of a run: by the name of its directory, else as the server told BenchBase. */
export function variantOf(place: Place, summary: BenchbaseSummary | null): Variant {
  const product = productOf(summary?.dbms ?? null);
  const said = summary?.version ? versionOf(summary.version, product) : null;
  return findVariant(place, { product, said });
}

function productOf(dbms: string | null): string | null {
  if (dbms === null) return null;
  const lower = dbms.toLowerCase();
  return (Object.hasOwn(PRODUCTS, lower) ? PRODUCTS[lower] : null) ?? productOfWord(dbms) ?? dbms;
}

function versionOf(text: string, product: string | null): { product: string; version: string } | null {
  for (const [pattern, name] of SAID) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return { product: name, version };
  }
  const release = RELEASE.exec(text)?.[1];
  return release === undefined || product === null ? null : { product, version: release };
}

/** More phases than this would make the label too long. */
const MAX_PHASES = 4;

/**
 * What must be equal for a fair comparison: `scale factor 10, serializable, weights 45,43,4,4,4, limited to 100/s`.
 * Terminals are a separate field. Weights and limits come from the configuration in the directory; those of several
 * phases follow each other. How long a run took is not in it.
 */
function workloadOf(summary: BenchbaseSummary | null, config: BenchbaseConfig | null): Workload {
  const scale = summary?.scaleFactor ?? config?.scaleFactor ?? null;
  const isolation = summary?.isolation ?? config?.isolation ?? null;
  const works = config?.works ?? [];
  const weights = inPhases(works.map((work) => work.weights));
  const words = [
    scale === null ? null : `scale factor ${scale}`,
    isolation === null ? null : isolationOf(isolation),
    weights === null ? null : `weights ${weights}`,
    limitWords(works),
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: summary?.terminals ?? config?.terminals ?? null,
    label: words.length > 0 ? words.join(', ') : null,
  };
}

/** `limited to 100/s`, of phases with several rates `rates unlimited then 500/s`; null without a limit. */
function limitWords(works: readonly Work[]): string | null {
  if (works.every(({ rate }) => rate === null)) return null;
  const words = inPhases(works.map(({ rate }) => (rate === null ? 'unlimited' : `${rate}/s`)));
  const isOne = new Set(works.map(({ rate }) => rate)).size === 1;
  return `${isOne ? 'limited to' : 'rates'} ${words}`;
}

/** The value of each phase, once where all are equal. */
function inPhases(texts: readonly (string | null)[]): string | null {
  const phases = texts.filter((text) => text !== null);
  if (new Set(phases).size <= 1) return phases[0] ?? null;
  const more = phases.length > MAX_PHASES ? ` and ${phases.length - MAX_PHASES} more` : '';
  return `${phases.slice(0, MAX_PHASES).join(' then ')}${more}`;
}

/** `TRANSACTION_READ_COMMITTED` → `read committed` */
function isolationOf(name: string): string {
  return name
    .replace(/^TRANSACTION_/i, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

type Notes = Pick<AssembleContext, 'note'>;

/** A throughput of at least this part of a limit was held down by it. */
const LIMIT_PART = 0.99;

/** Says what is to be known of a run before its numbers are believed. */
function noteDraft(draft: Draft, context: Notes): void {
  noteState(draft, context);
  noteLimit(draft, context);
  noteCut(draft, context);
}

function noteState({ said, file }: Draft, context: Notes): void {
  const state = said?.finalState;
  if (state && state.text !== 'EXIT') {
    const message = `"Final State" is ${state.text}, expected EXIT: the run was aborted. Find the cause in its output and run it again.`;
    context.note('benchbase:FINAL_STATE', file, message, state.line);
  }
  if (said?.isWhole && !said.throughput) {
    const message = 'no "Throughput (requests/second)": the run has no result';
    context.note('METRIC_MISSING', file, message, said.line);
  }
  noteZeroThroughput(file, said?.throughput, context);
}

function noteLimit({ said, windows, config }: Draft, context: Notes): void {
  const limit = config && limitOf(config.log);
  const throughput = said?.throughput?.value ?? windows[0]?.log.throughput ?? null;
  if (!limit || throughput === null || throughput < limit.rate * LIMIT_PART) return;
  const message = `limited to ${Number(limit.rate.toFixed(3))} requests/s, and the throughput is ${Number(throughput.toFixed(3))}: it is what was asked for`;
  context.note('benchbase:RATE_LIMITED', config.path, message, limit.line);
}

function noteCut(draft: Draft, context: Notes): void {
  const { raw, said, seconds } = draft;
  if (raw && !isRawWhole(raw.log, draft) && raw.log.rows > 0) {
    const counted = said?.requests?.value ?? null;
    if (counted !== null) {
      const message = `holds ${raw.log.rows} of ${counted} requests of the summary: the file was cut, or is of another run. Not used`;
      context.note('TRUNCATED_LOG', raw.path, message);
    } else {
      const message =
        'no summary says how many requests were measured, and how long: they are shown as a chart only';
      context.note('NO_RESULT', raw.path, message);
    }
  }
  for (const { path: file, log } of [...draft.windows, ...draft.transactions.values()]) {
    if (isCovered(log, seconds)) continue;
    const message = `ends after ${secondsOf(log)} of ${Number((seconds ?? 0).toFixed(3))} s: the file was cut, or no request began later`;
    context.note('TRUNCATED_LOG', file, message, log.lastLine);
  }
}

interface Conditions extends Hardware {
  clients: number | null;
}

/** Requests that raw.csv may lack, or hold beyond those of the summary: those that ran when the measured time ended. */
const RAW_PART = 0.01;
const UNIT = 'requests/s';
const TOOL = 'BenchBase';
/** The state of a run that was not aborted. */
const EXIT = 'EXIT';

/** The result of all requests, and one of each transaction whose own files give numbers. */
function buildResults(draft: Draft, hardware: Conditions): NormalizedResult[] {
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
function isRawWhole({ rows }: BenchbaseRaw, { said, seconds }: Draft): boolean {
  const counted = said?.requests?.value ?? 0;
  if (seconds === null || seconds <= 0 || counted <= 0) return false;
  return Math.abs(rows - counted) <= Math.max(counted * RAW_PART, said?.terminals ?? 0);
}

function buildOverall(draft: Draft, { device, cores, isWhole, clients }: Conditions): NormalizedResult {
  const measurements = new Measurements();
  const { said, file, windows, host } = draft;
  const [first] = windows;
  let throughput = said?.throughput?.value ?? null;
  if (said) addSummary(measurements, file, said);
  else if (first) throughput = addWindows(measurements, first, null);
  addOutcomes(measurements, draft, null);
  const isCut = said === null && first !== undefined && !isCovered(first.log, draft.seconds);
  const status: ResultStatus = throughput === null || isCut || isAborted(said) ? 'failed' : 'ok';
  const q = status === 'ok' ? throughput : null;
  const used = addHost(measurements, host, { device, cores, isWhole, q });
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
  addOutcomes(measurements, draft, name);
  const test = testOf(draft.benchmark, name);
  return newResult({ test, status: 'ok', unit: UNIT, clients, tool: TOOL, measurements });
}

/** @param transaction null for all */
function addOutcomes(measurements: Measurements, { histograms }: Draft, transaction: string | null): void {
  const counts = histograms && countsOf(histograms.log, transaction);
  if (!counts) return;
  const add = measurements.from(histograms.path);
  add('operations', counts.completed);
  const { value, ...lines } = counts.failed;
  measurements.computed('errors', value, { file: histograms.path, ...lines, formula: 'failed_requests' });
  add('retries', counts.retries);
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
