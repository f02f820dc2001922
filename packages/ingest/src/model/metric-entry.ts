import { lookUp } from './words/look-up';
export type Direction = 'higher-is-better' | 'lower-is-better' | 'none';

/** The unit that a value is shown in: stored value × factor. */
export interface ShownAs {
  unit: string;
  factor: number;
  decimals: number;
}

export const MEGABYTES_PER_S: ShownAs = { unit: 'MB/s', factor: 1e-6, decimals: 1 };
export const GIGABYTES: ShownAs = { unit: 'GB', factor: 1e-9, decimals: 1 };
export const MILLISECONDS: ShownAs = { unit: 'ms', factor: 1e3, decimals: 3 };
export const MICROSECONDS: ShownAs = { unit: 'µs', factor: 1e6, decimals: 1 };

/** An entry of the registry. */
export interface MetricEntry<Id extends string = string> {
  id: Id;
  /** What the field calls it: QPS, cpu/o, cs/o, ... */
  label: string;
  unit: string;
  direction: Direction;
  /** Decimals of an absolute value on screen and in tables, of the value as it is stored. */
  decimals: number;
  /** One sentence: what it counts and how it is computed. */
  description: string;
  /** How people read it when that is not the stored unit: bytes/s as MB/s. */
  shown: ShownAs | null;
  /** Values outside are not stored: see `model/metric-entry.ts`. */
  bounds: Bounds;
  /**
   * In its unit: a cost of one operation under this is as good as none, and a ratio of two such costs says nothing. 0: no
   * value is too small.
   */
  floor: number;
}

export const higher = 'higher-is-better';
export const lower = 'lower-is-better';

/** One entry on few lines: a table reads better than 65 objects. */
export function metric<const Id extends string>(
  id: Id,
  label: string,
  unit: string,
  direction: Direction,
  decimals: number,
  description: string,
  shown: ShownAs | null = null,
  floor = 0,
): MetricEntry<Id> {
  return { id, label, unit, direction, decimals, description, shown, bounds: boundsOf(unit), floor };
}

/** Possible range of a metric. A number outside of it was damaged and is not stored. */
interface Bounds {
  min: number;
  max: number;
  /** Why nothing can be above, for the diagnostic. */
  reason: string;
}

/** Of any metric, in its unit: a number closer to 0, and not 0, was damaged or made up. */
export const SMALLEST = 1e-18;

const RATE: Bounds = {
  min: 0,
  max: 1e12,
  reason: 'no system does a million million of anything in a second',
};
const COUNT: Bounds = { min: 0, max: 1e15, reason: 'no run counts so far' };
const SECONDS: Bounds = { min: 0, max: 1e9, reason: 'that is 30 years' };
const BYTES: Bounds = { min: 0, max: 1e18, reason: 'no server holds a million terabytes' };
const BYTES_PER_S: Bounds = { min: 0, max: 1e15, reason: 'no memory moves a thousand terabytes in a second' };
/** vmstat rounds us and sy each to a whole percent, and they may add up to 101. */
const PERCENT: Bounds = { min: 0, max: 101, reason: 'a share of the whole is at most 100%' };
const PER_OPERATION: Bounds = { min: 0, max: 1e12, reason: 'one operation cannot cost so much' };

/** By unit: numbers of one unit are of one kind. */
const BY_UNIT: Readonly<Record<string, Bounds>> = {
  s: SECONDS,
  B: BYTES,
  'B/s': BYTES_PER_S,
  '% of all cores': PERCENT,
  '% of the time': PERCENT,
  '% of operations': PERCENT,
  errors: COUNT,
  clients: COUNT,
  reconnects: COUNT,
  samples: COUNT,
  stalls: COUNT,
  transactions: COUNT,
  retries: COUNT,
  operations: COUNT,
};

/** Bounds of the metrics of a unit: a rate where it ends in `/s` or `/min`, else what one operation may cost. */
function boundsOf(unit: string): Bounds {
  return lookUp(BY_UNIT, unit) ?? (/\/(?:s|min)$/.test(unit) ? RATE : PER_OPERATION);
}
