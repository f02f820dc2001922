import type { CompareState } from '../compare-state';
import type { HeatmapColumn, HeatmapData } from '../heatmap-data';

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
export function namedProducts(data: Columns, { product }: Pick<CompareState, 'product'>): string[] {
  const wanted = product.map((name) => name.toLowerCase());
  const found = productsOf(data.columns).filter((name) => wanted.includes(name.toLowerCase()));
  return found.length > 0 ? found : [defaultProduct(data)];
}

/** True for the choice of products that an address without one means. */
export function isDefault(data: Columns, product: readonly string[]): boolean {
  return product.length === 1 && product[0] === defaultProduct(data);
}

/** The bases of a state with another column as the base of its product. */
export function withBaseColumn(data: Columns, base: string, slug: string): string {
  return lastOfEach(data, [base, slug].join());
}

/** Slugs of bases, the last one per product, without those that match no column. */
export function lastOfEach({ columns }: Columns, base: string): string {
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
