import path from 'node:path';
import { doubtRepeatsApart } from '../checks/repeats-apart';
import { diagnostic } from '../files/reporter';
import { UNKNOWN_PRODUCT } from '../identity/find-product';
import type { IdentityContext } from '../identity/identified';
import { identify } from '../identity/identify';
import { type Layout, parseLayout } from '../identity/layouts/layout-pattern';
import { neighbourFiles } from '../identity/neighbour-files';
import { MAX_RESULTS } from '../limits';
import type { Manifest } from '../manifest/manifest';
import type { ManifestLog } from '../manifest/manifest-parser';
import { benchmarkModel, benchmarkNamed, isBenchmarkId } from '../model/benchmark';
import { buildKey } from '../model/build';
import type { Diagnostic } from '../model/diagnostic';
import type { IdentityQuestion, UnknownRelation } from '../model/identity';
import type { NormalizedResult, NormalizedRun, Variant } from '../model/run';
import { testInfo, testLabel } from '../model/test';
import { isVersion } from '../model/version';
import type { StorageLog } from '../parsers/context/storage/storage-log';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../parsers/family';
import { FAMILIES } from '../parsers/registry';
import { addToGroup } from './add-to-group';
import { withDerivedMetrics } from './derived-metrics';
import { joinParts } from './join-parts';
import { findManifest } from './manifests';
import { columnPlacer, isCompatible } from './place-columns';
import { kernelsOf } from './run-facts';
import { settleNumbers } from './settle-numbers';
import { withStorableNames } from './storable-names';

export interface AssembleOptions {
  /** Label of a run whose files are at the top of the upload. */
  rootLabel: string;
  /** Names of directories above the upload: `archive/mysql-8.0.36`. */
  above?: string | undefined;
  device: string | undefined;
  layout?: string | undefined;
  unknown?: UnknownRelation | undefined;
}

/**
 * Joins parsed logs into runs: each family makes parts of its logs, numbers of summary tables give way to raw logs of
 * the same test, and parts that are equal but for their directory become one run with repeats.
 */
export function assembleRuns(
  read: readonly LocatedLog[],
  options: AssembleOptions,
): { runs: NormalizedRun[]; diagnostics: Diagnostic[]; questions: IdentityQuestion[] } {
  const { logs, diagnostics } = withoutJobLogs(read);
  const manifests = collectManifests(logs);
  const claimed = new Set<LocatedLog>();
  const storage = byDirectory(logsOfType<StorageLog>(logs, 'storage'));
  let room = MAX_RESULTS;
  const context: AssembleContext = {
    rootLabel: options.rootLabel,
    benchmarkNamed,
    isRegistered: (name) => isBenchmarkId(benchmarkNamed(name)),
    claim: (log) => claimed.add(log),
    note: (code, file, message, at = null) => {
      const { line = null, ...severity } = typeof at === 'number' ? { line: at } : (at ?? {});
      diagnostics.push({ ...diagnostic(code, message, { file, line }), ...severity });
    },
    roomForResults: (wanted) => {
      const granted = Math.min(wanted, room);
      room -= granted;
      return granted;
    },
    cores: (directory) => findManifest(manifests, directory)?.server?.cores ?? null,
    columns: (directory) => findManifest(manifests, directory)?.columns ?? null,
    table: (directory) => findManifest(manifests, directory)?.table ?? null,
    wantedDevice: (directory) => {
      if (options.device !== undefined) return { name: options.device, by: 'as asked for' };
      const name = findManifest(manifests, directory)?.device;
      return name === undefined ? null : { name, by: 'as basecase.json says' };
    },
    storage: (directory) => storageFor(storage, directory),
  };
  const partsOf = (some: readonly LocatedLog[]): RunPart[] =>
    FAMILIES.flatMap(({ assembler }) => {
      if (!assembler) return [];
      const unclaimed = some.filter((log) => !claimed.has(log));
      const { hasOwnNames } = assembler;
      const made = assembler.assemble(unclaimed, context);
      return hasOwnNames ? made.map((part) => ({ hasOwnNames, ...part })) : made;
    });
  const notes = logs.filter(({ isNotes }) => isNotes);
  const own = notes.length > 0 ? partsOf(logs.filter(({ isNotes }) => !isNotes)) : [];
  const parts = own.length > 0 ? own : partsOf(logs);
  const example = 'a README or notes: its numbers are examples, because other files hold results';
  if (own.length > 0) for (const { path: file } of notes) context.note('NO_RESULT', file, example);
  const counted = settleCounts(withStorableNames(parts, context), context);
  const derived = withDerivedMetrics(counted, manifests, context);
  const settled = settleNumbers(derived, logs, context);
  const { parts: identified, questions } = identify(dropSuperseded(settled, context), {
    manifests,
    rootLabel: options.rootLabel,
    above: options.above ?? '',
    neighbours: neighbourFiles(logs),
    ...layouts(options.layout, context),
    unknown: options.unknown ?? 'separate',
    note: context.note,
  });
  noteQuestions(questions, context);
  const runs = doubtRepeatsApart(joinParts(identified, manifests, kernelsOf(logs)), context);
  noteUnknown(runs, context);
  return { runs, diagnostics, questions };
}

