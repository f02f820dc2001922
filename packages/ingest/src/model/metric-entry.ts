import { type Bounds, boundsOf } from './metrics/bounds';

export type Direction = 'higher-is-better' | 'lower-is-better' | 'none';

/** The unit that a value is shown in: stored value × factor. */
export interface ShownAs {
  unit: string;
  factor: number;
  decimals: number;
}

export const MEGABYTES_PER_S: ShownAs = { unit: 'MB/s', factor: 1e-6, decimals: 1 };
export const GIGABYTES: ShownAs = { unit: 'GB', factor: 1e-9, decimals: 1 };
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
  /** Values outside are not stored: see `metrics/bounds.ts`. */
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
