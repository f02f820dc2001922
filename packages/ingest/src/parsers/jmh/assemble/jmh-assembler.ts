import path from 'node:path';
import { naturalOrder } from '../../../model/natural-order';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import { type AssembleContext, type Assembler, type LocatedLog, logsOfType } from '../../family';
import { type MeasuredFile, type MeasuredTest, toParts } from '../../micro-benchmark/to-parts';
import { type JmhBenchmark, type JmhLog, testName } from '../jmh-log';
import { findContradiction, measure } from './measure';

/** Iterations are repeats, threads are clients. A table counts only for results that the JSON next to it lacks. */
export const jmhAssembler: Assembler = {
  assemble(logs, context) {
    const files = logsOfType<JmhLog>(logs, 'jmh').sort((a, b) => naturalOrder(a.path, b.path));
    const measured = files.map((located) => {
      context.claim(located);
      return toFile(located, withoutRestated(located, files, context), context);
    });
    return toParts('jmh', measured, context);
  },
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
    path: file,
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
    const hasRate = measurements.some(({ metric }) => metric === 'throughput');
    if (!hasRate) {
      const message = `${benchmark.name}: a time of 0 has no rate`;
      context.note('METRIC_MISSING', file, message, measurements[0]?.line ?? benchmark.line);
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
