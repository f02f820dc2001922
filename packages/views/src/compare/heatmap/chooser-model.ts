import { majorOf } from '../../text/release';
import { type ColumnsChange, withColumns } from '../bands/change-columns';
import { productsOf } from '../bands/choose-products';
import { chosenColumns, latestOfEachMajor, newestAndPrevious } from '../choose-columns';
import { versionText } from '../column-names';
import type { CompareState } from '../compare-state';
import type { HeatmapColumn, HeatmapData } from '../heatmap-data';

/** A choice of columns that people make often: a link, so that it works without scripts. */
export interface Shortcut {
  label: string;
  change: ColumnsChange;
  href: string;
}

export interface ChooserModel {
  chosen: number;
  all: number;
  shortcuts: Shortcut[];
  /** Every version of the shown products, by name, with what they belong to: what a range is chosen from. */
  majors: { major: string; versions: string[]; shortcut: Shortcut }[];
  products: {
    product: string;
    /** `only x10a` for each of its configs when it has several. */
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

/** Versions by product and major, in the order of the columns. */
function majorsOf(
  columns: readonly HeatmapColumn[],
): { major: string; versions: string[]; places: number[] }[] {
  const majors = new Map<string, number[]>();
  for (const [place, { product, version }] of columns.entries()) {
    const major = `${product} ${majorOf(product, version)}`;
    majors.set(major, [...(majors.get(major) ?? []), place]);
  }
  return [...majors].map(([major, places]) => ({
    major,
    places,
    versions: [...new Set(places.flatMap((place) => columns[place]?.version ?? []))],
  }));
}

/** More configs than this make more buttons than they save clicks. */
const MOST_CONFIGS = 8;

/**
 * The columns by product with what is chosen, and the usual choices.
 *
 * @param hrefOf address of the page in another state
 */
export function chooserModel(
  data: HeatmapData,
  state: CompareState,
  hrefOf: (state: CompareState) => string,
): ChooserModel {
  const { columns } = data;
  const chosen = new Set(chosenColumns(data, state));
  const shortcut = (label: string, indexes: readonly number[], base?: string): Shortcut => {
    const change = { ...withColumns(data, state, indexes), ...(base === undefined ? {} : { base }) };
    return { label, change, href: hrefOf({ ...state, ...change }) };
  };
  const every = columns.map((_, index) => index);
  const shownProducts = new Set([...chosen].map((index) => columns[index]?.product));
  const offered = every.filter((index) => shownProducts.has(columns[index]?.product));
  const own = offered.flatMap((index) => columns[index] ?? []);
  const indexOf = (place: number) => offered[place] ?? -1;
  const pair = newestAndPrevious(own)?.map(indexOf);
  const products = productsOf(columns);
  return {
    chosen: chosen.size,
    all: columns.length,
    shortcuts: [
      shortcut(`All ${offered.length}`, offered),
      shortcut('Latest release of each major', latestOfEachMajor(own).map(indexOf)),
      ...(pair ? [shortcut('Newest against the previous', pair, columns[pair[0] ?? -1]?.slug)] : []),
    ],
    majors: majorsOf(own).map(({ major, versions, places }) => ({
      major,
      versions,
      shortcut: shortcut(`only ${major}`, places.map(indexOf)),
    })),
    products: products.map((product) => {
      const own = every.filter((index) => columns[index]?.product === product);
      const configs = [...new Set(own.map((index) => columns[index]?.config ?? null))];
      const hasFlavours = new Set(own.map((index) => columns[index]?.flavour)).size > 1;
      const byConfig = configs.length > 1 && configs.length <= MOST_CONFIGS ? configs : [];
      return {
        product,
        shortcuts: [
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
          const { slug, label, config, flavour } = column;
          const version = versionText(column);
          const detail = [hasFlavours ? flavour : null, config].filter(Boolean).join(' ');
          return [{ index, slug, label, version, detail, checked: chosen.has(index) }];
        }),
      };
    }),
  };
}
