/** A made-up record of nights for tests: its series is judged by the real rule. */
import { judgeSeries, type SeriesBreak } from '@basecase/analysis';
import type {
  BuildView,
  RecordSeries,
  RegressionEntry,
  RegressionNights,
  RegressionPage,
  SameNightTest,
  SeriesView,
} from '@basecase/db/types';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { makePage } from './test-page';
import { makeEntry, makeServer, makeWorkload } from './test-record';
import { testLevels, testNight } from './test-series';

/** The last good night, the first bad one, and how many are made. */
const GOOD = 29;
export const BAD = 30;
const COUNT = 45;

const REPOSITORY = {
  url: 'https://github.com/postgres/postgres',
  commitUrl: 'https://github.com/postgres/postgres/commit/{commit}',
};

/** The build of a night. */
export function makeBuild(day: number, change: Partial<BuildView> = {}): BuildView {
  const { at, commit } = testNight(day);
  return {
    commit,
    branch: 'master',
    committedAt: at,
    number: null,
    url: null,
    repository: REPOSITORY,
    at,
    ...change,
  };
}

/** A change that is sure, and measured until today. */
export function makeNights(change: Partial<RegressionNights> = {}): RegressionNights {
  const [lastGood, firstBad] = [makeBuild(GOOD), makeBuild(BAD)];
  return {
    line: { version: '19devel', branch: 'master' },
    lineKey: 'PostgreSQL,19devel@master,,x10b',
    judgedBy: 'series',
    low: 0.884,
    high: 0.916,
    nights: COUNT - BAD,
    doubts: [],
    firstBad,
    lastGood,
    suspects: {
      after: lastGood.commit,
      upTo: firstBad.commit,
      href: `${REPOSITORY.url}/compare/${lastGood.commit}...${firstBad.commit}`,
      count: 0,
      tied: [],
      total: null,
      commits: [],
    },
    sureness: 'sure',
    lastMeasuredAt: testNight(COUNT - 1).measuredAt,
    notMeasuredSince: null,
    seriesPath: '/series?server=ax162-s&test=update-zipf_range%3D100',
    ...change,
  };
}

/** A record of nights in a list. */
function makeNightEntry(
  change: Partial<RegressionEntry> = {},
  nights: Partial<RegressionNights> = {},
): RegressionEntry {
  const column = (day: number) => ({
    column: testNight(day).column,
    label: `night ${day}`,
    version: `19devel 202605${30 + day - GOOD}-g${testNight(day).commit?.slice(0, 8)}`,
    flavour: null,
    config: 'x10b',
  });
  return makeEntry({
    slug: 'update-zipf-19devel',
    firstBad: column(BAD),
    lastGood: column(GOOD),
    ratio: 0.9,
    levelRatio: 0.9,
    band: 0.018,
    cause: {
      key: 'postgresql-19devel-20260531-slower',
      product: 'PostgreSQL',
      since: column(BAD).version,
      direction: 'slower',
      reason: 'CPU',
      records: 1,
    },
    ...change,
    nights: makeNights(nights),
  });
}

interface SeriesChange {
  breaks?: SeriesBreak[];
  view?: Partial<SeriesView>;
  sameNight?: SameNightTest[];
}

/** Forty-five nights: from the thirty-first on 10% slower, for 11% more CPU. */
export function makeRecordSeries({ breaks = [], view = {}, sameNight }: SeriesChange = {}): RecordSeries {
  const throughput = testLevels([
    [BAD, 4700],
    [COUNT - BAD, 4230],
  ]);
  const levelOf = (metric: MetricId, night: number) => {
    if (metric === 'throughput') return throughput[night] ?? null;
    return metric === 'cpu_us_per_op' ? (night >= BAD ? 222 : 200) : 2;
  };
  const metrics: MetricId[] = ['throughput', 'cpu_us_per_op', 'cs_per_op'];
  const nights = Array.from({ length: COUNT }, (_, night) => {
    const { column, measuredAt, run } = testNight(night);
    return {
      column,
      build: makeBuild(night),
      measuredAt,
      run,
      otherCpus: null,
      repeats: 1,
      status: 'ok' as const,
      values: Object.fromEntries(metrics.map((metric) => [metric, levelOf(metric, night)])),
    };
  });
  const verdicts = Object.fromEntries(
    metrics.map((metric) => [
      metric,
      judgeSeries({
        values: nights.map(({ values }) => values[metric] ?? null),
        better: metricOf(metric).direction,
        breaks,
      }),
    ]),
  );
  const test = { ...makeEntry().test, position: 1, warmup: false, known: true };
  return {
    view: {
      server: makeServer(),
      workload: makeWorkload(),
      test,
      line: { product: 'PostgreSQL', version: '19devel', branch: 'master', flavour: null, config: 'x10b' },
      lineKey: 'PostgreSQL,19devel@master,,x10b',
      nights,
      hiddenNights: 0,
      metrics,
      verdicts,
      releases: [],
      annotations: [],
      records: [],
      isStale: false,
      ...view,
    },
    firstBad: BAD,
    lastGood: GOOD,
    levelNights: { before: BAD, after: COUNT - BAD },
    costs: [
      { metric: 'throughput', before: 4700, after: 4230, ratio: 0.9 },
      { metric: 'cpu_us_per_op', before: 200, after: 222, ratio: 1.11 },
      { metric: 'cs_per_op', before: 2, after: 2, ratio: 1 },
    ],
    sameNight: sameNight ?? [
      makeSameNight('update-zipf', { isSelf: true }),
      makeSameNight('update-index', { ratio: 0.945, low: 0.938, high: 0.951 }),
    ],
  };
}

/** A test that changed in the night of the record. */
export function makeSameNight(name: string, change: Partial<SameNightTest> = {}): SameNightTest {
  return {
    slug: `${name}-19devel`,
    key: `${name}_range=100`,
    name,
    range: 100,
    isSelf: false,
    server: makeServer(),
    workload: makeWorkload(),
    ratio: 0.9,
    low: 0.884,
    high: 0.916,
    verdict: 'regression',
    ...change,
  };
}

/** The page of a record of nights. */
export function makeNightPage(
  change: Partial<RegressionPage> = {},
  nights: Partial<RegressionNights> = {},
): RegressionPage & { nights: RegressionNights } {
  return {
    ...makePage({ ...makeNightEntry(), ladder: [], evidence: [], series: makeRecordSeries(), ...change }),
    nights: makeNights(nights),
  };
}
