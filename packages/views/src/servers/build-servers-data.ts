import { type Noise, REASON_METRICS } from '@basecase/analysis';
import type { ProductHeatmap, ProductView } from '@basecase/db/types';
import { compareTests } from '@basecase/ingest/model';
import { testAliases } from '../text/test-aliases';
import { toHeatNoise } from '../verdict/heat-noise';
import { readMetric } from '../verdict/read-metric';
import type { KeyedColumn } from './column-keys';
import { judgeServerColumn } from './judge-servers';
import type { ServerData, ServersData } from './servers-data';
import { SERVERS_METRICS } from './servers-state';

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
