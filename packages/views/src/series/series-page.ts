import type { SeriesLineEntry, SeriesOverview, SeriesView } from '@basecase/db/types';
import { metricOf } from '@basecase/ingest/model';
import { countText, fullServerName } from '../text/words';
import { trendsHref } from '../trends/trends-state';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import { heatmapText } from '../url/fields';
import { chartMetrics, knownMetrics, mainMetric } from './chart/panel-metrics';
import { type SeriesData, testLabel, toSeriesData } from './series-data';
import { baseVersions, type SeriesBase } from './series-levels';
import { ABSOLUTE, FIRST_LEVEL, type SeriesState, seriesHref } from './series-state';

/** Where the page comes from: a caller of the series router, or any other program. */
export interface SeriesSource {
  /** Every line of nights, the one with the newest night first. */
  lines(): Promise<SeriesLineEntry[]>;
  /** One test of a line, night after night. */
  series(input: { server: string; workload: string; line: string; test: string }): Promise<SeriesView>;
  /** All tests of a line. */
  overview(input: {
    server: string;
    workload: string;
    line: string;
    nights: number;
  }): Promise<SeriesOverview>;
}

export interface LoadedSeries {
  /** Everything that an address may name. */
  entries: readonly SeriesLineEntry[];
  /** The line that the address means; null when there is none. */
  entry: SeriesLineEntry | null;
  /** All tests of the line, with the newest nights; null without a line. */
  overview: SeriesOverview | null;
  /** Null where the address names no test, or one that the line has not. */
  data: SeriesData | null;
}

/** What the series page needs of the overview: names of tests and their changes. */
const FEW_NIGHTS = 1;

/** Reads what a state asks for: one test of a line, or the overview of all of them. */
export async function readSeries(source: SeriesSource, state: SeriesState): Promise<LoadedSeries> {
  const entries = await source.lines();
  const entry = chooseLine(entries, state);
  if (!entry) return { entries, entry: null, overview: null, data: null };
  const place = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
  if (state.test === '') {
    const overview = await source.overview({ ...place, nights: Number(state.nights) });
    return { entries, entry, overview, data: null };
  }
  const overview = await source.overview({ ...place, nights: FEW_NIGHTS });
  const isKnown = overview.tests.some(({ test }) => test.key === state.test);
  if (!isKnown) return { entries, entry, overview, data: null };
  const view = await source.series({ ...place, test: state.test });
  return { entries, entry, overview, data: toSeriesData(view, overview) };
}

/** The line with the newest night, of those that the address allows; null when there is none. */
export function chooseLine(
  entries: readonly SeriesLineEntry[],
  { server, workload, line }: Pick<SeriesState, 'server' | 'workload' | 'line'>,
): SeriesLineEntry | null {
  const matching = entries.filter(
    (entry) =>
      (server === '' || entry.server.slug === server) &&
      (workload === '' || entry.workload.slug === workload) &&
      (line === '' || entry.key === line),
  );
  return matching.reduce<SeriesLineEntry | null>(
    (newest, entry) => (newest && newest.newestAt >= entry.newestAt ? newest : entry),
    null,
  );
}

/** Parts of the address of a series that match no data. */
export function seriesProblems(
  state: SeriesState,
  { entries, overview, data }: LoadedSeries,
  misread: AddressProblem[],
): AddressProblem[] {
  const onServer = entries.filter(({ server }) => state.server === '' || server.slug === state.server);
  const here = onServer.filter(({ workload }) => state.workload === '' || workload.slug === state.workload);
  const on = state.server === '' ? '' : ` on ${state.server}`;
  const elsewhere = [
    ...unknownValues('server', [state.server], {
      known: entries.map(({ server }) => [server.slug, server.name]),
      what: 'server with nights',
    }),
    // For an unknown server its workloads and lines are unknown too.
    ...(onServer.length === 0
      ? []
      : unknownValues('workload', [state.workload], {
          known: onServer.map(({ workload }) => workload.slug),
          what: 'workload with nights',
          where: on,
        })),
    ...(here.length === 0
      ? []
      : unknownValues('line', [state.line], { known: here.map(({ key }) => key), where: on })),
  ];
  // Tests and nights of another line say nothing.
  if (elsewhere.length > 0 || !overview) return [...misread, ...elsewhere];
  if (!data) {
    const tests = unknownValues('test', [state.test], {
      known: overview.tests.map(({ test }) => test.key),
      where: ' in these nights',
    });
    return [...misread, ...tests];
  }
  const columns = data.nights.map(({ column }) => column);
  return [
    ...misread,
    ...unknownValues('base', [state.base], {
      known: [...baseVersions(data), FIRST_LEVEL, ABSOLUTE],
      what: 'release',
      where: ' next to these nights',
    }),
    ...(['from', 'to', 'a', 'b'] as const).flatMap((name) =>
      unknownValues(name, [state[name]], { known: columns, what: 'night' }),
    ),
    ...(data.metrics.includes(state.metric) || state.metric === 'cpu_per_op' || state.metric === 'throughput'
      ? []
      : unknownValues('metric', [metricOf(state.metric).label], {
          known: data.metrics.map((metric) => metricOf(metric).label),
          where: ' in these nights',
        })),
  ];
}

