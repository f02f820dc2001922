import type { HeatmapAddress, Origin, ProductHeatmap } from '@basecase/db/types';
import { BENCHMARKS, type BenchmarkId, benchmarkModel } from '@basecase/ingest/model';
import { compareTexts } from '../text/words';
import { type AddressProblem, knownName, unknownValues } from '../url/address-problem';
import { heatmapText } from '../url/fields';

/** One's own numbers come before those that came with the project. */
const ORIGIN_ORDER: readonly Origin[] = ['uploaded', 'recorded', 'published'];
const BENCHMARK_ORDER = BENCHMARKS.map(({ id }) => id);

interface Entry {
  workload: { origin: Origin };
  latestRunAt: string;
}

/** The likeliest choice first: own numbers, then newer ones. */
export function byPreference(a: Entry, b: Entry): number {
  return byOrigin(a, b) || compareTexts(b.latestRunAt, a.latestRunAt);
}

export function byOrigin(a: Pick<Entry, 'workload'>, b: Pick<Entry, 'workload'>): number {
  return ORIGIN_ORDER.indexOf(a.workload.origin) - ORIGIN_ORDER.indexOf(b.workload.origin);
}

/** In the order of the registry: sysbench first, fio, which has no versions, near the end. Those of tools without a parser follow. */
export function byBenchmark({ workload: a }: ProductHeatmap, { workload: b }: ProductHeatmap): number {
  return placeOf(a.benchmark) - placeOf(b.benchmark) || compareTexts(a.benchmark, b.benchmark);
}

function placeOf(benchmark: BenchmarkId): number {
  const place = BENCHMARK_ORDER.indexOf(benchmark);
  return place < 0 ? BENCHMARK_ORDER.length : place;
}

/** The options of the product and benchmark selects, and the heatmaps of one product and benchmark. */
export type ProductChoice = ReturnType<typeof productChoice>;

/** The product that an address means, whatever its case; as it was given when there is none. */
export function namedProduct(all: readonly Pick<ProductHeatmap, 'product'>[], given: string): string {
  return given === ''
    ? ''
    : knownName(
        all.map(({ product }) => product),
        given,
      );
}

/** What is offered with the product and the benchmark of a heatmap. */
export function productChoice(all: readonly ProductHeatmap[], chosen: ProductHeatmap) {
  const { product } = chosen;
  const { benchmark } = chosen.workload;
  const own = all.filter((entry) => entry.product === product);
  const ids = new Set(own.map(({ workload }) => workload.benchmark));
  return {
    product,
    benchmark,
    products: [...new Set(all.map((entry) => entry.product))].sort(),
    benchmarks: [...ids].map((id) => ({ id, name: benchmarkModel(id).name })),
    /** Every heatmap of the product and the benchmark. */
    offered: own.filter(({ workload }) => workload.benchmark === benchmark),
  };
}

export function addressOf({ server, workload }: ProductHeatmap): HeatmapAddress {
  return { server: server.slug, workload: workload.slug };
}

/** A heatmap as written in the URL. */
export function addressText(entry: ProductHeatmap): string {
  return heatmapText(addressOf(entry));
}

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