/** The layout that the sender gives, else that of basecase.json. Says of each file once that it has another form. */
function layouts(
  given: string | undefined,
  { note }: Pick<AssembleContext, 'note'>,
): Pick<IdentityContext, 'layoutOf' | 'onMismatch'> {
  const parsed = new Map<string, Layout>();
  const reported = new Set<string>();
  return {
    layoutOf(manifest) {
      const pattern = given ?? manifest?.layout;
      if (pattern === undefined) return null;
      const layout = parsed.get(pattern) ?? parseLayout(pattern);
      parsed.set(pattern, layout);
      return layout;
    },
    onMismatch(file, { pattern }) {
      if (!reported.has(file)) note('LAYOUT_MISMATCH', file, `its path does not have the form ${pattern}`);
      reported.add(file);
    },
  };
}

/** Reports results that are kept apart although their difference is unknown. */
function noteQuestions(
  questions: readonly IdentityQuestion[],
  { note }: Pick<AssembleContext, 'note'>,
): void {
  for (const { text, test, parts, files } of questions) {
    const differing = parts.map(({ values }) => values.join('|')).join(', ');
    const otherwise = new Set(files).size > 1 ? 'the name of the file' : 'their place in the file';
    const message = `${test}: ${text} They differ in ${differing || otherwise}, and are kept apart. A layout names the parts.`;
    note('IDENTITY_UNKNOWN', files[0] ?? null, message);
  }
}

function collectManifests(logs: readonly LocatedLog[]): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  for (const { path: filePath, log } of logs) {
    if (isManifestLog(log)) manifests.set(path.posix.dirname(filePath), log.manifest);
  }
  return manifests;
}

function isManifestLog(log: LocatedLog['log']): log is ManifestLog {
  return log.type === 'manifest';
}

/** Storage logs by their directory. */
type StorageByDirectory = ReadonlyMap<string, readonly LocatedLog<StorageLog>[]>;

function byDirectory(logs: readonly LocatedLog<StorageLog>[]): StorageByDirectory {
  const directories = new Map<string, LocatedLog<StorageLog>[]>();
  for (const log of logs) addToGroup(directories, path.posix.dirname(log.path), log);
  return directories;
}

/** The storage logs in a directory or above it, nearest first: a file at the top of an upload is of all its runs. */
function storageFor(logs: StorageByDirectory, directory: string): LocatedLog<StorageLog>[] {
  const found: LocatedLog<StorageLog>[] = [];
  for (let at = directory; ; at = path.posix.dirname(at)) {
    found.push(...(logs.get(at) ?? []));
    if (at === '.' || at === '/') return found;
  }
}

/** Says once which versions and tests the registries do not know. */
function noteUnknown(runs: readonly NormalizedRun[], context: Pick<AssembleContext, 'note'>): void {
  const versions = new Set<string>();
  const tests = new Set<string>();
  for (const run of runs) {
    const { product, version } = run.variant;
    if (hasUnknownVersion(run) && !versions.has(`${product} ${version}`)) {
      versions.add(`${product} ${version}`);
      context.note('UNKNOWN_VERSION', run.path, describeUnknown(run));
    }
    for (const { test, range } of run.results) {
      if (testInfo(run.benchmark, test, range).known || tests.has(test)) continue;
      tests.add(test);
      context.note(
        'UNKNOWN_TEST',
        run.path,
        `test ${test} is not in the registry; shown in the group "other"`,
      );
    }
  }
}

/** Modes of the fsync study are not versions, and need none. */
function hasUnknownVersion({ benchmark, variant: { version, versionKnown } }: NormalizedRun): boolean {
  return !versionKnown || (benchmarkModel(benchmark).hasReleases !== false && !isVersion(version));
}

