import { formatRatio, formatValue, type SeriesVerdict } from '@basecase/analysis';
import { isHeatmapMetric, type MetricId, metricOf } from '@basecase/ingest/model';
import type { ChartEnd } from '../../document/nights-chart';
import { countText } from '../../text/words';
import { type SeriesData, shortDay, yearOf } from '../series-data';
import {
  type MetricBase,
  metricBase,
  newestChange,
  type SeriesBase,
  type TonedLevel,
  toneOf,
} from '../series-levels';
import type { SeriesState } from '../series-state';
import type { SeriesWindow } from './series-axis';

/** Shown below the chosen metric: the costs that can explain a change of throughput. */
const REASONS: readonly MetricId[] = ['throughput', 'cpu_us_per_op', 'write_kb_per_op', 'latency_p95'];

/** Throughput and CPU first: the change and its most common explanation. */
const FIRST: readonly MetricId[] = ['throughput', 'cpu_us_per_op', 'cpu_per_op'];

/** cpu/o of one server says the same as CPU µs/o: only one of both is drawn and listed. */
export function knownMetrics({ metrics }: Pick<SeriesData, 'metrics'>): MetricId[] {
  const known = metrics.filter((metric) => metric !== 'cpu_per_op' || !metrics.includes('cpu_us_per_op'));
  const first = FIRST.filter((metric) => known.includes(metric));
  return [...first, ...known.filter((metric) => !first.includes(metric))];
}

/** The metric of CPU that nights have; null without one. */
export function cpuMetric({ metrics }: Pick<SeriesData, 'metrics'>): MetricId | null {
  return (
    knownMetrics({ metrics }).find((metric) => metric === 'cpu_us_per_op' || metric === 'cpu_per_op') ?? null
  );
}

/** The metric that is looked at. cpu/o of an older link is drawn as CPU µs/o where that is known. */
export function mainMetric(
  data: Pick<SeriesData, 'metrics'>,
  { metric }: Pick<SeriesState, 'metric'>,
): MetricId {
  return metric === 'cpu_per_op' || metric === 'cpu_us_per_op' ? (cpuMetric(data) ?? metric) : metric;
}

/** Metrics with a panel, the one that is looked at first. */
export function chartMetrics(
  data: Pick<SeriesData, 'metrics' | 'values'>,
  state: Pick<SeriesState, 'metric' | 'charts'>,
): MetricId[] {
  const main = mainMetric(data, state);
  const known = knownMetrics(data);
  const reasons = REASONS.map((metric) => (metric === 'cpu_us_per_op' ? cpuMetric(data) : metric));
  const others = known.filter(
    (metric) =>
      metric !== main && !isNothing(data, metric) && (state.charts === 'all' || reasons.includes(metric)),
  );
  return known.includes(main) ? [main, ...others] : [];
}

/** A query that writes nothing has no line of KB written. */
function isNothing({ values }: Pick<SeriesData, 'values'>, metric: MetricId): boolean {
  return (values[metric] ?? []).every((value) => value === null || value === 0);
}

/** How the values of a metric are drawn. */
export interface MetricScale {
  metric: MetricId;
  base: MetricBase | null;
  /** Whether ratios are drawn. A cost that is close to nothing has none: 3 KB per million queries against 1 KB is noise. */
  isRatio: boolean;
  /** Divisor of a drawn value. */
  divisor: number;
}

/** Divisor of a metric, and whether it has one. */
export function metricScale(data: SeriesData, base: SeriesBase, metric: MetricId): MetricScale {
  const own = metricBase(data, base, metric);
  const isTiny = own !== null && isHeatmapMetric(metric) && own.value < metricOf(metric).floor;
  const isRatio = base.mode === 'ratio' && own !== null && !isTiny;
  return { metric, base: own, isRatio, divisor: isRatio ? own.value : 1 };
}

/** A number of a panel, as it is written. */
export function drawnText(
  { isRatio, metric }: Pick<MetricScale, 'isRatio' | 'metric'>,
  value: number,
): string {
  return isRatio ? formatRatio(value) : formatValue(value, metric);
}

interface Question {
  scale: MetricScale;
  verdict: SeriesVerdict;
  levels: readonly TonedLevel[];
  window: SeriesWindow;
  isMain: boolean;
}

/** Labels at the right end of a panel: the base, the last level in view, and the newest nights. */
export function panelEnds(data: SeriesData, question: Question): ChartEnd[] {
  const { scale, levels, window, isMain } = question;
  const last = levels.findLast(({ start }) => start <= window.last) ?? null;
  return [
    ...(isMain && scale.base ? [baseEnd(scale, scale.base)] : []),
    ...(last ? [levelEnd(data, { ...question, last })] : []),
    ...(isMain && last ? newestEnd(question, last) : []),
  ].filter((end) => end !== null);
}

/** `1.00 is 18.4`. */
function baseEnd(scale: MetricScale, base: NonNullable<MetricScale['base']>): ChartEnd | null {
  const plain = { note: '', tone: 'plain', isStrong: false } as const;
  if (scale.isRatio)
    return {
      ...plain,
      value: 1,
      text: `1.00 is ${fitted(base.label)}`,
      short: base.measuredAt ? fitted(base.label) : 'base',
    };
  if (base.measuredAt === null) return null;
  return {
    ...plain,
    value: base.value,
    text: `${fitted(base.label)}: ${drawnText(scale, base.value)}`,
    short: fitted(base.label),
  };
}

/** Characters of a base that fit to the right of a panel; a longer version would overlap other labels. */
const MOST_OF_BASE = 16;

function fitted(label: string): string {
  const characters = [...label];
  return characters.length <= MOST_OF_BASE ? label : `${characters.slice(0, MOST_OF_BASE - 1).join('')}…`;
}

/** `0.90 since 29 Aug`, `1.00, no change`. */
function levelEnd(
  { nights }: SeriesData,
  { scale, levels, isMain, last }: Question & { last: TonedLevel },
): ChartEnd {
  const value = last.value / scale.divisor;
  const text = drawnText(scale, value);
  const since = last === levels[0] ? '' : ` since ${endDay(nights[last.start]?.at ?? '', yearOf(nights))}`;
  const words = levels.length === 1 ? ', no change' : isMain ? since : '';
  return {
    value,
    text: text + words,
    short: text,
    note: '',
    tone: last.tone,
    isStrong: last.tone !== 'plain',
  };
}

/** `29 Aug`, of another year `Aug 2025`: more does not fit. */
function endDay(iso: string, year: string): string {
  const day = shortDay(iso, year);
  return day.replace(/^\d+ (?=\w+ \d{4}$)/, '');
}

/** `0.86, likely` over `only 2 nights`. */
function newestEnd({ scale, verdict, window }: Question, last: TonedLevel): ChartEnd[] {
  const newest = newestChange(verdict);
  if (!newest || newest.firstBad > window.last) return [];
  const value = (last.value * newest.ratio) / scale.divisor;
  const text = drawnText(scale, value);
  return [
    {
      value,
      text: `${text}, likely`,
      short: `${text}?`,
      note: `only ${countText(newest.nights, 'night')}`,
      tone: toneOf(newest),
      isStrong: false,
    },
  ];
}
