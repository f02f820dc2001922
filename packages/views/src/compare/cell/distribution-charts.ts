import type { DetailHistogram } from '@basecase/db/types';
import type { PairChartModel } from './pair-chart-model';

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
): PairChartModel {
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
    means: `half within ${median} ${unit}`,
    points,
    top: 100,
    ticks: MARKS.flatMap((mark) => {
      const x = Math.log10(mark);
      return x >= first && x <= last ? [{ x, text: `${boundText(mark)} ${unit}` }] : [];
    }),
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
