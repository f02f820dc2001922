import { matchesFilter, releaseLineKey } from '@basecase/analysis';
import { buildLabel, compareVersions } from '@basecase/ingest/model';
import { joinNames, majorOf } from '../text/words';
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
  if (products.length > 1) return joinNames(products);
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

/** `cols=all` in the URL. */
export const ALL_COLUMNS = 'all';

type Columns = Pick<HeatmapData, 'columns' | 'values'>;

/** Products of columns, in the order of the columns. */
export function productsOf(columns: readonly Pick<HeatmapColumn, 'product'>[]): string[] {
  return [...new Set(columns.map(({ product }) => product))];
}

/**
 * The product that a heatmap opens with: the one with the most comparable versions, which are those with a throughput
 * in some test. Of equal ones the first counts. Empty for a heatmap without columns.
 */
export function defaultProduct(data: Columns): string {
  const versions = new Map(productsOf(data.columns).map((product) => [product, new Set<string>()]));
  for (const [index, { product, version }] of data.columns.entries()) {
    const hasValue = data.values.throughput?.some((row) => (row[index] ?? null) !== null);
    if (hasValue) versions.get(product)?.add(version);
  }
  let found = '';
  let most = -1;
  for (const [product, { size }] of versions) {
    if (size > most) [found, most] = [product, size];
  }
  return found;
}

/** Products by the names of an address, which may be in any case; the default one where none of them is here. */
function namedProducts(data: Columns, { product }: Pick<CompareState, 'product'>): string[] {
  const wanted = product.map((name) => name.toLowerCase());
  const found = productsOf(data.columns).filter((name) => wanted.includes(name.toLowerCase()));
  return found.length > 0 ? found : [defaultProduct(data)];
}

/** True for the choice of products that an address without one means. */
function isDefault(data: Columns, product: readonly string[]): boolean {
  return product.length === 1 && product[0] === defaultProduct(data);
}

/** The bases of a state with another column as the base of its product. */
export function withBaseColumn(data: Columns, base: string, slug: string): string {
  return lastOfEach(data, [base, slug].join());
}

/** Slugs of bases, the last one per product, without those that match no column. */
function lastOfEach({ columns }: Columns, base: string): string {
  const bases = new Map<string, string>();
  for (const slug of base.split(',')) {
    const column = columns.find((each) => each.slug === slug);
    if (!column) continue;
    // The overall last one is added at the end: it is the base when all columns share one.
    bases.delete(column.product);
    bases.set(column.product, slug);
  }
  return [...bases.values()].join();
}

/** What a choice of columns changes of a state. */
export type ColumnsChange = Pick<CompareState, 'cols' | 'product' | 'base' | 'cell' | 'sort' | 'show'>;

/** The state for some of the columns: what is about a column that is not among them is left out. */
export function withColumns(
  data: HeatmapData,
  state: CompareState,
  indexes: readonly number[],
): ColumnsChange {
  const slugs = new Set(indexes.map((index) => data.columns[index]?.slug ?? ''));
  const { base, cell, sort, show } = state;
  return {
    ...choiceOf(data, indexes),
    base: base
      .split(',')
      .filter((slug) => slugs.has(slug))
      .join(),
    cell: cell && slugs.has(cell.column) ? cell : null,
    sort: slugs.has(sort.replace(/^-/, '')) ? sort : '',
    show: slugs.has(show) ? show : '',
  };
}

/** Columns as the state has them: products where they are all of some products, else slugs. */
export function choiceOf(
  data: HeatmapData,
  indexes: readonly number[],
): Pick<CompareState, 'cols' | 'product'> {
  const named = productsOf(indexes.flatMap((index) => data.columns[index] ?? []));
  for (const cols of [[], [ALL_COLUMNS]]) {
    if (!same(indexes, chosenColumns(data, { cols, product: named }))) continue;
    return { cols, product: cols.length === 0 && isDefault(data, named) ? [] : named };
  }
  return { cols: indexes.flatMap((index) => data.columns[index]?.slug ?? []), product: [] };
}

/** The chosen columns with one more or one less; null where none would be left. */
export function toggled(data: HeatmapData, state: CompareState, index: number): ColumnsChange | null {
  const chosen = chosenColumns(data, state);
  const next = data.columns.flatMap((_, each) => ((each === index) !== chosen.includes(each) ? [each] : []));
  return next.length === 0 ? null : withColumns(data, state, next);
}

