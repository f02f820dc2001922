import { majorOf } from '../text/release';
import type { CompareState } from './compare-state';
import type { HeatmapColumn, HeatmapData } from './heatmap-data';

/** `cols=all` in the URL. */
export const ALL_COLUMNS = 'all';
/** Up to here every column is shown unasked: the table scrolls, base and test names stay in sight. */
const SHOWN_UNASKED = 80;

/** What stands in a column head: the version, and of build and config what tells it from its neighbours. */
export interface ColumnName {
  version: string;
  detail: string;
  /** For sentences: the shortest name that is unique among the chosen columns. */
  short: string;
}

/** Indexes of the chosen columns, in the order of the view. Unknown slugs are ignored; never empty. */
export function chosenColumns({ columns }: HeatmapData, { cols }: Pick<CompareState, 'cols'>): number[] {
  const every = columns.map((_, index) => index);
  if (cols.includes(ALL_COLUMNS)) return every;
  const chosen = every.filter((index) => cols.includes(columns[index]?.slug ?? ''));
  if (chosen.length > 0) return chosen;
  return every.length > SHOWN_UNASKED ? latestOfEachMajor(columns) : every;
}

/**
 * Indexes of the newest release of each major version (with all its configs).
 * A major is what a product calls one: 8.0 and 8.4 of MySQL and MariaDB, 17 of PostgreSQL.
 */
export function latestOfEachMajor(columns: readonly HeatmapColumn[]): number[] {
  const newest = new Map<string, string>();
  // Columns are in release order, so the last one of a major wins.
  for (const column of columns) newest.set(productMajor(column), column.version);
  return columns.flatMap((column, index) =>
    newest.get(productMajor(column)) === column.version ? [index] : [],
  );
}

/** `MySQL 8.0`, `PostgreSQL 17`: columns of several products may stand side by side. */
function productMajor({ product, version }: HeatmapColumn): string {
  return `${product} ${majorOf(product, version)}`;
}

/**
 * The newest column and the release before it: of the same product, with the same config and build where there is one.
 *
 * @returns indexes in release order; null with one column only
 */
export function newestAndPrevious(
  columns: readonly HeatmapColumn[],
): [previous: number, newest: number] | null {
  const newest = columns.length - 1;
  const last = columns[newest];
  if (!last) return null;
  const isOlder = (column: HeatmapColumn) =>
    column.product === last.product && column.version !== last.version;
  const isAlike = (column: HeatmapColumn) => column.config === last.config && column.flavour === last.flavour;
  const alike = columns.findLastIndex((column) => isOlder(column) && isAlike(column));
  const previous = alike === -1 ? columns.findLastIndex(isOlder) : alike;
  return previous === -1 ? null : [previous, newest];
}

/** Names of columns, each as short as the others allow. */
export function columnNames(columns: readonly HeatmapColumn[]): ColumnName[] {
  const products = new Set(columns.map((column) => column.product));
  const hasFlavours = new Set(columns.map((column) => column.flavour)).size > 1;
  const configs = columns.flatMap(({ config }) => (config === null ? [] : [config.split('_')]));
  const isShared = (part: string) => configs.every((other) => other.includes(part));
  const releases = columns.map(({ product, version }) => `${product} ${version}`);
  return columns.map((column, index) => {
    const parts = column.config?.split('_') ?? [];
    // `x10a` of `x10a_c32r128`: what differs between columns, else the first part.
    const differing = parts.filter((part) => !isShared(part));
    const config = differing.length > 0 ? differing : parts.slice(0, 1);
    const detail = [hasFlavours ? column.flavour : '', ...config].filter(Boolean).join(' ');
    const isRelease = releases.indexOf(releases[index] ?? '') === releases.lastIndexOf(releases[index] ?? '');
    const short = [products.size > 1 ? column.product : '', column.version, isRelease ? '' : detail];
    return { version: column.version, detail, short: short.filter(Boolean).join(' ') };
  });
}

/** `MySQL 5.6.51 to 9.5.0`; with several products just their names. */
export function titleOf(columns: readonly HeatmapColumn[]): string {
  const products = [...new Set(columns.map((column) => column.product))];
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return 'No columns';
  if (products.length > 1) return `${products.slice(0, -1).join(', ')} and ${products.at(-1)}`;
  const areReleases = columns.every(({ version }) => /^\d/.test(version));
  if (!areReleases) return `${first.product}: ${columns.map(({ version }) => version).join(', ')}`;
  return first.version === last.version
    ? `${first.product} ${first.version}`
    : `${first.product} ${first.version} to ${last.version}`;
}
