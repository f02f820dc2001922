import { formatValue, shownUnit, toPrintfFixed } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import type { ChartTick } from '../../document/nights-chart';
import { ends } from './ends';

export interface PanelScale {
  from: number;
  to: number;
  ticks: ChartTick[];
}

interface Question {
  /** What must be in view: nights, and the ends of levels. */
  values: readonly number[];
  /** Far from the others: they lie at the edge where they would flatten everything else. */
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
export function panelScale({ values, outliers, reference, metric, wanted }: Question): PanelScale {
  const shown = reference === null ? values : [...values, reference];
  if (shown.length === 0) return { from: 0, to: 1, ticks: [] };
  const [low, high] = ends(shown);
  const reach = high - low;
  const near = outliers.filter((value) => value >= low - reach && value <= high + reach);
  const [bottom, top] = ends([...shown, ...near]);
  const missing = Math.max(0, (LEAST_SPAN * (top + bottom)) / 2 - (top - bottom)) / 2;
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
}: Omit<PanelScale, 'ticks'> & Pick<Question, 'metric' | 'wanted'>): ChartTick[] {
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((each) => each * power >= raw) ?? 10) * power;
  const decimals = Math.max(2, Math.ceil(-Math.log10(step) - EPSILON));
  const ticks: ChartTick[] = [];
  for (let count = Math.ceil(from / step - EPSILON); count * step <= to + EPSILON * step; count++) {
    const value = count * step;
    ticks.push({
      value,
      text: metric === null ? toPrintfFixed(value, decimals) : formatValue(value, metric),
    });
  }
  return ticks;
}

/** Unit of a metric as it is shown; of the throughput that of the test. */
export function unitOf(metric: MetricId, testUnit: string): string {
  return metric === 'throughput' ? testUnit : shownUnit(metric);
}
