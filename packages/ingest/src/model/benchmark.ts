import type { BenchmarkId, BenchmarkModel } from './benchmark-model';
import { FORMATS } from './catalogue';
import { type CommonCode, DIAGNOSTIC_CODES } from './diagnostic';
import type { MetricId } from './metric';

export { type BenchmarkId, type BenchmarkModel, SECONDS } from './benchmark-model';

/** The benchmarks of all registered formats, in the order of the catalogue. */
export const BENCHMARKS: readonly BenchmarkModel[] = FORMATS.flatMap(({ benchmark }) => benchmark ?? []);

const byId = new Map(BENCHMARKS.map((model) => [model.id, model]));
const codes = Object.assign({}, ...FORMATS.map(({ diagnostics }) => diagnostics)) as Record<string, string>;

/**
 * Never fails: a benchmark that is not registered is called by its id, and its tests are grouped by what stands before the
 * first slash of their names.
 */
export function benchmarkModel(id: BenchmarkId): BenchmarkModel {
  return byId.get(id) ?? unknownBenchmark(id);
}

export function isBenchmarkId(id: string): boolean {
  return byId.has(id);
}

/**
 * Id of the benchmark that has this id or name, in any case. Where none is registered, the name as addresses can have it:
 * `clickbench`, `my-bench`.
 */
export function benchmarkNamed(name: string): BenchmarkId {
  const wanted = name.toLowerCase();
  const found = BENCHMARKS.find((model) => model.id === wanted || model.name.toLowerCase() === wanted);
  return found?.id ?? (slugOf(wanted) || codesOf(wanted));
}

function slugOf(name: string): string {
  return name.replaceAll(/[^a-z0-9._]+/g, '-').replaceAll(/^[-._]+|-+$/g, '');
}

/** Of a name without a letter of ASCII, so that two of them are two. */
function codesOf(name: string): string {
  return `tool-${[...name].map((character) => (character.codePointAt(0) ?? 0).toString(16)).join('-')}`;
}

/** Label of a metric on screen: the throughput has the name that the benchmark's people use. */
export function metricLabel(benchmark: BenchmarkId, metric: MetricId, label: string): string {
  return metric === 'throughput' ? benchmarkModel(benchmark).throughputLabel : label;
}

/**
 * Name of the throughput over the tests of a table: `QPS`, and the unit of the tests where none of them counts what that name says,
 * such as `events/s` of `mutex`.
 *
 * @param units of the tests
 */
export function throughputHeading(benchmark: BenchmarkId, units: readonly string[]): string {
  const { throughputLabel, throughputUnit } = benchmarkModel(benchmark);
  const others = new Set(units);
  if (throughputUnit === undefined || others.has(throughputUnit)) return throughputLabel;
  const [only = throughputLabel, ...more] = others;
  return more.length > 0 ? 'throughput' : only;
}

/** Meaning of a diagnostic code; empty for an unknown one. */
export function diagnosticMeaning(code: string): string {
  return Object.hasOwn(DIAGNOSTIC_CODES, code) ? DIAGNOSTIC_CODES[code as CommonCode] : (codes[code] ?? '');
}

/** Group of tests without one, of a benchmark that is not registered. */
const UNGROUPED = 'tests';

function unknownBenchmark(id: BenchmarkId): BenchmarkModel {
  return {
    id,
    name: id,
    throughputLabel: 'Throughput',
    heatmapMetrics: ['throughput'],
    placeTest: (name) => ({ group: /^([^/]+)\/./.exec(name)?.[1] ?? UNGROUPED, unit: 'operations/s' }),
    groupLabel: { [UNGROUPED]: 'Tests' },
  };
}
