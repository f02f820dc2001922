import type { MetricId } from '@basecase/ingest/model';
import type { ChartMark, NightsChart, NightsPanel } from '../../document/nights-chart';
import { countText } from '../../text/words';
import { type SeriesData, shortDay, yearOf } from '../series-data';
import { type SeriesBase, seriesBase } from '../series-levels';
import type { SeriesState } from '../series-state';
import { seriesPanel } from './panel';
import { chartMetrics, drawnText, metricScale } from './panel-metrics';
import { momentAt, type SeriesAxis, seriesAxis, seriesWindow } from './series-axis';

type ChartState = Pick<
  SeriesState,
  'metric' | 'base' | 'span' | 'from' | 'to' | 'order' | 'charts' | 'a' | 'b'
>;

/** Everything that is drawn of a series; null where no night in view has a value of the metric. */
export function seriesChart(data: SeriesData, state: ChartState): NightsChart | null {
  const base = seriesBase(data, state.base);
  const window = seriesWindow(data, state);
  const axis = seriesAxis(data.nights, window, state.order);
  const [main, ...others] = chartMetrics(data, state);
  const first = main && seriesPanel(data, main, { base, axis, window, isMain: true });
  if (!main || !first) return null;
  const panels = others.flatMap(
    (metric) => seriesPanel(data, metric, { base, axis, window, isMain: false }) ?? [],
  );
  const { at, from, to, ticks } = axis;
  return {
    description: descriptionOf(data, { metric: main, base, panel: first }),
    from,
    to,
    ticks,
    at,
    panels: [first, ...panels],
    releases: releaseMarks(data, { base, axis }),
    events: data.annotations.map(({ at: iso, label, night }) => ({
      x: momentAt(axis, { iso, night }),
      text: label,
    })),
    picked: (['a', 'b'] as const).flatMap((side) => {
      const night = state[side] === '' ? -1 : data.nights.findIndex(({ column }) => column === state[side]);
      return night === -1 ? [] : [{ letter: side === 'a' ? 'A' : 'B', night } as const];
    }),
  };
}

/** Releases lie where they were measured. */
function releaseMarks(
  { releases, nights }: SeriesData,
  { base, axis }: { base: SeriesBase; axis: SeriesAxis },
): ChartMark[] {
  return releases.map((release) => {
    const night = nights.findIndex(({ measuredAt }) => measuredAt > release.measuredAt);
    const x = momentAt(axis, { iso: release.measuredAt, night: night === -1 ? null : night });
    const isBase = base.release?.column === release.column;
    return { x, text: isBase ? `${release.version}, base` : release.version };
  });
}

/** Levels that are read out; of a longer history the newest. */
const MOST_LEVELS = 6;

/** The drawing in words, for screen readers. */
function descriptionOf(
  data: SeriesData,
  { metric, base, panel }: { metric: MetricId; base: SeriesBase; panel: NightsPanel },
): string {
  const scale = metricScale(data, base, metric);
  const levels = data.verdicts[metric]?.levels ?? [];
  const year = yearOf(data.nights);
  const says = levels.slice(-MOST_LEVELS).map(({ value, start, end }, index, shown) => {
    const text = drawnText(scale, value / scale.divisor);
    const isLast = index === shown.length - 1;
    if (isLast) return `${text} since ${shortDay(data.nights[start]?.at ?? '', year)}`;
    return `${text} until ${shortDay(data.nights[end - 1]?.at ?? '', year)}`;
  });
  const what = `${panel.title}, ${panel.hint}, over ${countText(data.nights.length, 'night')}`;
  return says.length > 0 ? `${what}: ${says.join(', ')}` : `${what}; the table below has the numbers`;
}