/** More links do not help. */
const MOST = 40;

/** Links for an address without data: tests of the line, else all lines. */
export function noSeriesLinks({ entries, entry, overview }: LoadedSeries) {
  if (entry && overview) {
    const place = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
    return overview.tests.slice(0, MOST).map(({ test }) => ({
      href: seriesHref({ ...place, test: test.key }),
      text: testLabel(test),
      note: test.groupLabel,
    }));
  }
  return entries.slice(0, MOST).map(({ server, workload, line, key, nights }) => ({
    href: seriesHref({ server: server.slug, workload: workload.slug, line: key }),
    text: `${line.product} ${line.version} on ${fullServerName(server)}`,
    note: [workload.label, workload.details.join(', '), countText(nights, 'night')]
      .filter(Boolean)
      .join(', '),
  }));
}

/** What can be chosen on the page of a series. */
export type SeriesMenu = ReturnType<typeof seriesMenu>;

/** Everything that can be chosen, and what is. */
export function seriesMenu(data: SeriesData, state: SeriesState, base: SeriesBase) {
  const { server, workload, line, lineKey, test, tests, nights } = data;
  const main = mainMetric(data, state);
  const metrics = knownMetrics(data).map((id) => ({ id, label: metricOf(id).label, isChosen: id === main }));
  const labels = [...new Set(tests.map(({ groupLabel }) => groupLabel))];
  const isZoomed = state.from !== '' || state.to !== '';
  return {
    /** This page, and trends over releases of the same test. */
    ownHref: seriesHref(state),
    releasesHref: trendsHref({
      product: line.product,
      benchmark: workload.benchmark,
      test: test.key,
      on: [heatmapText({ server: server.slug, workload: workload.slug })],
    }),
    overviewHref: seriesHref({ server: server.slug, workload: workload.slug, line: lineKey }),
    /** `All 33 tests`. */
    overviewText: tests.length > 1 ? `All ${tests.length} tests` : 'All tests',
    groups: labels.map((label) => ({
      label,
      tests: tests.flatMap((own) => (own.groupLabel === label ? [{ key: own.key, label: own.label }] : [])),
    })),
    metrics,
    /** There are more panels than those that are drawn unasked. */
    hasMoreCharts:
      chartMetrics(data, { ...state, charts: 'all' }).length >
      chartMetrics(data, { ...state, charts: 'few' }).length,
    bases: basesOf(data, state, base),
    spans: (['30', '90', 'all'] as const).flatMap((value) =>
      value === 'all' || Number(value) < nights.length
        ? [
            {
              value,
              text: value === 'all' ? `All ${nights.length}` : value,
              isChosen: !isZoomed && state.span === value,
            },
          ]
        : [],
    ),
  };
}

function basesOf(data: SeriesData, state: SeriesState, base: SeriesBase) {
  const versions = baseVersions(data);
  const hasLevels = (data.verdicts[mainMetric(data, state)]?.levels.length ?? 0) > 0;
  const choices = [
    ...versions.map((version, index) => ({
      value: version,
      text: index === 0 ? `${version}, last release` : version,
    })),
    { value: FIRST_LEVEL, text: hasLevels ? 'first level' : 'median night' },
    { value: ABSOLUTE, text: 'nothing: absolute values' },
  ];
  return choices.map((choice) => ({ ...choice, isChosen: choice.value === base.choice }));
}
