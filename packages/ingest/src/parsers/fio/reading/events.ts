import type { FioDefinition, FioFormat, FioJob, FioMarker } from '../fio-log';

/** What the lines of a fio log say, one event each. Jobs come when their block is complete. */
export interface FioEvents {
  marker(marker: FioMarker): void;
  definition(definition: FioDefinition): void;
  /** `fio-3.36`, which ends the definitions of normal output. */
  banner(tool: string, line: number): void;
  /** A JSON document begins: it may be cut before its first job is whole. */
  documentStart(line: number): void;
  job(format: FioFormat, job: FioJob): void;
  /** A report is whole: all jobs before it belong together. */
  reportEnd(format: FioFormat, report: FioReportInfo): void;
  /** `fio: ...` on a separate line. */
  message(text: string, line: number): void;
  /** A line that should hold numbers and does not. */
  unparsed(expected: string, line: number, bytes: Buffer): void;
}

export interface FioReportInfo {
  line: number;
  /** Unix time in seconds and seconds since the jobs started (JSON), else null. */
  timestamp: number | null;
  elapsed: number | null;
}

export function newJob(name: string, group: number, line: number): FioJob {
  return {
    name,
    group,
    jobs: 1,
    numjobs: null,
    tool: null,
    error: null,
    options: { rw: null, blockSize: null, iodepth: null },
    directions: [],
    sync: null,
    distribution: [],
    notes: [],
    line,
    lineEnd: line,
  };
}
