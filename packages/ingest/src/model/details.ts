/**
 * What one file holds beyond the numbers of its results: read on demand from the stored file, for charts and for
 * reading, and never stored a second time.
 */
export interface FileDetails {
  series: Series[];
  histograms: Histogram[];
  facts: Fact[];
  /** Samples of a profiler; left out by files that have none. */
  profile?: Profile;
}

/** Values over time. The three arrays are of one length. */
export interface Series {
  /** A metric id where the registry has one (`throughput`, `cpu_percent`), else a name of the format's own. */
  id: string;
  /** What the field calls it: `QPS`, `r/s`. */
  label: string;
  /** Base units: seconds, bytes, operations per second; any other is named. */
  unit: string;
  /** The owner when there are several: `md2`, `client 1`; null for the whole test. */
  of: string | null;
  /** Seconds since the start of the log. */
  seconds: number[];
  /** Null is a gap, never 0. */
  values: (number | null)[];
  /** 1-based lines that the values were read from. */
  lines: number[];
}

/** How often values fell into each range. */
export interface Histogram {
  id: string;
  label: string;
  /** Unit of the bounds. */
  unit: string;
  of: string | null;
  /** In rising order; `upTo` is the upper bound, null for the last range without one. */
  buckets: { upTo: number | null; count: number }[];
  line: number;
  lineEnd: number;
}

/** One named value of a status dump, a configuration, a table. */
export interface Fact {
  /** What it belongs to: a table, a section, a counter group; null when there is one of each name. */
  group: string | null;
  name: string;
  /** As printed. */
  value: string;
  /** The value as a number, null when it is none. */
  number: number | null;
  unit: string | null;
  line: number;
}

/** Samples of a profiler by stack: what a flame graph draws. */
export interface Profile {
  /** Unit of the counts: `samples`, or an event where the file names it. */
  unit: string;
  /** The first is the root; callers come before what they call. Never empty, and the root has samples. */
  frames: ProfileFrame[];
  /** Frames that were too many, or had no place in the drawing. Their samples count for what called them. */
  leftOut: number;
}

export interface ProfileFrame {
  name: string;
  /** Index of the caller; -1 for the root. */
  parent: number;
  /** Samples in the frame and in all that it called. */
  value: number;
}

export const NO_DETAILS: FileDetails = { series: [], histograms: [], facts: [] };
