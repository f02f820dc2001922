import { releaseLineKey } from '@basecase/analysis';
import { majorOf } from '../text/release';
import { ALL_COLUMNS, namedProducts } from './bands/choose-products';
import type { CompareState } from './compare-state';
import type { HeatmapColumn, HeatmapData } from './heatmap-data';

/** Up to here every column is shown unasked: the table scrolls, base and test names stay in sight. */
export const SHOWN_UNASKED = 80;
/** Nights that are shown unasked: two weeks of them. As many columns where majors leave nothing to compare. */
const NEWEST_UNASKED = 14;

/**
 * Indexes of the chosen columns, in the order of the view: those that the state names, else those of its products.
 * Unknown slugs and products are ignored; never empty.
 */
export function chosenColumns(
  data: Pick<HeatmapData, 'columns' | 'values'>,
  { cols, product = [] }: Pick<CompareState, 'cols'> & Partial<Pick<CompareState, 'product'>>,
): number[] {
  const { columns } = data;
  const every = columns.map((_, index) => index);
  const named = every.filter((index) => cols.includes(columns[index]?.slug ?? ''));
  if (named.length > 0) return named;
  const isAll = cols.includes(ALL_COLUMNS);
  if (isAll && product.length === 0) return every;
  const products = namedProducts(data, { product });
  const own = every.filter((index) => products.includes(columns[index]?.product ?? ''));
  if (isAll) return own;
  return withoutOldNights(own, columns) ?? releasesUnasked(own, columns);
}

/** The newest nights and the last release of a history, unless there are releases to compare; null without nights. */
function withoutOldNights(own: readonly number[], columns: readonly HeatmapColumn[]): number[] | null {
  const releases = own.filter((index) => !columns[index]?.build);
  if (releases.length === own.length) return null;
  const versions = new Set(releases.map((index) => columns[index]?.version));
  if (versions.size > 1) return releasesUnasked(releases, columns);
  const nights = own.filter((index) => columns[index]?.build);
  return [...releases, ...nights.slice(-NEWEST_UNASKED)];
}

function releasesUnasked(own: number[], columns: readonly HeatmapColumn[]): number[] {
  if (own.length <= SHOWN_UNASKED) return own;
  const latest = new Set(latestOfEachMajor(columns));
  const found = own.filter((index) => latest.has(index));
  const versions = new Set(found.map((index) => columns[index]?.version));
  return versions.size > 1 ? found : own.slice(-NEWEST_UNASKED);
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
 * The newest column that has a release before it on its line, and that release: of the same product, build and config.
 *
 * @returns indexes in release order; null where every line has one release
 */
export function newestAndPrevious(
  columns: readonly HeatmapColumn[],
): [previous: number, newest: number] | null {
  const keys = columns.map(releaseLineKey);
  const newest = keys.findLastIndex((key, index) => keys.indexOf(key) < index);
  return newest === -1 ? null : [keys.lastIndexOf(keys[newest] ?? '', newest - 1), newest];
}

/** Versions that have no order are named one by one up to here. */
const NAMED_IN_TITLE = 4;

/** `MySQL 5.6.51 to 9.5.0`; with several products just their names. */
export function titleOf(columns: readonly HeatmapColumn[]): string {
  const products = [...new Set(columns.map((column) => column.product))];
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return 'No columns';
  if (products.length > 1) return `${products.slice(0, -1).join(', ')} and ${products.at(-1)}`;
  const areReleases = columns.every(({ version }) => /^\d/.test(version));
  if (!areReleases) {
    const versions = [...new Set(columns.map(({ version }) => version))];
    return versions.length > NAMED_IN_TITLE
      ? `${first.product}, ${versions.length} versions`
      : `${first.product}: ${versions.join(', ')}`;
  }
  return first.version === last.version
    ? `${first.product} ${first.version}`
    : `${first.product} ${first.version} to ${last.version}`;
}
