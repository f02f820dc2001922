import { FORMATS } from '../parsers/registry';
import type { BenchmarkId, BenchmarkModel } from './benchmark-model';
import { type CommonCode, DIAGNOSTIC_CODES } from './diagnostic';
import type { FormatInfo } from './format-info';
import type { MetricId } from './metric';

export type { BenchmarkId, BenchmarkModel } from './benchmark-model';

const formats: readonly FormatInfo[] = FORMATS;

/** The benchmarks of all registered formats, in the order of the registry. */
export const BENCHMARKS: readonly BenchmarkModel[] = formats.flatMap(({ benchmark }) => benchmark ?? []);

const byId = new Map(BENCHMARKS.map((model) => [model.id, model]));
const codes = Object.assign({}, ...formats.map(({ diagnostics }) => diagnostics)) as Record<string, string>;

/** Never fails: a benchmark that is not registered is called by its id, and its tests have no groups. */
export function benchmarkModel(id: BenchmarkId): BenchmarkModel {
  return byId.get(id) ?? unknownBenchmark(id);
}

export function isBenchmarkId(id: string): boolean {
  return byId.has(id);
}

/** Label of a metric on screen: the throughput has the name that the benchmark's people use. */
export function metricLabel(benchmark: BenchmarkId, metric: MetricId, label: string): string {
  return metric === 'throughput' ? benchmarkModel(benchmark).throughputLabel : label;
}

/** What a diagnostic code means; empty for one that nobody knows. */
export function diagnosticMeaning(code: string): string {
  return Object.hasOwn(DIAGNOSTIC_CODES, code) ? DIAGNOSTIC_CODES[code as CommonCode] : (codes[code] ?? '');
}

function unknownBenchmark(id: BenchmarkId): BenchmarkModel {
  return {
    id,
    name: id,
    throughputLabel: 'Throughput',
    heatmapMetrics: ['throughput'],
    placeTest: () => ({ group: 'other', position: 0, unit: 'operations/s', warmup: false, known: false }),
    groupLabel: (group) => group,
  };
}
