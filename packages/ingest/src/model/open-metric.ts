import type { Direction, MetricEntry } from './metric-entry';

/**
 * A metric that no registry knows, as a tool of the open format names it: `open:lower:ms:p99`. Its id says all there is to
 * know of it, so that a stored number can be shown and compared by every page without asking what wrote it.
 */
export type OpenMetricId = `open:${string}`;

/** Description of a custom metric. */
export interface OpenMetric {
  /** As the tool calls it: `p99`. Line breaks become spaces. */
  name: string;
  /** As its values are in: `ms`, `rows`. No colon. */
  unit: string;
  direction: Direction;
}

/** Directions by their short names in files. */
export const BETTER = { higher: 'higher-is-better', lower: 'lower-is-better', none: 'none' } as const;
const READ_AS = {
  higher: 'more is better',
  lower: 'less is better',
  none: 'neither more nor less is better',
} as const;
/** Short names of directions. */
export const SHORT = { 'higher-is-better': 'higher', 'lower-is-better': 'lower', none: 'none' } as const;
const ID = /^open:(higher|lower|none):([^:]*):(.+)$/s;
/** An id is one line: it is part of addresses, tables and sentences. */
const LINE_BREAKS = /[\n\r\u2028\u2029]+/g;

/** A custom metric may have any finite value, also below zero. */
const BOUNDS = { min: -1e18, max: 1e18, reason: 'nothing is measured so large' };

/** Longest name of a metric of an open format: each of its stored numbers repeats it. */
export const MAX_OPEN_NAME = 100;

export function isOpenMetric(id: string): id is OpenMetricId {
  return id.startsWith('open:');
}

/** @param metric `unit` must hold no colon, `name` must not be empty */
export function openMetricId({ name, unit, direction }: OpenMetric): OpenMetricId {
  return `open:${SHORT[direction]}:${unit}:${name}`.replaceAll(LINE_BREAKS, ' ') as OpenMetricId;
}

/** The entry that an id describes; null for an id that is not of this form. */
export function readOpenMetric(id: string): MetricEntry<OpenMetricId> | null {
  const [found, better, unit = '', name = ''] = ID.exec(id) ?? [];
  if (found === undefined || (better !== 'higher' && better !== 'lower' && better !== 'none')) return null;
  return {
    id: found as OpenMetricId,
    label: name,
    unit,
    direction: BETTER[better],
    decimals: 0,
    description: `As its tool prints it${unit === '' ? '' : `, in ${unit}`}; ${READ_AS[better]}.`,
    shown: null,
    bounds: BOUNDS,
    floor: 0,
  };
}
