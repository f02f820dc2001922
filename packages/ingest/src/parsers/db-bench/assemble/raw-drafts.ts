import path from 'node:path';
import { groupBy } from '../../../assemble/add-to-group';
import { Measurements, newResult } from '../../../assemble/measurements';
import { takeVersionBuild } from '../../../identity/names/take-build';
import { type ResultStatus, UNKNOWN_WORKLOAD, type Variant } from '../../../model/run';
import { isVersion } from '../../../model/version';
import { type AssembleContext, type LocatedLog, newPart, type RunPart } from '../../family';
import type { DbBenchLog, DbBenchResult, Execution } from '../log/db-bench-log';
import { ONE_ENTRY } from '../log/result-relations';
import { type LogName, type PathFacts, parseLogName, parsePath, threadsOf } from '../names';
import { MIB } from '../sizes';

/** Results of the logs of one directory. */
export function rawDrafts(
  logs: readonly LocatedLog<DbBenchLog>[],
  context: Pick<AssembleContext, 'note' | 'rootLabel' | 'cores'>,
): Draft[] {
  const named = nameTests(withoutCopies(logs, context));
  notePicked(named, context);
  const versions = new Set(named.flatMap(({ execution }) => execution.version ?? []));
  // A log that db_bench could not begin names no version; its neighbours of one version do.
  const neighbours = versions.size === 1 ? ([...versions][0] ?? null) : null;
  return named.map((result) => toDraft(result, result.execution.version ?? neighbours, context));
}

function toDraft(
  { path: file, execution, result, test, threads }: NamedResult,
  version: string | null,
  context: Pick<AssembleContext, 'rootLabel' | 'cores'>,
): Draft {
  const directory = path.posix.dirname(file);
  const label = labelOfDirectory(directory, context);
  const { workload, cached, clients } = parsePath(file);
  return {
    directory,
    label,
    variant: { ...toVariant(file, version, label), product: execution.product },
    workload: { workload, cached, clients },
    isSummary: false,
    cores: context.cores(directory) ?? execution.cores,
    entries: execution.entries,
    test,
    status: toStatus(result),
    threads,
    tool: execution.version === null ? 'db_bench' : `db_bench ${execution.version}`,
    measurements: measure(file, result, threads ?? threadsByBandwidth(execution)),
  };
}

function toStatus(result: NamedResult['result']): ResultStatus {
  if (result === null) return 'failed';
  return result.warmup ? 'warmup' : 'ok';
}

/**
 * LevelDB prints neither its threads nor operations per second, and micros/op is the time of one thread. MB/s is of all: of a test
 * that writes or reads an entry an operation it gives the threads. Null where nothing does.
 */
function threadsByBandwidth({ results, entryBytes }: Execution): number | null {
  const found = results.flatMap(({ bench, microsPerOp, opsPerSec, megabytesPerS }) => {
    if (opsPerSec !== null || !megabytesPerS || !entryBytes || !ONE_ENTRY.test(bench)) return [];
    const threads = (megabytesPerS * MIB * microsPerOp) / entryBytes / 1e6;
    return Math.abs(threads - Math.round(threads)) < WHOLE_PART * threads ? [Math.round(threads)] : [];
  });
  const counts = new Set(found);
  return counts.size === 1 ? (found[0] ?? null) : null;
}

/** MB/s has one decimal, and threads do not all end at once. */
const WHOLE_PART = 0.1;

function measure(file: string, result: NamedResult['result'], threads: number | null): Measurements {
  const measurements = new Measurements();
  if (!result) return measurements;
  const { line } = result;
  if (result.opsPerSec !== null) measurements.reported('throughput', result.opsPerSec, { file, line });
  else if (threads !== null && result.microsPerOp > 0) {
    const value = (threads * 1e6) / result.microsPerOp;
    measurements.computed('throughput', value, { file, line, formula: 'threads_by_time' });
  }
  measurements.reported('elapsed', result.seconds, { file, line });
  const rate = result.megabytesPerS;
  measurements.reported('bandwidth', rate === null ? null : rate * MIB, { file, line });
  if (result.aborted) {
    const { aborts, of } = result.aborted;
    measurements.reported('errors', aborts, { file, line });
    measurements.computed('operations', of - aborts, { file, line, formula: 'transactions_without_aborts' });
  }
  for (const { metric, value, line: at, formula } of result.values) {
    if (formula) measurements.computed(metric, value, { file, line: at, formula });
    else measurements.reported(metric, value, { file, line: at });
  }
  return measurements;
}

