import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { Measurements, newResult } from '../../../assemble/measurements';
import { baseName } from '../../../identity/names/base-name';
import type { FormulaName } from '../../../model/formulas';
import { type MetricId, percentilesOf } from '../../../model/metric';
import {
  type NormalizedResult,
  type ResultStatus,
  type Server,
  UNKNOWN_WORKLOAD,
  type Variant,
} from '../../../model/run';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import { fioModel } from '../about';
import type { Combined, CombinedLatency, FioLog, FioRow, FioRowDirection, FioSection } from '../fio-log';
import { blockBytes } from '../reading/units';
import type { FioSummary, FioSummaryRow } from '../summary/fio-summary-log';
import { toTestName } from './test-name';

/** A log holds the results of one place; those of one number of jobs make one part of a run. */
export const fioAssembler: Assembler = {
  assemble(logs, context) {
    const raw = logsOfType<FioLog>(logs, 'fio').flatMap((located) => toParts(located, context));
    return [...raw, ...assembleSummaries(logs, context)];
  },
};

function toParts(located: LocatedLog<FioLog>, context: AssembleContext): RunPart[] {
  const { path: filePath, log } = located;
  context.claim(located);
  const pathInfo = toFioPathInfo(filePath, context.rootLabel);
  const studied = log.sections.filter(({ marker }) => marker !== null);
  const isStudy = studied.length > 0;
  const jobs = isStudy ? (pathInfo.jobs ?? firstJobs(studied)) : null;
  const results = log.sections.flatMap((section) => {
    // The study first writes its file: that job is not a test.
    const isSetup = isStudy && section.marker === null;
    return toResults(section, filePath, { isSetup, jobs });
  });
  const byJobs = new Map<number | null, NormalizedResult[]>();
  for (const result of results) {
    addToGroup(byJobs, result.clients, result);
  }
  return [...byJobs].map(([clients, ofClients]) => ({
    benchmark: 'fio',
    label: pathInfo.label,
    directory: path.posix.dirname(filePath),
    variant: pathInfo.variant,
    workload: { ...UNKNOWN_WORKLOAD, clients, label: isStudy ? secondsOf(pathInfo, studied) : null },
    server: pathInfo.server,
    cores: null,
    ...(isStudy && { hasOwnNames: 'all' as const }),
    results: ofClients,
  }));
}

interface ResultOptions {
  isSetup: boolean;
  /** Jobs of every section of a study, null to take those of the row. */
  jobs: number | null;
}

function toResults(section: FioSection, file: string, { isSetup, jobs }: ResultOptions): NormalizedResult[] {
  const toResult = (
    test: string,
    status: ResultStatus,
    row: FioRow | null,
    measurements = new Measurements(),
  ) => {
    const { unit } = fioModel.placeTest(test, null);
    return newResult({
      test,
      status,
      unit,
      clients: jobs ?? row?.jobs ?? null,
      tool: section.tool,
      measurements,
    });
  };
  if (section.rows.length === 0) return failedTests(section).map((test) => toResult(test, 'failed', null));
  return section.rows.flatMap((row) => {
    const test = toTestName(section, row);
    if (row.error && !row.failed) return [toResult(test, 'failed', row)];
    const status = isMostlyFailed(row) ? 'failed' : statusOf(section, isSetup);
    return measureRow(row, file).map(({ part, measurements }) =>
      toResult(withPart(test, part), status, row, measurements),
    );
  });
}

/** The rest does not measure the device. */
function isMostlyFailed(row: FioRow): boolean {
  return row.failed !== null && row.failed.value > (issuedIos(row)?.value ?? 0) * FAILED_PART;
}

/** IOs that were issued. Terse output does not print them: the rates, whole numbers there, times the time of each direction. */
function issuedIos({ ios, directions }: FioRow): Pick<Combined, 'value' | 'line'> | null {
  const [first] = directions;
  if (ios || !first) return ios;
  const value = directions.reduce((sum, { iops, runtime }) => sum + iops.value * (runtime?.value ?? 0), 0);
  return { value: Math.round(value), line: first.iops.line };
}

const FAILED_PART = 0.5;

function statusOf(section: FioSection, isSetup: boolean): ResultStatus {
  if (!section.complete) return 'failed';
  return isSetup ? 'warmup' : 'ok';
}

