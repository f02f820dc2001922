import { chosenColumns } from '../choose-columns';
import type { CompareState } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { ALL_COLUMNS, isDefault, namedProducts, productsOf } from './choose-products';

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
