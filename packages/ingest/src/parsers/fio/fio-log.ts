import type { NumberAt } from '../number-line';

export type FioDirectionName = 'read' | 'write' | 'trim' | 'mixed';

/** Seconds. What a block prints of one latency, as far as it does. */
export interface FioLatency {
  min: NumberAt | null;
  avg: NumberAt | null;
  max: NumberAt | null;
  /** In rising order of `percent` (99.9), as many as fio was asked for. */
  percentiles: (NumberAt & { percent: number })[];
  /** JSON+ only: how many IOs fell into each bin; the bound is the largest latency of it. */
  bins: { upTo: number; count: number; line: number }[];
}

/** Reads, writes or trims of one job. */
export interface FioDirection {
  name: FioDirectionName;
  /** IO/s. `37.7k` is 37700: normal output prints four digits. */
  iops: NumberAt;
  /** Bytes per second. */
  bandwidth: NumberAt;
  /** JSON without `bw_bytes`: the bandwidth was cut off to whole KiB/s. */
  isWholeKib?: true;
  /** Seconds. */
  runtime: NumberAt | null;
  /** Bytes; null where the format does not say. */
  bytes: number | null;
  /** How many; left out where the format does not say. */
  ios?: NumberAt;
  /** Submission to completion, without the sync that follows. */
  clat: FioLatency | null;
  /** Submission latency + clat. */
  lat: FioLatency | null;
}

/** One report block of one job; of several jobs with group reporting. */
export interface FioJob {
  name: string;
  group: number;
  /** Number of jobs in the block. */
  jobs: number;
  /** JSON: the option numjobs. A single block of such a job covers all of them: group reporting, which JSON does not mark. */
  numjobs: number | null;
  /** `fio-3.33` where the block has it (JSON, terse). */
  tool: string | null;
  /** Null when fio says `err= 0`. */
  error: string | null;
  /** IOs that failed, with `continue_on_error`; null without it: the first one ends the job. */
  failed: NumberAt | null;
  options: FioOptions;
  directions: FioDirection[];
  /** Latency of fsync, fdatasync and sync_file_range. */
  sync: FioLatency | null;
  /** Percent of IOs whose latency was at most so many seconds; null is what is above the last bound. */
  distribution: { upTo: number | null; percent: number; line: number }[];
  /** Other lines of the block, as printed: `cpu`, `IO depths`. */
  notes: { name: string; value: string; line: number }[];
  line: number;
  lineEnd: number;
}

/** What the definition line or the JSON options say. */
export interface FioOptions {
  /** `randwrite` */
  rw: string | null;
  /** `16K`; null when it is not one size. */
  blockSize: string | null;
  iodepth: number | null;
}

/** `seqwrite: (g=0): rw=write, bs=..., ioengine=sync, iodepth=1` */
export interface FioDefinition extends FioOptions {
  name: string;
  group: number;
  line: number;
}

/** `O_DIRECT with fsync=0 for block size 16K` */
export interface FioMarker {
  /** `fsync=0`, `fdatasync=1` */
  sync: string;
  blockSize: string;
  line: number;
}

/** A value over all blocks of a row. */
export interface Combined {
  value: number;
  line: number;
  lineEnd: number;
  /** Blocks it was taken from; 1: it is what fio printed. */
  blocks: number;
}

export interface CombinedLatency {
  min: Combined | null;
  /** Plain mean over the blocks. */
  avg: Combined | null;
  max: Combined | null;
  /** The largest of the blocks' values, by percent. */
  percentiles: { percent: number; combined: Combined }[];
}

export interface FioRowDirection {
  name: FioDirectionName;
  iops: Combined;
  bandwidth: Combined;
  runtime: Combined | null;
  /** clat, or lat where clat was disabled. */
  latency: CombinedLatency | null;
}

/** All jobs of one name and group: they ran at the same time and did the same. */
export interface FioRow {
  name: string;
  group: number;
  jobs: number;
  options: FioOptions;
  error: string | null;
  /** IOs that failed, of jobs that go on after an error. */
  failed: Combined | null;
  /** IOs of all directions that were issued. */
  ios: Combined | null;
  directions: FioRowDirection[];
  sync: CombinedLatency | null;
  line: number;
  lineEnd: number;
}

/** One execution of fio. */
export interface FioSection {
  /** The marker before it, null without one. */
  marker: FioMarker | null;
  /** `fio-3.36` */
  tool: string | null;
  definitions: FioDefinition[];
  /** Reports in it; more than one with --status-interval. */
  reports: number;
  /** Rows of the last complete report; empty when there is none. */
  rows: FioRow[];
  /** False when a report was cut, or none was written. */
  complete: boolean;
  line: number;
}

export interface FioLog {
  type: 'fio';
  sections: FioSection[];
  /** Format of the reports that were read: the most exact one where a run wrote several. */
  formats: FioFormat[];
  /** First `fio: ...` line of a run that ended without a report. */
  error: { line: number; text: string } | null;
}

export type FioFormat = 'json' | 'normal' | 'terse';

/** `name` did nothing that is known yet. */
export function newDirection(
  name: string,
  {
    iops,
    bandwidth,
    runtime = null,
    bytes = null,
    line,
  }: {
    iops: number;
    bandwidth: number;
    runtime?: number | null;
    bytes?: number | null;
    line: number;
  },
): FioDirection {
  return {
    name: name as FioDirectionName,
    iops: { value: iops, line },
    bandwidth: { value: bandwidth, line },
    runtime: runtime === null ? null : { value: runtime, line },
    bytes,
    clat: null,
    lat: null,
  };
}

export function newJob(name: string, group: number, line: number): FioJob {
  return {
    name,
    group,
    jobs: 1,
    numjobs: null,
    tool: null,
    error: null,
    failed: null,
    options: { rw: null, blockSize: null, iodepth: null },
    directions: [],
    sync: null,
    distribution: [],
    notes: [],
    line,
    lineEnd: line,
  };
}
