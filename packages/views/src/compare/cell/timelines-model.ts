import { formatFrozen, formatValue, NO_VALUE } from '@basecase/analysis';
import type { CellTimelines, DetailSeries } from '@basecase/db/types';
import { isMetricId } from '@basecase/ingest/model';
import { distributionCharts, type GridPoint, onOneGrid, type PairChartModel } from './pair-chart-model';

/** Series of the open cell and of the base; null when the open cell is the base. */
export interface TimelinePair {
  cell: CellTimelines;
  base: CellTimelines | null;
}

/** Charts in the order people read them: of each line the first series that is there. */
const CHARTS: readonly { label: string; ids: readonly string[] }[] = [
  {
    label: 'Throughput',
    ids: [
      'throughput',
      'transactions_per_s',
      'rw_requests_per_s',
      'insert_rate',
      'query_rate',
      'tpm',
      'iops_since_start',
      'bandwidth',
    ],
  },
  {
    label: 'Latency',
    ids: ['latency_p99', 'latency_p95', 'latency_p999', 'latency_avg', 'insert_latency_max'],
  },
  { label: 'CPU, us + sy', ids: ['cpu_percent'] },
  { label: 'CPU, waiting for IO', ids: ['cpu_iowait_percent'] },
  { label: 'Context switches', ids: ['cs_per_s'] },
  { label: 'Storage reads', ids: ['reads_per_s'] },
  { label: 'Read from storage', ids: ['read_kb_per_s'] },
  { label: 'Storage writes', ids: ['writes_per_s'] },
  { label: 'Written to storage', ids: ['write_kb_per_s'] },
  { label: 'Stalled', ids: ['stall_percent'] },
];
const HEADROOM = 1.08;
const S_PER_MINUTE = 60;
const S_PER_HOUR = 3600;
const LATENCY = /latency/;
const MS_PER_S = 1000;
const WHOLE_FROM = 100;

/** Charts over time and distributions of the open cell against its base. */
export function timelinesModel({ cell, base }: TimelinePair, names: { own: string; base: string }) {
  const overTime = CHARTS.flatMap(({ label, ids }) => {
    const found = pickPair(cell.series, base?.series ?? [], ids);
    return found ? [pairChart(label, { ...found, hasBase: base !== null }, names)] : [];
  });
  return {
    overTime,
    distributions: distributionCharts(cell.histograms, base?.histograms ?? [], names),
    /** What could not be read, or why there is nothing. */
    notes: [
      ...[cell, base].flatMap((each) =>
        (each?.unread ?? []).map(({ file, reason }) => `${file} could not be read: ${reason}`),
      ),
      ...removedNotes({ cell, base }, names),
    ],
    /** The retention rule removed the files of a side: that nothing is drawn does not mean that nothing was recorded. */
    isRemoved: [cell, base].some((each) => each?.removed !== undefined),
  };
}

function removedNotes({ cell, base }: TimelinePair, names: { own: string; base: string }): string[] {
  return [
    ...(cell.removed === undefined ? [] : [`${names.own}: ${cell.removed}`]),
    ...(base?.removed === undefined ? [] : [`${names.base}: ${base.removed}`]),
  ];
}

interface Pair {
  own: DetailSeries | null;
  base: DetailSeries | null;
  /** How many series of this kind there are: one for each client, thread or device. */
  siblings: number;
}

interface LinePair extends Pair {
  /** False when the open cell is the base. */
  hasBase: boolean;
}

/** The same series on both sides. A series that is all zero is not in the logs' details, so one side may be missing. */
function pickPair(own: DetailSeries[], base: DetailSeries[], ids: readonly string[]): Pair | null {
  for (const id of ids) {
    const [owns, bases] = [withValues(own, id), withValues(base, id)];
    const first = owns[0] ?? null;
    if (!first && !bases[0]) continue;
    const match = first ? bases.find(({ of }) => of === first.of) : undefined;
    return { own: first, base: match ?? bases[0] ?? null, siblings: Math.max(partsOf(owns), partsOf(bases)) };
  }
  return null;
}

/** Number of clients, threads or devices with a separate series. */
function partsOf(series: DetailSeries[]): number {
  return new Set(series.flatMap(({ of }) => (of === null ? [] : [of]))).size;
}

function withValues(series: DetailSeries[], id: string): DetailSeries[] {
  return series.filter((each) => each.id === id && each.values.some((value) => value !== null));
}

function pairChart(
  label: string,
  { own, base, siblings, hasBase }: LinePair,
  names: { own: string; base: string },
): PairChartModel {
  const some = own ?? base;
  const id = some?.id ?? '';
  const inMs = LATENCY.test(id) && some?.unit === 's';
  const [first, second] = [scaled(own, inMs), scaled(base, inMs)];
  const points = onOneGrid(first, second);
  const show = (value: number | null) => shownValue(id, value, inMs);
  const [ownMean, baseMean] = [meanOf(first?.values ?? []), meanOf(second?.values ?? [])];
  const unit = inMs ? 'ms' : (some?.unit ?? '');
  const which = [LATENCY.test(id) ? some?.label : null, some?.of, siblings > 1 ? `1 of ${siblings}` : null];
  const means = hasBase ? `${show(ownMean)} / ${show(baseMean)}` : show(ownMean);
  return {
    key: id,
    label: [label, ...which].filter(Boolean).join(' '),
    unit,
    means,
    points,
    top: topOf(points),
    ticks: ticksOf(points),
    description: `${label} over time in ${unit}: mean ${show(ownMean)} in ${names.own}${base ? `, ${show(baseMean)} in ${names.base}` : ''}`,
  };
}

function scaled(series: DetailSeries | null, inMs: boolean): DetailSeries | null {
  if (!series || !inMs) return series;
  return { ...series, values: series.values.map((value) => (value === null ? null : value * MS_PER_S)) };
}

/** Decimals of the registry where the series is a metric of it, else three significant digits. */
function shownValue(id: string, value: number | null, inMs: boolean): string {
  if (value === null || inMs) return value === null ? NO_VALUE : formatFrozen(value, 2);
  if (isMetricId(id) && id !== 'bandwidth') return formatValue(value, id);
  return value >= WHOLE_FROM ? formatValue(value, 'throughput') : String(Number(value.toPrecision(3)));
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function topOf(points: readonly GridPoint[]): number {
  const largest = points.reduce((most, { own, base }) => Math.max(most, own ?? 0, base ?? 0), 0);
  return largest === 0 ? 1 : largest * HEADROOM;
}

/** The two ends. */
function ticksOf(points: readonly GridPoint[]): PairChartModel['ticks'] {
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const ends = first === last ? [first] : [first, last];
  return ends.map((x) => ({ x, text: timeText(x) }));
}

/** `0 s`, `10 min`, `2.5 h`. */
export function timeText(seconds: number): string {
  const rounded = (value: number) => String(Math.round(value * 10) / 10);
  if (seconds < 2 * S_PER_MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < 2 * S_PER_HOUR) return `${rounded(seconds / S_PER_MINUTE)} min`;
  return `${rounded(seconds / S_PER_HOUR)} h`;
}
