import path from 'node:path';
import { Measurements } from '../../assemble/measurements';
import { type MetricId, percentilesOf } from '../../model/metric';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import type { AssembleContext, Assembler, FormatFamily, LocatedLog } from '../family';
import { addRate, addTime } from '../micro-benchmark/add-operation';
import { type MeasuredFile, type MeasuredTest, partsOfMeasured } from '../micro-benchmark/to-parts';
import { type Scaled, toBaseUnit } from '../micro-benchmark/units';
import type { NumberAt } from '../number-line';
import { jmhFormat as about } from './about';
import { type JmhBenchmark, type JmhLog, testName } from './jmh-log';
import { jmhJson } from './json/jmh-json';
import { jmhText } from './text/jmh-text';

/** Iterations are repeats, threads are clients. A table counts only for results that the JSON next to it lacks. */
const jmhAssembler: Assembler = {
  assemble: (logs, context) =>
    partsOfMeasured<JmhLog>('jmh', { logs, context }, (located, all) =>
      toFile(located, withoutRestated(located, all, context), context),
    ),
};

/** The benchmarks of a file; of a table those that the JSON of the same directory does not hold. */
function withoutRestated(
  { path: file, log }: LocatedLog<JmhLog>,
  files: readonly LocatedLog<JmhLog>[],
  context: AssembleContext,
): JmhBenchmark[] {
  if (log.source === 'json') return log.benchmarks;
  const isBeside = (other: LocatedLog<JmhLog>) =>
    other.log.source === 'json' && path.posix.dirname(other.path) === path.posix.dirname(file);
  const inJson = new Set(files.filter(isBeside).flatMap((other) => other.log.benchmarks.map(methodKey)));
  const restated = log.benchmarks.filter((benchmark) => inJson.has(methodKey(benchmark)));
  const [first] = restated;
  if (first) {
    const message = `${restated.length} rows of the table are also in the JSON, which counts`;
    context.note('SUMMARY_SUPERSEDED', file, message, first.line);
  }
  return log.benchmarks.filter((benchmark) => !restated.includes(benchmark));
}

/** Tables shorten packages (`o.e.Store.get`), so class and method are what is compared. */
function methodKey({ name, params, mode }: JmhBenchmark): string {
  return JSON.stringify([name.split('.').slice(-2), params, mode]);
}

function toFile(
  { path: file, log }: LocatedLog<JmhLog>,
  benchmarks: readonly JmhBenchmark[],
  context: AssembleContext,
): MeasuredFile {
  const isSeveral = hasSeveralTables(benchmarks);
  const [first] = benchmarks.filter(({ table }) => table > 1);
  if (isSeveral && first) {
    const message = 'several tables list the same benchmarks, and their difference is unknown';
    context.note('jmh:SEVERAL_TABLES', file, message, first.line);
  }
  return {
    tool: log.version === null ? 'JMH' : `JMH ${log.version}`,
    cores: null,
    tests: benchmarks.flatMap((benchmark) =>
      toTests(benchmark, { file, label: isSeveral ? `table ${benchmark.table}` : null }, context),
    ),
  };
}

function hasSeveralTables(benchmarks: readonly JmhBenchmark[]): boolean {
  const tables = new Map<string, number>();
  return benchmarks.some((benchmark) => {
    const name = testName(benchmark);
    const before = tables.get(name);
    tables.set(name, benchmark.table);
    return before !== undefined && before !== benchmark.table;
  });
}

function toTests(
  benchmark: JmhBenchmark,
  { file, label }: { file: string; label: string | null },
  context: AssembleContext,
): MeasuredTest[] {
  const wrong = findContradiction(benchmark);
  if (wrong) {
    context.note(wrong.code, file, wrong.message, benchmark.score?.line ?? benchmark.line);
    return [];
  }
  const { threads: clients } = benchmark;
  return measure(benchmark, file).map((measurements): MeasuredTest => {
    const hasRate = measurements.list.some(({ metric }) => metric === 'throughput');
    if (!hasRate) {
      const message = `${benchmark.name}: a time of 0 has no rate`;
      context.note('METRIC_MISSING', file, message, measurements.list[0]?.line ?? benchmark.line);
    }
    return {
      test: testName(benchmark),
      status: 'ok',
      clients,
      workload: { ...UNKNOWN_WORKLOAD, clients, label },
      config: null,
      measurements,
    };
  });
}

const PERCENTILES: readonly (readonly [number, MetricId])[] = [
  [0, 'latency_min'],
  ...percentilesOf('latency'),
  [100, 'latency_max'],
];

/** Why a benchmark has no result, in words. */
interface Unmeasured {
  code: 'METRIC_MISSING' | 'jmh:UNIT_CONTRADICTS_MODE';
  message: string;
}

/** Says what is wrong with mode and unit of a benchmark; null where they fit. Throughput is a rate, all else a time. */
function findContradiction({ mode, unit, name }: JmhBenchmark): Unmeasured | null {
  const kind = toBaseUnit(1, unit)?.kind;
  if (kind === undefined)
    return { code: 'METRIC_MISSING', message: `${name}: "${unit}" is neither ops per time nor time per op` };
  if ((mode === 'thrpt') === (kind === 'rate')) return null;
  const message = `${name}: mode ${mode} with the unit ${unit}: not stored, because its direction (higher or lower is better) is unknown`;
  return { code: 'jmh:UNIT_CONTRADICTS_MODE', message };
}

/**
 * Measurements of each iteration of each fork, which are repeats; where only the score is printed, of that. The times of
 * single operations (mode `sample`) are one result with their percentiles.
 */
function measure(benchmark: JmhBenchmark, file: string): Measurements[] {
  const { iterations, allocated, allocatedScore, score, mode } = benchmark;
  if (mode === 'sample' || iterations.length === 0)
    return score ? [measureOne(benchmark, { score, allocated: allocatedScore }, file)] : [];
  const isParallel = allocated.length === iterations.length;
  return iterations.flatMap((each, index) => {
    const own = isParallel ? (allocated[index] ?? null) : null;
    return each ? [measureOne(benchmark, { score: each, allocated: own }, file)] : [];
  });
}

function measureOne(
  { mode, unit, threads, percentiles }: JmhBenchmark,
  { score, allocated }: { score: NumberAt; allocated: NumberAt | null },
  file: string,
): Measurements {
  const measurements = new Measurements();
  const scaled: Scaled | null = toBaseUnit(score.value, unit);
  const at = { file, line: score.line };
  if (scaled?.kind === 'rate') addRate(measurements, scaled.value, at);
  // The time of an operation in one thread, a mean over all of them.
  else if (scaled) addTime(measurements, scaled.value, { ...at, threads: threads ?? 1 });
  if (mode === 'sample') {
    for (const [percent, metric] of PERCENTILES) {
      const found = percentiles.find((each) => each.percent === percent);
      const seconds = found && toBaseUnit(found.value, unit);
      if (found && seconds) measurements.reported(metric, seconds.value, { file, line: found.line });
    }
  }
  if (allocated) measurements.reported('alloc_bytes_per_op', allocated.value, { file, line: allocated.line });
  return measurements;
}

/** JMH, the benchmark harness of OpenJDK (github.com/openjdk/jmh): its JSON (-rf json), and what it prints. */
export const jmhFormat: FormatFamily = { ...about, parsers: [jmhJson, jmhText], assembler: jmhAssembler };
