import {
  clientsInKey,
  clientsOfWorkload,
  groupBy,
  type Numbers,
  numericSettings,
  type SweepAxis,
  sweepGroupOf,
  sweepGroups,
  sweptSettings,
  variantKey,
} from '@basecase/analysis';
import { type MetricId, naturalOrder, textOrder } from '@basecase/ingest/model';
import type { Database } from '../../database';
import {
  type Heatmap,
  type HeatmapRun,
  heatmapNoise,
  toColumnRow,
  VERDICT_METRICS,
} from '../../regressions/load-heatmap';
import { findHeatmap } from '../../regressions/noise/noise-atlas';
import type { SweepView } from '../../types';
import { buildView } from '../heatmaps/build-view';
import { listHeatmaps } from '../heatmaps/list-heatmaps';
import type { CellRow, TestRow } from '../heatmaps/view-rows';

/** Rates of sysbench that curves can have, by preference, and their units. 0.4 and 0.5 print no queries. */
const OTHER_RATES = { rw_requests_per_s: 'requests/s', transactions_per_s: 'transactions/s' } as const;
type Rate = 'throughput' | keyof typeof OTHER_RATES;
const RATES: readonly Rate[] = ['throughput', 'rw_requests_per_s', 'transactions_per_s'];
const METRICS: readonly MetricId[] = [
  ...new Set([...VERDICT_METRICS, ...RATES, 'latency_avg', 'latency_p95', 'latency_p99'] as const),
];
/** More curves over clients are not readable. */
const MOST_WORKLOADS = 60;

/** Results of one heatmap as rows of the sweep. */
interface Part {
  heatmap: Heatmap;
  runs: HeatmapRun[];
}

/** A row of the sweep. */
interface Place {
  row: TestRow;
  test: string;
  at: number;
  workload: string;
  /** Key of the test in its heatmap. */
  key: string;
}

/**
 * A workload on a server at every number of clients, or at every value of a setting of its configs, as one matrix of
 * tests × values.
 *
 * @param axis one that the workload does not have reads clients
 * @throws NotFoundError for a heatmap without runs
 */
export async function getSweep(
  database: Database,
  { server, workload, axis: wanted }: { server: string; workload: string; axis: SweepAxis },
): Promise<SweepView> {
  const asked = await findHeatmap(database, { server, workload }, METRICS);
  const entries = (await listHeatmaps(database)).filter(
    (entry) =>
      entry.server.slug === asked.server.slug && entry.workload.benchmark === asked.workload.benchmark,
  );
  const group = sweepGroupOf(sweepGroups(entries), asked.workload.slug);
  const settings = sweptSettings(asked.runs);
  const axis = wanted === 'clients' || settings.includes(wanted) ? wanted : 'clients';
  const others = axis === 'clients' ? (group?.entries ?? []) : [];
  const heatmaps = await Promise.all(
    others
      .filter((entry) => entry.workload.slug !== asked.workload.slug)
      .slice(0, MOST_WORKLOADS)
      .map((entry) => findHeatmap(database, { server, workload: entry.workload.slug }, METRICS)),
  );
  const places: Place[] = [];
  const parts = withCommonRate(
    [asked, ...heatmaps].map((heatmap) => toPart(heatmap, axis, places)),
    places,
  );
  // Rows of one test keep this order.
  const tests = places.toSorted((a, b) => a.at - b.at).map(({ row }) => row);
  const runs = parts.flatMap((part) => part.runs).sort(inColumnOrder);
  const matrix = buildView(runs.map(toColumnRow), tests, asked.benchmark, { each: true });
  const byKey = new Map(places.map((place) => [place.row.key, place]));
  const rows = matrix.rows.map(({ key }) => byKey.get(key)).filter((place) => place !== undefined);
  const clients = new Set(places.map(({ at }) => at));
  return {
    server: asked.server,
    workload: asked.workload,
    settings: group?.label ?? '',
    axis,
    axes: [...(axis !== 'clients' || clients.size > 1 ? (['clients'] as const) : []), ...settings],
    matrix: {
      ...matrix,
      rows: matrix.rows.map((row) => ({ ...row, label: byKey.get(row.key)?.test ?? row.key })),
    },
    points: rows.map(({ test, at }) => ({ test, at })),
    noise: heatmapNoise({ ...asked, runs: pooledRuns(parts), tests, exclusions: [], others: [] }),
    places: rows.map(({ workload: slug, key }) => ({ workload: slug, test: key })),
    read: [asked, ...heatmaps].map((heatmap) => ({
      workload: heatmap.workload.slug,
      columns: [...new Set(heatmap.runs.map(({ slug }) => slug))],
    })),
  };
}

/**
 * The runs of a heatmap with their results as rows of the sweep, which are added to `places`. A row of two heatmaps is
 * that of the first: they are not known to be repeats.
 */
