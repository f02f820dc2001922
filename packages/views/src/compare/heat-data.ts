import { type CellStatus, type Level, type Noise, REASON_METRICS } from '@basecase/analysis';
import type { ColumnSetup, CompareView, Origin, ServerView } from '@basecase/db/types';
import { BENCHMARKS, type BenchmarkId, HEATMAP_METRICS, type MetricId } from '@basecase/ingest/model';
import { shortWorkloadLabel } from '../text/workload-label';
import { type HeatNoise, toHeatNoise } from '../verdict/heat-noise';
import { type HeatSetups, toHeatSetups } from './heat-setups';
import type { HeatVerdicts } from './heat-verdicts';

export interface HeatColumn {
  slug: string;
  label: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  /** Reasons of its runs that were marked as bad; left out when none was. */
  badRuns?: string[];
}

export interface HeatRow {
  /** `read-only_range=100`, as in URLs and published tables. */
  key: string;
  name: string;
  range: number | null;
  /** Id of its group, and the heading. */
  group: string;
  groupLabel: string;
  /** Unit of the throughput. */
  unit: string;
}

/** A compare view as the browser gets it: absolute values only, everything relative is computed from them. */
export interface HeatData {
  server: Pick<ServerView, 'slug' | 'name' | 'cores'>;
  workload: {
    slug: string;
    benchmark: BenchmarkId;
    /** What the benchmark calls its throughput: `QPS`, `inserts/s`. */
    throughputLabel: string;
    label: string;
    details: string[];
    origin: Origin;
    source: string | null;
    /** Set when only ratios to `base` were published. */
    relativeTo: { table: string; base: string } | null;
  };
  columns: HeatColumn[];
  rows: HeatRow[];
  /** Metrics of the switch, in its order. */
  metrics: MetricId[];
  /** Those of them that were recorded. */
  recorded: MetricId[];
  /**
   * [row][column] of each metric that was recorded; null = missing, or not to be compared (see `excluded`). Of a large
   * view some come after the page, see `early`.
   */
  values: Partial<Record<MetricId, (number | null)[][]>>;
  /** [row][column] results behind a cell; null when no cell of the view has more than one. */
  repeats: number[][] | null;
  /** [row][column] (max - min) / median of throughput over the repeats; null when no cell was repeated. */
  spread: (number | null)[][] | null;
  /** Cells that are there but must not be compared. Few, so not a matrix. */
  excluded: Excluded[];
  /** [row] a letter for each column, `c` computed and `r` reported, of the costs that have both. */
  sources: Partial<Record<MetricId, string[]>>;
  /** Null: nothing is known of it, and only thresholds can judge. */
  noise: HeatNoise | null;
  /** Null: only the names of the columns are known. */
  setups: HeatSetups | null;
  /** Verdicts for one base that the page came with. */
  verdicts: HeatVerdicts | null;
  /** Set while `values` lacks metrics that were recorded: what the page shows of them meanwhile. */
  early: EarlyReading | null;
}

/** Costs beside the heatmap as the page came with them, for one base, judged column and threshold. */
export interface EarlyReading {
  key: string;
  /** Metrics that are still to come. */
  missing: MetricId[];
  /** By row of the data. */
  rows: { costs: [text: string, level: Level][]; explained: string }[];
}

/** A result that is kept and shown, and never compared. */
export interface Excluded {
  row: number;
  column: number;
  status: CellStatus;
  values: Partial<Record<MetricId, number>>;
}

/**
 * Digits kept of computed values. Of 16 digits the last 9 are rounding noise of a mean over a few hundred samples;
 * without them the page carries half the bytes. The relative error of 5e-8 is far below anything shown: six
 * decimals of cpu/o, two of a ratio. Values that were read with fewer digits stay exactly as stored.
 */
const DIGITS = 7;
/** From here on the digits before the point, all of which are shown, are more. */
const LARGE = 10 ** DIGITS;
const DIGITS_OF_LARGE = 10;

/**
 * What the browser needs of a view, and nothing else.
 *
 * @param known noise of the server and workload: left out, there are no verdicts, only thresholds; what the columns ran
 *   with
 */
