import {
  type CellVerdict,
  type ConfigLine,
  type ConfigStep,
  isJudged,
  type Level,
  type LineProposal,
  largestStep,
  type MatrixVerdicts,
  median,
  type Noise,
  type PlacedBuild,
  REASON_METRICS,
  smallestVisible,
  type Verdict,
} from '@basecase/analysis';
import type { ColumnSetup, CompareView, HeatmapRecord, Origin, ServerView } from '@basecase/db/types';
import {
  type BenchmarkId,
  benchmarkModel,
  HEATMAP_METRICS,
  inMetricOrder,
  isBenchmarkId,
  isOpenMetric,
  type MetricId,
  type RunFacts,
} from '@basecase/ingest/model';
import { compact, type ExcludedCell, type SentResults, toSentResults } from '../results/sent-results';
import { type TestRow, toTestRows } from '../results/test-row';
import { shortWorkloadLabel } from '../text/words';
import { type ColumnNote, sentRatio, toColumnNote } from '../verdict/column-note';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { verdictLetters, verdictOfLetter } from '../verdict/verdict-trend';
import { type SentNote, type SentRecord, sentNotes, sentRecords } from './sent-marks';
import { type SentNights, sentBuild, toSentNights } from './sent-nights';

export interface HeatmapColumn {
  slug: string;
  label: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  /** Config that names the line which the config was joined to; left out where it is alone. */
  line?: string | undefined;
  /** Which build of its version line; left out of releases. */
  build?: PlacedBuild;
  /** Reasons of its runs that were marked as bad; left out when none was. */
  badRuns?: string[];
}

/** A compare view as the browser gets it: absolute values only, everything relative is computed from them. */
export interface HeatmapData extends SentResults {
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
  columns: HeatmapColumn[];
  rows: TestRow[];
  /** Metrics of the switch, in its order. */
  metrics: MetricId[];
  /** Those of them that were recorded. */
  recorded: MetricId[];
  /** Cells that are there but must not be compared. Few, so not a matrix. */
  excluded: Excluded[];
  /** Values of other cells that are not believed: a latency, say. Left out where there are none. */
  doubtful?: DoubtfulValue[];
  /** Configs that continue each other; left out where there are none. */
  lines?: ConfigLine[];
  /** Configs that were not joined, with the reason; left out where there are none. */
  proposals?: LineProposal[];
  /** Config steps that people confirmed; left out where there are none. */
  steps?: ConfigStep[];
  /** Lines of nights that were judged as series; left out where there are none. */
  nights?: SentNights[];
  /** Nights that are stored and too many for the view; left out for 0. */
  hiddenNights?: number;
  /** Uploads that share a server whose name tells only its size; left out for one upload. */
  sharedBy?: number;
  /** By row: losses that are recorded against the level before, the largest first. Left out where they were not read. */
  records?: Record<number, SentRecord[]>;
  /** Notes and highlights on cells, the oldest first; left out where there are none. */
  notes?: SentNote[];
  /** Null: only the names of the columns are known. */
  setups: HeatmapSetups | null;
  /** Verdicts that the page came with: of each band for its base. */
  verdicts: HeatmapVerdicts[];
  /** Set while `values` lacks metrics that were recorded: what the page shows of them meanwhile. */
  pending: PendingCosts | null;
}

/** A value that is shown and not believed, in a cell whose throughput is. */
interface DoubtfulValue {
  row: number;
  column: number;
  metric: MetricId;
  value: number;
}

/** Costs next to the heatmap in the initial page, for one base, judged column and threshold. */
export interface PendingCosts {
  key: string;
  /** Metrics that are still to come. */
  missing: MetricId[];
  /** By row of the data. */
  rows: { costs: [text: string, level: Level][]; explained: string }[];
}

/** A result that is kept and shown, and never compared. */
export interface Excluded extends ExcludedCell {
  values: Partial<Record<MetricId, number>>;
}

/**
 * What the browser needs of a view, and nothing else.
 *
 * @param known noise of the server and workload, and the setup of each column; without it there are only thresholds,
 * no verdicts
 */
