import { type CellStatus, type Noise, REASON_METRICS } from '@basecase/analysis';
import type { ProductHeatmap, ProductView } from '@basecase/db/types';
import { type BenchmarkId, compareTests } from '@basecase/ingest/model';
import { testAliases } from '../text/test-aliases';
import { type HeatNoise, toHeatNoise } from '../verdict/heat-noise';
import { readMetric } from '../verdict/read-metric';
import type { KeyedColumn } from './column-keys';
import { judgeServerColumn } from './judge-servers';
import type { JudgedColumn, SentVerdicts } from './sent-verdicts';
import { SERVERS_METRICS, type ServersMetric } from './servers-state';

export interface ServersRow {
  key: string;
  name: string;
  range: number | null;
  group: string;
  groupLabel: string;
  unit: string;
}

/** One server as the browser gets it: absolute values only. */
export interface ServerData {
  server: ProductHeatmap['server'];
  workload: ProductHeatmap['workload'];
  columns: KeyedColumn[];
  /** Key of a test on this server, by row, where the server's table has it without its range. */
  ownKeys: Record<number, string>;
  /** [row of the page][column]; null = missing, or not to be compared. */
  values: Partial<Record<ServersMetric, (number | null)[][]>>;
  /** Results that are there and must not be compared. */
  excluded: { row: number; column: number; status: CellStatus }[];
  /** [row of the page][column] results behind a cell; null when no cell has more than one. */
  repeats: number[][] | null;
  /** [row of the page][column] (max - min) / median of throughput over the repeats; null when no cell was repeated. */
  spread: (number | null)[][] | null;
  /** [row of the page][column] true where a cost was computed; of the costs that have reported cells too. */
  computed: Partial<Record<ServersMetric, boolean[][]>>;
  /** Null: nothing is known of it, and only thresholds can judge. */
  noise: HeatNoise | null;
  /** Verdicts that were made before the page was sent; null until then. */
  judged: SentVerdicts | null;
}

/** Judges a column of a server by the noise of that server; null where nothing is known of it. */
export type Judge = (
  data: ServersData,
  server: ServerData,
  columns: { base: number; column: number },
) => JudgedColumn | null;

export interface ServersData {
  product: string;
  benchmark: BenchmarkId;
  /** Keys of the shown versions, in release order. */
  keys: string[];
  /** Key of the base unless the URL names another shown one; empty = each server its own. */
  base: string;
  servers: ServerData[];
  /** Tests of all servers, in domain order. */
  rows: ServersRow[];
  /**
   * Metrics that come after the page; of CPU µs/o the columns that the page opens with are there. Null when all is
   * there.
   */
  missing: ServersMetric[] | null;
  /** Judges what was not judged before the page was sent; null while the numbers that it needs are not there. */
  judge: Judge | null;
}

/** Of 16 digits the last 9 are rounding noise of a mean over a few hundred samples. */
const DIGITS = 7;

interface Input {
  chosen: readonly ProductHeatmap[];
  /** Columns that were read, for each chosen heatmap. */
  columns: readonly (readonly KeyedColumn[])[];
  views: readonly ProductView[];
  /** Of each chosen heatmap; left out, there are no verdicts. */
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
        noise: known ? toHeatNoise(known, { columns: variants, rows: named }) : null,
        ...repeatsOf(view, target),
        ...valuesOf(view, target, server.cores),
      };
    }),
    rows: rows.map(({ key, name, range, group, groupLabel, unit }) => ({
      key,
      name,
      range,
      group,
      groupLabel,
      unit,
    })),
    missing: null,
    judge: judgeServerColumn,
  };
}

/** A percentage with one decimal is shown of a spread. */
const SPREAD_DIGITS = 3;

function repeatsOf(view: ProductView | undefined, target: Target) {
  const nothing: Pick<ServerData, 'repeats' | 'spread' | 'computed'> = {
    repeats: null,
    spread: null,
    computed: {},
  };
  if (!view) return nothing;
  const { repeats, spread, sources } = view.matrix;
  const mixed = REASON_METRICS.flatMap((metric) => {
    const own = sources[metric];
    const all = new Set(own?.flat());
    if (!own || !all.has('computed') || !all.has('reported')) return [];
    return [[metric, placed(target, (row, column) => own[row]?.[column] === 'computed', false)] as const];
  });
  const computed: ServerData['computed'] = Object.fromEntries(mixed);
  if (!repeats.some((cells) => cells.some((count) => count > 1))) return { ...nothing, computed };
  return {
    computed,
    repeats: placed(target, (row, column) => repeats[row]?.[column] ?? 0, 0),
    spread: placed(target, (row, column) => rounded(spread[row]?.[column] ?? null), null),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(SPREAD_DIGITS));
}

/** Where the values of a view go: its rows and columns among those of the page. */
interface Target {
  /** Row of the page for each row of the view, column for each column; null = not shown. */
  rows: number[];
  columns: (number | null)[];
  size: { rows: number; columns: number };
}

function valuesOf(view: ProductView | undefined, target: Target, cores: number | null) {
  const values: ServerData['values'] = {};
  if (!view) return { values, excluded: [] };
  const { matrix } = view;
  for (const metric of SERVERS_METRICS) {
    const read = (row: number, column: number) =>
      matrix.status[row]?.[column] === 'ok' ? readMetric(matrix, metric, { row, column, cores }) : null;
    const grid = gridOf(target, read);
    if (grid.some((cells) => cells.some((value) => value !== null))) values[metric] = grid;
  }
  const excluded = matrix.status.flatMap((cells, row) =>
    cells.flatMap((status, column): ServerData['excluded'] => {
      const to = target.columns[column] ?? null;
      const isExcluded = status !== 'ok' && status !== 'missing' && to !== null;
      return isExcluded ? [{ row: target.rows[row] ?? 0, column: to, status }] : [];
    }),
  );
  return { values, excluded };
}

function gridOf(target: Target, read: (row: number, column: number) => number | null): (number | null)[][] {
  const compact = (value: number | null) => (value === null ? null : Number(value.toPrecision(DIGITS)));
  return placed(target, (row, column) => compact(read(row, column)), null);
}

/** What is read of the cells of a view, at their places on the page; `empty` elsewhere. */
function placed<T>(target: Target, read: (row: number, column: number) => T, empty: T): T[][] {
  const grid = Array.from({ length: target.size.rows }, () =>
    Array.from({ length: target.size.columns }, () => empty),
  );
  for (const [row, toRow] of target.rows.entries()) {
    for (const [column, toColumn] of target.columns.entries()) {
      const cells = grid[toRow];
      if (cells && toColumn !== null) cells[toColumn] = read(row, column);
    }
  }
  return grid;
}
