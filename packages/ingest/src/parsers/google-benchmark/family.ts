import { Measurements } from '../../assemble/measurements';
import type { DetailsBuilder } from '../../files/details-builder';
import type { MetricId } from '../../model/metric';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import { containsAny } from '../../text/contains-any';
import type { AssembleContext, Assembler, FormatFamily, LocatedLog } from '../family';
import { JsonDocuments } from '../json-documents';
import { pushResult, RepeatNames } from '../micro-benchmark/limits';
import {
  addTime,
  type MeasuredFile,
  type MeasuredTest,
  partsOfMeasured,
  type TimeOf,
} from '../micro-benchmark/to-parts';
import { toSeconds } from '../micro-benchmark/units';
import type { LogParser } from '../parser';
import { googleBenchmarkFormat as about } from './about';
import type { BenchmarkRow, GoogleBenchmarkLog, RowNumber } from './google-benchmark-log';
import { type FieldAt, splitAggregate, toRow } from './to-row';

/** Values stored as printed. */
const AS_PRINTED: readonly (readonly [MetricId, RowNumber])[] = [
  ['iterations', 'iterations'],
  ['bandwidth', 'bytes_per_second'],
  ['allocs_per_op', 'allocs_per_iter'],
];

/** Rows of one name are repeats; threads are in the names. */
const googleBenchmarkAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble: (logs, context) =>
    partsOfMeasured<GoogleBenchmarkLog>('google-benchmark', { logs, context }, (located) =>
      toFile(located, context),
    ),
};

interface Source {
  file: string;
  version: string | null;
  context: AssembleContext;
}

