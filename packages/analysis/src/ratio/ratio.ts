import type { Direction } from '@basecase/ingest/model';
import { type HeatmapMetricId, type MetricId, metricOf } from '@basecase/ingest/model';

/**
 * A value relative to its base, unrounded.
 *
 * @returns null when either side is missing, or the base is 0: no ratio has a base of 0
 */
export function ratio(value: number | null, base: number | null): number | null {
  return base === 0 ? null : costOverBase(value, base);
}

/**
 * The same for a cost or a counter, where nothing before is an answer: 0/0 is 1 and x/0 is Infinity, as published tables
 * have it.
 *
 * @returns null when either side is missing
 */
export function costOverBase(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  if (base === 0) return value === 0 ? 1 : Infinity;
  return value / base;
}

/** True for a test that did operations in the base and does none now. */
export function isStop(value: number | null, base: number | null): boolean {
  return value === 0 && base !== null && base > 0;
}

/** The one of the two that a metric asks for. */
export function metricRatio(metric: MetricId, value: number | null, base: number | null): number | null {
  const isCost = metricOf(metric).direction !== 'higher-is-better';
  return isCost ? costOverBase(value, base) : ratio(value, base);
}

/** What comes from nothing, or goes to it, is worth a word from so many floors on. */
const CLEARLY_MORE = 4;

/**
 * True when a cost is large enough to be compared: both values reach the floor of the metric, or one of them is four
 * times as large. Otherwise it is close to nothing, and its ratio is noise: 3 KB per million queries against 1 KB is
 * "3.00".
 */
export function isComparableCost(metric: MetricId, value: number, base: number): boolean {
  const { floor } = metricOf(metric);
  return Math.min(value, base) >= floor || Math.max(value, base) >= CLEARLY_MORE * floor;
}

/**
 * Ratio of a cost per operation, for the eye: null when it is too small to be compared, or when either value is missing.
 * Tables as text print `ratio` instead, which has no floor.
 */
export function costRatio(metric: HeatmapMetricId, value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  return isComparableCost(metric, value, base) ? metricRatio(metric, value, base) : null;
}

/**
 * How far a ratio is from 1, as a code: worse (r1 faint to r5 strong), better (b1 to b5), neutral (n) or missing (v).
 * The code is the class of a cell, thousands on a page, and is part of stored documents: only this file takes it apart.
 */
export type Level = 'r1' | 'r2' | 'r3' | 'r4' | 'r5' | 'n' | 'b1' | 'b2' | 'b3' | 'b4' | 'b5' | 'v';

/** Nothing to see: within the threshold, not believed, or not to be judged. */
export const NEUTRAL = 'n';
/** Missing value. */
export const MISSING = 'v';
/** The faintest fills: a change at the limit, or a small one that is believed. */
export const FAINTLY_WORSE = 'r1';
export const FAINTLY_BETTER = 'b1';

export function isWorse(level: string): boolean {
  return level.startsWith('r');
}

export function isBetter(level: string): boolean {
  return level.startsWith('b');
}

/** True when a level is worse or better. */
export function isChange(level: string): boolean {
  return isWorse(level) || isBetter(level);
}

/** Ratios at or under which a change is called a regression unless the reader says otherwise. */
export const DEFAULT_THRESHOLD = 0.95;

/** Steps 2 to 5; step 1 is the threshold. Improvements use the reciprocals: symmetric in log space. */
const STEPS = [0.9, 0.8, 0.7, 0.6] as const;

/**
 * The step of a ratio. A ratio at a limit belongs to the stronger step.
 *
 * @param ratio value / base; null when there is none
 * @param direction of the metric: for a cost, 1.25 is as bad as 0.80 is for throughput
 * @param threshold in (0, 1), e.g. 0.95: at or under it is worse, at or over its reciprocal is better
 */
export function verdictLevel(ratio: number | null, direction: Direction, threshold: number): Level {
  if (ratio === null) return MISSING;
  if (direction === 'none') return NEUTRAL;
  const goodness = direction === 'higher-is-better' ? ratio : 1 / ratio;
  if (goodness <= threshold) return `r${stepOf((limit) => goodness <= limit)}`;
  if (goodness >= 1 / threshold) return `b${stepOf((limit) => goodness >= 1 / limit)}`;
  return NEUTRAL;
}

function stepOf(reaches: (limit: number) => boolean): 1 | 2 | 3 | 4 | 5 {
  return (1 + STEPS.filter(reaches).length) as 1 | 2 | 3 | 4 | 5;
}