/** Shows one product alone, as it opens. */
export function withProductAlone(data: HeatmapData, state: CompareState, product: string): ColumnsChange {
  return withColumns(data, state, chosenColumns(data, { cols: [], product: [product] }));
}

/** Shows a product too, or no longer; the last one stays. */
export function withProductToggled(data: HeatmapData, state: CompareState, product: string): ColumnsChange {
  const chosen = chosenColumns(data, state);
  const own = (index: number) => data.columns[index]?.product === product;
  const others = chosen.filter((index) => !own(index));
  const isShown = others.length < chosen.length;
  if (isShown && others.length === 0) return withColumns(data, state, chosen);
  if (isShown) return withColumns(data, state, others);
  const added = chosenColumns(data, { cols: [], product: [product] });
  return withColumns(
    data,
    state,
    data.columns.flatMap((_, index) => (chosen.includes(index) || added.includes(index) ? [index] : [])),
  );
}

/** Shows all products of the heatmap. */
export function withAllProducts(data: HeatmapData, state: CompareState): ColumnsChange {
  const product = namedProducts(data, { product: productsOf(data.columns) });
  return withColumns(data, state, chosenColumns(data, { cols: [], product }));
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/**
 * The state with what an address leaves open. A link to a column, as a base, a cell or an order, opens the product of
 * the column; of several bases of one product the last one stays. Products are spelt as they are stored.
 */
export function settledState(data: HeatmapData, asked: CompareState): CompareState {
  const state = withMatching(data, asked);
  const linked = [
    ...state.base.split(','),
    state.cell?.column,
    state.show,
    state.sort.replace(/^-/, ''),
  ].flatMap((slug) => data.columns.find((column) => column.slug === slug)?.product ?? []);
  const isLink = state.product.length === 0 && state.cols.length === 0;
  const product = namedProducts(data, { product: isLink ? linked : state.product });
  return {
    ...state,
    base: lastOfEach(data, state.base),
    product: meansColumns(state) || isDefault(data, product) ? [] : product,
  };
}

/** True for a state whose columns determine the shown products. */
function meansColumns({ cols, product }: CompareState): boolean {
  return cols.length > 0 && !(cols.includes(ALL_COLUMNS) && product.length > 0);
}

/** The state with the columns that its words and its range of versions choose; as it is where they choose none. */
export function withMatching(data: HeatmapData, state: CompareState): CompareState {
  const { match, from, to } = state;
  if (match === '' && from === '' && to === '') return state;
  const rest = { ...state, match: '', from: '', to: '' };
  // Of all columns: many are not shown unasked, and are what is looked for.
  const everyOwn = chosenColumns(data, { cols: [ALL_COLUMNS], product: namedProducts(data, state) });
  const found = everyOwn.filter((index) => {
    const column = data.columns[index];
    return column !== undefined && matchesFilter(columnText(column), match) && isWithin(column, { from, to });
  });
  return found.length === 0 ? rest : { ...rest, ...withColumns(data, state, found) };
}

/** The text that words are searched in: `MySQL 8.0.44 rel_o2nofp z12a_c8r32`. */
function columnText({ product, version, flavour, config, build }: HeatmapColumn): string {
  const night = build ? [buildLabel(build), build.commit, build.branch] : [];
  return [product, version, flavour, config, ...night].filter(Boolean).join(' ');
}

/** Whole majors count to their end: to `8.0` has 8.0.44. */
function isWithin({ version }: HeatmapColumn, { from, to }: { from: string; to: string }): boolean {
  const isAtEnd = to === '' || version === to || version.startsWith(`${to}.`);
  return (
    (from === '' || compareVersions(version, from) >= 0) && (isAtEnd || compareVersions(version, to) <= 0)
  );
}

/** Slugs of columns that a state names: as columns, bases, a cell or an order. They are in the view however old they are. */
export function namedColumns({ cols, base, cell, show, sort }: CompareState): string[] {
  const named = [...cols, ...base.split(','), cell?.column ?? '', show, sort.replace(/^-/, '')];
  return [...new Set(named.filter((slug) => slug !== ''))];
}
