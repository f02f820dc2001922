import { addHost, coresOf } from '../../../assemble/beside';
import { addVmstat, Measurements, newResult } from '../../../assemble/measurements';
import {
  type Hardware,
  noteZeroThroughput,
  type PartOfDraft,
  partsOfDrafts,
} from '../../../assemble/parts-of-drafts';
import { variantOfVersion } from '../../../identity/names/find-variant';
import { parseRunDirectory } from '../../../identity/names/run-directory';
import { takeVersionBuild } from '../../../identity/names/take-build';
import { perSecond } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import { type NormalizedResult, type ResultStatus, UNKNOWN_WORKLOAD, type Variant } from '../../../model/run';
import { parseServerVersion } from '../../context/server-version';
import type { AssembleContext, Assembler } from '../../family';
import { tprocCModel } from '../about';
import type { HammerdbTest, ProcedureField, TimeProfile } from '../hammerdb-log';
import { type Load, testName, UNKNOWN_LOAD, workloadLabel } from '../names';
import { Settings } from '../settings';
import { toSeconds } from '../time-profile';
import { TRANSACTIONS_PER_ORDER, UserGroup } from '../user-group';
import { groupLogs, type LogGroup } from './log-group';
import { rawKey, summaryParts } from './summary-parts';

/**
 * Each `TEST RESULT` becomes one result: NOPM is its throughput, TPM is kept too. The results of one server
 * version in one directory, one per number of virtual users, are one part of a run.
 */
export const hammerdbAssembler: Assembler = {
  assemble(logs, context) {
    const groups = groupLogs(logs, context);
    // One device for all versions of a directory, which ran on one server.
    const drafts = groups.flatMap((group) =>
      draftsOf(group, context).map((draft, _, own) => ({
        ...draft,
        group,
        host: group,
        isOnly: own.length === 1,
      })),
    );
    const parts = partsOfDrafts(drafts, context, (draft) => toPart(draft, context));
    const raw = new Map<string, number | null>();
    for (const { variant, results } of parts) {
      for (const { test, measurements } of results) {
        const nopm = measurements.find(({ metric }) => metric === 'throughput')?.value ?? null;
        raw.set(rawKey(variant, test), nopm);
      }
    }
    return [...parts, ...summaryParts(logs, raw, context)];
  },
};

function toPart(
  { group, isOnly, ...draft }: Draft & { group: LogGroup; isOnly: boolean },
  context: AssembleContext,
): PartOfDraft {
  const server = group.systemInfo?.server ?? null;
  // With several tests, the one that vmstat and iostat belong to is unknown.
  const own = isOnly ? group : { ...group, vmstat: undefined, iostat: undefined, perf: undefined };
  noteZeroThroughput(
    draft.file,
    draft.test.result && { ...draft.test.result, value: draft.test.result.nopm },
    context,
  );
  return {
    benchmark: 'tproc-c',
    label: labelOf(group),
    // Without a convention, a name may say anything.
    ...((group.named || group.params || group.summary) && { hasOwnNames: 'all' as const }),
    variant: variantOf(group, draft),
    workload: { ...UNKNOWN_WORKLOAD, label: workloadLabel(draft.load, draft.test) },
    server,
    cores: context.cores(group.directory) ?? server?.cores ?? coresOf([group]),
    build: (hardware) => [buildResult(draft, own, hardware)],
  };
}

/** Product, version and config of a test: from file names, else from what the server said, else from the directory's name. */
function variantOf(group: LogGroup, { test }: Draft): Variant {
  if (group.named) return group.named.variant;
  const words = group.params?.log.label ?? group.summary?.log.label ?? null;
  if (group.serverVersion) {
    const { version, build } = takeVersionBuild(group.serverVersion.text);
    const said = parseServerVersion(version);
    return { ...variantOfVersion(said.product, said.version, configOf(words)), ...(build && { build }) };
  }
  const directory = parseRunDirectory(group.directoryLabel).variant;
  if (directory.versionKnown) return directory;
  const driver = test.result?.driver ?? test.database;
  if (test.serverVersion !== null && driver !== null) {
    const product = productOf(driver, test.serverVersion);
    return variantOfVersion(product, test.serverVersion, configOf(words));
  }
  return { ...directory, product: driver ?? directory.product };
}

/** Name of the run: repeats and other numbers of virtual users have the same one. */
function labelOf(group: LogGroup): string {
  const words = group.params?.log.label ?? group.summary?.log.label ?? null;
  return group.named?.label ?? withoutUsers(words) ?? group.directoryLabel;
}

/** The MariaDB driver reaches MySQL too, and there was no MariaDB 6 to 9. */
function productOf(driver: string, version: string): string {
  const major = Number.parseInt(version, 10);
  return driver === 'MariaDB' && major >= 6 && major <= 9 ? 'MySQL' : driver;
}

function configOf(words: string | null): string | null {
  return withoutUsers(words)?.replace(/^(?:mariadb|mysql|percona|seekdb)\d*\s+/i, '') || null;
}

