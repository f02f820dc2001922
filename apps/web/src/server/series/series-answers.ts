import {
  buildPlaceOf,
  type SeriesChange,
  type SeriesLevel,
  stopOfNights,
  tiedBuilds,
  toCsvLine,
} from '@basecase/analysis';
import {
  changeSchema,
  type Lines,
  levelSchema,
  type NightsAnswer,
  nightSchema,
  pointSchema,
  type SeriesAnswer,
} from '@basecase/contract/series';
import type {
  LineHistory,
  SeriesLineEntry,
  SeriesNight,
  SeriesOverview,
  SeriesView,
} from '@basecase/db/types';
import { buildName, commitRangeHref, type MetricId, metricOf, type RunFacts } from '@basecase/ingest/model';
import { seriesHref } from '@basecase/views/series';
import { inOrder } from '../operations/operation';
import type { SeriesWindow } from './find-series';

interface LinesFound {
  lines: readonly SeriesLineEntry[];
  /** Of the lines, in their order. */
  overviews: readonly Pick<SeriesOverview, 'tests'>[];
}

/** Lines of nights as they are sent over HTTP. */
export function toLinesAnswer({ lines, overviews }: LinesFound, baseUrl: string): Lines {
  return {
    lines: lines.map(({ server, workload, key, line, configs, nights, newestAt }, index) => {
      const place = { server: server.slug, workload: workload.slug, line: key };
      return {
        ...place,
        ...line,
        serverName: server.name,
        workloadLabel: [workload.label, ...workload.details].join(', '),
        benchmark: workload.benchmark,
        ...(configs && { configs }),
        nights,
        newestAt,
        tests: overviews[index]?.tests.map(({ test }) => test.key) ?? [],
        url: `${baseUrl}${seriesHref(place)}`,
      };
    }),
  };
}

/** All tests of a line in all nights, as they are sent over HTTP. */
export function toNightsAnswer(
  { server, workload, line, lineKey, nights, hiddenNights, tests, said, isStale }: LineHistory,
  baseUrl: string,
): NightsAnswer {
  const place = { server: server.slug, workload: workload.slug, line: lineKey };
  return {
    ...place,
    ...line,
    url: `${baseUrl}${seriesHref(place)}`,
    isStale,
    hiddenNights,
    tests: tests.map(({ key, held }) => ({
      test: key,
      held: held.flatMap((night) => nights[night]?.column ?? []),
    })),
    nights: nights.map((night) => inOrder(nightSchema, { ...night, ...night.build })),
    annotations: said.map(({ id, at, label, by }) => ({ id, at, label, by })),
  };
}

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
    stopped: stoppedSince(view),
    isStale: view.isStale,
    facts,
    points: nights.flatMap((night, index) => {
      const level = levels.findIndex(({ start, end }) => index >= start && index < end);
      if (!isNightShown(index)) return [];
      const value = night.status === 'ok' ? (night.values[metric] ?? null) : null;
      const { version } = line;
      const point = { ...night, ...night.build, version, value, level: level < 0 ? null : level };
      return [inOrder(pointSchema, point)];
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

/** Whether the test works, by throughput: also in the series of another metric. */
function stoppedSince({ nights }: SeriesView): SeriesAnswer['stopped'] {
  const outcomes = nights.map(({ status, values }) => ({ status, value: values.throughput ?? null }));
  const stop = stopOfNights(outcomes);
  const first = stop && nights[stop.from];
  return first ? { since: first.build.at, reason: stop.reason } : null;
}

const BETTER = { 'higher-is-better': 'higher', 'lower-is-better': 'lower', none: null } as const;

function toLevel({ nights }: SeriesView, { start, end, ...level }: SeriesLevel): SeriesAnswer['levels'] {
  const [first, last] = [nights[start], nights[end - 1]];
  return first && last ? [inOrder(levelSchema, { ...level, from: first.build.at, to: last.build.at })] : [];
}

function toChange(
  { nights, line, records }: SeriesView,
  change: SeriesChange,
  { metric, baseUrl }: { metric: MetricId; baseUrl: string },
): SeriesAnswer['changes'] {
  const [good, bad] = [nights[change.lastGood], nights[change.firstBad]];
  if (!good || !bad) return [];
  const { brokenBy, fixed } = change;
  const record =
    metric === 'throughput' ? records.find(({ firstBad }) => firstBad === bad.column) : undefined;
  const nameOf = ({ build }: SeriesNight) => build.commit ?? `${line.version} ${buildName(build)}`;
  return [
    inOrder(changeSchema, {
      ...change,
      at: bad.build.at,
      lastGood: nameOf(good),
      lastGoodAt: good.build.at,
      firstBad: nameOf(bad),
      firstBadAt: bad.build.at,
      column: bad.column,
      brokenBy: brokenBy?.label ?? null,
      fixedAt: fixed === null ? null : (nights[fixed]?.build.at ?? null),
      suspects: brokenBy === null ? suspectsOf(nights, change) : null,
      record: record ? `${baseUrl}/r/${record.slug}` : null,
    }),
  ];
}

function suspectsOf(
  nights: readonly SeriesNight[],
  { lastGood, firstBad }: SeriesChange,
): SeriesAnswer['changes'][number]['suspects'] {
  const tied = tiedBuilds(nights, firstBad, buildPlaceOf);
  const first = nights.findIndex((night) => tied.includes(night));
  const [good, bad] = [nights[Math.min(lastGood, Math.max(0, first - 1))]?.build, nights[firstBad]?.build];
  if (!good || !bad || good.commit === null || bad.commit === null) return null;
  const repository = bad.repository ?? good.repository;
  return {
    after: good.commit,
    upTo: bad.commit,
    href: commitRangeHref(repository, good.commit, bad.commit),
    tied: tied.flatMap(({ build }) => (build === bad || build.commit === null ? [] : [build.commit])),
  };
}

const HEAD = [
  'at',
  'measured_at',
  'commit',
  'number',
  'version',
  'value',
  'unit',
  'status',
  'repeats',
  'run',
  'level',
  'level_low',
  'level_high',
  'change',
  'change_ratio',
  'change_direction',
  'record',
  'other_cpus',
];

/** A series as CSV: one row for each night, with its level and the change that it begins. */
export function drawSeriesCsv({ points, levels, changes, unit }: SeriesAnswer): string {
  const rows = points.map((point) => {
    const level = point.level === null ? undefined : levels[point.level];
    const change = changes.find(({ column }) => column === point.column);
    const cells = [
      point.at,
      point.measuredAt,
      point.commit,
      point.number,
      point.version,
      point.value,
      unit,
      point.status,
      point.repeats,
      point.run,
      level?.value,
      level?.low,
      level?.high,
      change?.state,
      change?.ratio,
      change?.direction,
      change?.record,
      point.otherCpus,
    ];
    return cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell)));
  });
  return `${[HEAD, ...rows].map(toCsvLine).join('\r\n')}\r\n`;
}
