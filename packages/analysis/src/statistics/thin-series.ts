import type { Series } from '@basecase/ingest/model';

/** Points of a series for a screen. */
export type ThinSeries = Pick<Series, 'seconds' | 'values'>;

/**
 * Thins a series to at most `points` points. Each point represents a stretch of samples; of a stretch the mean is
 * kept at its first second, except that a stretch with no value at all stays a gap. Peaks are flattened by this: it
 * is for looking at, numbers are computed from the samples.
 *
 * @param points at least 1
 */
export function thinSeries({ seconds, values }: ThinSeries, points: number): ThinSeries {
  if (seconds.length <= points) return { seconds: [...seconds], values: [...values] };
  const stretch = Math.ceil(seconds.length / points);
  const thin: ThinSeries = { seconds: [], values: [] };
  for (let from = 0; from < seconds.length; from += stretch) {
    thin.seconds.push(seconds[from] ?? 0);
    thin.values.push(meanOf(values.slice(from, from + stretch)));
  }
  return thin;
}

function meanOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let known = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    known += 1;
  }
  return known === 0 ? null : sum / known;
}
