import type { DetailHistogram } from '@basecase/db/types';

/** Everything a chart of two lines draws. */
export type PairChartModel = ReturnType<typeof distributionChart>;

/** Two series on one time grid, as a chart needs them. */
export type GridPoint = ReturnType<typeof onOneGrid>[number];

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
export function onOneGrid(own: Timed | null, base: Timed | null) {
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
    /** True for a point between two gaps: a line would not show it. */
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

/** A histogram per client would fill the panel with lines that look alike. */
const MAX_CHARTS = 4;
const MS_PER_S = 1000;
const HALF = 50;
/** Marks of the logarithmic axis, in ms. */
const MARKS = [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000];

/**
 * Share of the events that took no longer than a time, for the open cell and its base. Cumulative, because the two
 * histograms may have different ranges: where one line is right of the other, it is slower.
 */
export function distributionCharts(
  own: readonly DetailHistogram[],
  base: readonly DetailHistogram[],
  names: { own: string; base: string },
): PairChartModel[] {
  const usable = own.filter((histogram) => totalOf(histogram) > 0 && bounds(histogram).length > 1);
  return usable.slice(0, MAX_CHARTS).map((histogram) => {
    const match = base.find(({ id, of }) => id === histogram.id && of === histogram.of);
    return distributionChart(histogram, match && totalOf(match) > 0 ? match : null, names);
  });
}

function distributionChart(
  own: DetailHistogram,
  base: DetailHistogram | null,
  names: { own: string; base: string },
) {
  const inMs = own.unit === 's';
  const factor = inMs ? MS_PER_S : 1;
  const limits = [...new Set([...bounds(own), ...(base ? bounds(base) : [])])].sort((a, b) => a - b);
  const [ownShare, baseShare] = [cumulated(own, limits), base ? cumulated(base, limits) : null];
  const points = limits.map((limit, index) => ({
    x: Math.log10(limit * factor),
    own: ownShare[index] ?? null,
    base: baseShare?.[index] ?? null,
    ownAlone: false,
    baseAlone: false,
  }));
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const unit = inMs ? 'ms' : own.unit;
  const middle = (shares: readonly number[]) => {
    const index = shares.findIndex((share) => share >= HALF);
    return boundText((limits[index] ?? limits.at(-1) ?? 0) * factor);
  };
  const median = `${middle(ownShare)}${baseShare ? ` / ${middle(baseShare)}` : ''}`;
  return {
    key: `${own.id} ${own.of ?? ''}`,
    label: [own.label, own.of].filter(Boolean).join(' '),
    unit: `% of events at or under, ${unit}`,
    /** Means of the two lines, for the head of the chart. */
    means: `half within ${median} ${unit}`,
    points,
    /** Top of the axis; it starts at zero. */
    top: 100,
    ticks: MARKS.flatMap((mark) => {
      const x = Math.log10(mark);
      return x >= first && x <= last ? [{ x, text: `${boundText(mark)} ${unit}` }] : [];
    }),
    /** The chart in words. */
    description: `${own.label}: half of the events within ${middle(ownShare)} ${unit} in ${names.own}${baseShare ? `, ${middle(baseShare)} ${unit} in ${names.base}` : ''}`,
  };
}

/** Upper bounds above zero: a logarithm has no place for zero. */
function bounds({ buckets }: DetailHistogram): number[] {
  return buckets.flatMap(({ upTo }) => (upTo !== null && upTo > 0 ? [upTo] : []));
}

function totalOf({ buckets }: DetailHistogram): number {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}

/** Percent of the events at or under each limit. */
function cumulated(histogram: DetailHistogram, limits: readonly number[]): number[] {
  const total = totalOf(histogram);
  let index = 0;
  let sum = 0;
  return limits.map((limit) => {
    for (; index < histogram.buckets.length; index++) {
      const { upTo, count } = histogram.buckets[index] ?? { upTo: null, count: 0 };
      if (upTo === null || upTo > limit) break;
      sum += count;
    }
    return (100 * sum) / total;
  });
}

function boundText(value: number): string {
  return String(Number(value.toPrecision(3)));
}