/** `mariadb123 BP 50G VU 16` → `mariadb123 BP 50G` */
function withoutUsers(words: string | null): string | null {
  return words?.replace(/\s*\bVU \d+\b/i, '').trim() || null;
}

/** Latencies of a result are those of the new order transaction, which NOPM counts; the others are facts of the file. */
const LATENCIES: readonly [MetricId, ProcedureField][] = [
  ['latency_min', 'min_ms'],
  ['latency_avg', 'avg_ms'],
  ['latency_max', 'max_ms'],
  ['latency_p50', 'p50_ms'],
  ['latency_p95', 'p95_ms'],
  ['latency_p99', 'p99_ms'],
];

/** @param group with vmstat and iostat only where they belong to this one test */
function buildResult(draft: Draft, group: LogGroup, { device, cores, isWhole }: Hardware): NormalizedResult {
  const measurements = new Measurements();
  const { file, test } = draft;
  const { result } = test;
  if (result) {
    const at = { file, line: result.line };
    measurements.reported('throughput', result.nopm, { ...at, unit: 'NOPM' });
    measurements.reported('tpm', result.tpm, { file, line: result.tpmLine ?? result.line });
  }
  addLatencies(measurements, draft);
  if (test.duration && result) {
    measurements.reported('elapsed', test.duration.value * 60, { file, line: test.duration.line });
  }
  const counts = [
    ['failed_clients', test.failedVus, 'count_failed_clients'],
    ['errors', test.procedureErrors, 'count_error_lines'],
  ] as const;
  for (const [metric, counted, formula] of counts) {
    if (counted) measurements.computed(metric, counted.value, { file, line: counted.line, formula });
  }
  addOperations(measurements, draft);
  const status = statusOf(draft);
  // What one new order cost.
  const q = status === 'ok' && result ? perSecond(tprocCModel, result.nopm) : null;
  const used = addHost(measurements, group, { device, q, cores, isWhole });
  if (test.cpu && !group.vmstat) addReportedCpu(measurements, { file, cpu: test.cpu, q });
  return newResult({
    test: testName(draft.load),
    status,
    unit: 'NOPM',
    clients: draft.load.vus,
    tool: draft.tool,
    device: used,
    measurements,
  });
}

/** Transactions of all types that succeeded, where failures are counted: NOPM has new orders alone. */
function addOperations(measurements: Measurements, { file, test }: Draft): void {
  const { result, duration, procedureErrors, failedOrders } = test;
  if (!result || !duration || !procedureErrors) return;
  const sent = (result.nopm * duration.value + failedOrders) * TRANSACTIONS_PER_ORDER;
  const at = { file, line: result.line, formula: 'transactions_of_orders' } as const;
  measurements.computed('operations', Math.round(sent - procedureErrors.value), at);
}

/** CPU as the report sampled it, where vmstat is not there. */
function addReportedCpu(
  measurements: Measurements,
  { file, cpu, q }: { file: string; cpu: NonNullable<HammerdbTest['cpu']>; q: number | null },
): void {
  const { value, samples, line, lineEnd, cores } = cpu;
  const log = { samples, firstLine: line, lastLine: lineEnd, us: value, sy: 0, cs: Number.NaN, steal: null };
  addVmstat(measurements, { path: file, log }, { q, cores });
}

/** A result that was printed though virtual users failed is kept: it shows what happened, and is not compared. */
function statusOf({ test }: Draft): ResultStatus {
  return test.result === null || test.failedVus !== null ? 'failed' : 'ok';
}

function addLatencies(measurements: Measurements, { profile }: Draft): void {
  if (!profile) return;
  for (const [metric, field] of LATENCIES) {
    const time = toSeconds(profile.profile.newOrder, field);
    if (time) measurements.reported(metric, time.value, { file: profile.file, line: time.line });
  }
}

/** One test with the files that its numbers were read from. */
interface Draft {
  /** Path of the file. */
  file: string;
  /** `HammerDB 4.1`, null when no banner was printed. */
  tool: string | null;
  test: HammerdbTest;
  load: Load;
  profile: { file: string; profile: TimeProfile } | null;
}

/** The tests of a group of logs, each once: one result line may be in the log, in a copy of it and in a summary. */
function draftsOf(group: LogGroup, context: AssembleContext): Draft[] {
  const all = group.files.flatMap(({ path, log }) =>
    log.tests.map((test) => toDraft({ path, test, version: log.version }, group)),
  );
  const drafts: Draft[] = [];
  // A log that tells of its virtual users says more than a copy of its last line.
  const bestFirst = [...all].sort((a, b) => Number(b.test.vus !== null) - Number(a.test.vus !== null));
  for (const draft of bestFirst) {
    const same = drafts.find((kept) => kept.file !== draft.file && isSameResult(kept, draft));
    if (!same) drafts.push(draft);
    else {
      const message = `the result of ${same.file} again; counted once`;
      context.note('SUMMARY_SUPERSEDED', draft.file, message, draft.test.result?.line ?? null);
    }
  }
  const ordered = all.filter((draft) => drafts.includes(draft));
  const withSummary = addSummary(ordered, group, context);
  const finished = withSummary.length > 0 ? withSummary : abortedRun(group, context);
  if (finished.length === 0) noteLoneTimes(group, context);
  const single = finished.length === 1;
  const loads = finished.map((draft) => ({ ...draft, load: completeLoad(draft, group, single) }));
  return attachProfiles(loads, group);
}

