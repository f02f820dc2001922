import type { FioDefinition, FioFormat, FioJob, FioMarker } from '../fio-log';
import { RowsReport } from './merge-jobs';

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