/** Result lines without a header may come from different states of the database: nothing tells them apart. */
function notePicked(named: readonly NamedResult[], context: Pick<AssembleContext, 'note'>): void {
  const counts = new Map<string, number>();
  for (const { path: file, execution, test } of named) {
    if (execution.hasHeader) continue;
    const key = `${file}\n${test}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count !== 2) continue;
    const message = `several result lines of ${test} and no header around them: read as repeats of one test`;
    context.note('SEVERAL_SUMMARIES', file, message);
  }
}

/**
 * Leaves out files that repeat what other logs of their directory say: several outputs joined to one file
 * (`o.1000000.275000.1000000.gz`), or result lines picked from them (`o.all`). A log of one execution is never a copy.
 */
function withoutCopies(
  logs: readonly LocatedLog<DbBenchLog>[],
  context: Pick<AssembleContext, 'note'>,
): LocatedLog<DbBenchLog>[] {
  const originals = logs.filter((log) => !mayBeCopy(log.log));
  const known = new Set(originals.flatMap(({ log }) => resultsOf(log).map(keyOf)));
  return logs.filter((log) => {
    const results = resultsOf(log.log);
    const isCopy =
      mayBeCopy(log.log) && results.length > 0 && results.every((result) => known.has(keyOf(result)));
    if (isCopy) {
      const message = `all ${results.length} results are in other logs of this directory too; those count`;
      context.note('SUMMARY_SUPERSEDED', log.path, message, results[0]?.line ?? null);
    }
    return !isCopy;
  });
}

function mayBeCopy({ executions }: DbBenchLog): boolean {
  return executions.length > 1 || executions.every(({ hasHeader }) => !hasHeader);
}

function resultsOf({ executions }: DbBenchLog): DbBenchResult[] {
  return executions.flatMap(({ results }) => results);
}

function keyOf({ bench, microsPerOp, opsPerSec, megabytesPerS }: DbBenchResult): string {
  return JSON.stringify([bench, microsPerOp, opsPerSec, megabytesPerS]);
}

interface NamedResult {
  path: string;
  execution: Execution;
  /** Null for an execution that failed: its test is known by the name of the file only. */
  result: DbBenchResult | null;
  test: string;
  threads: number | null;
}

/**
 * The test of each result. The name of benchmark.sh's file is the test's; elsewhere it is the word of the result line,
 * with the part that distinguishes results of one word: the step (`fillrandom.point1`), the execution (`readrandom.exec2`), or the
 * earlier change of the database (`readrandom.after-compact0`). Results that are equal in all of these are repeats.
 */
function nameTests(logs: readonly LocatedLog<DbBenchLog>[]): NamedResult[] {
  const named = logs.flatMap((log) => nameFile(log));
  const files = new Map<string, Set<string>>();
  for (const { test, path: file } of named) files.set(test, (files.get(test) ?? new Set()).add(file));
  return named.map((result) => {
    const isShared = (files.get(result.test)?.size ?? 0) > 1 && parseLogName(result.path) === null;
    return isShared ? { ...result, test: `${result.test}.${stemOf(result.path)}` } : result;
  });
}

function nameFile({ path: file, log }: LocatedLog<DbBenchLog>): NamedResult[] {
  const name = parseLogName(file);
  const threads = name?.threads ?? null;
  const executions = log.executions.filter(({ results }) => results.length > 0);
  const failed = log.executions.find(({ failure }) => failure !== null);
  if (executions.length === 0) {
    const isNamed = failed && name?.tool === 'benchmark.sh';
    return isNamed ? [{ path: file, execution: failed, result: null, test: name.word, threads }] : [];
  }
  const isOneTest =
    new Set(executions.flatMap(({ results }) => results.map(({ bench }) => bench))).size === 1;
  return executions.flatMap((execution, index) =>
    execution.results.map((result) => {
      const base = baseName(result, { name, isOneTest: isOneTest && executions.length === 1 });
      const which = executions.length > 1 ? `.exec${index + 1}` : '';
      return { path: file, execution, result, test: `${base}${which}${phaseOf(result, execution)}`, threads };
    }),
  );
}

function baseName(
  { bench }: DbBenchResult,
  { name, isOneTest }: { name: LogName | null; isOneTest: boolean },
): string {
  if (!name) return bench;
  if (name.tool === 'mytools') return `${bench}.${name.word}`;
  if (isOneTest) return name.word;
  return name.threads === null ? bench : `${bench}.t${name.threads}`;
}

/** Only where one test was measured in several states of the database. */
function phaseOf({ bench, phase }: DbBenchResult, { results }: Execution): string {
  const phases = new Set(results.filter((result) => result.bench === bench).map((result) => result.phase));
  return phases.size > 1 && phase !== null ? `.after-${phase}` : '';
}

function stemOf(file: string): string {
  return path.posix.basename(file).replace(/\.gz$|\.(?:txt|log|out)(?:\.gz)?$/, '');
}

/** One result and what decides which run it belongs to. */
export interface Draft {
  directory: string;
  label: string;
  variant: Variant;
  workload: Pick<PathFacts, 'workload' | 'cached' | 'clients'>;
  isSummary: boolean;
  cores: number | null;
  entries: number | null;
  test: string;
  status: ResultStatus;
  threads: number | null;
  tool: string | null;
  measurements: Measurements;
}

const UNIT = 'operations/s';

/** Label of a run whose files are in a directory. */
export function labelOfDirectory(directory: string, context: Pick<AssembleContext, 'rootLabel'>): string {
  return directory === '.' ? context.rootLabel : path.posix.basename(directory);
}

/**
 * @param version as a log or a table says; null or empty: the name of the directory, else the label as it is
 */
function toVariant(filePath: string, version: string | null, label: string): Variant {
  const facts = parsePath(filePath);
  const said = version !== null && version !== '' ? takeVersionBuild(version) : null;
  const known = said?.version ?? facts.version;
  const build = said?.build ?? facts.build;
  return {
    product: 'RocksDB',
    version: known ?? label,
    versionKnown: known !== null && isVersion(known),
    flavour: facts.flavour,
    config: facts.config,
    ...(build && { build }),
  };
}

/** Results of one directory, variant and workload are one part. Its clients are those of its name, else the most threads of its tests. */
export function toParts(drafts: readonly Draft[]): RunPart[] {
  const groups = groupBy(drafts, ({ directory, label, variant, workload, isSummary }) =>
    JSON.stringify([directory, label, variant, workload, isSummary]),
  );
  return [...groups.values()].flatMap((group) => (group[0] ? [toPart(group[0], group)] : []));
}

function toPart(first: Draft, drafts: readonly Draft[]): RunPart {
  const { directory, label, variant, workload, isSummary } = first;
  return newPart({
    ...{ benchmark: 'db_bench', label, directory, variant, isSummary },
    workload: {
      ...UNKNOWN_WORKLOAD,
      rowsPerTable: largest(drafts.map(({ entries }) => entries)),
      clients: workload.clients ?? largest(drafts.map(({ threads }) => threads)),
      ...{ cached: workload.cached, label: workload.workload },
    },
    cores: largest(drafts.map(({ cores }) => cores)),
    results: drafts.map(({ test, status, threads, tool, measurements }) =>
      newResult({ test, status, unit: UNIT, clients: threads, tool, measurements }),
    ),
  });
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => Math.max(a, b));
}

/** A draft without measurements of a test that a table names. */
export function tableDraft(
  { path: filePath, label, version, test }: { path: string; label: string; version: string; test: string },
  failed: boolean,
): Draft {
  const { workload, cached, clients } = parsePath(filePath);
  return {
    directory: path.posix.dirname(filePath),
    label,
    variant: toVariant(filePath, version, label),
    workload: { workload, cached, clients },
    isSummary: true,
    cores: null,
    entries: null,
    test,
    status: failed ? 'failed' : 'ok',
    threads: threadsOf(test),
    tool: version === '' ? null : `db_bench ${version}`,
    measurements: new Measurements(),
  };
}
