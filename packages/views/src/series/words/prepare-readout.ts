import { formatRatio, formatValue } from '@basecase/analysis';
import { metricOf, RUN_FACT_LABELS } from '@basecase/ingest/model';
import type { NightKind, NightTone } from '../../document/nights-chart';
import { excludedWord } from '../../results/relative';
import { countText } from '../../text/count-text';
import { chartMetrics, mainMetric } from '../chart/chart-metrics';
import { type MetricScale, metricScale } from '../chart/metric-scale';
import { unitOf } from '../chart/panel-scale';
import { newestChange, nightKinds, toneLevels } from '../night-levels';
import { buildHref, buildText, shortDay, yearOf } from '../night-text';
import { seriesBase } from '../series-base';
import type { SeriesData } from '../series-data';
import type { SeriesState } from '../series-state';
import { otherCpusText } from './other-cpus';

/** One line about a night: everything that a tooltip would say. */
export interface SeriesReadout {
  night: number;
  day: string;
  build: string;
  buildHref: string | null;
  /** `8 988 / 9 940 queries/s`. */
  value: string;
  ratio: string;
  tone: NightTone;
  isUp: boolean;
  isPossible: boolean;
  /** `level 0.90`, `cpu/o 1.14`. */
  parts: { label: string; text: string }[];
  /** `outlier, left out`; empty without. */
  note: string;
  runHref: string;
}

/** What is asked again for each night under the pointer is computed once. */
export interface ReadoutSource {
  data: SeriesData;
  scale: MetricScale;
  others: MetricScale[];
  kinds: NightKind[];
  /** Level of each night; null: none. */
  levels: (number | null)[];
}

/** Prepares readouts of a series in a state. */
export function readoutSource(
  data: SeriesData,
  state: Pick<SeriesState, 'metric' | 'base' | 'charts'>,
): ReadoutSource {
  const base = seriesBase(data, state.base);
  const metric = mainMetric(data, state);
  const scale = metricScale(data, base, metric);
  const verdict = data.verdicts[metric];
  const levels = Array.from({ length: data.nights.length }, (): number | null => null);
  if (!verdict) return { data, scale, others: [], kinds: [], levels };
  for (const { start, end, value } of verdict.levels) levels.fill(value, start, end);
  const newest = newestChange(verdict);
  if (newest) levels.fill(null, newest.firstBad);
  return {
    data,
    scale,
    others: chartMetrics(data, state)
      .slice(1)
      .map((own) => metricScale(data, base, own)),
    kinds: nightKinds(data.nights.length, { verdict, levels: toneLevels(verdict, scale.base) }),
    levels,
  };
}

/** The readout of a night; null for one that there is not. */
export function prepareSeriesReadout(source: ReadoutSource, night: number): SeriesReadout | null {
  const { data, scale } = source;
  const own = data.nights[night];
  if (!own) return null;
  const value = data.values[scale.metric]?.[night] ?? null;
  const ratio = value === null || scale.base === null ? null : value / scale.base.value;
  // A night without a value lies in no level.
  const kind = (value === null ? null : source.kinds[night]) ?? 'night';
  return {
    night,
    day: shortDay(own.at, yearOf(data.nights)),
    build: buildText(own),
    buildHref: buildHref(data.repository, own),
    value: value === null ? wordOf(own.status) : valueText(source, value),
    ratio: ratio === null ? '' : formatRatio(ratio),
    tone: kind.endsWith('slower') ? 'slower' : kind.endsWith('faster') ? 'faster' : 'plain',
    isUp: (ratio ?? 1) > 1,
    isPossible: kind.startsWith('maybe'),
    parts: partsOf(source, night),
    note: noteOf(kind),
    runHref: `/runs/${own.run}`,
  };
}

function wordOf(status: SeriesData['nights'][number]['status']): string {
  return status === 'ok' || status === 'missing' ? 'not measured' : excludedWord(status);
}

function valueText({ data, scale }: ReadoutSource, value: number): string {
  const { metric, base } = scale;
  const of = base?.measuredAt ? ` / ${formatValue(base.value, metric)}` : '';
  return `${formatValue(value, metric)}${of} ${unitOf(metric, data.test.unit)}`;
}

function partsOf({ data, scale, others, levels }: ReadoutSource, night: number): SeriesReadout['parts'] {
  const level = levels[night] ?? null;
  const { repeats = 0 } = data.nights[night] ?? {};
  const before = data.values[scale.metric]?.slice(0, night).findLast((value) => value !== null) ?? null;
  const value = data.values[scale.metric]?.[night] ?? null;
  const used = otherCpusText(data, night);
  const isShort = data.verdicts[scale.metric]?.enough === false;
  return [
    ...(level !== null && scale.base
      ? [{ label: 'level', text: formatRatio(level / scale.base.value) }]
      : []),
    ...(isShort && value !== null && before !== null && before > 0
      ? [{ label: 'to the night before', text: formatRatio(value / before) }]
      : []),
    ...others.flatMap(({ metric, base, isRatio }) => {
      const own = data.values[metric]?.[night] ?? null;
      if (own === null) return [];
      const text = isRatio && base ? formatRatio(own / base.value) : formatValue(own, metric);
      return [{ label: metricOf(metric).label, text }];
    }),
    ...(used === null ? [] : [{ label: RUN_FACT_LABELS.otherCpus, text: used }]),
    ...(repeats > 1 ? [{ label: '', text: countText(repeats, 'result') }] : []),
  ];
}

function noteOf(kind: NightKind): string {
  if (kind === 'outlier') return 'outlier, left out';
  return kind.startsWith('maybe') ? 'possible only' : '';
}