function toFile(located: LocatedLog<GoogleBenchmarkLog>, context: AssembleContext): MeasuredFile {
  const { path: file, log } = located;
  const { results, aggregatesOnly } = chooseRows(log.rows);
  noteAggregates(aggregatesOnly, file, context);
  const source = { file, version: log.version, context };
  return {
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
      measurements,
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

/** `v1.9.1`, `1.9.1`, `v1.8.3-45-g4eb13e8` */
const VERSION = /^v?(\d{1,3})\.(\d{1,3})/;

/**
 * Which threads a `real_time` is of. Up to 1.8 the time of each thread is divided by their number: it is the time after
 * which all of them together have done one operation more. Since 1.9.0 it is the time that an operation took in its thread
 * (github.com/google/benchmark, pull request 1836). A build that does not say its version (`hello, bazel!`, `v0.0.0`) may be
 * either.
 *
 * @param version `library_version` of the context, null where there is none, as before 1.8.4
 */
function timeOf(version: string | null, threads: number): TimeOf {
  if (threads === 1 || version === null) return { threads: 1 };
  const [, major, minor] = VERSION.exec(version)?.map(Number) ?? [];
  if (major === undefined || minor === undefined || (major === 0 && minor === 0)) return { threads: null };
  return { threads: major > 1 || minor >= 9 ? threads : 1 };
}

/** What the rows of a file say of results. */
interface ChosenRows {
  /** Rows that are results: iterations, and aggregates of benchmarks that have no others. */
  results: { test: string; row: BenchmarkRow; isAggregate: boolean }[];
  /** Benchmarks of which only aggregates are there, with the line of the first. */
  aggregatesOnly: { test: string; line: number; isRead: boolean }[];
}

/** The one that a cell would show of repeats comes first. */
const CENTRES = ['median', 'mean'];

/**
 * Separates iterations from aggregates, which are not repeats. For a benchmark with aggregates only, the median
 * counts, else the mean.
 */
function chooseRows(rows: readonly BenchmarkRow[]): ChosenRows {
  const names = new Set(rows.map(({ name }) => name));
  const results: ChosenRows['results'] = [];
  const aggregates = new Map<string, { row: BenchmarkRow; aggregate: string | null }[]>();
  for (const row of rows) {
    const found = aggregateOf(row, names);
    if (!found) results.push({ test: row.runName ?? row.name, row, isAggregate: false });
    else {
      const known = aggregates.get(found.base) ?? [];
      aggregates.set(found.base, known);
      known.push({ row, aggregate: found.aggregate });
    }
  }
  const measured = new Set(results.map(({ test }) => test));
  const aggregatesOnly: ChosenRows['aggregatesOnly'] = [];
  for (const [test, own] of aggregates) {
    if (measured.has(test)) continue;
    const centre = CENTRES.map((name) => own.find(({ aggregate }) => aggregate === name)).find(Boolean);
    aggregatesOnly.push({ test, line: own[0]?.row.line ?? 0, isRead: centre !== undefined });
    if (centre) results.push({ test, row: centre.row, isAggregate: true });
  }
  return { results, aggregatesOnly };
}

/** Null for a row other than an aggregate. Old files mark it by the name alone, which must then have a sibling. */
function aggregateOf(
  { name, runName, runType, aggregate }: BenchmarkRow,
  names: ReadonlySet<string>,
): { base: string; aggregate: string | null } | null {
  if (runType === 'iteration') return null;
  const split = splitAggregate(name);
  if (runType === 'aggregate')
    return { base: runName ?? split?.base ?? name, aggregate: aggregate ?? split?.aggregate ?? null };
  if (!split) return null;
  const siblings = [split.base, ...['mean', 'stddev', 'BigO'].map((word) => `${split.base}_${word}`)];
  return siblings.some((sibling) => sibling !== name && names.has(sibling)) ? split : null;
}

const TIMES = new Set(['real_time', 'cpu_time']);

/** `--benchmark_format=json` and `--benchmark_out` of Google Benchmark. Its tables and CSV are not read. */
const googleBenchmark: LogParser = {
  kind: 'google-benchmark',
  about: 'JSON of Google Benchmark: its context, then benchmarks with real_time and cpu_time',
  isJson: true,
  score({ name, head }) {
    if (!containsAny(head, LITERALS) || !CONTEXT.test(head) || head.includes(OF_DFBENCH)) return 0;
    // The list of caches may fill the head.
    if (!ROWS.test(head) && !/"context"\s*:\s*\{/.test(head)) return 0;
    return /bench/i.test(name) ? 1 : 0.9;
  },
  hasDetails: true,
  /**
   * Reads `context` and `benchmarks`, one element at a time. Every value of them is a fact: aggregates, counters and labels
   * too, which have no metric.
   */
  open(reporter, details) {
    const log: GoogleBenchmarkLog = { type: 'google-benchmark', cpus: null, version: null, rows: [] };
    const names = new RepeatNames();
    let fields = new Map<string, FieldAt>();
    let rowLine = 0;
    const documents = new JsonDocuments({
      open: (path, line) => {
        if (isRow(path)) [fields, rowLine] = [new Map(), line];
      },
      value: (path, value, line) => {
        const [top, name, field] = path;
        if (top === 'context' && path.length === 2 && name !== undefined) {
          details?.facts.add({ group: 'context', name, value: String(value), line });
          if (name === 'num_cpus' && typeof value === 'number' && value > 0) log.cpus = value;
          if (name === 'library_version' && typeof value === 'string') log.version = value.slice(0, 100);
        } else if (top === 'benchmarks' && path.length === 3 && field !== undefined) {
          if (fields.size < MAX_FIELDS) fields.set(field, { value, line });
        }
      },
      close: (path) => {
        if (!isRow(path)) return;
        if (details) addFacts(details, names.next(String(fields.get('name')?.value ?? '')), fields);
        const row = toRow(fields, rowLine, reporter);
        if (row) pushResult(log.rows, row, reporter);
      },
      broken: (line, bytes) => reporter.unparsed('JSON; the rest of it was not read', line, bytes),
    });
    return Object.assign(documents, {
      end(): GoogleBenchmarkLog {
        if (documents.isOpen) {
          const text = `the JSON ends in the middle, ${log.rows.length} rows were whole: run it again`;
          reporter.report('TRUNCATED_LOG', text, { line: documents.lastLine });
        } else if (log.rows.length === 0 && !documents.isBroken)
          reporter.report('NO_RESULT', 'the list of benchmarks is empty');
        // Nanoseconds in old files. Where others of the same benchmark have a unit, or all rows have, its line was lost.
        const withUnit = new Set(log.rows.flatMap((row) => (row.timeUnit === '' ? [] : familyOf(row))));
        for (const row of log.rows)
          if (row.timeUnit === '' && row.runType === null && !withUnit.has(familyOf(row)))
            row.timeUnit = 'ns';
        return log;
      },
    });
  },
};

const CONTEXT = /"(?:num_cpus|mhz_per_cpu|cpu_scaling_enabled|library_build_type)"\s*:/;
/** dfbench counts CPUs in a `context` too. */
const OF_DFBENCH = '"datafusion_version"';
const ROWS = /"benchmarks"\s*:\s*\[/;
/** One of them is in whatever the patterns find. */
const LITERALS = ['"num_cpus"', '"mhz_per_cpu"', '"cpu_scaling_enabled"', '"library_build_type"'];

/** A benchmark has up to ten fields of the library's own, the rest are counters of its author. */
const MAX_FIELDS = 500;

/** The name that rows of a benchmark and of its aggregates share. */
const familyOf = ({ runName, name }: BenchmarkRow) => runName ?? name.replace(/_[a-z]+$/, '');

const isRow = (path: readonly string[]) => path.length === 2 && path[0] === 'benchmarks';

function addFacts({ facts }: DetailsBuilder, group: string, fields: ReadonlyMap<string, FieldAt>): void {
  const unit = String(fields.get('time_unit')?.value ?? 'ns');
  for (const [name, { value, line }] of fields) {
    if (name === 'name') continue;
    facts.add({ group, name, value: String(value), unit: TIMES.has(name) ? unit : null, line });
  }
}

/** JSON of Google Benchmark, since 1.0 (github.com/google/benchmark). */
export const googleBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [googleBenchmark],
  assembler: googleBenchmarkAssembler,
};
