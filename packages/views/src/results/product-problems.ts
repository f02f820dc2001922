import type { ProductHeatmap } from '@basecase/db/types';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import { addressText, namedProduct } from './heatmap-order';

/** The heatmaps of a product that a URL names, among the loaded ones. */
export function productProblems(
  entries: readonly ProductHeatmap[],
  asked: { product: string; benchmark: string; on: readonly string[] },
): AddressProblem[] {
  const product = namedProduct(entries, asked.product);
  const own = entries.filter((entry) => product === '' || entry.product === product);
  const where = product === '' ? '' : ` of ${product}`;
  const unknown = unknownValues('product', [product], { known: entries.map((entry) => entry.product) });
  // Benchmarks and heatmaps of another product say nothing.
  if (own.length === 0) return unknown;
  const benchmarks = own.map(({ workload }) => workload.benchmark);
  return [
    ...unknown,
    ...unknownValues('benchmark', [asked.benchmark], { known: benchmarks, where }),
    ...unknownValues('on', asked.on, { known: own.map(addressText), what: 'heatmap', where }),
  ];
}