/** The tests of a run without a report. */
function failedTests(section: FioSection): string[] {
  const { marker, definitions } = section;
  if (definitions.length === 0) return marker ? [`${marker.sync}_${marker.blockSize}`] : [];
  return [
    ...new Set(definitions.map((definition) => toTestName(section, { ...definition, options: definition }))),
  ];
}

/** `randrw_4K`, `read` → `randrw.read_4K` */
function withPart(test: string, part: string): string {
  if (part === '') return test;
  const at = test.lastIndexOf('_');
  return /_\d+[KMG]?$/.test(test) ? `${test.slice(0, at)}.${part}${test.slice(at)}` : `${test}.${part}`;
}

function firstJobs(sections: readonly FioSection[]): number | null {
  for (const { rows } of sections) if (rows[0]) return rows[0].jobs;
  return null;
}

/** `300 s` of the name, else the run time when all sections agree. */
function secondsOf(pathInfo: FioPathInfo, sections: readonly FioSection[]): string | null {
  if (pathInfo.seconds !== null) return pathInfo.seconds;
  const seconds = sections.flatMap(({ rows }) =>
    rows.flatMap(({ directions }) => directions.map(({ runtime }) => Math.round(runtime?.value ?? 0))),
  );
  const [first, ...others] = new Set(seconds);
  return first && others.length === 0 ? `${first} s` : null;
}

/** Tables of the fsync study. A `.txt` with the name of a `.csv` repeats it and is not counted again. */
function assembleSummaries(logs: readonly LocatedLog[], context: AssembleContext): RunPart[] {
  const tables = logsOfType<FioSummary>(logs, 'fio-summary');
  const csv = new Set(tables.map((table) => table.path).filter((name) => name.endsWith('.csv')));
  return tables.flatMap((table) => {
    context.claim(table);
    const twin = table.path.replace(/\.txt$/, '.csv');
    if (twin === table.path || !csv.has(twin)) return [toPart(table, context)];
    context.note(
      'SUMMARY_SUPERSEDED',
      table.path,
      `the same table as ${path.posix.basename(twin)}, which counts`,
    );
    return [];
  });
}

function toPart({ path: filePath, log }: LocatedLog<FioSummary>, context: AssembleContext): RunPart {
  const pathInfo = toFioPathInfo(filePath, context.rootLabel);
  const jobs = pathInfo.jobs ?? Math.max(...log.rows.map((row) => row.jobs ?? 1));
  const last = log.rows.at(-1);
  return {
    benchmark: 'fio',
    label: pathInfo.label,
    directory: path.posix.dirname(filePath),
    variant: pathInfo.variant,
    workload: { ...UNKNOWN_WORKLOAD, clients: jobs, label: pathInfo.seconds },
    server: pathInfo.server,
    cores: null,
    results: log.rows.map((row) => toResult(row, filePath, { jobs, isLast: row === last })),
    isSummary: true,
  };
}

function toResult(
  row: FioSummaryRow,
  file: string,
  { jobs, isLast }: { jobs: number; isLast: boolean },
): NormalizedResult {
  const measurements = new Measurements();
  const at = { file, line: row.line };
  measurements.reported('throughput', row.iops, { ...at, unit: 'IO/s' });
  const bytes = blockBytes(row.test.slice(row.test.lastIndexOf('_') + 1));
  if (bytes !== null) {
    measurements.computed('bandwidth', row.iops * bytes, { ...at, formula: 'iops_times_block_size' });
  }
  const seconds = row.syncUs === null ? null : Number(`${row.syncUs}e-6`);
  // The last row of every published table of several jobs holds the sum over them, the others the mean.
  if (seconds !== null && isLast && jobs > 1) {
    measurements.computed('sync_latency_avg', seconds / jobs, { ...at, formula: 'sync_sum_per_job' });
  } else {
    measurements.reported('sync_latency_avg', seconds, at);
  }
  const { unit } = fioModel.placeTest(row.test, null);
  return newResult({ test: row.test, status: 'ok', unit, clients: jobs, tool: null, measurements });
}

/** What the path of a fio log or table says. */
interface FioPathInfo {
  label: string;
  variant: Variant;
  server: Server | null;
  /** `300 s` */
  seconds: string | null;
  /** Concurrent jobs. */
  jobs: number | null;
}

