import { matchesFilter } from '@basecase/analysis';
import { buildLabel, compareVersions } from '@basecase/ingest/model';
import { chosenColumns } from '../choose-columns';
import type { CompareState } from '../compare-state';
import type { HeatmapColumn, HeatmapData } from '../heatmap-data';
import { withColumns } from './change-columns';
import { ALL_COLUMNS, isDefault, lastOfEach, namedProducts } from './choose-products';

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
