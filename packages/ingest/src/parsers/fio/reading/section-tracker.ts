import type { NumberAt } from '../../number-line';
import type {
  Combined,
  CombinedLatency,
  FioDefinition,
  FioDirectionName,
  FioFormat,
  FioJob,
  FioLatency,
  FioMarker,
  FioRow,
  FioRowDirection,
} from '../fio-log';

export interface FioReportInfo {
  line: number;
  /** Unix time in seconds and seconds since the jobs started (JSON), else null. */
  timestamp: number | null;
  elapsed: number | null;
}

interface FormatState {
  /** The report that is being read. */
  open: RowsReport | null;
  /** The last whole one. */
  last: RowsReport | null;
  info: FioReportInfo | null;
  reports: number;
}

/** One execution of fio, and its reports in each format it wrote. */
export interface TrackedSection {
  marker: FioMarker | null;
  tool: string | null;
  definitions: FioDefinition[];
  hasBanner: boolean;
  /** Jobs that fio started; 0 where it does not print their number. */
  started: number;
  formats: Map<FioFormat, FormatState>;
  /** First `fio: ...` line. */
  message: { line: number; text: string } | null;
  line: number;
}

/** Told of what the lines of a log say. */
export interface TrackerOptions {
  /** True where jobs are kept one by one. */
  keepsJobs: boolean;
  onSection(section: TrackedSection): void;
  onReport(section: TrackedSection, report: RowsReport, format: FioFormat): void;
  /** A message before any execution: fio may not have started. */
  onMessage(message: { line: number; text: string }): void;
  onJob(job: FioJob): void;
  /** A line that should hold numbers and does not. */
  onUnparsed(expected: string, line: number, bytes: Buffer): void;
}

/** The order in which fio writes the formats of one report. */
const WRITTEN: readonly FioFormat[] = ['terse', 'json', 'normal'];
/** The most exact one first. */
const BEST: readonly FioFormat[] = ['json', 'normal', 'terse'];
const MAX_DEFINITIONS = 256;
/** Seconds that the times of two reports of one run may be apart from what they say of their length. */
const CLOCK_SLACK = 1.5;

/**
 * Which reports belong to one execution of fio. A marker or a definition after output begins the next one; further
 * reports of the same are those of --status-interval, of which the last whole one counts.
 */
export function newSectionTracker(options: TrackerOptions) {
  let running: TrackedSection | null = null;
  let nextMarker: FioMarker | null = null;

  /** The log is over, or another execution begins. */
  const end = (): void => {
    const section = running;
    running = null;
    if (section) options.onSection(section);
  };

  const open = (line: number): TrackedSection => {
    end();
    const section: TrackedSection = {
      marker: nextMarker,
      tool: null,
      definitions: [],
      hasBanner: false,
      started: 0,
      formats: new Map(),
      message: null,
      line: nextMarker?.line ?? line,
    };
    nextMarker = null;
    running = section;
    return section;
  };

  /** The report that output of a format belongs to. */
  const begin = (format: FioFormat, line: number): { section: TrackedSection; report: RowsReport } => {
    const current = running;
    const isNext = !current || nextMarker !== null || isOutOfOrder(current, format);
    const section = isNext ? open(line) : current;
    const state = section.formats.get(format) ?? { open: null, last: null, info: null, reports: 0 };
    const report = state.open ?? new RowsReport(options.keepsJobs);
    state.open = report;
    section.formats.set(format, state);
    return { section, report };
  };

  return {
    marker(marker: FioMarker): void {
      nextMarker = marker;
    },

    definition(definition: FioDefinition): void {
      const section = running;
      const isNext = !section || nextMarker !== null || section.hasBanner || section.formats.size > 0;
      const { definitions } = isNext ? open(definition.line) : section;
      if (definitions.length < MAX_DEFINITIONS) definitions.push(definition);
    },

    banner(tool: string, line: number): void {
      const section = running && nextMarker === null ? running : open(line);
      section.tool ??= tool;
      section.hasBanner = true;
    },

    /** @param counts of processes and of threads, of each host */
    started(counts: Iterable<RegExpExecArray>): void {
      for (const [, count] of counts) if (running) running.started += Number(count);
    },

    documentStart(line: number): void {
      begin('json', line);
    },

    job(format: FioFormat, job: FioJob): void {
      const { section, report } = begin(format, job.line);
      section.tool ??= job.tool;
      report.add(job);
      options.onJob(job);
    },

    reportEnd(format: FioFormat, info: FioReportInfo): void {
      const state = running?.formats.get(format);
      const report = state?.open;
      if (!running || !state || !report) return;
      state.open = null;
      const isOther = state.info !== null && running.definitions.length === 0 && !isLater(state.info, info);
      const section = isOther ? open(info.line) : running;
      const { reports } = section.formats.get(format) ?? { reports: 0 };
      section.formats.set(format, { open: null, last: report, info, reports: reports + 1 });
      options.onReport(section, report, format);
    },

    message(text: string, line: number): void {
      const message = { text, line };
      // After a marker it is about the run that the marker announces.
      const section = nextMarker ? open(line) : running;
      if (section) section.message ??= message;
      else options.onMessage(message);
    },

    unparsed(expected: string, line: number, bytes: Buffer): void {
      options.onUnparsed(expected, line, bytes);
    },
    end,
  };
}

