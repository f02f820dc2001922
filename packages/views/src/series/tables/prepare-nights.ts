import { formatRatio, formatValue, NO_VALUE } from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import type { NightTone } from '../../document/nights-chart';
import { cpuMetric } from '../chart/chart-metrics';
import { metricScale } from '../chart/metric-scale';
import { unitOf } from '../chart/panel-scale';
import { buildHref } from '../night-text';
import { seriesBase } from '../series-base';
import type { SeriesState } from '../series-state';
import { busyNote } from '../words/other-cpus';
import { prepareSeriesReadout, type ReadoutSource } from '../words/prepare-readout';

/** A night as a row: the same numbers as its point has. */
export interface NightRow {
  key: string;
  /** ISO 8601 of its day, for its year. */
  at: string;
  day: string;
  build: string;
  buildHref: string | null;
  value: number | null;
  valueText: string;
  ratio: number | null;
  ratioText: string;
  tone: NightTone;
  isUp: boolean;
  isPossible: boolean;
  note: string;
  /** Level as a ratio to the base; empty where it lies in none. */
  levelText: string;
  cost: number | null;
  costText: string;
  repeats: number;
  runHref: string;
}

export interface NightsTable {
  /** `QPS` and its unit. */
  metric: string;
  unit: string;
  /** `18.4`; empty without a base. */
  base: string;
  /** `CPU µs/o`, as a ratio where it has a base; empty where nights have none. */
  cost: string;
  /** The newest first. */
  rows: NightRow[];
}

/** Rows of a page of the table of all nights: more would take longer to draw than to read. */
export const NIGHTS_PAGE = 200;
/** Rows beside the chart. */
export const NEWEST_ROWS = 12;

/** The nights of a series, or some of them, the newest first. */
export function prepareNights(
  source: ReadoutSource,
  state: Pick<SeriesState, 'base'>,
  { skip, count }: { skip: number; count: number },
): NightsTable {
  const { data, scale } = source;
  const cpu = cpuMetric(data);
  const costs =
    cpu === null || cpu === scale.metric ? null : metricScale(data, seriesBase(data, state.base), cpu);
  const end = Math.max(0, data.nights.length - skip);
  const start = Math.max(0, end - count);
  const indexes = Array.from({ length: end - start }, (_, index) => end - 1 - index);
  return {
    metric: metricOf(scale.metric).label,
    unit: unitOf(scale.metric, data.test.unit),
    base: scale.base?.label ?? '',
    cost: costs === null ? '' : metricOf(costs.metric).label,
    rows: indexes.flatMap((night): NightRow[] => {
      const own = data.nights[night];
      const readout = prepareSeriesReadout(source, night);
      if (!own || !readout) return [];
      const value = data.values[scale.metric]?.[night] ?? null;
      const level = source.levels[night] ?? null;
      const cost = costs === null ? null : (data.values[costs.metric]?.[night] ?? null);
      const { day, build, tone, isUp, isPossible, runHref } = readout;
      const note = [readout.note, busyNote(data, night)].filter(Boolean).join('; ');
      return [
        {
          ...{ key: own.column, at: own.at, day, build, tone, isUp, isPossible, note, runHref },
          buildHref: buildHref(data.repository, own),
          value,
          valueText: value === null ? readout.value : formatValue(value, scale.metric),
          ratio: value === null || scale.base === null ? null : value / scale.base.value,
          ratioText: readout.ratio || NO_VALUE,
          levelText: level === null || scale.base === null ? '' : formatRatio(level / scale.base.value),
          cost: cost === null || !costs?.isRatio ? cost : cost / costs.divisor,
          costText:
            cost === null || costs === null
              ? NO_VALUE
              : costs.isRatio
                ? formatRatio(cost / costs.divisor)
                : formatValue(cost, costs.metric),
          repeats: own.repeats,
        },
      ];
    }),
  };
}
