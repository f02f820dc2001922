/** Links that keep their numbers. */
import type { Disclosure } from '@basecase/contract/types';
import type { CompareView } from './compare';
import type { CorrectionEntry } from './corrections';
import type { CellEvidence, LogExcerpt } from './evidence';
import type { HeatmapAddress, ShownRuns } from './servers';

/** A view to freeze. The snapshot is what its page needs to be drawn again, as plain JSON. */
export interface PermalinkToStore {
  /** Which page draws it: `compare`, `report`, `servers`, `trends`, … */
  kind: string;
  /** Path and query of the live view. */
  path: string;
  title: string;
  snapshot: unknown;
  /** Version of the parsers that had read the numbers; the newest of them. */
  parserVersion: number;
  /** What its numbers came from: it says when runs of these are corrected. */
  heatmaps: readonly HeatmapAddress[];
  /** The runs behind it, as `packRuns` gives them; null or left out where they are not kept. */
  runs?: Buffer | null;
}

/** A view to freeze with the runs behind it, which are not read yet. */
export interface ViewToFreeze extends Omit<PermalinkToStore, 'heatmaps' | 'runs'> {
  shown: readonly ShownRuns[];
}

/** A frozen view. */
export interface PermalinkView extends Omit<PermalinkToStore, 'heatmaps' | 'runs'> {
  slug: string;
  /** ISO 8601. */
  createdAt: string;
  /** Name of who made it first; null for links from before it was kept. */
  author: string | null;
  /** Everybody may open it, also where reading is closed. */
  isPublic: boolean;
}

/** Corrections since a view was frozen: its numbers are those from before them. */
export interface PermalinkCorrections {
  count: number;
  /** The newest; null when there is none. */
  latest: CorrectionEntry | null;
}

/** The numbers of a heatmap, whichever page shows them. */
export interface CompareSnapshot {
  /** Of this shape. Raised when old snapshots can't be read as new ones. */
  shape: 1;
  /** With the chosen columns only. */
  view: CompareView;
  /**
   * What verdicts rest on, with those of the frozen state as the rule of that day had them, and what the columns ran
   * with. Left out of snapshots from before there were verdicts: they have thresholds only.
   */
  judgement?: { noise: unknown; verdicts: unknown; setups: unknown };
  /**
   * The bases that the columns were divided by: `base` has the slugs of the bases, `bases` tells whether each product has its own. Left
   * out of snapshots older than the distinction of products: one base for all columns.
   */
  bases?: { base: string; bases: 'own' | 'one' };
  /** Of the cell that was open; null when none was. */
  details: { cell: CellEvidence; base: CellEvidence | null; excerpt: LogExcerpt | null } | null;
  /** Of everything the numbers were read by, ascending. */
  parserVersions: number[];
}

/** Further fields of a snapshot of any kind. */
export interface DisclosedSnapshot {
  /** How its runs were made; left out of snapshots from before it was kept, and where no run is behind it. */
  disclosure?: Disclosure;
}
