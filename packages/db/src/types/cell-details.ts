/** What the files behind a cell hold over time. Types only, safe to import anywhere. */
import type { Histogram, Series } from '@basecase/ingest/model';

/** The file that something was read from. */
interface FromFile {
  artifactId: string;
  file: string;
  /** Kind of the file: `sysbench`, `vmstat`, `iostat`. */
  kind: string;
}

/** A series for a screen: lines are left out, and one point may summarize several samples. */
export type DetailSeries = Omit<Series, 'lines'> & FromFile;

export type DetailHistogram = Histogram & FromFile;

/** Seconds × versions of one test. */
export interface SecondStrips {
  /** Seconds of each cell of a strip. */
  length: number;
  /** By column of the heatmap, in its order. */
  strips: {
    column: string;
    label: string;
    /** Slowest second of each stretch / median second of the run; null: no second. */
    cells: (number | null)[];
    /** Seconds; null where noise is too large to tell. */
    longestStall: number | null;
  }[];
}

/** Series and histograms of one repeat of a cell. */
export interface CellTimelines {
  /** Repeats of the cell that have a file, those of the oldest run first: what there is to choose from. */
  repeats: {
    /** Number of the repeat in its run, as in the evidence. */
    repeat: number;
    /** ISO 8601; null when the logs do not say. */
    startedAt: string | null;
  }[];
  /** Index in `repeats` of the one that is shown; null when no repeat has a file. */
  shown: number | null;
  /** Device of the iostat series. */
  device: string | null;
  series: DetailSeries[];
  histograms: DetailHistogram[];
  /** Files that could not be read, and why. */
  unread: { artifactId: string; file: string; reason: string }[];
  /** That the retention rule removed the files; left out where they are stored. */
  removed?: string;
}