export type SectionTracker = ReturnType<typeof newSectionTracker>;

/** The counted report of a section; null without a whole one. */
export function finalReport(
  section: TrackedSection,
): { report: RowsReport; format: FioFormat; reports: number; isCut: boolean } | null {
  const whole = BEST.flatMap((format) => {
    const state = section.formats.get(format);
    if (!state?.last) return [];
    return [{ report: state.last, format, reports: state.reports, isCut: state.open !== null }];
  });
  return whole.find(({ isCut }) => !isCut) ?? whole[0] ?? null;
}

/** A format that comes after one that fio writes later, for the first time: another run. */
function isOutOfOrder({ formats }: TrackedSection, format: FioFormat): boolean {
  if (formats.has(format)) return false;
  return WRITTEN.slice(WRITTEN.indexOf(format) + 1).some((later) => formats.has(later));
}

/** Two JSON reports are of one run when the clock went on as far as the run did. */
function isLater(before: FioReportInfo, after: FioReportInfo): boolean {
  if (before.timestamp === null || after.timestamp === null) return true;
  const ran = (after.elapsed ?? 0) - (before.elapsed ?? 0);
  return Math.abs(after.timestamp - before.timestamp - ran) <= CLOCK_SLACK;
}

/** What fio calls the totals of the hosts of `--client`. */
export const ALL_CLIENTS = 'All clients';
/** Names of jobs in one report. Clones (numjobs) share theirs. */
const MAX_ROWS = 1000;
/** A study of 32 jobs has 512 blocks of about 40 values. */
const MAX_JOBS = 600;

/**
 * Adds up the jobs of one report, row by row (clones of a job share name and group), and keeps nothing else of them:
 * IO/s and bandwidth are sums, averages are plain means over the blocks (the rule of published tables), minimum and
 * maximum are those of all. Percentiles of several blocks cannot be joined: the largest one is kept, which that of all
 * IOs together never exceeds.
 */
class RowsReport {
  /** Empty unless they are kept. */
  readonly jobs: FioJob[] = [];
  readonly #keepsJobs: boolean;
  readonly #rows = new Map<string, RowBuilder>();

  constructor(keepsJobs: boolean) {
    this.#keepsJobs = keepsJobs;
  }

