/** What the files behind a cell hold over time. Types only, safe to import anywhere. */
import type { Histogram, Series } from '@basecase/ingest/model';

/** The file that something was read from. */
interface FromFile {
  artifactId: string;
  file: string;
  /** Kind of the file: `sysbench`, `vmstat`, `iostat`. */
  kind: string;
}

/** A series for a screen: lines are left out, points may stand for several samples. */
export type DetailSeries = Omit<Series, 'lines'> & FromFile;

export type DetailHistogram = Histogram & FromFile;

/** Series and histograms of one repeat of a cell. */
export interface CellTimelines {
  /** The repeat that is shown, as in the evidence; null when no repeat has a file. */
  repeat: number | null;
  /** Device of the iostat series. */
  device: string | null;
  series: DetailSeries[];
  histograms: DetailHistogram[];
  /** Files that could not be read, and why. */
  unread: { artifactId: string; file: string; reason: string }[];
}
