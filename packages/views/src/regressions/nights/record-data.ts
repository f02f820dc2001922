import { formatRatio, formatValue } from '@basecase/analysis';
import type { RecordSeries, RegressionPage, SameNightTest, SeriesRelease } from '@basecase/db/types';
import { COSTS, metricOf } from '@basecase/ingest/model';
import type { NightsChart } from '../../document/nights-chart';
import { unitOf } from '../../series/chart/panel';
import { knownMetrics } from '../../series/chart/panel-metrics';
import { seriesChart } from '../../series/chart/series-chart';
import { toSeriesData } from '../../series/series-data';
import { seriesUrl } from '../../series/series-state';
import { type EventRow, nightsTable, seriesEvents } from '../../series/tables/series-tables';
import { readoutSource } from '../../series/words/series-readout';
import { countText, fullServerName } from '../../text/words';
import { believedLevel } from '../../verdict/verdict-trend';
import { costCell } from '../record/ladder-rows';
import { intervalText } from '../record-words';
import { listHref } from '../regressions-state';
import { STOPPED } from '../stop-words';

/** The base of everything that is drawn of a record: no release has such a name. */
const LEVEL_BEFORE = 'the level before';

/** A record's nights, with the level before its change as the base of all ratios. */
function recordNightsData(series: RecordSeries) {
  const { view, firstBad, lastGood, levelNights, costs } = series;
  const data = toSeriesData(view, { tests: [], total: view.nights.length });
  const level = view.verdicts.throughput?.levels.findLast(({ start }) => start < firstBad);
  const before: SeriesRelease = {
    version: LEVEL_BEFORE,
    column: '',
    // Earlier environment changes are part of the previous level.
    measuredAt: data.nights[lastGood]?.measuredAt ?? '',
    runs: Math.max(1, levelNights.before),
    values: {
      ...Object.fromEntries(costs.map(({ metric, before: value }) => [metric, value])),
      ...(level && { throughput: level.value }),
    },
  };
  return {
    data: { ...data, releases: [...data.releases, before] },
    state: { ...seriesUrl.defaults, base: LEVEL_BEFORE },
  };
}

/** True for a record shown as nights: levels instead of a ladder of versions. */
export function isNightRecord({ nights }: Pick<RegressionPage, 'nights'>): boolean {
  return nights?.judgedBy === 'series';
}

/** Nights of the table, on either side of the change. */
const BESIDE = 10;
/** Events that may have to do with it: so many nights away. */
const NEAR = 20;

/** The nights before a change and those after it, with their runs. */
export function nearNights(series: RecordSeries) {
  const { data, state } = recordNightsData(series);
  const { firstBad, lastGood } = series;
  const first = Math.max(0, Math.min(firstBad - BESIDE, lastGood));
  const end = Math.min(data.nights.length, firstBad + BESIDE);
  const table = nightsTable(readoutSource(data, state), state, {
    skip: data.nights.length - end,
    count: end - first,
  });
  const roles = new Map([
    [data.nights[lastGood]?.column, 'last good' as const],
    [data.nights[firstBad]?.column, 'first bad' as const],
  ]);
  return {
    ...table,
    /** The oldest first, unlike in the table of a series: a change is read from before to after. */
    rows: table.rows.toReversed().map((row) => ({ ...row, role: roles.get(row.key) ?? null })),
  };
}

/** Environment changes near a change, newest first. */
export function nearEventRows(series: RecordSeries): EventRow[] {
  const { data, state } = recordNightsData(series);
  const annotations = data.annotations.filter(
    ({ night }) => night !== null && Math.abs(night - series.firstBad) <= NEAR,
  );
  return seriesEvents({ ...data, releases: [], annotations }, state);
}

/** The nights around a record over time, as ratios to the level before; null where no night has a value. */
export function nightsChart(series: RecordSeries): NightsChart | null {
  const { data, state } = recordNightsData(series);
  const chart = seriesChart(data, state);
  if (!chart) return null;
  // The level before is a line of the chart, and no release on its axis.
  return { ...chart, releases: chart.releases.filter(({ text }) => !text.startsWith(LEVEL_BEFORE)) };
}

/** From here on a cost counts as changed. */
const THRESHOLD = 0.97;

/** What an operation cost at the level before, and at the new one. */
export function nightCosts({ costs, levelNights, view }: RecordSeries) {
  const metrics = knownMetrics({ metrics: costs.map(({ metric }) => metric) });
  const rows = metrics.flatMap((metric) => {
    const cost = costs.find((own) => own.metric === metric);
    // A query that writes nothing has no row of KB written.
    if (!cost || (cost.before === 0 && cost.after === 0)) return [];
    return [
      {
        metric: metricOf(metric).label,
        unit: unitOf(metric, view.test.unit),
        before: formatValue(cost.before, metric),
        after: formatValue(cost.after, metric),
        ratio: costCell(metric, cost.ratio, THRESHOLD),
      },
    ];
  });
  const { before, after } = levelNights;
  return {
    /** `medians of 70 nights before and 20 since`. */
    hint: `medians of ${countText(before, 'night')} before and ${after} since`,
    rows,
    /** False: no hardware cost of an operation was recorded. */
    hasCosts: [...COSTS, 'cpu_us_per_op'].some((cost) => metrics.some((metric) => metric === cost)),
  };
}

/** All tests that changed in the night of a record; null where it is the only one. */
export function sameNightModel({
  series,
  cause,
  kind,
  server,
  workload,
}: Pick<RegressionPage, 'series' | 'cause' | 'kind' | 'server' | 'workload'>) {
  const tests = series?.sameNight ?? [];
  if (tests.length < 2) return null;
  return {
    /** `4 tests, one suspected cause`. */
    sentence: `${causeSize(tests)}, one suspected cause`,
    /** The list of all of them. */
    href: listHref({ kind, cause: cause.key, state: 'all' }),
    rows: tests.map((test) => {
      const isHere = test.server.slug === server.slug && test.workload.slug === workload.slug;
      return {
        key: test.slug,
        /** Null for the record itself. */
        href: test.isSelf ? null : `/r/${test.slug}`,
        test: test.name,
        note: test.range === null ? '' : String(test.range),
        /** Server and workload, where they are not those of the record; empty else. */
        where: isHere ? '' : `${fullServerName(test.server)}, ${test.workload.label}`,
        ratio: test.ratio,
        ratioText: test.verdict === 'stopped working' ? STOPPED : formatRatio(test.ratio),
        interval: intervalText(test),
        level: believedLevel(test.ratio, test.verdict),
        verdict: test.verdict,
      };
    }),
  };
}

/** `4 tests`; where several servers have them, `4 tests on 2 servers`. */
function causeSize(tests: readonly { key: string; server: Pick<SameNightTest['server'], 'slug'> }[]): string {
  const keys = new Set(tests.map(({ key }) => key));
  const servers = new Set(tests.map(({ server }) => server.slug));
  return `${countText(keys.size, 'test')}${servers.size > 1 ? ` on ${servers.size} servers` : ''}`;
}
