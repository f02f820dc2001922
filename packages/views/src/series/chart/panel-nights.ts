import type { SeriesVerdict } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { NightKind } from '../../document/nights-chart';
import { nightKinds, type TonedLevel, toneLevels } from '../night-levels';
import type { SeriesBase } from '../series-base';
import type { SeriesData } from '../series-data';
import { type MetricScale, metricScale } from './metric-scale';

/** What a panel shows of its metric, whatever part of the nights is in view. */
export interface PanelNights {
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
export function panelNights(data: SeriesData, metric: MetricId, base: SeriesBase): PanelNights {
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
export function digits(value: number): number {
  return Number(value.toPrecision(5));
}