function describeUnknown({ variant: { product, version, versionKnown }, identity }: NormalizedRun): string {
  if (versionKnown)
    return `"${version}" does not begin with a number: versions of ${product} like it are in natural order, after all others.`;
  const isSaid =
    identity?.every(({ field, confidence }) => field !== 'version' || confidence !== 'unknown') ?? true;
  if (!isSaid) {
    const what = product === UNKNOWN_PRODUCT ? 'product and version are' : `the version of ${product} is`;
    return `${what} unknown: neither the log nor its path says more. The version is called "${version}", after the upload. basecase.json or a layout can name it.`;
  }
  return `unknown version format "${version}"; kept as text and ordered last. basecase.json can name the version.`;
}

/** `0_build.txt`, as in the archive of a GitHub Actions run, next to `build/3_Run pgbench.txt`. */
const JOB = /^(.*\/)?-?\d{1,10}_([^/]+)\.txt$/;

/**
 * Leaves out the log of a whole job where logs of its steps were read too: the same lines would count twice, as repeats.
 *
 * @returns the remaining logs, and diagnostics for the others
 */
function withoutJobLogs(logs: readonly LocatedLog[]): {
  logs: readonly LocatedLog[];
  diagnostics: Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const left = logs.filter(({ path, log }) => {
    const [, directory = '', job] = JOB.exec(path) ?? [];
    if (job === undefined) return true;
    const steps = `${directory}${job}/`;
    const hasStep = logs.some((other) => other.path.startsWith(steps) && other.log.type === log.type);
    if (!hasStep) return true;
    const message = `the log of the job ${job}, whose steps are read from ${steps}: it would count twice`;
    diagnostics.push(diagnostic('NO_RESULT', message, { file: path }));
    return false;
  });
  return diagnostics.length === 0 ? { logs, diagnostics } : { logs: left, diagnostics };
}

/** Largest that is stored of a count; of rows of a table the largest whole number that is exact. */
const MOST = 2 ** 31 - 1;
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * The one place where counts that identify a run or a test are found to be impossible, whatever name or log says them: 0
 * clients, or more than fit. They are left out, and reported. A range stays in the name of its test, so that tests of two
 * of them are not repeats of one.
 */
function settleCounts(parts: readonly RunPart[], context: Pick<AssembleContext, 'note'>): RunPart[] {
  const settlerOf = settlersOf(context);
  return parts.map((part) => {
    const file = part.results[0]?.measurements[0]?.file ?? part.directory;
    const settle = settlerOf(file);
    const { workload, server } = part;
    return {
      ...part,
      workload: {
        ...workload,
        tables: settle('tables', workload.tables),
        rowsPerTable: settle('rows per table', workload.rowsPerTable, MOST_ROWS),
        clients: settle('clients', workload.clients),
      },
      server: server && { ...server, cores: settle('cores', server.cores) },
      cores: settle('cores', part.cores),
      results: part.results.map((result) => settleResult(result, settlerOf(fileOf(result, file)))),
    };
  });
}

type Settler = (what: string, value: number | null, most?: number) => number | null;

function settleResult(result: NormalizedResult, settle: Settler): NormalizedResult {
  const clients = settle('clients', result.clients);
  const range = settle('range', result.range);
  if (clients === result.clients && range === result.range) return result;
  const test = range === result.range ? result.test : `${result.test}.range${result.range}`;
  return { ...result, test, range, clients };
}

const fileOf = ({ measurements }: NormalizedResult, otherwise: string) => measurements[0]?.file ?? otherwise;

