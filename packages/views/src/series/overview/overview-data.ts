import type { SeriesOverview } from '@basecase/db/types';

/** An overview as the page and its document need it: everything that is drawn is computed from this. */
export interface OverviewData
  extends Pick<
    SeriesOverview,
    'line' | 'lineKey' | 'total' | 'first' | 'nights' | 'earlier' | 'tests' | 'isStale'
  > {
  server: Pick<SeriesOverview['server'], 'slug' | 'name' | 'cores'>;
  workload: Pick<SeriesOverview['workload'], 'slug' | 'benchmark' | 'label' | 'details'>;
}

/** Of 16 digits the last 9 are rounding noise of a median over a few results. */
const DIGITS = 7;

/** What the browser gets of an overview. */
export function toOverviewData(overview: SeriesOverview): OverviewData {
  const { server, workload, line, lineKey, total, first, nights, earlier, tests, isStale } = overview;
  return {
    server: { slug: server.slug, name: server.name, cores: server.cores },
    workload: {
      slug: workload.slug,
      benchmark: workload.benchmark,
      label: workload.label,
      details: workload.details,
    },
    line,
    lineKey,
    total,
    first,
    nights,
    earlier,
    tests: tests.map((test) => ({
      ...test,
      values: test.values.map((value) => (value === null ? null : Number(value.toPrecision(DIGITS)))),
    })),
    isStale,
  };
}
