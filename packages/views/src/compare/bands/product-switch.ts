import type { HeatmapEntry } from '@basecase/db/types';
import { byPreference } from '../../results/heatmap-order';
import { serverClass } from '../../text/server-name';
import { chosenColumns } from '../choose-columns';
import { type CompareState, compareHref } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { type ColumnsChange, withAllProducts, withProductAlone, withProductToggled } from './change-columns';
import { productsOf } from './choose-products';

/** A product of the same benchmark that has no runs in a heatmap, and where it has some. */
export interface ProductElsewhere {
  product: string;
  /** `48-core`, `pn53`. */
  where: string;
  href: string;
}

export interface ProductSwitch {
  products: {
    product: string;
    /** How many columns it has here. */
    columns: number;
    isShown: boolean;
    alone: ColumnsChange;
    toggled: ColumnsChange;
    /** Address of the product alone. */
    href: string;
  }[];
  /** All products side by side; null where there is one. */
  all: { change: ColumnsChange; href: string; isShown: boolean } | null;
  elsewhere: readonly ProductElsewhere[];
}

/** Which products are shown, each with how many columns it has. */
export function productSwitch(
  data: HeatmapData,
  state: CompareState,
  { elsewhere, hrefOf }: { elsewhere: readonly ProductElsewhere[]; hrefOf: (state: CompareState) => string },
): ProductSwitch {
  const shown = new Set(chosenColumns(data, state).map((index) => data.columns[index]?.product));
  const products = productsOf(data.columns).map((product) => {
    const alone = withProductAlone(data, state, product);
    return {
      product,
      columns: data.columns.filter((column) => column.product === product).length,
      isShown: shown.has(product),
      alone,
      toggled: withProductToggled(data, state, product),
      href: hrefOf({ ...state, ...alone }),
    };
  });
  const change = withAllProducts(data, state);
  const all = { change, href: hrefOf({ ...state, ...change }), isShown: shown.size === products.length };
  return { products, all: products.length > 1 ? all : null, elsewhere };
}

/**
 * Products of the benchmark of a heatmap that it has no runs of, by name, each with the heatmap that is most like it: the
 * same workload on another server, then another workload of the server.
 */
export function productsElsewhere(entries: readonly HeatmapEntry[], here: HeatmapEntry): ProductElsewhere[] {
  const likeness = ({ server, workload }: HeatmapEntry) =>
    Number(workload.slug === here.workload.slug) * 2 + Number(server.slug === here.server.slug);
  const others = entries
    .filter(({ workload }) => workload.benchmark === here.workload.benchmark)
    .toSorted((a, b) => likeness(b) - likeness(a) || byPreference(a, b));
  const products = [...new Set(others.flatMap((entry) => entry.products))]
    .filter((product) => !here.products.includes(product))
    .sort();
  return products.flatMap((product) => {
    const found = others.find((entry) => entry.products.includes(product));
    if (!found) return [];
    const address = { server: found.server.slug, workload: found.workload.slug, product: [product] };
    return [{ product, where: serverClass(found.server), href: compareHref(address) }];
  });
}
