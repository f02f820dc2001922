import { judgeSeriesFamily, type SeriesBreak, type SeriesVerdict, type StopReason } from '@basecase/analysis';
import type { BuildView, SeriesOverview } from '@basecase/db/types';

/** A test of a made-up overview: what each night is worth, 1 being that of the release. */
export interface TestSketch {
  name: string;
  range?: number | null;
  group?: string;
  unit?: string;
  /** Null: not measured. */
  factor?: (night: number) => number | null;
  /** False: the release has no value of it. */
  hasRelease?: boolean;
  /** CPU per operation at the newest level, to that of the release. */
  cost?: number;
  /** Why its newest nights did not work. */
  stopped?: StopReason;
}

export interface OverviewSketch {
  nights?: number;
  shown?: number;
  /** Null: none was measured there. */
  release?: string | null;
  /** Its runs: with many it adds no noise. */
  releaseRuns?: number;
  breaks?: SeriesBreak[];
  isStale?: boolean;
  /** Days that no night was built, before the newest ones: index of the night after them. */
  gapBefore?: number | null;
}

const DAY = 86_400_000;
const NEWEST = Date.UTC(2026, 10, 16, 2);

/** A line of nights up to 16 Nov 2026, judged as the worker judges it. */
export function madeOverview(sketches: readonly TestSketch[], sketch: OverviewSketch = {}): SeriesOverview {
  const { nights = 40, release = '18.4', releaseRuns = 9, breaks = [], gapBefore = null } = sketch;
  const first = nights - Math.min(nights, sketch.shown ?? 30);
  const places = Array.from({ length: nights }, (_, night) => {
    const extra = gapBefore !== null && night < gapBefore ? 3 : 0;
    return { column: `n${night}`, build: madeBuild(night, NEWEST - (nights - 1 - night + extra) * DAY) };
  });
  const all = sketches.map(({ factor = () => 1 }, test) =>
    places.map((_, night) => {
      const value = factor(night);
      return value === null ? null : 1000 * value * wobble(night, test);
    }),
  );
  const verdicts = judgeSeriesFamily(
    all.map((values) => ({ values, better: 'higher-is-better', breaks, held: [] })),
  );
  return {
    server: { slug: 'pn53', name: 'PN53', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: 'sysbench-cached',
      benchmark: 'sysbench',
      label: 'sysbench, cached',
      details: ['1 table × 50M rows', '1 client', 'pk'],
      clients: 1,
      origin: 'uploaded',
      relativeTo: null,
      source: null,
    },
    line: {
      product: 'PostgreSQL',
      version: '19devel',
      branch: 'master',
      flavour: null,
      config: 'x10b_c8r32',
    },
    lineKey: 'PostgreSQL,19devel@master,,x10b_c8r32',
    total: nights,
    first,
    nights: places.slice(first).map((place) => ({ ...place, measuredAt: place.build.at })),
    earlier: places.slice(0, first).map((place, night) => ({ night, ...place })),
    tests: sketches.map(
      (
        { name, range = 100, group = 'point', unit = 'queries/s', hasRelease, cost, stopped = null },
        test,
      ) => ({
        test: {
          key: range === null ? name : `${name}_range=${range}`,
          name,
          range,
          group,
          groupLabel: group === 'point' ? 'Point queries' : 'Writes',
          position: test,
          unit,
          warmup: false,
          known: true,
        },
        verdict: {
          ...(verdicts[test] ?? NOT_JUDGED),
          costs: cost === undefined ? {} : { cpu_per_op: 0.001 * cost },
        },
        release:
          release === null || hasRelease === false
            ? null
            : { version: release, column: 'r', value: 1000, runs: releaseRuns, costs: { cpu_per_op: 0.001 } },
        stopped,
        values: all[test]?.slice(first) ?? [],
        records: [],
      }),
    ),
    annotations: [],
    isStale: sketch.isStale ?? false,
  };
}

const NOT_JUDGED: SeriesVerdict = {
  enough: false,
  nights: 0,
  better: 'higher-is-better',
  sigma: 0.01,
  rho: 0,
  levels: [],
  changes: [],
  outliers: [],
};

function madeBuild(night: number, at: number): BuildView {
  const iso = new Date(at).toISOString();
  return {
    commit: (0x10000000 + night).toString(16).repeat(5),
    branch: 'master',
    committedAt: iso,
    number: null,
    url: null,
    repository: null,
    at: iso,
  };
}

/** Noise of about 0.5%, the same for the same night and test. */
function wobble(night: number, test: number): number {
  const seed = Math.sin((night + 1) * 12.9898 + (test + 1) * 78.233) * 43_758.5453;
  return 1 + (seed - Math.floor(seed) - 0.5) * 0.015;
}
