import type { CellStatus } from '@basecase/analysis';
import type { ProductHeatmap, ProductView } from '@basecase/db/types';
import { type BenchmarkId, compareTests } from '@basecase/ingest/model';
import { testAliases } from '../../lib/test-aliases';
import type { KeyedColumn } from './column-keys';
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
  rows: ServersRow[];
}

/** Of 16 digits the last 8 are rounding noise of a mean over a few hundred samples. */
const DIGITS = 8;

interface Input {
  chosen: readonly ProductHeatmap[];
  /** Columns that were read, for each chosen heatmap. */
  columns: readonly (readonly KeyedColumn[])[];
  views: readonly ProductView[];
  keys: string[];
  base: string;
}

/** Puts the views of several servers under the same rows. */
export function toServersData({ chosen, columns, views, keys, base }: Input): ServersData | null {
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
      const ownKeys = (view?.matrix.rows ?? []).flatMap(({ key }) =>
        aliases.has(key) ? [[rowOf(key), key] as const] : [],
      );
      return {
        server,
        workload,
        columns: [...own],
        ownKeys: Object.fromEntries(ownKeys),
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
  };
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
      matrix.status[row]?.[column] === 'ok' ? readValue(matrix, metric, { row, column, cores }) : null;
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
  const grid = Array.from({ length: target.size.rows }, () =>
    Array.from({ length: target.size.columns }, (): number | null => null),
  );
  for (const [row, toRow] of target.rows.entries()) {
    for (const [column, toColumn] of target.columns.entries()) {
      const value = read(row, column);
      const cells = grid[toRow];
      if (cells && toColumn !== null && value !== null) cells[toColumn] = Number(value.toPrecision(DIGITS));
    }
  }
  return grid;
}

/**
 * CPU µs per operation is stored where it was computed here; figures that were published or reported as cpu/o become
 * it by the same formula: percent of all cores / 100 × cores × 1,000,000.
 */
function readValue(
  { values }: ProductView['matrix'],
  metric: ServersMetric,
  { row, column, cores }: { row: number; column: number; cores: number | null },
): number | null {
  const own = values[metric]?.[row]?.[column] ?? null;
  if (own !== null || metric !== 'cpu_us_per_op') return own;
  const percent = values.cpu_per_op?.[row]?.[column] ?? null;
  return percent === null || cores === null ? null : (percent / 100) * cores * 1e6;
}