/** `o.ext4.dell32.secs300.16`: file system, server, seconds, jobs */
const STUDY = /^o\.([\w-]+)\.([\w-]+)\.secs(\d+)\.(\d+)$/;
/** `o.fio_sync.hetz`, `o.fio_sync.gcp.local`: server, and what else it says; one job */
const STUDY_2 = /^o\.fio_sync\.([\w-]+)(?:\.([\w.-]+))?$/;
/** `sum.16.ext4.dell32.csv`: jobs, file system, server */
const SUMMARY = /^sum\.(\d+)\.([\w-]+)\.([\w-]+)\.(?:csv|txt)$/;
/** `dec25.fio.300secs/` */
const SECONDS_IN_PATH = /(?:^|[^\d])(\d{1,6})_?secs?(?:[^a-z]|$)/;
const STORAGE =
  'ext[234]|xfs|btrfs|zfs|f2fs|bcachefs|ntfs|tmpfs|nfs|ebs|nvme\\w*|ssd|hdd|floppy|optane|raid\\d*|md\\d+|[sv]d[a-z]';
const STORAGE_WORD = new RegExp(`(?:^|[^a-z0-9])(${STORAGE})(?=[^a-z0-9]|$)`, 'i');
/** A file system or a device and nothing else: never the name of a server. */
const ONLY_STORAGE = new RegExp(`^(?:${STORAGE})$`, 'i');

/** @param filePath path within the upload */
function toFioPathInfo(filePath: string, rootLabel: string): FioPathInfo {
  const name = baseName(filePath);
  const [, first, second, seconds, jobs] = STUDY.exec(name) ?? [];
  if (first && second) return study([first, second], { seconds: `${seconds} s`, jobs: Number(jobs) });
  const [, count, of, on] = SUMMARY.exec(name) ?? [];
  if (of && on) return study([of, on], { seconds: secondsInPath(filePath), jobs: Number(count) });
  const [, host, rest] = STUDY_2.exec(name) ?? [];
  if (!host) return fromPath(filePath, rootLabel);
  if (!ONLY_STORAGE.test(host)) return { ...fromPath(filePath, rootLabel, rest), server: toServer(host) };
  return fromPath(filePath, rootLabel, rest === undefined ? host : `${host}.${rest}`);
}

/** File system and server, in this order unless only the other one makes sense; of two file systems none is a server. */
function study(
  [first, second]: readonly [string, string],
  said: Pick<FioPathInfo, 'seconds' | 'jobs'>,
): FioPathInfo {
  const isSwapped = ONLY_STORAGE.test(second) && !ONLY_STORAGE.test(first);
  const [system, server] = isSwapped ? [second, first] : [first, second];
  const label = `${system}.${server}`;
  if (ONLY_STORAGE.test(server)) return { label, variant: toVariant(label, true), server: null, ...said };
  return { label, variant: toVariant(system, true), server: toServer(server), ...said };
}

/** The word for a file system or a device that stands nearest to the file; else the name of the directory. */
function fromPath(filePath: string, rootLabel: string, word?: string): FioPathInfo {
  const parent = path.posix.basename(path.posix.dirname(filePath));
  const label = parent === '.' || parent === '' ? rootLabel : parent;
  const parts = `${rootLabel}/${filePath}`.split('/').reverse();
  const found = parts.findIndex((part) => STORAGE_WORD.test(part));
  const version = word ?? STORAGE_WORD.exec(parts[found] ?? '')?.[1];
  return {
    // `FLOPPY/random/` and `FLOPPY/sequential/` are one run.
    label: found > 0 && found < parts.length - 1 ? (parts[found] ?? label) : label,
    variant: toVariant(version ?? label, version !== undefined),
    server: null,
    seconds: null,
    jobs: null,
  };
}

function toVariant(version: string, versionKnown: boolean): Variant {
  return { product: 'storage', version, versionKnown, flavour: null, config: null };
}

function toServer(name: string): Server {
  return { name, cores: null, cpu: null, memoryBytes: null, storage: null, os: null };
}

function secondsInPath(filePath: string): string | null {
  const digits = SECONDS_IN_PATH.exec(path.posix.dirname(filePath))?.[1];
  return digits === undefined ? null : `${digits} s`;
}

const LATENCY_PERCENTILES = percentilesOf('latency');
const SYNC_PERCENTILES = percentilesOf('sync_latency');