export function toHeatmapData(
  view: CompareView,
  {
    noise = null,
    setups = null,
    records,
  }: {
    noise?: Noise | null;
    setups?: readonly ColumnSetup[] | null;
    records?: readonly HeatmapRecord[];
  } = {},
): HeatmapData {
  const { matrix, server, workload } = view;
  const metrics = metricsOf(view);
  // Explanations need the costs per operation even where the page has no switch for them.
  const results = toSentResults(matrix, { metrics: new Set<MetricId>([...metrics, ...REASON_METRICS]) });
  const doubtful = doubtfulValues(view);
  return {
    server: { slug: server.slug, name: server.name, cores: server.cores },
    workload: {
      slug: workload.slug,
      benchmark: workload.benchmark,
      throughputLabel: benchmarkModel(workload.benchmark).throughputLabel,
      label: shortWorkloadLabel(workload),
      // The page shows the base of a published table in a separate line.
      details: workload.details.filter((detail) => !workload.relativeTo || !detail.startsWith('relative to')),
      origin: workload.origin,
      source: workload.source,
      relativeTo: workload.relativeTo,
    },
    columns: matrix.columns.map(
      ({ slug, label, product, version, flavour, config, line, build, badRuns }) => ({
        slug,
        label,
        product,
        version,
        flavour,
        config,
        ...(line !== undefined && { line }),
        ...(build && { build: sentBuild(build) }),
        ...(badRuns && { badRuns }),
      }),
    ),
    rows: toTestRows(matrix.rows),
    metrics,
    recorded: metrics.filter((metric) => results.values[metric]),
    ...results,
    excluded: results.excluded.map((cell) => ({ ...cell, values: valuesAt(view, cell) })),
    ...(doubtful.length > 0 && { doubtful }),
    noise: noise && toHeatmapNoise(noise, matrix),
    ...(view.lines && { lines: view.lines }),
    ...(view.proposals && { proposals: view.proposals }),
    ...(view.steps && { steps: view.steps }),
    ...(view.nights && { nights: toSentNights(view.nights, matrix) }),
    ...(view.hiddenNights && { hiddenNights: view.hiddenNights }),
    ...(view.sharedBy && { sharedBy: view.sharedBy }),
    ...sentNotes(view),
    ...(records && { records: sentRecords(records, matrix) }),
    setups: setups && toHeatmapSetups(setups, matrix.columns),
    verdicts: [],
    pending: null,
  };
}

/** What a failed step still tells: its own numbers, and the rates that its SLA is about. */
function valuesAt({ matrix }: CompareView, { row, column }: ExcludedCell): Excluded['values'] {
  const values: Excluded['values'] = {};
  for (const id of Object.keys({ ...matrix.values, ...matrix.doubtful }) as MetricId[]) {
    const value = compact(
      matrix.values[id]?.[row]?.[column] ?? matrix.doubtful?.[id]?.[row]?.[column] ?? null,
    );
    if (value !== null) values[id] = value;
  }
  return values;
}

/** Doubtful values of cells that may be compared; those of others are with their cell. */
function doubtfulValues({ matrix }: CompareView): DoubtfulValue[] {
  return (Object.keys(matrix.doubtful ?? {}) as MetricId[]).flatMap((metric) =>
    (matrix.doubtful?.[metric] ?? []).flatMap((cells, row) =>
      cells.flatMap((value, column) =>
        value === null || matrix.status[row]?.[column] !== 'ok'
          ? []
          : [{ row, column, metric, value: compact(value) ?? value }],
      ),
    ),
  );
}

/**
 * The usual metrics of the benchmark, and the success rate of a tool that counts failures; the six metrics of the field are offered even if none was recorded. All metrics
 * of a tool of the open format follow, since none is known to matter more. A tool without a parser has only those.
 */
function metricsOf({ matrix, workload }: CompareView): MetricId[] {
  const there = Object.keys(matrix.values) as MetricId[];
  if (!isBenchmarkId(workload.benchmark)) return inMetricOrder(['throughput', ...there]);
  const rates = there.filter((id) => id === 'success_rate');
  const offered = benchmarkModel(workload.benchmark).heatmapMetrics;
  const always: readonly MetricId[] = workload.benchmark === 'sysbench' ? HEATMAP_METRICS : ['throughput'];
  const open = inMetricOrder(there.filter(isOpenMetric));
  return [...offered.filter((id) => always.includes(id) || matrix.values[id]), ...rates, ...open];
}

/** What the columns ran with besides what their names say; texts of configs once each. */
type HeatmapSetups = ReturnType<typeof toHeatmapSetups>;

