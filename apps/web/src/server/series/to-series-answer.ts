import type { SeriesChange, SeriesLevel } from '@basecase/analysis';
import type { SeriesAnswer } from '@basecase/contract/series';
import type { SeriesLine, SeriesNight, SeriesView } from '@basecase/db/types';
import { buildName, commitRangeHref, type MetricId, metricOf, type RunFacts } from '@basecase/ingest/model';
import { seriesHref } from '@basecase/views/series';
import type { SeriesWindow } from './find-series';

interface Asked extends SeriesWindow {
  metric: MetricId;
  /** What the newest runs say of machine and compiler. */
  facts: RunFacts;
  /** Address of this server. */
  baseUrl: string;
}

/** A series as it is sent over HTTP. A window leaves out nights; levels that reach into it are sent whole. */
export function toSeriesAnswer(view: SeriesView, asked: Asked): SeriesAnswer {
  const { server, workload, test, line, lineKey: key, nights } = view;
  const { metric, facts, baseUrl } = asked;
  const verdict = view.verdicts[metric];
  const place = { server: server.slug, workload: workload.slug, line: key, test: test.key, metric };
  const isShown = (at: string) =>
    (asked.from === null || at >= asked.from) && (asked.to === null || at <= asked.to);
  const isNightShown = (index: number) => isShown(nights[index]?.build.at ?? '');
  const levels = (verdict?.levels ?? []).filter(({ start, end }) =>
    nights.slice(start, end).some(({ build }) => isShown(build.at)),
  );
  return {
    ...place,
    ...line,
    unit: metric === 'throughput' ? test.unit : metricOf(metric).unit,
    better: BETTER[metricOf(metric).direction],
    url: `${baseUrl}${seriesHref(place)}`,
    enough: verdict?.enough ?? false,
    nights: verdict?.nights ?? 0,
    sigma: verdict?.sigma ?? 0,
    rho: verdict?.rho ?? 0,
    isStale: view.isStale,
    facts,
    points: nights.flatMap((night, index) => {
      const level = levels.findIndex(({ start, end }) => index >= start && index < end);
      return isNightShown(index) ? [toPoint(night, { line, metric, level: level < 0 ? null : level })] : [];
    }),
    levels: levels.flatMap((level) => toLevel(view, level)),
    changes: (verdict?.changes ?? []).flatMap((change) =>
      isNightShown(change.firstBad) ? toChange(view, change, { metric, baseUrl }) : [],
    ),
    annotations: view.annotations
      .filter(({ at }) => isShown(at))
      .map(({ night, ...event }) => ({
        ...event,
        firstNightAt: night === null ? null : (nights[night]?.build.at ?? null),
      })),
  };
}

const BETTER = { 'higher-is-better': 'higher', 'lower-is-better': 'lower', none: null } as const;

function toPoint(
  { build, measuredAt, run, otherCpus, repeats, status, values, column }: SeriesNight,
  { line, metric, level }: { line: SeriesLine; metric: MetricId; level: number | null },
): SeriesAnswer['points'][number] {
  return {
    at: build.at,
    measuredAt,
    commit: build.commit,
    number: build.number,
    version: line.version,
    value: status === 'ok' ? (values[metric] ?? null) : null,
    status,
    repeats,
    run,
    column,
    level,
    otherCpus,
  };
}

function toLevel(
  { nights }: SeriesView,
  { start, end, value, low, high, nights: count }: SeriesLevel,
): SeriesAnswer['levels'] {
  const [first, last] = [nights[start], nights[end - 1]];
  return first && last ? [{ from: first.build.at, to: last.build.at, value, low, high, nights: count }] : [];
}

function toChange(
  { nights, line, records }: SeriesView,
  change: SeriesChange,
  { metric, baseUrl }: { metric: MetricId; baseUrl: string },
): SeriesAnswer['changes'] {
  const [good, bad] = [nights[change.lastGood], nights[change.firstBad]];
  if (!good || !bad) return [];
  const { ratio, low, high, direction, state, doubts, brokenBy, fixed } = change;
  const record =
    metric === 'throughput' ? records.find(({ firstBad }) => firstBad === bad.column) : undefined;
  const nameOf = ({ build }: SeriesNight) => build.commit ?? `${line.version} ${buildName(build)}`;
  return [
    {
      at: bad.build.at,
      lastGood: nameOf(good),
      lastGoodAt: good.build.at,
      firstBad: nameOf(bad),
      firstBadAt: bad.build.at,
      column: bad.column,
      ratio,
      low,
      high,
      direction,
      state,
      doubts,
      brokenBy: brokenBy?.label ?? null,
      fixedAt: fixed === null ? null : (nights[fixed]?.build.at ?? null),
      nights: change.nights,
      suspects: brokenBy === null ? suspectsOf(good, bad) : null,
      record: record ? `${baseUrl}/r/${record.slug}` : null,
    },
  ];
}

function suspectsOf(
  { build: good }: SeriesNight,
  { build: bad }: SeriesNight,
): SeriesAnswer['changes'][number]['suspects'] {
  if (good.commit === null || bad.commit === null) return null;
  const repository = bad.repository ?? good.repository;
  return {
    after: good.commit,
    upTo: bad.commit,
    href: commitRangeHref(repository, good.commit, bad.commit),
  };
}
