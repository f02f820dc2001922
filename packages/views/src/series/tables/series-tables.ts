import { formatRatio, formatValue, NO_VALUE, type SeriesChange, type SeriesDoubt } from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import { unitOf } from '../chart/panel';
import { cpuMetric, mainMetric, metricScale } from '../chart/panel-metrics';
import {
  buildHref,
  buildText,
  type DataTest,
  type SeriesData,
  shortDay,
  sizeText,
  yearOf,
} from '../series-data';
import { seriesBase, toneOf } from '../series-levels';
import { type SeriesState, seriesHref } from '../series-state';
import { busyNote, otherCpusBeside, type ReadoutSource, seriesReadout } from '../words/series-readout';
import { standingChange } from '../words/series-sentence';

export type ChangeRow = ReturnType<typeof seriesChanges>[number];

const DOUBTS: Readonly<Record<SeriesDoubt, string>> = {
  'newest nights': 'newest nights only',
  'second opinion': 'a second method does not see it',
  restless: 'many nights are outliers, or jump between two states',
  family: 'so many tests have changes as large by chance',
  drift: 'a slow drift fits as well',
  weak: 'hardly larger than the noise; more nights will tell',
};

/** Changes of a series, the newest first. */
export function seriesChanges(data: SeriesData, state: Pick<SeriesState, 'metric'>) {
  const { nights, line, repository } = data;
  const metric = mainMetric(data, state);
  const verdict = data.verdicts[metric];
  if (!verdict) return [];
  const standing = standingChange(verdict);
  const year = yearOf(nights);
  return verdict.changes.toReversed().flatMap((change) => {
    const night = nights[change.firstBad];
    if (!night) return [];
    const record =
      metric === 'throughput' ? data.records.find(({ firstBad }) => firstBad === night.column) : undefined;
    return [
      {
        /** Column of its first night. */
        key: night.column,
        /** ISO 8601 of that night. */
        at: night.at,
        day: shortDay(night.at, year),
        build: buildText(night),
        buildHref: buildHref(repository, night),
        nights: change.nights,
        ratio: change.ratio,
        ratioText: formatRatio(change.ratio),
        /** `± 0.02`; of a likely one `likely`. */
        interval: change.state === 'sure' ? sizeText(change).replace(/^\S+ /, '') : 'likely',
        tone: toneOf(change),
        isSure: change.state === 'sure',
        /** The one that the sentence is about. */
        isStanding: change === standing,
        /** Doubt, environment change, end; empty without. */
        note: noteOf(change, {
          product: line.product,
          load: otherCpusBeside(data, verdict, change),
          back: nights[change.fixed ?? -1]?.at ?? null,
          year,
        }),
        recordHref: record ? `/r/${record.slug}` : null,
      },
    ];
  });
}