/** Each is reported once for a file, however many results it has. */
function settlersOf({ note }: Pick<AssembleContext, 'note'>): (file: string) => Settler {
  const reported = new Set<string>();
  return (file) =>
    (what, value, most = MOST) => {
      if (value === null || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
      const text = `${what} of ${value}: expected a whole number from 1 to ${most}. Not stored.`;
      if (!reported.has(`${file} ${text}`)) note('VALUE_IMPLAUSIBLE', file, text);
      reported.add(`${file} ${text}`);
      return null;
    };
}

/**
 * Raw wins over summary: results of a summary table are left out where the upload holds raw logs of the same test, of
 * the same variant and clients. What is left of a column belongs to the run of those raw logs, and the other columns of
 * its table to their workload. Says how many results were left out per column.
 *
 * A table is about the logs below its directory. Logs elsewhere count only when they say the same in every test that
 * both have: the same names are used on every server.
 */
function dropSuperseded(parts: readonly RunPart[], context: Pick<AssembleContext, 'note'>): RunPart[] {
  if (!parts.some(({ isSummary }) => isSummary)) return [...parts];
  const raw = parts.filter(({ isSummary }) => !isSummary).map((part) => new RawPart(part));
  const columns = parts.flatMap((part) =>
    part.isSummary ? [{ part, own: raw.filter((candidate) => candidate.isOf(part)) }] : [],
  );
  const place = columnPlacer(
    columns.map(({ part, own }) => ({ part, own: own.map((each) => each.part) })),
    context,
  );
  const ownOf = new Map(columns.map(({ part, own }) => [part, own]));
  return parts.flatMap((part) => {
    const own = ownOf.get(part);
    if (!own) return [part];
    const results = part.results.filter((result) => !own.some((candidate) => candidate.has(result)));
    const dropped = part.results.length - results.length;
    if (dropped > 0) {
      const file = part.results[0]?.measurements[0]?.file ?? part.directory;
      const message = `${dropped} of ${part.results.length} results of ${part.label} are in the upload as raw logs too; the logs count`;
      context.note('SUMMARY_SUPERSEDED', file, message);
    }
    if (results.length === 0) return [];
    const home = dropped > 0 ? findHome(part, own) : null;
    const placed = home ? { ...part, ...home, results } : place({ ...part, results });
    return placed.results.length > 0 ? [placed] : [];
  });
}

/** Results of raw logs, by test. */
class RawPart {
  readonly part: RunPart;
  readonly #results = new Map<string, NormalizedResult[]>();

  constructor(part: RunPart) {
    this.part = part;
    for (const result of part.results) {
      const key = testLabel(result.test, result.range);
      addToGroup(this.#results, key, result);
    }
  }

  /** True when these are the logs that the summary was made of. */
  isOf(summary: RunPart): boolean {
    const { benchmark, variant, directory, workload, server } = this.part;
    if (benchmark !== summary.benchmark || !isSameVariant(variant, summary.variant)) return false;
    if (isOther(workload.label, summary.workload.label)) return false;
    if (isOther(server?.name ?? null, summary.server?.name ?? null)) return false;
    if (isBelow(directory, summary.directory)) return true;
    const pairs = summary.results.map((result) => [throughputOf(result), this.#find(result)] as const);
    const shared = pairs.flatMap(([value, found]) => (found ? [[value, throughputOf(found)] as const] : []));
    return shared.length > 0 && shared.every(([a, b]) => isSameNumber(a, b));
  }

  has(result: NormalizedResult): boolean {
    return this.#find(result) !== undefined;
  }

  #find({ test, range, clients }: NormalizedResult): NormalizedResult | undefined {
    const same = this.#results.get(testLabel(test, range));
    return same?.find((raw) => raw.clients === null || clients === null || raw.clients === clients);
  }
}

/** The run that the rest of a column joins: the raw one whose workload the table does not contradict. */
function findHome(summary: RunPart, own: readonly RawPart[]): Omit<RunPart, 'results'> | null {
  const fitting = own.find(({ part }) => isCompatible(part.workload, summary.workload));
  if (!fitting) return null;
  const { benchmark, label, directory, variant, workload, server, cores } = fitting.part;
  return { benchmark, label, directory, variant, workload, server, cores, isSummary: false };
}

/** Old directories are named `fbmy56` where tables say `x.fbmy56.x6a.pk1`: what a name leaves out may be anything. */
function isSameVariant(a: Variant, b: Variant): boolean {
  if (a.product !== b.product || a.version !== b.version || !isSameBuild(a.build, b.build)) return false;
  const [aNames, bNames] = [a.flavour !== null || a.config !== null, b.flavour !== null || b.config !== null];
  if (!aNames || !bNames) return true;
  return a.flavour === b.flavour && a.config === b.config;
}

function isSameBuild(a: Variant['build'], b: Variant['build']): boolean {
  return a && b ? buildKey(a) === buildKey(b) : !a && !b;
}

function isBelow(directory: string, above: string): boolean {
  return above === '.' || directory === above || directory.startsWith(`${above}/`);
}

function throughputOf({ measurements }: NormalizedResult): number | null {
  const values = measurements.filter(({ metric }) => metric === 'throughput');
  return (values.find(({ source }) => source === 'reported') ?? values[0])?.value ?? null;
}

/** True when both are known and differ: byrx is not iobuf. */
function isOther(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** Tables print integers. */
function isSameNumber(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 0.5 + 1e-9 * Math.abs(b);
}
