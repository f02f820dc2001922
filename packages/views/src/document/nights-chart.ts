/** Id of the table with the numbers of a chart of nights. */
export const NIGHTS_TABLE = 'nights';

/** How a night is drawn: by its level, which has a verdict, not by its own value. */
export type NightKind = 'night' | 'slower' | 'faster' | 'maybe-slower' | 'maybe-faster' | 'outlier';

/** The meaning of a level or a change: only slower and faster have a hue. */
export type NightTone = 'plain' | 'slower' | 'faster';

export interface ChartTick {
  value: number;
  text: string;
}

/** Nights of one level, with what 95% of them lie between. */
export interface ChartLevel {
  from: number;
  to: number;
  value: number;
  low: number;
  high: number;
  tone: NightTone;
}

/** The step from one level to the next. */
export interface ChartChange {
  x: number;
  /** Levels before and after, and where the level after may lie. */
  before: number;
  after: number;
  low: number;
  high: number;
  /** Plain: an environment change, or a metric without a direction. */
  tone: NightTone;
  isSure: boolean;
  /** `0.90 ± 0.02`. */
  size: string;
  /** `29 Aug, sure`. */
  words: string;
}

/** A label at the right end of a panel, at the height of a value. */
export interface ChartEnd {
  value: number;
  text: string;
  /** Where there is little room. */
  short: string;
  /** A second line; empty without. */
  note: string;
  tone: NightTone;
  isStrong: boolean;
}

/** One metric over the nights. */
export interface NightsPanel {
  /** `CPU µs/o`. */
  title: string;
  /** `per operation, ratio to 18.4`. */
  hint: string;
  from: number;
  to: number;
  ticks: ChartTick[];
  /** A value at which a line across helps: 1.00 of ratios. */
  reference: number | null;
  /** Where a slower night lies: a cost that rises is worse. */
  slower: 'down' | 'up';
  /** Of each night; null: no value. */
  values: (number | null)[];
  kinds: NightKind[];
  levels: ChartLevel[];
  changes: ChartChange[];
  ends: ChartEnd[];
}

/** A mark that goes through all panels. */
export interface ChartMark {
  x: number;
  text: string;
}

/** Nights over time, one panel for each metric, all on one axis: plain numbers, so that a frozen view can be drawn. */
export interface NightsChart {
  description: string;
  /** Days since 1970, or places in build order. */
  from: number;
  to: number;
  ticks: ChartTick[];
  /** Where each night lies. */
  at: number[];
  /** The first is the one that is looked at. */
  panels: NightsPanel[];
  releases: ChartMark[];
  events: ChartMark[];
  /** Nights that were picked, by their place in `at`. */
  picked: { letter: 'A' | 'B'; night: number }[];
}