/** Adds values of one file; values of a single block are as fio printed them, the rest is computed. */
class RowMeasurements {
  readonly measurements = new Measurements();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(metric: MetricId, combined: Combined | null, formula: FormulaName): void {
    if (!combined || combined.blocks === 0) return;
    const { value, line, lineEnd, blocks } = combined;
    const at = { file: this.#file, line, ...(metric === 'throughput' ? { unit: 'IO/s' } : {}) };
    if (blocks === 1) this.measurements.reported(metric, value, at);
    else this.measurements.computed(metric, value, { ...at, lineEnd, formula });
  }

  /** IO/s, bandwidth, and the completion latency: it does not include the sync that follows a write. */
  direction({ iops, bandwidth, runtime, latency }: FioRowDirection): void {
    this.add('throughput', iops, 'sum_over_jobs');
    this.add('bandwidth', bandwidth, 'sum_over_jobs');
    this.add('elapsed', runtime, 'max_over_jobs');
    if (!latency) return;
    this.add('latency_min', latency.min, 'min_over_jobs');
    this.add('latency_avg', latency.avg, 'mean_over_jobs');
    this.add('latency_max', latency.max, 'max_over_jobs');
    this.percentiles(LATENCY_PERCENTILES, latency);
  }

  /** fio counts the IOs that it issued; a job that continues after errors also counts those that failed. */
  failures(row: FioRow): void {
    const { failed } = row;
    const ios = issuedIos(row);
    this.add('errors', failed, 'sum_over_jobs');
    if (!failed || !ios || ios.value < failed.value) return;
    const at = {
      file: this.#file,
      line: ios.line,
      lineEnd: failed.lineEnd,
      formula: 'successful_ios',
    } as const;
    this.measurements.computed('operations', ios.value - failed.value, at);
  }

  sync(latency: CombinedLatency): void {
    this.add('sync_latency_avg', latency.avg, 'mean_over_jobs');
    this.add('sync_latency_max', latency.max, 'max_over_jobs');
    this.percentiles(SYNC_PERCENTILES, latency);
  }

  percentiles(wanted: typeof LATENCY_PERCENTILES, { percentiles }: CombinedLatency): void {
    for (const [percent, metric] of wanted) {
      const found = percentiles.find((known) => known.percent === percent);
      this.add(metric, found?.combined ?? null, 'max_over_jobs');
    }
  }
}

/**
 * The measurements of one row by what they are of: `''` for the row, and where a job both reads and writes `read` and
 * `write` with each one's own. The row has then IO/s and bandwidth of both together and no latency: that of a read and
 * that of a write are two things.
 */
function measureRow(row: FioRow, file: string): { part: string; measurements: Measurements }[] {
  const [first, ...others] = row.directions;
  const whole = new RowMeasurements(file);
  if (row.sync) whole.sync(row.sync);
  whole.failures(row);
  if (!first) return [{ part: '', measurements: whole.measurements }];
  if (others.length === 0) {
    whole.direction(first);
    return [{ part: '', measurements: whole.measurements }];
  }
  whole.add('throughput', total(row.directions.map(({ iops }) => iops)), 'sum_over_jobs');
  whole.add('bandwidth', total(row.directions.map(({ bandwidth }) => bandwidth)), 'sum_over_jobs');
  const parts = row.directions.map((direction) => {
    const part = new RowMeasurements(file);
    part.direction(direction);
    if (direction.name === 'read') whole.add('read_bandwidth', direction.bandwidth, 'sum_over_jobs');
    if (direction.name === 'write') whole.add('write_bandwidth', direction.bandwidth, 'sum_over_jobs');
    return { part: direction.name, measurements: part.measurements };
  });
  whole.add('elapsed', longest(row.directions), 'max_over_jobs');
  return [{ part: '', measurements: whole.measurements }, ...parts];
}

function total(values: readonly Combined[]): Combined {
  return {
    value: values.reduce((sum, { value }) => sum + value, 0),
    line: Math.min(...values.map(({ line }) => line)),
    lineEnd: Math.max(...values.map(({ lineEnd }) => lineEnd)),
    blocks: values.reduce((sum, { blocks }) => sum + blocks, 0),
  };
}

function longest(directions: readonly FioRowDirection[]): Combined | null {
  const runtimes = directions.flatMap(({ runtime }) => (runtime ? [runtime] : []));
  return runtimes.reduce<Combined | null>(
    (best, next) => (best && best.value >= next.value ? best : next),
    null,
  );
}
