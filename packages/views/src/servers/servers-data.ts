import type { Noise } from '@basecase/analysis';
import type { ProductHeatmap, ProductView } from '@basecase/db/types';
import { type BenchmarkId, compareTests } from '@basecase/ingest/model';
import { isOfSize, type Placement, type SentResults, toSentResults } from '../results/sent-results';
import { type TestRow, toTestRows } from '../results/test-row';
import { testAliases } from '../text/test-aliases';
import type { JudgedColumn } from '../verdict/column-note';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { readMetric } from '../verdict/read-metric';
import type { KeyedColumn } from './column-keys';
import { SERVERS_METRICS, type ServersMetric, type ServersState } from './servers-state';

/** One server as the browser gets it; its results are in the rows of the page. */
export interface ServerData extends SentResults<ServersMetric> {
  server: ProductHeatmap['server'];
  workload: ProductHeatmap['workload'];
  columns: KeyedColumn[];
  /** Key of a test on this server, by row, where the server's table has it without its range. */
  ownKeys: Record<number, string>;
  /** Verdicts that were made before the page was sent, by column: null for the base and for what is not shown. */
  judged: { base: number; columns: (JudgedColumn | null)[] } | null;
}

export interface ServersData {
  product: string;
  benchmark: BenchmarkId;
  /** Keys of the shown versions, in release order. */
  keys: string[];
  /** Key of the base unless the URL names another shown one; empty = each server its own. */
  base: string;
  servers: ServerData[];
  /** Tests of all servers, in domain order. */
  rows: TestRow[];
  /**
   * Metrics that come after the page; of CPU µs/o the columns that the page opens with are there. Null when all is
   * there.
   */
  missing: ServersMetric[] | null;
}

type Results = Omit<SentResults<ServersMetric>, 'noise'>;

interface Input {
  chosen: readonly ProductHeatmap[];
  /** Columns that were read, for each chosen heatmap. */
  columns: readonly (readonly KeyedColumn[])[];
  views: readonly ProductView[];
  /** Of each chosen heatmap; left out: judge by thresholds. */
  noise?: readonly Noise[];
  keys: string[];
  base: string;
}

/** Puts the views of several servers under the same rows. */
export function toServersData({ chosen, columns, views, noise, keys, base }: Input): ServersData | null {
  const [first] = chosen;
  if (!first) return null;
  const tests = new Map(views.flatMap(({ matrix }) => matrix.rows.map((row) => [row.key, row])));
  const aliases = testAliases([...tests.values()]);
  const rows = [...tests.values()].filter(({ key }) => !aliases.has(key)).sort(compareTests);
  const position = new Map(rows.map(({ key }, index) => [key, index]));
  const rowOf = (key: string) => position.get(aliases.get(key) ?? key) ?? 0;
  return {
    product: first.product,
    benchmark: first.workload.benchmark,
    keys,
    base,
    servers: chosen.map(({ server, workload }, index) => {
      const view = views.find((each) => each.server === server.slug && each.workload === workload.slug);
      const own = columns[index] ?? [];
      const at = (slug: string) => own.findIndex((column) => column.slug === slug);
      const target = {
        rows: view?.matrix.rows.map(({ key }) => rowOf(key)) ?? [],
        columns: view?.matrix.columns.map(({ slug }) => (at(slug) === -1 ? null : at(slug))) ?? [],
        size: { rows: rows.length, columns: own.length },
      };
      const ownKeys: ServerData['ownKeys'] = Object.fromEntries(
        (view?.matrix.rows ?? []).flatMap(({ key }) => (aliases.has(key) ? [[rowOf(key), key]] : [])),
      );
      const known = noise?.[index];
      const variants = own.map((column) => ({ ...column, product: first.product }));
      const named = rows.map(({ key }, row) => ({ key: ownKeys[row] ?? key }));
      return {
        server,
        workload,
        columns: [...own],
        ownKeys,
        judged: null,
        noise: known ? toHeatmapNoise(known, { columns: variants, rows: named }) : null,
        ...(view ? resultsOf(view, target, server.cores) : NO_RESULTS),
      };
    }),
    rows: toTestRows(rows),
    missing: null,
  };
}

const NO_RESULTS: Results = { values: {}, excluded: [], repeats: null, spread: null, sources: {} };

function resultsOf({ matrix }: ProductView, placement: Placement, cores: number | null): Results {
  return toSentResults(matrix, {
    metrics: SERVERS_METRICS,
    read: (metric, row, column) => readMetric(matrix, metric, { row, column, cores }),
    placement,
  });
}

/** What comes after the page, by server: all that its initial payload left out. */
export type ServersRest = Pick<ServerData, 'values' | 'noise' | 'repeats' | 'spread' | 'sources'>[];

/** The whole data; what is drawn keeps the verdicts that it came with. */
export function withRest(data: ServersData, rest: ServersRest): ServersData {
  const servers = data.servers.map((server, index) => ({ ...server, ...rest[index] }));
  return { ...data, servers, missing: null };
}

/** True when the rest is of this table. */
export function isOfData({ servers, rows }: ServersData, rest: ServersRest): boolean {
  return (
    rest.length === servers.length &&
    rest.every(({ values }, index) =>
      isOfSize(values, { rows: rows.length, columns: servers[index]?.columns.length ?? 0 }),
    )
  );
}

/**
 * The state that can be shown with what is there: until the rest has come, base and metric stay those that the page
 * opened with.
 */
export function shownState(data: ServersData, state: ServersState, initial: ServersState): ServersState {
  if (data.missing === null || isEnough(data, state, initial)) return state;
  const isThere = !data.missing.includes(state.metric);
  return { ...state, base: initial.base, metric: isThere ? state.metric : initial.metric };
}

/** True when the state can be shown with what the page came with. */
export function isEnough(data: ServersData, state: ServersState, initial: ServersState): boolean {
  return state.base === initial.base && !data.missing?.includes(state.metric);
}
