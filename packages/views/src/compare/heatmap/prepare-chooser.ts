import {
  ALL_COLUMNS,
  chosenColumns,
  columnNames,
  latestOfEachMajor,
  newestAndPrevious,
} from '../choose-columns';
import type { CompareState } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';

/** A choice of columns that people make often: a link, so that it works without scripts. */
export interface Shortcut {
  label: string;
  change: Pick<CompareState, 'cols'> & Partial<Pick<CompareState, 'base'>>;
  href: string;
}

export interface ChooserModel {
  chosen: number;
  all: number;
  shortcuts: Shortcut[];
  products: {
    product: string;
    /** `only MySQL`, and `only x10a` for each of its configs when it has several. */
    shortcuts: Shortcut[];
    columns: {
      index: number;
      slug: string;
      label: string;
      version: string;
      detail: string;
      checked: boolean;
    }[];
  }[];
}

/** More configs than this make more buttons than they save clicks. */
const MOST_CONFIGS = 8;

/**
 * The columns by product with what is chosen, and the usual choices.
 *
 * @param hrefOf address of the page in another state
 */
export function prepareChooser(
  data: HeatmapData,
  state: CompareState,
  hrefOf: (state: CompareState) => string,
): ChooserModel {
  const { columns } = data;
  const chosen = new Set(chosenColumns(data, state));
  const names = columnNames(columns);
  const shortcut = (label: string, indexes: readonly number[], base?: string): Shortcut => {
    const change = { cols: colsOf(data, indexes), ...(base === undefined ? {} : { base }) };
    return { label, change, href: hrefOf({ ...state, ...change }) };
  };
  const every = columns.map((_, index) => index);
  const pair = newestAndPrevious(columns);
  const products = [...new Set(columns.map(({ product }) => product))];
  return {
    chosen: chosen.size,
    all: columns.length,
    shortcuts: [
      shortcut(`All ${columns.length}`, every),
      shortcut('Latest release of each major', latestOfEachMajor(columns)),
      ...(pair ? [shortcut('Newest against the previous', pair, columns[pair[0]]?.slug)] : []),
    ],
    products: products.map((product) => {
      const own = every.filter((index) => columns[index]?.product === product);
      const configs = [...new Set(own.map((index) => columns[index]?.config ?? null))];
      const byConfig = configs.length > 1 && configs.length <= MOST_CONFIGS ? configs : [];
      return {
        product,
        shortcuts: [
          ...(products.length > 1 ? [shortcut(`only ${product}`, own)] : []),
          ...byConfig.map((config) =>
            shortcut(
              `only ${config ?? 'without config'}`,
              own.filter((index) => columns[index]?.config === config),
            ),
          ),
        ],
        columns: own.flatMap((index) => {
          const column = columns[index];
          if (!column) return [];
          const { slug, label, version, config } = column;
          const detail = [config ?? names[index]?.detail ?? ''].join(' ');
          return [{ index, slug, label, version, detail, checked: chosen.has(index) }];
        }),
      };
    }),
  };
}

/** Columns as the state has them: empty for the default choice, `all` for every one. */
export function colsOf(data: HeatmapData, indexes: readonly number[]): string[] {
  if (same(indexes, chosenColumns(data, { cols: [] }))) return [];
  if (indexes.length === data.columns.length) return [ALL_COLUMNS];
  return indexes.flatMap((index) => data.columns[index]?.slug ?? []);
}

/** The chosen columns with one more or one less; the last one stays. */
export function toggled(
  data: HeatmapData,
  state: Pick<CompareState, 'cols'>,
  index: number,
): string[] | null {
  const chosen = chosenColumns(data, state);
  const next = data.columns.flatMap((_, each) => ((each === index) !== chosen.includes(each) ? [each] : []));
  return next.length === 0 ? null : colsOf(data, next);
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
