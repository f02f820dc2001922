import { formatRatio, type SeriesChange, type SeriesDoubt } from '@basecase/analysis';
import type { NightTone } from '../../document/nights-chart';
import { mainMetric } from '../chart/chart-metrics';
import { buildHref, buildText, shortDay, sizeText, yearOf } from '../night-text';
import type { DataTest, SeriesData } from '../series-data';
import { type SeriesState, seriesHref } from '../series-state';
import { otherCpusBeside } from '../words/other-cpus';
import { standingChange } from '../words/standing-change';

export interface ChangeRow {
  /** Column of its first night. */
  key: string;
  /** ISO 8601 of that night. */
  at: string;
  day: string;
  build: string;
  buildHref: string | null;
  nights: number;
  ratio: number;
  ratioText: string;
  /** `± 0.02`; of a possible one `possible`. */
  interval: string;
  tone: NightTone;
  isSure: boolean;
  /** The one that the sentence is about. */
  isStanding: boolean;
  /** Why it is not sure, what happened beside it, until when it was; empty without. */
  note: string;
  recordHref: string | null;
}

/** Other tests that changed in the same night as the change that stands. */
export interface SameNight {
  day: string;
  tests: { label: string; href: string }[];
  /** Tests that are counted only. */
  more: number;
}

const DOUBTS: Readonly<Record<SeriesDoubt, string>> = {
  'newest nights': 'newest nights only',
  'second opinion': 'a second method does not see it',
  family: 'so many tests have changes as large by chance',
  drift: 'a slow drift fits as well',
  weak: 'hardly larger than the noise; more nights will tell',
};

/** Changes of a series, the newest first. */
export function prepareChanges(data: SeriesData, state: Pick<SeriesState, 'metric'>): ChangeRow[] {
  const { nights, line, repository } = data;
  const metric = mainMetric(data, state);
  const verdict = data.verdicts[metric];
  if (!verdict) return [];
  const standing = standingChange(verdict);
  const year = yearOf(nights);
  return verdict.changes.toReversed().flatMap((change): ChangeRow[] => {
    const night = nights[change.firstBad];
    if (!night) return [];
    const record =
      metric === 'throughput' ? data.records.find(({ firstBad }) => firstBad === night.column) : undefined;
    return [
      {
        key: night.column,
        at: night.at,
        day: shortDay(night.at, year),
        build: buildText(night),
        buildHref: buildHref(repository, night),
        nights: change.nights,
        ratio: change.ratio,
        ratioText: formatRatio(change.ratio),
        interval: change.state === 'sure' ? sizeText(change).replace(/^\S+ /, '') : 'possible',
        tone: change.brokenBy === null ? (change.direction ?? 'plain') : 'plain',
        isSure: change.state === 'sure',
        isStanding: change === standing,
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
    brokenBy === null ? '' : `at ${brokenBy.label}, not charged to ${product}`,
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
export function prepareSameNight(data: SeriesData, state: Pick<SeriesState, 'metric'>): SameNight | null {
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