function toPart(heatmap: Heatmap, axis: SweepAxis, places: Place[]): Part {
  const { slug } = heatmap.workload;
  const tests = new Map(heatmap.tests.map((test) => [test.id, test]));
  const known = new Map(places.map((place, index) => [placeKey(place), index]));
  const idOf = (id: number, value: number | null): number | null => {
    const test = tests.get(id);
    const inKey = test && value === null ? clientsInKey(test.key) : null;
    const at = value ?? inKey?.clients ?? clientsOfWorkload(heatmap.workload);
    if (!test || at === null) return null;
    const name = inKey?.test || test.key;
    const place = { test: name, at, workload: slug, key: test.key };
    const index = known.get(placeKey(place)) ?? places.length;
    if (index === places.length) {
      const suffix = axis === 'clients' ? `dop=${at}` : `${axis}=${at}`;
      places.push({ ...place, row: { ...test, id: index, key: `${name}_${suffix}` } });
      known.set(placeKey(place), index);
    }
    return places[index]?.workload === slug ? index : null;
  };
  const runs = heatmap.runs
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap((run): HeatmapRun[] => {
      const setting = numericSettings(run.config).find(({ name }) => `config.${name}` === axis);
      if (axis !== 'clients' && !setting) return [];
      const cells = (run.cells ?? []).flatMap(([test, ...cell]): CellRow[] => {
        const id = idOf(test, setting?.value ?? null);
        return id === null ? [] : [[id, ...cell]];
      });
      return [{ ...run, config: setting ? setting.rest : run.config, cells }];
    });
  return { heatmap, runs: withOneColumn(runs) };
}

/**
 * The throughput of each test is the first rate that all columns with the test have: queries, read/write requests or
 * transactions, which count different statements. Without a common one it is the first rate that any of them has.
 * Gives the rows of `places` the unit of their rate.
 */
function withCommonRate(parts: readonly Part[], places: readonly Place[]): Part[] {
  const rates = ratesOf(parts, places);
  for (const place of places) {
    const rate = rates.get(place.test) ?? 'throughput';
    if (rate !== 'throughput') place.row = { ...place.row, unit: OTHER_RATES[rate] };
  }
  const toCell = (cell: CellRow): CellRow => {
    const rate = rates.get(places[cell[0]]?.test ?? '') ?? 'throughput';
    if (rate === 'throughput') return cell;
    const asThroughput = (numbers: Numbers): Numbers => {
      if (numbers === null) return null;
      const { throughput: _, ...others } = numbers;
      const value = numbers[rate];
      return value === undefined ? others : { ...others, throughput: value };
    };
    const own: CellRow = [...cell];
    own[2] = asThroughput(cell[2]);
    own[3] = asThroughput(cell[3]);
    if (cell[4]?.includes(rate)) own[4] = [...cell[4], 'throughput'];
    return own;
  };
  return parts.map((part) => ({
    ...part,
    runs: part.runs.map((run) => ({ ...run, cells: (run.cells ?? []).map(toCell) })),
  }));
}

/** The rate of each test. */
function ratesOf(parts: readonly Part[], places: readonly Place[]): Map<string, Rate> {
  const found = new Map<string, Map<string, Set<Rate>>>();
  for (const run of parts.flatMap(({ runs }) => runs)) {
    for (const [place, , computed, reported] of run.cells ?? []) {
      const test = places[place]?.test ?? '';
      const columns = found.get(test) ?? new Map<string, Set<Rate>>();
      const rates = columns.get(run.slug) ?? new Set();
      for (const rate of RATES) if ((computed?.[rate] ?? reported?.[rate]) !== undefined) rates.add(rate);
      // A failed test has no rate.
      if (rates.size > 0) found.set(test, columns.set(run.slug, rates));
    }
  }
  return new Map(
    [...found].flatMap(([test, columns]) => {
      const own = [...columns.values()];
      const rate =
        RATES.find((wanted) => own.every((rates) => rates.has(wanted))) ??
        RATES.find((wanted) => own.some((rates) => rates.has(wanted)));
      return rate ? [[test, rate] as const] : [];
    }),
  );
}

const placeKey = ({ test, at }: Pick<Place, 'test' | 'at'>) => `${at} ${test}`;

/** Columns by what they are without the setting: those of one have the id and the slug of the first. */
function withOneColumn(runs: readonly HeatmapRun[]): HeatmapRun[] {
  const first = new Map<string, HeatmapRun>();
  return runs.map((run) => {
    const own = first.get(variantKey(run)) ?? run;
    first.set(variantKey(run), own);
    return { ...run, variantId: own.variantId, slug: own.slug };
  });
}

function inColumnOrder(a: HeatmapRun, b: HeatmapRun): number {
  return (
    textOrder(a.product, b.product) ||
    textOrder(a.sortKey, b.sortKey) ||
    textOrder(a.flavour ?? '', b.flavour ?? '') ||
    naturalOrder(a.config ?? '', b.config ?? '') ||
    a.variantId - b.variantId ||
    textOrder(a.at, b.at) ||
    a.runId - b.runId
  );
}

/** Runs of the whole sweep: the first repeat of each value is one, the second of each another. */
function pooledRuns(parts: readonly Part[]): HeatmapRun[] {
  const pooled = new Map<string, HeatmapRun>();
  for (const { runs } of parts) {
    for (const [key, own] of groupBy(runs, variantKey)) {
      const counts = new Map<number, number>();
      for (const run of own.toSorted(inColumnOrder)) {
        for (const cell of run.cells ?? []) {
          const [test] = cell;
          const repeat = (counts.get(test) ?? 0) + 1;
          counts.set(test, repeat);
          const name = `${key} ${repeat}`;
          const whole = pooled.get(name) ?? { ...run, runId: pooled.size, cells: [], rounds: null };
          pooled.set(name, whole);
          whole.cells = [...(whole.cells ?? []), onlyRepeat(cell)];
        }
      }
    }
  }
  return [...pooled.values()];
}

function onlyRepeat(cell: CellRow): CellRow {
  const own: CellRow = [...cell];
  own[5] = 1;
  return own;
}
