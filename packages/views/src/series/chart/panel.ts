import { formatValue, type SeriesVerdict, shownUnit, toPrintfFixed } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { ChartChange, ChartLevel, ChartTick, NightKind, NightsPanel } from '../../document/nights-chart';
import { type SeriesData, shortDay, sizeText, yearOf } from '../series-data';
import {
  newestChange,
  nightKinds,
  type SeriesBase,
  type TonedLevel,
  toneLevels,
  toneOf,
} from '../series-levels';
import { type MetricScale, metricScale, panelEnds } from './panel-metrics';
import { ends, type SeriesAxis, type SeriesWindow } from './series-axis';

interface Question {
  base: SeriesBase;
  axis: SeriesAxis;
  window: SeriesWindow;
  /** The panel that is looked at: it has changes, and more lines. */
  isMain: boolean;
}

/** One metric over the nights; null where no night in view has it. */
export function seriesPanel(data: SeriesData, metric: MetricId, question: Question): NightsPanel | null {
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

/** A level reaches half of the way to the next one. */
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
        tone: toneOf(change),
        isSure: change.state === 'sure',
        size: sizeText(change),
        words: `${day}, ${change.brokenBy === null ? change.state : 'not attributed'}`,
      },
    ];
  });
}

/** What a panel shows of its metric, whatever part of the nights is in view. */
interface PanelNights {
  scale: MetricScale;
  verdict: SeriesVerdict;
  levels: TonedLevel[];
  kinds: NightKind[];
  /** As they are drawn: divided by the base, with the digits that can be seen. */
  values: (number | null)[];
}

/** A window moves with each key; what does not change with it is computed once. */
const known = new WeakMap<SeriesData, Map<string, PanelNights>>();

/** The nights of a metric against a base. */
function panelNights(data: SeriesData, metric: MetricId, base: SeriesBase): PanelNights {
  const own = known.get(data) ?? new Map<string, PanelNights>();
  known.set(data, own);
  const key = [metric, base.mode, base.release?.column ?? ''].join(' ');
  const found = own.get(key) ?? makePanelNights(data, metric, base);
  own.set(key, found);
  return found;
}

function makePanelNights(data: SeriesData, metric: MetricId, base: SeriesBase): PanelNights {
  const scale = metricScale(data, base, metric);
  const better = metricOf(metric).direction;
  const verdict: SeriesVerdict = data.verdicts[metric] ?? {
    ...{ enough: false, nights: 0, better, sigma: 0, rho: 0 },
    ...{ levels: [], changes: [], outliers: [] },
  };
  const levels = toneLevels(verdict, scale.base);
  return {
    scale,
    verdict,
    levels,
    kinds: nightKinds(data.nights.length, { verdict, levels }),
    values: (data.values[metric] ?? []).map((value) =>
      value === null ? null : digits(value / scale.divisor),
    ),
  };
}

/** Of 16 digits the last 11 are never seen: a frozen chart has thousands of numbers. */
function digits(value: number): number {
  return Number(value.toPrecision(5));
}

interface PanelScale {
  from: number;
  to: number;
  ticks: ChartTick[];
}

interface ScaleQuestion {
  /** What must be in view: nights, and the ends of levels. */
  values: readonly number[];
  /** Far from the others: drawn at the edge if they would flatten everything else. */
  outliers: readonly number[];
  /** Shown with its line; null without. */
  reference: number | null;
  /** Null: the values are ratios. */
  metric: MetricId | null;
  /** Lines that are named. */
  wanted: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
/** A flat series is not stretched until its noise looks like a cliff: so much of its middle is in view at least. */
const LEAST_SPAN = 0.1;
/** Room above and below what is drawn. */
const MARGIN = 0.08;

/** A scale that does not start at zero: what is looked for is a step of a few per cent. */
export function panelScale({ values, outliers, reference, metric, wanted }: ScaleQuestion): PanelScale {
  const shown = reference === null ? values : [...values, reference];
  if (shown.length === 0) return { from: 0, to: 1, ticks: [] };
  const [low, high] = ends(shown);
  const reach = high - low;
  const near = outliers.filter((value) => value >= low - reach && value <= high + reach);
  const [bottom, top] = ends([...shown, ...near]);
  const missing = Math.max(0, (LEAST_SPAN * Math.abs(top + bottom)) / 2 - (top - bottom)) / 2;
  const margin = MARGIN * (top - bottom + 2 * missing) || 1;
  const from = Math.max(Math.min(0, bottom), bottom - missing - margin);
  const to = top + missing + margin;
  return { from, to, ticks: ticksOf({ from, to, metric, wanted }) };
}

/** Steps are added up in floating point. */
const EPSILON = 1e-9;

function ticksOf({
  from,
  to,
  metric,
  wanted,
}: Omit<PanelScale, 'ticks'> & Pick<ScaleQuestion, 'metric' | 'wanted'>): ChartTick[] {
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((each) => each * power >= raw) ?? 10) * power;
  const decimals = Math.max(2, Math.ceil(-Math.log10(step) - EPSILON));
  const first = Math.ceil(from / step - EPSILON);
  const last = Math.floor(to / step + EPSILON);
  return Array.from({ length: last - first + 1 }, (_, index): ChartTick => {
    const value = (first + index) * step;
    return { value, text: metric === null ? toPrintfFixed(value, decimals) : formatValue(value, metric) };
  });
}

/** Unit of a metric as it is shown; of the throughput that of the test. */
export function unitOf(metric: MetricId, testUnit: string): string {
  return metric === 'throughput' ? testUnit : shownUnit(metric);
}
