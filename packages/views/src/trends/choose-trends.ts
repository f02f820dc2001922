import type { ProductHeatmap } from '@basecase/db/types';
import {
  addressText,
  byBenchmark,
  byOrigin,
  byPreference,
  namedProduct,
  type ProductChoice,
  productChoice,
} from '../results/heatmap-order';
import { MAX_HEATMAPS, type TrendsState } from './trends-state';

/** Lines that are drawn unasked: more cannot be followed by eye. */
const SHOWN_UNASKED = 8;

export interface TrendsChoice extends ProductChoice {
  chosen: ProductHeatmap[];
}

/** @returns null when nothing is loaded, or nothing of what the URL names */
export function chooseTrends(
  all: readonly ProductHeatmap[],
  state: Pick<TrendsState, 'product' | 'benchmark' | 'on'>,
): TrendsChoice | null {
  const asked = all.find((entry) => state.on.includes(addressText(entry)));
  const product = namedProduct(all, state.product) || asked?.product;
  const ofProduct = product === undefined ? all : all.filter((entry) => entry.product === product);
  const benchmark = state.benchmark || asked?.workload.benchmark;
  const matching = ofProduct.filter(({ workload }) => workload.benchmark === benchmark);
  const [first] = [...(matching.length > 0 ? matching : ofProduct)].sort(
    // Databases before devices, then what has the longest history.
    (a, b) => byOrigin(a, b) || byBenchmark(a, b) || byHistory(a, b),
  );
  if (!first) return null;
  const choice = productChoice(all, first);
  const offered = choice.offered.sort(byHistory);
  const inUrl = offered.filter((entry) => state.on.includes(addressText(entry)));
  return {
    ...choice,
    offered,
    chosen: inUrl.length > 0 ? inUrl.slice(0, MAX_HEATMAPS) : offered.slice(0, SHOWN_UNASKED),
  };
}

/** The longest history first. */
function byHistory(a: ProductHeatmap, b: ProductHeatmap): number {
  return byOrigin(a, b) || b.versions.length - a.versions.length || byPreference(a, b);
}
