import type { Direction } from '@basecase/ingest/model';

/**
 * One test by one version line on one machine, night after night (docs/method.md §10). A night is one observation: the
 * median of all repeats and runs of one build, never one of them.
 */
export interface SeriesInput {
  /** One value for each build, in build order; null: not measured, failed or not believed. */
  values: readonly (number | null)[];
  /** `none` has no slower or faster: a change is neither. */
  better: Direction;
  /** Environment changes: a level may change there without being attributed to a build. */
  breaks?: readonly SeriesBreak[];
  /** First bad nights that are fixed: they stay unless the nights speak as clearly for another one. */
  held?: readonly HeldChange[];
}

/** Something other than the software changed between the night before and this one. */
export interface SeriesBreak {
  /** Index of the first build that was measured after it. */
  at: number;
  /** What changed, for the reader: `kernel 6.8 → 6.14`. */
  label: string;
}

/** The first bad night of a record that is sure. */
export interface HeldChange {
  /** Index of the build. */
  firstBad: number;
}

/**
 * Nights of one level. Indexes are into `values`; nights without a value before the first and after the last one of a
 * level belong to none. The newest nights that a possible change rests on have no level.
 */
export interface SeriesLevel {
  /** Index of its first night. */
  start: number;
  /** Index after its last night. */
  end: number;
  /** Level, in the unit of the values: exp of the mean of logs. */
  value: number;
  /** What 95% of its nights lie between: the level ± 2.36 sigma. */
  low: number;
  high: number;
  /** Nights with a value that the level rests on. One that was cut off counts with the value that took its place. */
  nights: number;
}

/** Why a change is not sure. */
export type SeriesDoubt =
  /** It rests on the newest one or two nights. */
  | 'newest nights'
  /** E-divisive does not see it. */
  | 'second opinion'
  /** A family of so many tests has changes as large by chance. */
  | 'family'
  /** A line through both levels fits as well as a step: it came over many nights. */
  | 'drift'
  /** It exceeds the noise around the levels, and not by enough, or not yet for three nights: more nights will tell. */
  | 'weak'
  /** Many nights of the series are outliers, or it jumps between two states. */
  | 'restless';

/** A level that ends and another that begins. */
export interface SeriesChange {
  /** Index of the first night of the new level, and of the last one of the level before that has a value. */
  firstBad: number;
  lastGood: number;
  /** Level after / level before, with its 95% interval. */
  ratio: number;
  low: number;
  high: number;
  /** How often noise alone gives a change as large at a given night: the tails of docs/method.md §2.5. */
  p: number;
  /** Null for a metric of which more is neither better nor worse. */
  direction: 'slower' | 'faster' | null;
  state: 'sure' | 'possible';
  /** Empty when it is sure. */
  doubts: SeriesDoubt[];
  /** The environment change at most one night away; null: the change is attributed to the software. */
  brokenBy: SeriesBreak | null;
  /**
   * Index of the first night of the first later level that is back at the level before; null: it stays. The newest
   * nights have no level and fix nothing.
   */
  fixed: number | null;
  /** Nights that the new level rests on: 1 or 2 for the newest nights, else at least 3. */
  nights: number;
}

/** The verdict on a series. */
export interface SeriesVerdict {
  /** False: fewer than 12 nights, without a verdict, and nights are compared in pairs. */
  enough: boolean;
  /** Nights with a value. */
  nights: number;
  /** Of the series, as it was asked: what a ratio of two levels means. */
  better: Direction;
  /** SD of ln of one night. From fewer than 12 nights it is unreliable. */
  sigma: number;
  /** Correlation of one night with the next, 0 to 0.8. */
  rho: number;
  levels: SeriesLevel[];
  changes: SeriesChange[];
  /**
   * Indexes of nights far from the nights around them, which count with the median of those. The newest nights that a
   * possible change rests on are judged instead, and not listed.
   */
  outliers: number[];
}
