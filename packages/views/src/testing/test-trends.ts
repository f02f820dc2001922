/** Hand-made lines for the tests of this folder. */
import type { TrendLine, TrendsData } from '../trends/trends-data';

interface LineSketch {
  server?: string;
  cores?: number;
  workload?: string;
  cached?: boolean | null;
  clients?: number | null;
  ownBase?: string | null;
  source?: string | null;
  config?: string | null;
}

/** A line over versions with values by [test][version]. */
export function testLine(
  versions: readonly string[],
  values: (number | null)[][],
  sketch: LineSketch = {},
): TrendLine {
  const { server = 'pn53', cores = 8, workload = 'w', config = null } = sketch;
  return {
    id: `${server}@${workload}@${config}`,
    server: { slug: server, name: server, cores },
    workload: {
      slug: workload,
      cached: sketch.cached ?? null,
      clients: sketch.clients ?? null,
      source: sketch.source ?? null,
      details: [],
      ownBase: sketch.ownBase ?? null,
    },
    flavour: null,
    config,
    columns: versions.map((version) => ({ slug: `postgresql-${version}`, version })),
    values,
    ownKeys: {},
    records: [],
  };
}

export function testTrends(trendLines: TrendLine[], data: Partial<TrendsData> = {}): TrendsData {
  const tests = trendLines[0]?.values.length ?? 1;
  return {
    product: 'PostgreSQL',
    benchmark: 'sysbench',
    metric: 'throughput',
    title: 'a test',
    isMean: tests > 1,
    tests: Array.from({ length: tests }, (_, index) => ({ key: `t${index}`, unit: 'queries/s' })),
    trendLines,
    without: [],
    ...data,
  };
}