function toDraft(
  { path, test, version }: { path: string; test: HammerdbTest; version: string | null },
  group: LogGroup,
): Draft {
  const known = version ?? group.params?.log.hammerdbVersion ?? null;
  const profile = test.profile && { file: path, profile: test.profile };
  return { file: path, tool: known === null ? null : `HammerDB ${known}`, test, load: UNKNOWN_LOAD, profile };
}

function isSameResult(a: Draft, b: Draft): boolean {
  const [x, y] = [a.test.result, b.test.result];
  return x !== null && y !== null && x.nopm === y.nopm && x.tpm === y.tpm && x.driver === y.driver;
}

/** summary.txt counts only where the log that it was made of is missing. */
function addSummary(drafts: readonly Draft[], group: LogGroup, context: AssembleContext): Draft[] {
  const result = group.summary?.log.result;
  if (!group.summary || !result) return [...drafts];
  const file = group.summary.path;
  const summary = toDraft({ path: file, test: emptyTest({ result }), version: null }, group);
  const known = drafts.filter(({ test }) => test.result !== null);
  if (known.length === 0) return [...drafts.filter(({ test }) => test.result !== null), summary];
  if (known.some((draft) => isSameResult(draft, summary))) {
    context.note(
      'SUMMARY_SUPERSEDED',
      file,
      'the log of the same test is in its directory and counts',
      result.line,
    );
  } else {
    const message = `${result.nopm} NOPM is in no log of its directory; the logs count`;
    context.note('VALUES_DISAGREE', file, message, result.line);
  }
  return [...drafts];
}

/** A requested run without any log: it failed and is reported. */
function abortedRun(group: LogGroup, context: AssembleContext): Draft[] {
  if (!group.params || group.files.length > 0) return [];
  const message = 'no result.txt and no log in its directory: the run was stopped before it had a result';
  context.note('METRIC_MISSING', group.params.path, message);
  return [toDraft({ path: group.params.path, test: emptyTest({ result: null }), version: null }, group)];
}

/** Times of transactions say nothing without the test that they are of. */
function noteLoneTimes(group: LogGroup, context: AssembleContext): void {
  for (const { path, log } of group.files) {
    const [profile] = log.profiles;
    const message =
      'times of transactions without the result they belong to: add the log of the test, or what `jobs <id> result` prints';
    if (profile) context.note('METRIC_MISSING', path, message, profile.line);
  }
}

function emptyTest({ result }: Pick<HammerdbTest, 'result'>): HammerdbTest {
  return Object.assign(new UserGroup(1), { result }).toTest(new Settings());
}

/** From the log, else the parameters of the run, else a schema build in its directory, else the directory name. */
function completeLoad({ test }: Draft, group: LogGroup, isSingle: boolean): Load {
  const asked = group.params?.log ?? group.summary?.log;
  const minutes = (seconds: number | null | undefined) => (typeof seconds === 'number' ? seconds / 60 : null);
  const duration = test.duration?.value ?? test.durationMinutes ?? minutes(asked?.durationSeconds);
  return {
    vus: test.vus ?? (isSingle ? (asked?.virtualUsers ?? group.load.vus) : null),
    warehouses: test.warehouses ?? asked?.warehouses ?? builtWarehouses(group) ?? group.load.warehouses,
    rampupMinutes: test.rampupMinutes ?? minutes(asked?.rampupSeconds) ?? group.load.rampupMinutes,
    durationMinutes: duration ?? group.load.durationMinutes,
  };
}

/**
 * From logs that hold only a schema build: a log with a test has no facts about other logs. Null
 * too when builds differ: which one the test ran on is then unknown.
 */
function builtWarehouses(group: LogGroup): number | null {
  const builds = group.files.filter(({ log }) => log.tests.length === 0 && log.builtWarehouses !== null);
  const counts = new Set(builds.map(({ log }) => log.builtWarehouses));
  const [only] = counts;
  return counts.size === 1 ? (only ?? null) : null;
}

/** A separate time profile belongs to the only test with its number of virtual users. */
function attachProfiles(drafts: readonly Draft[], group: LogGroup): Draft[] {
  const found = group.files.flatMap(({ path, log }) =>
    log.profiles.map((profile) => ({ file: path, profile })),
  );
  return drafts.map((draft) => {
    const { vus } = draft.load;
    const rivals = drafts.filter(({ load }) => load.vus === vus);
    const fitting = found.filter(({ profile: { activeVus } }) =>
      activeVus === null ? drafts.length === 1 : activeVus === vus,
    );
    const [profile] = fitting;
    if (draft.profile || !draft.test.result || rivals.length > 1 || fitting.length !== 1 || !profile)
      return draft;
    return { ...draft, profile };
  });
}
