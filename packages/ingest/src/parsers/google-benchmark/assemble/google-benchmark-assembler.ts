import { Measurements } from '../../../assemble/measurements';
import type { MetricId } from '../../../model/metric';
import { naturalOrder } from '../../../model/natural-order';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import { type AssembleContext, type Assembler, type LocatedLog, logsOfType } from '../../family';
import { addTime } from '../../micro-benchmark/add-operation';
import { type MeasuredFile, type MeasuredTest, toParts } from '../../micro-benchmark/to-parts';
import { toSeconds } from '../../micro-benchmark/units';
import type { BenchmarkRow, GoogleBenchmarkLog, RowNumber } from '../google-benchmark-log';
import { type ChosenRows, chooseRows } from './choose-rows';
import { timeOf } from './time-of';

/** Values stored as printed. */
const AS_PRINTED: readonly (readonly [MetricId, RowNumber])[] = [
  ['iterations', 'iterations'],
  ['bandwidth', 'bytes_per_second'],
  ['allocs_per_op', 'allocs_per_iter'],
];

/** Rows of one name are repeats; threads are in the names. */
export const googleBenchmarkAssembler: Assembler = {
  assemble(logs, context) {
    const files = logsOfType<GoogleBenchmarkLog>(logs, 'google-benchmark').sort((a, b) =>
      naturalOrder(a.path, b.path),
    );
    const measured = files.map((located) => toFile(located, context));
    return toParts('google-benchmark', measured, context);
  },
};

interface Source {
  file: string;
  version: string | null;
  context: AssembleContext;
}

function toFile(located: LocatedLog<GoogleBenchmarkLog>, context: AssembleContext): MeasuredFile {
  context.claim(located);
  const { path: file, log } = located;
  const { results, aggregatesOnly } = chooseRows(log.rows);
  noteAggregates(aggregatesOnly, file, context);
  const source = { file, version: log.version, context };
  return {
    path: file,
    tool: log.version === null ? 'Google Benchmark' : `Google Benchmark ${log.version}`,
    cores: log.cpus,
    tests: results.flatMap((result) => toTest(result, source)),
  };
}

/** Empty for a row that was skipped, or has no time. */
function toTest(result: ChosenRows['results'][number], source: Source): MeasuredTest[] {
  const { test, row } = result;
  const { file, context } = source;
  const { error, isSkipped } = row;
  if (isSkipped) {
    context.note('google-benchmark:SKIPPED', file, `${test} was skipped`, row.line);
    return [];
  }
  if (error) context.note('TOOL_FAILED', file, `${test}: ${error.text}`, error.line);
  const measurements = new Measurements();
  if (!error && !addMeasured(measurements, result, source)) return [];
  return [
    {
      test,
      status: error ? 'failed' : 'ok',
      clients: row.threads,
      workload: UNKNOWN_WORKLOAD,
      config: null,
      measurements: measurements.list,
    },
  ];
}

/** @returns false without a time */
function addMeasured(
  measurements: Measurements,
  { test, row, isAggregate }: ChosenRows['results'][number],
  { file, version, context }: Source,
): boolean {
  const { numbers, timeUnit, threads, line } = row;
  const real = numbers.real_time;
  const seconds = real && toSeconds(real.value, timeUnit);
  if (!real || seconds === null || seconds === undefined) {
    const message = real ? `${test}: no unit of time is called "${timeUnit}"` : `${test} has no real_time`;
    context.note('METRIC_MISSING', file, message, line);
    return false;
  }
  const time = timeOf(version, threads ?? 1);
  addTime(measurements, seconds, { file, line: real.line, ...time });
  if (time.threads === null) {
    const message = `${test}: library_version "${version}" does not tell whether the time of ${threads} threads is that of each or of all: it has no rate`;
    context.note('METRIC_MISSING', file, message, real.line);
  } else if (seconds === 0) {
    context.note('METRIC_MISSING', file, `${test} took 0 ${timeUnit}: it has no rate`, real.line);
  }
  addNumbers(measurements, row, { file, isAggregate });
  return true;
}

function addNumbers(
  measurements: Measurements,
  { numbers, timeUnit }: BenchmarkRow,
  { file, isAggregate }: { file: string; isAggregate: boolean },
): void {
  const cpu = numbers.cpu_time;
  if (cpu) {
    const at = { file, line: cpu.line };
    measurements.reported('cpu_time_per_op', toSeconds(cpu.value, timeUnit), at);
  }
  for (const [metric, name] of AS_PRINTED) {
    const number = numbers[name];
    // Of an aggregate it is how many repeats were taken together.
    if (number && !(isAggregate && name === 'iterations'))
      measurements.reported(metric, number.value, { file, line: number.line });
  }
}

function noteAggregates(only: ChosenRows['aggregatesOnly'], file: string, context: AssembleContext): void {
  const [first] = only;
  if (!first) return;
  const lost = only.filter(({ isRead }) => !isRead).map(({ test }) => test);
  const unread = lost.length > 0 ? `; neither median nor mean of ${lost.slice(0, 3).join(', ')}` : '';
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
  const message = `${only.length} benchmarks with aggregates only${unread}${more}`;
  context.note('google-benchmark:AGGREGATES_ONLY', file, message, { line: first.line, severity: 'info' });
}
