import { SERIES_RULE } from './series-rule';

/** Nights with a value, in order. A place is an index into them, a build an index into the values of the input. */
export interface Nights {
  builds: readonly number[];
  /** ln of the values. */
  logs: readonly number[];
}

/** Nights that count (docs/method.md §10.1): what has no logarithm was not measured. */
export function readNights(values: readonly (number | null)[]): Nights {
  const builds = [...values.keys()].filter((build) => {
    const value = values[build] ?? null;
    return value !== null && value > 0 && Number.isFinite(value);
  });
  return { builds, logs: builds.map((build) => Math.log(values[build] ?? Number.NaN)) };
}

/** The first night at or after a build; the number of nights when there is none. */
export function placeOf({ builds }: Nights, build: number): number {
  const place = builds.findIndex((own) => own >= build);
  return place === -1 ? builds.length : place;
}

/** The build of a night. */
export function buildAt({ builds }: Nights, place: number): number {
  const build = builds[place];
  if (build === undefined) throw new Error(`Unknown night ${place} among ${builds.length}.`);
  return build;
}

/** The nights up to some places away, and itself. */
export function around(values: readonly number[], place: number, reach: number): number[] {
  return values.slice(Math.max(0, place - reach), place + reach + 1);
}

/** Room for a level on both sides of a cut. */
export function hasRoom(start: number, cut: number, end: number): boolean {
  return cut - start >= SERIES_RULE.leastNights && end - cut >= SERIES_RULE.leastNights;
}
