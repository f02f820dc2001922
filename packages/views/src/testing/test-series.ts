/** Made-up nights for tests: judged by the real rule. */
import { judgeSeries, type SeriesBreak, type SeriesVerdict } from '@basecase/analysis';
import type { SeriesLineEntry, SeriesRelease } from '@basecase/db/types';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { DataNight, SeriesData } from '../series/series-data';
import { type SeriesState, seriesUrl } from '../series/series-state';

const DAY = 86_400_000;
const FIRST_DAY = Date.parse('2026-05-01T00:00:00Z');

/** A night of a day after 1 May 2026. */
export function testNight(day: number, change: Partial<DataNight> = {}): DataNight {
  const at = new Date(FIRST_DAY + day * DAY).toISOString();
  return {
    column: `c${day}`,
    at,
    measuredAt: at,
    commit: (0x4e_b13_e80 + day).toString(16).padStart(40, 'a'),
    number: null,
    run: String(100 + day),
    repeats: 1,
    status: 'ok',
    ...change,
  };
}

/** Noise that is the same in each run of the tests: about ±1.2% of the value. */
function wobble(value: number, night: number): number {
  return value * (1 + 0.012 * Math.sin(night * 2.399 + (night % 7)));
}

/** Nights at levels, one after the other: `[[40, 1000], [40, 900]]`. */
export function testLevels(levels: readonly (readonly [nights: number, value: number])[]): number[] {
  return levels
    .flatMap(([nights, value]) => Array.from({ length: nights }, () => value))
    .map((value, night) => wobble(value, night));
}

/** A release that was measured on a day, with a throughput of 1000. */
export function testRelease(
  version: string,
  day: number,
  values: SeriesRelease['values'] = {},
): SeriesRelease {
  return {
    version,
    column: `r${version}`,
    measuredAt: new Date(FIRST_DAY + day * DAY).toISOString(),
    runs: 3,
    values: { throughput: 1000, ...values },
  };
}

interface Sketch extends Partial<SeriesData> {
  breaks?: SeriesBreak[];
}

/** A series of some metrics, one night a day. */
export function testSeries(
  values: Partial<Record<MetricId, (number | null)[]>>,
  { breaks = [], ...change }: Sketch = {},
): SeriesData {
  const metrics = Object.keys(values) as MetricId[];
  const count = Math.max(...metrics.map((metric) => values[metric]?.length ?? 0));
  const verdicts: Partial<Record<MetricId, SeriesVerdict>> = {};
  for (const metric of metrics) {
    verdicts[metric] = judgeSeries({
      values: values[metric] ?? [],
      better: metricOf(metric).direction,
      breaks,
    });
  }
  return {
    server: { slug: 'pn53', name: 'PN53', cores: 8 },
    workload: { slug: 'w', benchmark: 'sysbench', label: 'sysbench, cached', details: ['1 client', 'pk'] },
    test: { key: 'update-zipf_range=100', name: 'update-zipf', range: 100, unit: 'queries/s' },
    line: { product: 'PostgreSQL', version: '19devel', branch: 'master', flavour: null, config: 'x10b' },
    lineKey: '19devel@master',
    repository: null,
    nights: Array.from({ length: count }, (_, day) => testNight(day)),
    hiddenNights: 0,
    metrics,
    values,
    verdicts,
    releases: [],
    annotations: [],
    records: [],
    tests: [
      { key: 'update-zipf_range=100', label: 'update-zipf range=100', groupLabel: 'Writes', changedAt: [] },
    ],
    isStale: false,
    ...change,
  };
}

/** The state of an address. */
export function testSeriesState(change: Partial<SeriesState> = {}): SeriesState {
  return {
    ...seriesUrl.defaults,
    server: 'pn53',
    workload: 'w',
    line: '19devel@master',
    test: 'update-zipf_range=100',
    ...change,
  };
}

/** A line of nights of a server. */
export function testLineEntry({
  server = 'pn53',
  key = '19devel@master',
  newestAt = '2026-11-16T00:00:00Z',
}: {
  server?: string;
  key?: string;
  newestAt?: string;
} = {}): SeriesLineEntry {
  return {
    key,
    server: {
      slug: server,
      name: server.toUpperCase(),
      cores: 8,
      cpu: null,
      memoryBytes: null,
      storage: null,
      os: null,
    },
    workload: {
      slug: 'w',
      benchmark: 'sysbench',
      label: 'sysbench, cached',
      details: ['1 client'],
      clients: 1,
      origin: 'uploaded',
      relativeTo: null,
      source: null,
    },
    line: { product: 'PostgreSQL', version: '19devel', branch: 'master', flavour: null, config: 'x10b' },
    nights: 40,
    newestAt,
  };
}
