import type { SeriesVerdict } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { ChartChange, ChartLevel, NightsPanel } from '../../document/nights-chart';
import { newestChange, type TonedLevel } from '../night-levels';
import { shortDay, sizeText, yearOf } from '../night-text';
import type { SeriesBase } from '../series-base';
import type { SeriesData } from '../series-data';
import type { MetricScale } from './metric-scale';
import { panelEnds } from './panel-ends';
import { digits, panelNights } from './panel-nights';
import { type PanelScale, panelScale, unitOf } from './panel-scale';
import type { SeriesAxis, SeriesWindow } from './series-axis';

interface Question {
  base: SeriesBase;
  axis: SeriesAxis;
  window: SeriesWindow;
  /** The panel that is looked at: it has changes, and more lines. */
  isMain: boolean;
}

/** One metric over the nights; null where no night in view has it. */
export function preparePanel(data: SeriesData, metric: MetricId, question: Question): NightsPanel | null {
  const { axis, window, isMain } = question;
  const { scale, verdict, levels, kinds, values } = panelNights(data, metric, question.base);
  if (!hasValue(values, window)) return null;
  const drawn = chartLevels(levels, { verdict, axis, divisor: scale.divisor });
  const reference = referenceOf(scale);
  return {
    title: metricOf(metric).label,
    hint: hintOf(data, scale),
    ...scaleOf(values, {
      kinds,
      drawn: drawn.filter((level) => isInView(level, axis)),
      reference,
      scale,
      window,
      isMain,
    }),
    reference,
    slower: metricOf(metric).direction === 'lower-is-better' ? 'up' : 'down',
    values,
    kinds,
    levels: drawn,
    changes: isMain ? chartChanges(data, { verdict, levels, axis, divisor: scale.divisor }) : [],
    ends: panelEnds(data, { scale, verdict, levels, window, isMain }),
  };
}

function isInView({ from, to }: ChartLevel, axis: SeriesAxis): boolean {
  return from < axis.to && to > axis.from;
}

function hasValue(values: readonly (number | null)[], { first, last }: SeriesWindow): boolean {
  return values.some((value, night) => value !== null && night >= first && night <= last);
}

function referenceOf({ isRatio, base }: MetricScale): number | null {
  if (isRatio) return 1;
  return base?.measuredAt ? base.value : null;
}

/** `per operation, ratio to 18.4`, `queries/s`. */
function hintOf({ test }: SeriesData, { metric, base, isRatio }: MetricScale): string {
  const unit = unitOf(metric, test.unit);
  return isRatio && base ? `${unit}, ratio to ${base.label}` : unit;
}

interface Scaled extends Pick<Question, 'window' | 'isMain'> {
  kinds: NightsPanel['kinds'];
  /** Levels in view. */
  drawn: readonly ChartLevel[];
  reference: number | null;
  scale: MetricScale;
}

/** Lines that are named, of the panel that is looked at and of the others. */
const TICKS = { main: 7, other: 2 };

function scaleOf(
  values: readonly (number | null)[],
  { kinds, drawn, reference, scale, window, isMain }: Scaled,
): PanelScale {
  const [usual, far]: [number[], number[]] = [[], []];
  for (let night = window.first; night <= window.last; night++) {
    const value = values[night] ?? null;
    if (value !== null) (kinds[night] === 'outlier' ? far : usual).push(value);
  }
  return panelScale({
    values:
      usual.length > 0 ? [...usual, ...(isMain ? drawn.flatMap(({ low, high }) => [low, high]) : [])] : far,
    outliers: far,
    reference: isNear(reference, usual) ? reference : null,
    metric: scale.isRatio ? null : scale.metric,
    wanted: isMain ? TICKS.main : TICKS.other,
  });
}

/** A base that is far from all nights would make one line of them. */
function isNear(reference: number | null, values: readonly number[]): boolean {
  return reference !== null && values.some((value) => value > reference / 2 && value < reference * 2);
}

interface Levels {
  verdict: SeriesVerdict;
  axis: SeriesAxis;
  divisor: number;
}

/** A level reaches half of the way to the one beside it. */
function chartLevels(levels: readonly TonedLevel[], { verdict, axis, divisor }: Levels): ChartLevel[] {
  const newest = newestChange(verdict);
  return levels.map(({ start, end, value, low, high, tone }, index) => ({
    from: index === 0 ? (axis.at[start] ?? 0) - 0.5 : between(axis, start),
    to: levels[index + 1]
      ? between(axis, levels[index + 1]?.start ?? end)
      : newest
        ? between(axis, newest.firstBad)
        : (axis.at[end - 1] ?? 0) + 0.5,
    value: digits(value / divisor),
    low: digits(low / divisor),
    high: digits(high / divisor),
    tone,
  }));
}

/** The middle between a night and the one before it. */
function between({ at }: Pick<SeriesAxis, 'at'>, night: number): number {
  const own = at[night] ?? 0;
  return ((at[night - 1] ?? own) + own) / 2;
}

function chartChanges(
  { nights }: SeriesData,
  { verdict, levels, axis, divisor }: Levels & { levels: readonly TonedLevel[] },
): ChartChange[] {
  const year = yearOf(nights);
  return verdict.changes.flatMap((change): ChartChange[] => {
    const index = levels.findIndex(({ start }) => start === change.firstBad);
    const [before, after] = [levels[index - 1], levels[index]];
    if (!before || !after) return [];
    const level = before.value / divisor;
    const day = shortDay(nights[change.firstBad]?.at ?? '', year);
    return [
      {
        x: between(axis, change.firstBad),
        before: digits(level),
        after: digits(after.value / divisor),
        low: digits(level * change.low),
        high: digits(level * change.high),
        tone: change.brokenBy === null ? (change.direction ?? 'plain') : 'plain',
        isSure: change.state === 'sure',
        size: sizeText(change),
        words: `${day}, ${change.brokenBy === null ? change.state : 'not charged'}`,
      },
    ];
  });
}