export function toHeatmapSetups(setups: readonly ColumnSetup[], columns: readonly { slug: string }[]) {
  const bySlug = new Map(setups.map((setup) => [setup.column, setup]));
  const own = columns.map(({ slug }) => bySlug.get(slug));
  const texts = [...new Set(own.flatMap((setup) => setup?.configText ?? []))];
  const campaigns = [...new Set(own.flatMap((setup) => setup?.campaigns ?? []))];
  const facts = [...new Set(own.flatMap((setup) => (setup?.facts ? JSON.stringify(setup.facts) : [])))];
  return {
    texts,
    campaigns,
    ...(facts.length > 0 && { facts: facts.map((text) => JSON.parse(text) as RunFacts) }),
    /** By column of the data. */
    columns: own.map((setup) => ({
      text: setup?.configText == null ? null : texts.indexOf(setup.configText),
      campaigns: (setup?.campaigns ?? []).map((name) => campaigns.indexOf(name)),
      ...(setup?.facts && { facts: facts.indexOf(JSON.stringify(setup.facts)) }),
    })),
  };
}

/**
 * Verdicts of all cells of a view against one base, in a compact form that is sent with the page and stored with a
 * frozen view, whose verdicts stay those of the rule at freezing.
 */
export interface HeatmapVerdicts {
  /** Chosen columns and base that it is about, see `verdictKey`. */
  key: string;
  ruleVersion: number;
  /** By row of the data: a letter for each chosen column. */
  cells: string[];
  /** By row of the data. */
  rows: RowSince[];
  /** By chosen column. */
  columns: ColumnNote[];
  /**
   * The smallest loss, as 1 - r, that one run on each side detects in a test of usual noise in the judged column.
   * Missing in older frozen views.
   */
  visible?: number;
}

/** Since when a test is slower than the base, along the release line of the base. Columns are chosen columns. */
interface RowSince {
  /** First column from which on it is slower, and stays so. */
  firstBad: number | null;
  /** The largest step down from there on: its column, and the ratio to the version before it. */
  largest: { column: number; ratio: number } | null;
  /** Columns with a tick: the first bad version. Older frozen views have every column that a lower level starts at. */
  down: number[];
}

/** Names the columns and the base that verdicts are about. */
export function verdictKey({ source, base }: { source: readonly number[]; base: number }): string {
  return `${source.join()}/${base}`;
}

export function toHeatmapVerdicts(
  { ruleVersion, base, cells, rows, columns }: MatrixVerdicts,
  { key, judged }: { key: string; judged: number },
): HeatmapVerdicts {
  return {
    key,
    ruleVersion,
    cells: cells.map((row) => verdictLetters(row.map(({ verdict }) => verdict))),
    rows: rows.map(({ onset, lineSteps }, row): RowSince => {
      const firstBad = onset?.direction === 'slower' ? onset.column : null;
      const line = lineSteps.find(({ line }) => line.columns.includes(base))?.line.columns ?? [];
      return {
        firstBad,
        largest: firstBad === null ? null : largestOf(line, firstBad, cells[row] ?? []),
        down: firstBad === null ? [] : [firstBad],
      };
    }),
    columns: columns.map(toColumnNote),
    ...visibleIn(cells, judged),
  };
}

/** What one run shows falls with the noise of its test, so that the middle of one is the middle of the other. */
function visibleIn(cells: MatrixVerdicts['cells'], judged: number): Pick<HeatmapVerdicts, 'visible'> {
  const sigmas = cells.flatMap((row) => {
    const cell = row[judged];
    return cell && isJudged(cell) ? [cell.sigma] : [];
  });
  const sigma = median(sigmas);
  return sigma === null
    ? {}
    : { visible: sentRatio(smallestVisible(sigma, { tests: sigmas.length, runs: 1 })) };
}

/** The largest step from the first bad version on, as readers can check it: a cell over that of the version before. */
function largestOf(
  line: readonly number[],
  first: number,
  cells: readonly CellVerdict[],
): RowSince['largest'] {
  const values = line.map((column) => {
    const cell = cells[column];
    return cell && isJudged(cell) ? Math.exp(cell.x) : null;
  });
  const step = largestStep(values, line.indexOf(first));
  const column = line[step?.index ?? -1];
  return step && column !== undefined ? { column, ratio: sentRatio(step.ratio) } : null;
}

/** The verdict of a cell; missing outside of the view. */
export function verdictAt({ cells }: Pick<HeatmapVerdicts, 'cells'>, row: number, column: number): Verdict {
  return verdictOfLetter(cells[row]?.[column]);
}