function noteOf(
  { brokenBy, doubts }: SeriesChange,
  { product, load, back, year }: { product: string; load: string; back: string | null; year: string },
): string {
  return [
    brokenBy === null ? '' : `at ${brokenBy.label}, not counted against ${product}`,
    doubts.map((doubt) => DOUBTS[doubt]).join(', '),
    load,
    back === null ? '' : `back on ${shortDay(back, year)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Why no change is listed. */
export function noChangesText(data: SeriesData, state: Pick<SeriesState, 'metric'>): string {
  const verdict = data.verdicts[mainMetric(data, state)];
  if (!verdict) return 'Nothing is known of this metric.';
  return verdict.enough
    ? 'None that stands out of the noise of these nights.'
    : 'Too few nights to tell a change from noise.';
}

/** Indexes of the nights with which levels begin, and of the newest ones that may be another. */
export function changeNights(data: SeriesData, state: Pick<SeriesState, 'metric'>): number[] {
  return (data.verdicts[mainMetric(data, state)]?.changes ?? []).map(({ firstBad }) => firstBad);
}

/** Tests that are named. */
const MOST_NAMED = 6;

/** What else changed in the night of the change that stands; null when nothing did. */
export function sameNight(data: SeriesData, state: Pick<SeriesState, 'metric'>) {
  const metric = mainMetric(data, state);
  const verdict = data.verdicts[metric];
  const standing = verdict && metric === 'throughput' ? standingChange(verdict) : null;
  const night = data.nights[standing?.firstBad ?? -1];
  if (!night) return null;
  const others = data.tests.filter(
    ({ key, changedAt }) => key !== data.test.key && changedAt.includes(night.column),
  );
  if (others.length === 0) return null;
  return {
    day: shortDay(night.at, yearOf(data.nights)),
    tests: others.slice(0, MOST_NAMED).map((test) => ({ label: test.label, href: testHref(data, test) })),
    /** Tests that are counted only. */
    more: Math.max(0, others.length - MOST_NAMED),
  };
}

/** Another test of the same line. */
function testHref(
  { server, workload, lineKey }: Pick<SeriesData, 'server' | 'workload' | 'lineKey'>,
  { key }: Pick<DataTest, 'key'>,
): string {
  return seriesHref({ server: server.slug, workload: workload.slug, line: lineKey, test: key });
}

/** A mark on the axis: a measured release or an external event. */
export interface EventRow {
  key: string;
  kind: 'event' | 'release';
  /** ISO 8601. */
  at: string;
  day: string;
  label: string;
  /** `no change here`, `at the change of 0.95, not counted against PostgreSQL`. */
  note: string;
  /** Who said it; empty for a fact and a release. */
  by: string;
  /** Of what can be taken away; null for a fact and a release. */
  id: string | null;
}

/** Releases and events of a series, the newest first. */
export function seriesEvents(data: SeriesData, state: Pick<SeriesState, 'metric' | 'base'>): EventRow[] {
  const base = seriesBase(data, state.base);
  const year = yearOf(data.nights);
  const releases = data.releases.map(
    ({ version, column, measuredAt }): EventRow => ({
      key: column,
      kind: 'release',
      at: measuredAt,
      day: shortDay(measuredAt, year),
      label: `${version} measured${base.release?.column === column ? ', the base' : ''}`,
      note: '',
      by: '',
      id: null,
    }),
  );
  const events = data.annotations.map(
    ({ id, at, label, by, night }, index): EventRow => ({
      key: id ?? `fact ${index}`,
      kind: 'event',
      at,
      day: shortDay(at, year),
      label,
      note: coincidence(data, state, { label, night }),
      by: by ?? '',
      id,
    }),
  );
  return [...events, ...releases].sort((a, b) => (a.at < b.at ? 1 : -1));
}

function coincidence(
  data: SeriesData,
  state: Pick<SeriesState, 'metric'>,
  { label, night }: { label: string; night: number | null },
): string {
  const verdict = data.verdicts[mainMetric(data, state)];
  if (night === null) return 'no night since';
  if (!verdict?.enough) return '';
  const change = verdict.changes.find(({ brokenBy }) => brokenBy?.label === label && brokenBy.at === night);
  if (!change) return 'no change here';
  return `at the change of ${formatRatio(change.ratio)}, not counted against ${data.line.product}`;
}

/** A night as a row: the same numbers as its point has. */
export type NightRow = NightsTable['rows'][number];

export type NightsTable = ReturnType<typeof nightsTable>;

/** Rows of a page of the table of all nights: more would take longer to draw than to read. */
export const NIGHTS_PAGE = 200;
/** Rows next to the chart. */
export const NEWEST_ROWS = 12;

/** The nights of a series, or some of them, the newest first. */
export function nightsTable(
  source: ReadoutSource,
  state: Pick<SeriesState, 'base'>,
  { skip, count }: { skip: number; count: number },
) {
  const { data, scale } = source;
  const cpu = cpuMetric(data);
  const costs =
    cpu === null || cpu === scale.metric ? null : metricScale(data, seriesBase(data, state.base), cpu);
  const end = Math.max(0, data.nights.length - skip);
  const start = Math.max(0, end - count);
  const indexes = Array.from({ length: end - start }, (_, index) => end - 1 - index);
  return {
    /** `QPS` and its unit. */
    metric: metricOf(scale.metric).label,
    unit: unitOf(scale.metric, data.test.unit),
    /** `18.4`; empty without a base. */
    base: scale.base?.label ?? '',
    /** `CPU µs/o`, as a ratio where it has a base; empty where nights have none. */
    cost: costs === null ? '' : metricOf(costs.metric).label,
    /** The newest first. */
    rows: indexes.flatMap((night) => {
      const own = data.nights[night];
      const readout = seriesReadout(source, night);
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
          /** Level as a ratio to the base; empty outside of all levels. */
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