export function toHeatData(
  view: CompareView,
  { noise = null, setups = null }: { noise?: Noise | null; setups?: readonly ColumnSetup[] | null } = {},
): HeatData {
  const { matrix, server, workload } = view;
  const metrics = metricsOf(view);
  const comparable = (row: number, column: number) => matrix.status[row]?.[column] === 'ok';
  const values: HeatData['values'] = {};
  // Explanations need the costs per operation even where the page has no switch for them.
  for (const metric of new Set<MetricId>([...metrics, ...REASON_METRICS])) {
    const recorded = matrix.values[metric]?.map((cells, row) =>
      cells.map((value, column) => (comparable(row, column) ? compact(value) : null)),
    );
    if (recorded?.some((cells) => cells.some((value) => value !== null))) values[metric] = recorded;
  }
  return {
    server: { slug: server.slug, name: server.name, cores: server.cores },
    workload: {
      slug: workload.slug,
      benchmark: workload.benchmark,
      throughputLabel: BENCHMARKS[workload.benchmark].throughputLabel,
      label: shortWorkloadLabel(workload),
      // What a table is relative to has a line of its own on the page.
      details: workload.details.filter((detail) => !workload.relativeTo || !detail.startsWith('relative to')),
      origin: workload.origin,
      source: workload.source,
      relativeTo: workload.relativeTo,
    },
    columns: matrix.columns.map(({ slug, label, product, version, flavour, config, badRuns }) => ({
      slug,
      label,
      product,
      version,
      flavour,
      config,
      ...(badRuns && { badRuns }),
    })),
    rows: matrix.rows.map(({ key, name, range, group, groupLabel, unit }) => ({
      key,
      name,
      range,
      group,
      groupLabel,
      unit,
    })),
    metrics,
    recorded: metrics.filter((metric) => values[metric]),
    values,
    sources: mixedSources(view),
    noise: noise && toHeatNoise(noise, matrix),
    setups: setups && toHeatSetups(setups, matrix.columns),
    verdicts: null,
    early: null,
    ...repeatsOf(view),
    excluded: matrix.status.flatMap((cells, row) =>
      cells.flatMap((status, column) =>
        status === 'ok' || status === 'missing'
          ? []
          : [{ row, column, status, values: valuesAt(view, row, column) }],
      ),
    ),
  };
}

/** A percentage with one decimal is shown of a spread. */
const SPREAD_DIGITS = 3;

function repeatsOf({ matrix }: CompareView): Pick<HeatData, 'repeats' | 'spread'> {
  if (!matrix.repeats.some((cells) => cells.some((count) => count > 1)))
    return { repeats: null, spread: null };
  const rounded = (value: number | null) =>
    value === null ? null : Number(value.toPrecision(SPREAD_DIGITS));
  return { repeats: matrix.repeats, spread: matrix.spread.map((cells) => cells.map(rounded)) };
}

/** Of most costs every number was made in one way, and then there is nothing to say. */
function mixedSources({ matrix }: CompareView): HeatData['sources'] {
  const mixed = REASON_METRICS.flatMap((metric) => {
    const cells = matrix.sources[metric]?.map((row) => row.map((source) => source.charAt(0)).join(''));
    const all = cells?.join('') ?? '';
    return cells && all.includes('c') && all.includes('r') ? [[metric, cells]] : [];
  });
  return Object.fromEntries(mixed);
}

/** What a failed step still tells: its own numbers, and the rates that its SLA is about. */
function valuesAt({ matrix }: CompareView, row: number, column: number): Excluded['values'] {
  const ids = Object.keys(matrix.values) as MetricId[];
  return Object.fromEntries(
    ids.flatMap((id) => {
      const value = matrix.values[id]?.[row]?.[column] ?? null;
      return value === null ? [] : [[id, compact(value)]];
    }),
  );
}

/** What the people of the benchmark look at; the six metrics of the field are offered even where none was recorded. */
function metricsOf({ matrix, workload }: CompareView): MetricId[] {
  const offered = BENCHMARKS[workload.benchmark].heatmapMetrics;
  const always: readonly MetricId[] = workload.benchmark === 'sysbench' ? HEATMAP_METRICS : ['throughput'];
  return offered.filter((id) => always.includes(id) || matrix.values[id]);
}

function compact(value: number | null): number | null {
  if (value === null) return null;
  return Number(value.toPrecision(value < LARGE ? DIGITS : DIGITS_OF_LARGE));
}
