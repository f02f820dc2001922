import path from 'node:path';
import { addHost } from '../../assemble/beside';
import { addSeconds, Measurements, newResult } from '../../assemble/measurements';
import {
  type Hardware,
  noteZeroThroughput,
  type PartOfDraft,
  partsOfDrafts,
} from '../../assemble/parts-of-drafts';
import { baseName } from '../../identity/names/base-name';
import { parseDbmsToken } from '../../identity/names/dbms-token';
import { variantOfVersion } from '../../identity/names/find-variant';
import { parseRunDirectory } from '../../identity/names/run-directory';
import type { MetricId } from '../../model/metric';
import { naturalOrder } from '../../model/natural-order';
import { type NormalizedResult, type ResultStatus, UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import type { NumberAt } from '../number-line';
import type { LogParser } from '../parser';
import { pgbenchFormat as about, LOGGED_TEST, warmupTest } from './about';
import { aggregate } from './aggregate-log/aggregate';
import { addLogged, fileOf, type LoggedLatencies, loggedRuns } from './assemble/add-logged';
import { attachHost, type Draft, draftsOf } from './assemble/drafts';
import { commandOf, workloadOf } from './assemble/workload';
import { scriptTests, testOfType } from './names';
import { pgbench } from './summary/pgbench';
import {
  isIncomplete,
  type PgbenchLog,
  type PgbenchVersion,
  type ScriptField,
  type SummaryField,
  throughputOf,
} from './summary/pgbench-log';
import { transactions } from './transaction-log/transactions';

const LOG_TYPES: readonly string[] = ['pgbench', 'pgbench-transactions', 'pgbench-aggregate'];
const PERCENT = 100;

/**
 * Each summary becomes one result, and one for each script of a mix. Those of one server version and workload in one
 * directory are one part of a run. A transaction log in a directory with one summary gives its latencies.
 */
const pgbenchAssembler: Assembler = {
  assemble(logs, context) {
    const own = logs.filter(({ log }) => LOG_TYPES.includes(log.type));
    const directories = [...new Set(own.map((located) => path.posix.dirname(located.path)))];
    return directories.sort(naturalOrder).flatMap((directory) => toParts(directory, logs, context));
  },
};

function toParts(directory: string, logs: readonly LocatedLog[], context: AssembleContext): RunPart[] {
  const files = logsOfType<PgbenchLog>(logs, 'pgbench')
    .filter((located) => path.posix.dirname(located.path) === directory)
    .sort((a, b) => naturalOrder(a.path, b.path));
  for (const file of files) context.claim(file);
  const runs = loggedRuns(logs, directory, context);
  for (const run of runs) noteSample(run, context);
  const { drafts, alone } = attachLogged(draftsOf(files, context), runs, context);
  const hosted = attachHost(drafts, logs, context);
  const parts = partsOfDrafts(hosted, context, (draft) => {
    const { tpsExcluding, tpsReconnecting } = draft.summary.values;
    noteZeroThroughput(draft.file, tpsExcluding ?? tpsReconnecting, context);
    return partOf(draft, context);
  });
  return [...parts, ...alone.flatMap((run) => loggedPart(run, context))];
}

function partOf(draft: Draft, { rootLabel }: AssembleContext): PartOfDraft {
  const { file, summary } = draft;
  const place = { file, rootLabel };
  const label = labelOf(place);
  const { primaryKey } = parseRunDirectory(path.posix.basename(label));
  return {
    benchmark: 'pgbench',
    label,
    variant: variantOf(summary.version, place),
    workload: workloadOf(summary, primaryKey),
    cores: summary.cores,
    build: (hardware) => buildResults(draft, hardware),
  };
}

/** Nothing in a log names the run that it is of: of several summaries, or several logs, none is taken. */
function attachLogged(
  drafts: Draft[],
  runs: readonly LoggedLatencies[],
  context: AssembleContext,
): { drafts: Draft[]; alone: readonly LoggedLatencies[] } {
  const [run] = runs;
  if (!run) return { drafts, alone: [] };
  const measured = drafts.filter(({ isWarmup }) => !isWarmup);
  const [only] = measured;
  if (only && measured.length === 1 && runs.length === 1) {
    return { drafts: drafts.map((draft) => (draft === only ? { ...draft, logged: run } : draft)), alone: [] };
  }
  if (drafts.length > 0) {
    const message = `${measured.length} summaries and ${runs.length} runs with logs in one directory: which belong together is not known; the logs are separate results without throughput`;
    context.note('METRIC_MISSING', fileOf(run), message);
  }
  return { drafts, alone: runs };
}

/** Latencies without a throughput: rows of a log do not count transactions. */
function loggedPart(run: LoggedLatencies, context: AssembleContext): RunPart[] {
  const file = fileOf(run);
  if (file === null) return [];
  const measurements = new Measurements();
  addLogged(measurements, run, null);
  if (measurements.list.length === 0) return [];
  const place = { file, rootLabel: context.rootLabel };
  return [
    {
      benchmark: 'pgbench',
      label: labelOf(place),
      directory: path.posix.dirname(file),
      variant: variantOf(null, place),
      workload: UNKNOWN_WORKLOAD,
      server: null,
      cores: context.cores(path.posix.dirname(file)),
      results: [
        newResult({
          test: LOGGED_TEST,
          status: 'ok',
          unit: UNIT,
          clients: null,
          tool: 'pgbench',
          measurements,
        }),
      ],
    },
  ];
}

function noteSample({ transactions }: LoggedLatencies, context: AssembleContext): void {
  const shares = transactions.flatMap(({ log }) => (log.share === null ? [] : [log.share]));
  const share = Math.min(...shares);
  const [first] = transactions;
  if (!first || share >= 1) return;
  const percent = Number((share * PERCENT).toPrecision(2));
  const message = `about ${percent}% of the transactions are in the log, by the numbers that clients give them`;
  context.note('pgbench:SAMPLED', first.path, message, { line: first.log.firstLine, severity: 'info' });
}

const PRODUCT = 'PostgreSQL';
/** YugabyteDB says the version of PostgreSQL that it is made of, then its own: `11.2-YB-2024.2.0.0-b0`. */
const YUGABYTE = /^\d[\w.]*-YB-(\d[\w.-]*)$/;
/** `pg12`, `postgres-13.4`, `PostgreSQL_17.5` within a name; not the number of `pgbench_16`, which may be anything. */
const NAMED =
  /(?:^|[._ -])(?<!aurora.)(pg|postgres|postgresql)([-_ ]?)v?(\d{1,6}(?:\.\d{1,2}){0,2})(?![0-9a-z]|\.\d)/i;
/** `pgbench_13_readonly_...`: only where no summary names its version, which is so up to 13. */
const OF_OLD_LOG = /^pgbench[-_](9\.\d|1[0-3])[-_]/;
/** Directories of repeats, which are parts of one run. */
const REPEAT = /^(?:run-r[ow]|run|repeat|rep|round|iteration|iter)[-_]?\d{1,6}$/i;

/** Where a file lies. */
interface Place {
  /** Path of the file within the upload. */
  file: string;
  /** Name of the upload, for files at its top. */
  rootLabel: string;
}

/** Name of the run: that of a run directory, else the path without directories of repeats. */
export function labelOf({ file, rootLabel }: Place): string {
  const directory = path.posix.dirname(file);
  if (parseRunDirectory(path.posix.basename(directory)).conventional) return path.posix.basename(directory);
  const parts = directory.split('/').filter((part) => part !== '.');
  while (parts.length > 0 && REPEAT.test(parts.at(-1) ?? '')) parts.pop();
  return parts.length > 0 ? parts.join('/') : rootLabel;
}

/**
 * Product and version of the server: as pgbench prints them (its own version where it prints no other, because then they
 * are equal), else by the name of the directory or of the file. Flavour and config are those of a run directory's name.
 */
export function variantOf(version: PgbenchVersion | null, place: Place): Variant {
  const label = labelOf(place);
  const named = parseRunDirectory(path.posix.basename(label)).variant;
  const said = version && toVariant(version.server ?? version.client);
  if (!said) return named.versionKnown ? named : (variantOfNames(place) ?? unknownVariant(label));
  if (!named.versionKnown) return said;
  const isSame = named.version.startsWith(said.version) || said.version.startsWith(named.version);
  return isSame ? named : { ...named, product: said.product, version: said.version };
}

/** `16.1 (Ubuntu 16.1-1.pgdg22.04+1)` → 16.1, `19devel` of a commit → that build. */
function toVariant(text: string): Variant {
  const [word = text] = text.split(' ');
  const yugabyte = YUGABYTE.exec(word)?.[1];
  return variantOfVersion(yugabyte === undefined ? PRODUCT : 'YugabyteDB', yugabyte ?? word);
}

/** The name of the file first, then those of directories, nearest first, then that of the upload. */
function variantOfNames({ file, rootLabel }: Place): Variant | null {
  const directories = path.posix.dirname(file).split('/').reverse();
  for (const name of [baseName(file), ...directories, rootLabel]) {
    const version = versionOfName(name);
    if (version !== null) return { ...unknownVariant(version), versionKnown: true };
  }
  return null;
}

function versionOfName(name: string): string | null {
  const old = OF_OLD_LOG.exec(name)?.[1];
  if (old !== undefined) return old;
  const [, letters = '', separator, digits] = NAMED.exec(name) ?? [];
  if (digits === undefined) return null;
  // `pg96` is 9.6, `pg12` is 12.
  const token = parseDbmsToken(`pg${digits}`);
  if (letters.toLowerCase() === 'pg' && separator === '' && token.versionKnown) return token.version;
  if (/^9\d$/.test(digits)) return `9.${digits[1]}`;
  // Longer ones are dates and ports.
  return /^\d{1,2}(?:\.|$)/.test(digits) ? digits : null;
}

function unknownVariant(version: string): Variant {
  return { product: PRODUCT, version, versionKnown: false, flavour: null, config: null };
}

/** The range that recorded logs have in their names where a test has none. */
const NO_RANGE = 100;
const UNIT = 'transactions/s';

/** What both the whole and a script print as they store it. */
const COUNTS: readonly (readonly [MetricId, ScriptField & SummaryField])[] = [
  ['transactions', 'processed'],
  ['errors', 'failed'],
  ['retried_transactions', 'retried'],
  ['retries', 'retries'],
  ['skipped_transactions', 'skipped'],
];
/** Printed in milliseconds. */
const TIMES: readonly (readonly [MetricId, SummaryField])[] = [
  ['latency_avg', 'latencyAvgMs'],
  ['latency_stddev', 'latencyStddevMs'],
  ['schedule_lag_avg', 'lagAvgMs'],
  ['schedule_lag_max', 'lagMaxMs'],
  ['initial_connection_time', 'initialConnectionMs'],
  ['connection_time', 'averageConnectionMs'],
];

/** The result of a summary, and one for each script of a mix that had a share in it. */
function buildResults(draft: Draft, hardware: Hardware): NormalizedResult[] {
  return [buildWhole(draft, hardware), ...buildScripts(draft)];
}

function buildWhole(draft: Draft, { device, cores, isWhole }: Hardware): NormalizedResult {
  const { file, summary, named, aborted, logged } = draft;
  const { values } = summary;
  const measurements = new Measurements();
  const tps = throughputOf(summary);
  const add = measurements.from(file);
  add('throughput', tps, UNIT);
  add('throughput_with_connecting', values.tpsIncluding);
  for (const [metric, field] of COUNTS) add(metric, values[field]);
  add('late_transactions', values.late);
  for (const [metric, field] of TIMES) add(metric, toSeconds(values[field]));
  add('elapsed', values.durationS);
  addSeconds(measurements, file, summary.seconds);
  if (aborted?.clients) {
    const at = { file: aborted.file, line: aborted.line, formula: 'count_aborted_clients' } as const;
    measurements.computed('failed_clients', aborted.clients, at);
  }
  if (logged) addLogged(measurements, logged, null);
  const status = statusOf(draft);
  const q = status === 'failed' ? null : (tps?.value ?? null);
  const used = addHost(measurements, draft.host, { device, cores, isWhole, q });
  const test = named?.test ?? testOfType(summary.type);
  return newResult({ ...baseOf(draft, test), status, device: used, measurements });
}

/** Scripts of weight 0 never ran; their latencies and shares are of the mix, which is in the label of the workload. */
function buildScripts(draft: Draft): NormalizedResult[] {
  const { file, summary, logged } = draft;
  const tests = scriptTests(summary.scripts.map(({ name }) => name));
  return summary.scripts.flatMap(({ values }, index) => {
    if (values.weight?.value === 0) return [];
    const measurements = new Measurements();
    const add = measurements.from(file);
    add('throughput', values.tps, UNIT);
    for (const [metric, field] of COUNTS) add(metric, values[field]);
    add('latency_avg', toSeconds(values.latencyAvgMs));
    add('latency_stddev', toSeconds(values.latencyStddevMs));
    if (logged) addLogged(measurements, logged, index);
    const status = values.tps ? statusOf(draft) : 'failed';
    return [newResult({ ...baseOf(draft, tests[index] ?? ''), status, measurements })];
  });
}

function baseOf({ summary, named, isWarmup }: Draft, test: string) {
  const range = named?.range ?? NO_RANGE;
  return {
    test: isWarmup ? warmupTest(test) : test,
    range: range === NO_RANGE ? null : range,
    unit: UNIT,
    clients: summary.values.clients?.value ?? named?.clients ?? null,
    command: commandOf(summary)?.text ?? null,
    tool: summary.version ? `pgbench ${summary.version.client}` : 'pgbench',
  };
}

/** Numbers of a run whose clients gave up are stored as evidence and not compared. */
function statusOf({ summary, aborted, isWarmup }: Draft): ResultStatus {
  if (aborted || isIncomplete(summary) || !throughputOf(summary)) return 'failed';
  return isWarmup ? 'warmup' : 'ok';
}

/** The point is moved in the text: 4.517 / 1000 is not 0.004517. */
function toSeconds(at: NumberAt | undefined): NumberAt | undefined {
  if (!at) return undefined;
  const moved = Number(`${at.value}e-3`);
  return { value: Number.isFinite(moved) ? moved : at.value / 1000, line: at.line };
}

/**
 * `100000 of 1000000 tuples (10%) done (elapsed 0.08 s, remaining 0.72 s)`, and the last line since 13:
 * `done in 17.24 s (drop tables 0.03 s, ...)`. A run may follow in the same file, after more than the lines that are
 * looked at: then this is not the beginning of the file that counts, so a summary anywhere in the sample wins.
 */
const CONTENT =
  /^(?:(?:pgbench: )?\d+ of \d+ tuples \(\d+%\) (?:of pgbench_accounts )?done|generating data \((?:client|server)-side\)\.\.\.|done in \d+\.\d+ s \()/m;
const RUN = 'transaction type:';

/** Output of `pgbench -i`, which loads the tables: kept, but not a test. */
const pgbenchInit: LogParser = {
  kind: 'pgbench-init',
  about: 'output of pgbench -i: `... of ... tuples (10%) done`',
  score: ({ head, bytes }) => {
    if (!head.includes('done') && !head.includes('generating data')) return 0;
    return CONTENT.test(head) && !bytes.includes(RUN) ? 0.9 : 0;
  },
  open: null,
};

/** pgbench, 8.0 to 18: summaries and progress, logs of transactions and of intervals, and the load of its tables. */
export const pgbenchFormat: FormatFamily = {
  ...about,
  parsers: [pgbench, transactions, aggregate, pgbenchInit],
  assembler: pgbenchAssembler,
};
