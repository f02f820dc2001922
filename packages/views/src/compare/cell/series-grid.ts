/** Two series on one time grid, as a chart needs them. */
export interface GridPoint {
  x: number;
  own: number | null;
  base: number | null;
  /** True for a point between two gaps: a line would not show it. */
  ownAlone: boolean;
  baseAlone: boolean;
}

interface Timed {
  seconds: number[];
  values: (number | null)[];
}

/** A sample this far from a point of the grid, in steps, still counts for it: clocks of logs are not exact. */
const REACH = 0.75;

/**
 * Puts one or two series on a common grid of equal steps, the coarser of the two. A point is the mean of the samples
 * around it; where there is none it is a gap, and never a line drawn across.
 */
export function onOneGrid(own: Timed | null, base: Timed | null): GridPoint[] {
  const step = Math.max(stepOf(own), stepOf(base));
  const last = Math.max(own?.seconds.at(-1) ?? 0, base?.seconds.at(-1) ?? 0);
  const first = Math.min(own?.seconds[0] ?? last, base?.seconds[0] ?? last);
  const count = step > 0 ? Math.round((last - first) / step) + 1 : 1;
  const times = Array.from({ length: count }, (_, index) => first + index * step);
  const [owns, bases] = [atTimes(own, times, step), atTimes(base, times, step)];
  return times.map((x, index) => ({
    x,
    own: owns[index] ?? null,
    base: bases[index] ?? null,
    ownAlone: isAlone(owns, index),
    baseAlone: isAlone(bases, index),
  }));
}

/** The usual distance of two samples: the median, so that gaps do not count. */
function stepOf(series: Timed | null): number {
  const { seconds } = series ?? { seconds: [] };
  const steps = seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0));
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

function atTimes(series: Timed | null, times: readonly number[], step: number): (number | null)[] {
  if (!series) return times.map(() => null);
  const { seconds, values } = series;
  let from = 0;
  return times.map((time) => {
    while (from < seconds.length && (seconds[from] ?? 0) < time - step * REACH) from += 1;
    let nearest: number | null = null;
    let distance = Number.POSITIVE_INFINITY;
    let [sum, known] = [0, 0];
    for (let index = from; index < seconds.length; index++) {
      const away = (seconds[index] ?? 0) - time;
      if (away > step * REACH) break;
      const value = values[index] ?? null;
      if (value !== null && away >= -step / 2 && away < step / 2) {
        sum += value;
        known += 1;
      }
      if (Math.abs(away) < distance) [nearest, distance] = [value, Math.abs(away)];
    }
    return known > 0 ? sum / known : nearest;
  });
}

function isAlone(values: readonly (number | null)[], index: number): boolean {
  const at = (position: number) => values[position] ?? null;
  return at(index) !== null && at(index - 1) === null && at(index + 1) === null;
}