  add(job: FioJob): void {
    const key = `${job.group} ${job.name}`;
    const known = this.#rows.get(key);
    if (known) known.add(job);
    else if (this.#rows.size < MAX_ROWS) this.#rows.set(key, new RowBuilder(job));
    if (this.#keepsJobs && this.jobs.length < MAX_JOBS) this.jobs.push(job);
  }

  /** @param onApart takes totals that are not read: of jobs that may not have run together */
  rows(onApart: (total: FioRow) => void): FioRow[] {
    return withTotals(
      [...this.#rows.values()].map((row) => row.build()),
      onApart,
    );
  }
}

/**
 * Of one job on several hosts fio's own totals count: their percentiles are those of all IOs. fio does not count the jobs of totals
 * of several; jobs of another group may have run before or after them.
 */
function withTotals(rows: FioRow[], onApart: (total: FioRow) => void): FioRow[] {
  const total = rows.find(({ name }) => name === ALL_CLIENTS);
  const [only, ...others] = rows.filter((row) => row !== total);
  if (!total || !only) return rows;
  if (others.some(({ group }) => group !== only.group)) {
    onApart(total);
    return rows.filter((row) => row !== total);
  }
  if (others.length > 0) {
    const jobs = others.reduce((sum, other) => sum + other.jobs, only.jobs);
    return rows.map((row) => (row === total ? { ...total, jobs } : row));
  }
  const { directions, sync, failed, ios, line, lineEnd } = total;
  return [{ ...only, directions, sync, failed, ios, line, lineEnd }];
}

class RowBuilder {
  readonly #row: Omit<FioRow, 'directions' | 'sync' | 'failed' | 'ios'>;
  readonly #failed = new Combiner();
  readonly #ios = new Combiner();
  readonly #directions = new Map<FioDirectionName, DirectionValues>();
  readonly #sync = newLatencyValues();
  #blocks = 0;
  #numjobs = 1;

  constructor(job: FioJob) {
    const { name, group, options, line, lineEnd } = job;
    this.#row = { name, group, jobs: 0, options, error: null, line, lineEnd };
    this.add(job);
  }

  add(job: FioJob): void {
    const row = this.#row;
    row.jobs += job.jobs;
    row.error ??= job.error;
    row.lineEnd = job.lineEnd;
    this.#blocks += 1;
    this.#numjobs = Math.max(this.#numjobs, job.numjobs ?? 1);
    addLatency(this.#sync, job.sync);
    this.#failed.add(job.failed);
    for (const { name, iops, bandwidth, runtime, clat, lat, ios } of job.directions) {
      this.#ios.add(ios ?? null);
      const values = this.#directions.get(name) ?? newDirectionValues();
      this.#directions.set(name, values);
      values.iops.add(iops);
      values.bandwidth.add(bandwidth);
      values.runtime.add(runtime);
      addLatency(values.latency, clat ?? lat);
    }
  }

  build(): FioRow {
    const directions = [...this.#directions].map(([name, values]): FioRowDirection => {
      const zero = { value: 0, line: 0, lineEnd: 0, blocks: 0 };
      return {
        name,
        iops: values.iops.sum() ?? zero,
        bandwidth: values.bandwidth.sum() ?? zero,
        runtime: values.runtime.max(),
        latency: combine(values.latency),
      };
    });
    const { jobs } = this.#row;
    const all = this.#blocks === 1 ? Math.max(jobs, this.#numjobs) : jobs;
    const [failed, ios] = [this.#failed.sum(), this.#ios.sum()];
    return { ...this.#row, jobs: all, failed, ios, directions, sync: combine(this.#sync) };
  }
}

const newLatencyValues = () => ({
  min: new Combiner(),
  avg: new Combiner(),
  max: new Combiner(),
  percentiles: new Map<number, Combiner>(),
});
const newDirectionValues = () => ({
  iops: new Combiner(),
  bandwidth: new Combiner(),
  runtime: new Combiner(),
  latency: newLatencyValues(),
});
type LatencyValues = ReturnType<typeof newLatencyValues>;
type DirectionValues = ReturnType<typeof newDirectionValues>;

function addLatency(values: LatencyValues, latency: FioLatency | null): void {
  if (!latency) return;
  values.min.add(latency.min);
  values.avg.add(latency.avg);
  values.max.add(latency.max);
  for (const at of latency.percentiles) {
    const combiner = values.percentiles.get(at.percent) ?? new Combiner();
    if (values.percentiles.size < MAX_PERCENTILES) values.percentiles.set(at.percent, combiner);
    combiner.add(at);
  }
}

function combine({ min, avg, max, percentiles }: LatencyValues): CombinedLatency | null {
  if (avg.blocks === 0) return null;
  const combined = [...percentiles].flatMap(([percent, combiner]) => {
    const largest = combiner.max();
    return largest ? [{ percent, combined: largest }] : [];
  });
  return { min: min.min(), avg: avg.mean(), max: max.max(), percentiles: combined };
}

const MAX_PERCENTILES = 64;

/** Sum, least and largest of the added values, with their lines. */
class Combiner {
  blocks = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #line = 0;
  #lineEnd = 0;

  add(located: NumberAt | null): void {
    if (!located) return;
    if (this.blocks === 0) this.#line = located.line;
    this.#lineEnd = located.line;
    this.blocks += 1;
    this.#sum += located.value;
    this.#min = Math.min(this.#min, located.value);
    this.#max = Math.max(this.#max, located.value);
  }

  sum = (): Combined | null => this.#combined(this.#sum);
  mean = (): Combined | null => this.#combined(this.#sum / this.blocks);
  min = (): Combined | null => this.#combined(this.#min);
  max = (): Combined | null => this.#combined(this.#max);

  #combined(value: number): Combined | null {
    if (this.blocks === 0 || !Number.isFinite(value)) return null;
    return { value, line: this.#line, lineEnd: this.#lineEnd, blocks: this.blocks };
  }
}
