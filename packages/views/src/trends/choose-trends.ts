import type { HeatmapAddress, Origin, ProductHeatmap } from '@basecase/db/types';
import { BENCHMARKS, type BenchmarkId } from '@basecase/ingest/model';
import { compareTexts } from '../text/compare-texts';
import { heatmapText } from '../url/heatmap-ref';
import { MAX_HEATMAPS, type TrendsState } from './trends-state';

/** One's own numbers come before those that came with the project. */
const ORIGIN_ORDER: readonly Origin[] = ['uploaded', 'recorded', 'published'];
const BENCHMARK_ORDER = Object.keys(BENCHMARKS);
/** Lines that are drawn unasked: more cannot be followed by eye. */
const SHOWN_UNASKED = 8;

export interface TrendsChoice {
  product: string;
  benchmark: BenchmarkId;
  products: string[];
  benchmarks: { id: BenchmarkId; name: string }[];
  /** Every heatmap of the product and the benchmark, the longest history first. */
  offered: ProductHeatmap[];
  chosen: ProductHeatmap[];
}

/** @returns null when nothing is loaded, or nothing of what the URL names */
export function chooseTrends(
  all: readonly ProductHeatmap[],
  state: Pick<TrendsState, 'product' | 'benchmark' | 'on'>,
): TrendsChoice | null {
  const asked = all.find((entry) => state.on.includes(textOf(entry)));
  const product = state.product || asked?.product;
  const ofProduct = product === undefined ? all : all.filter((entry) => entry.product === product);
  const benchmark = state.benchmark || asked?.workload.benchmark;
  const matching = ofProduct.filter(({ workload }) => workload.benchmark === benchmark);
  const [first] = [...(matching.length > 0 ? matching : ofProduct)].sort(byBenchmark);
  if (!first) return null;
  const own = all.filter((entry) => entry.product === first.product);
  const offered = own
    .filter(({ workload }) => workload.benchmark === first.workload.benchmark)
    .sort(byHistory);
  const inUrl = offered.filter((entry) => state.on.includes(textOf(entry)));
  const ids = [...new Set(own.map(({ workload }) => workload.benchmark))];
  return {
    product: first.product,
    benchmark: first.workload.benchmark,
    products: [...new Set(all.map((entry) => entry.product))].sort(),
    benchmarks: ids.map((id) => ({ id, name: BENCHMARKS[id].name })),
    offered,
    chosen: inUrl.length > 0 ? inUrl.slice(0, MAX_HEATMAPS) : offered.slice(0, SHOWN_UNASKED),
  };
}

/** Databases before devices, then what has the longest history. */
function byBenchmark(a: ProductHeatmap, b: ProductHeatmap): number {
  const rank = ({ workload }: ProductHeatmap) => BENCHMARK_ORDER.indexOf(workload.benchmark);
  return originRank(a) - originRank(b) || rank(a) - rank(b) || byHistory(a, b);
}

function byHistory(a: ProductHeatmap, b: ProductHeatmap): number {
  return (
    originRank(a) - originRank(b) ||
    b.versions.length - a.versions.length ||
    compareTexts(b.latestRunAt, a.latestRunAt)
  );
}

function originRank({ workload }: ProductHeatmap): number {
  return ORIGIN_ORDER.indexOf(workload.origin);
}

function textOf(entry: ProductHeatmap): string {
  return heatmapText(addressOf(entry));
}

export function addressOf({ server, workload }: ProductHeatmap): HeatmapAddress {
  return { server: server.slug, workload: workload.slug };
}
