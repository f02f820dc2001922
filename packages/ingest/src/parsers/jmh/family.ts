import path from 'node:path';
import { Measurements } from '../../assemble/measurements';
import type { DetailsBuilder } from '../../files/details-builder';
import { type MetricId, percentilesOf } from '../../model/metric';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import { containsAny } from '../../text/contains-any';
import type { AssembleContext, Assembler, FormatFamily, LocatedLog } from '../family';
import { pushResult, RepeatNames } from '../micro-benchmark/limits';
import {
  addRate,
  addTime,
  type MeasuredFile,
  type MeasuredTest,
  partsOfMeasured,
} from '../micro-benchmark/to-parts';
import { type Scaled, toBaseUnit } from '../micro-benchmark/units';
import type { NumberAt } from '../number-line';
import type { LogParser } from '../parser';
import { jmhFormat as about } from './about';
import { type JmhBenchmark, type JmhLog, testName } from './jmh-log';
import { jmhJson } from './json/jmh-json';
import { parseHeader, parseRow, type TableHeader, type TableRow } from './text/table-row';

/** What JMH prints: the table at its end counts, also where it was pasted into another text. Iterations are not read. */
const jmhText: LogParser = {
  kind: 'jmh-text',
  about: 'output of JMH: `# JMH version: 1.37`, or its table `Benchmark  Mode  Cnt  Score  Error  Units`',
  score({ name, head }) {
    if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
    return /jmh/i.test(name) ? 1 : 0.9;
  },
  hasDetails: true,
  /** Reads the tables, and the lines before them. Every row is a set of facts, those of profilers too. */
  open(reporter, details) {
    const log: JmhLog = { type: 'jmh', source: 'text', version: null, benchmarks: [] };
    const { benchmarks } = log;
    const names = new RepeatNames();
    /** Null when benchmarks ran with different numbers of them. */
    let threads: number | null | undefined;
    /** The benchmark that runs; null after the table. */
    let running: { name: string; line: number } | null = null;
    let tables = 0;
    /** Of the table that is open. */
    let header: TableHeader | null = null;

    const readHead = (text: string, line: number) => {
      const [version, count, name] = [VERSION, THREADS, BENCHMARK].map((pattern) => pattern.exec(text)?.[1]);
      if (version !== undefined) {
        log.version ??= version;
        details?.facts.add({ name: 'JMH version', value: version, line });
      } else if (count !== undefined) {
        const value = Number(count);
        threads = threads === undefined || threads === value ? value : null;
        details?.facts.add({ name: 'threads', value: String(value), line });
      } else if (name !== undefined) running = { name, line };
    };

    const readRow = (row: TableRow, line: number) => {
      const { name, params, mode, score, isRounded, unit } = row;
      if (isRounded) {
        const message = `${name}: ≈ ${score.text} ${unit} is too imprecise to compare`;
        reporter.report('jmh:ROUNDED', message, { line });
      } else if (score.value === null) {
        reporter.unreadable(line, Buffer.from(`${name}: ${score.text} ${unit}`));
      }
      const benchmark: JmhBenchmark = {
        ...{ name, params, mode, unit, line, threads: null, table: tables },
        score: score.value === null ? null : { value: score.value, line },
        ...{ iterations: [], percentiles: [], allocated: [], allocatedScore: null },
      };
      pushResult(benchmarks, benchmark, reporter);
    };

    /** Rows of metrics follow that of their benchmark; those that have no metric here are facts. */
    const readMetric = (metric: string, { name, params, mode, score, unit }: TableRow, line: number) => {
      const share = PERCENTILE.exec(metric)?.[1];
      if (share === undefined && metric !== ALLOCATED) return;
      const last = benchmarks.at(-1);
      const isOfLast = last?.name === name && last.params === params && last.mode === mode;
      if (!isOfLast || last.table !== tables) {
        const message = `expected ${metric} to follow the row of ${name}`;
        reporter.report('LINE_UNPARSED', message, { line });
      } else if (score.value === null) {
        reporter.unreadable(line, Buffer.from(`${name}:${metric}: ${score.text} ${unit}`));
      } else if (share !== undefined && unit === last.unit) {
        last.percentiles.push({ percent: Number(`${share}e2`), value: score.value, line });
      } else if (metric === ALLOCATED && unit === 'B/op') {
        last.allocatedScore = { value: score.value, line };
      }
    };

    const inTable = (text: string, table: TableHeader, line: number, bytes: Buffer) => {
      const row = parseRow(text, table);
      if (row) {
        const own = row.metric === null ? row.name : `${row.name}:${row.metric}`;
        if (details)
          addFacts(details, names.next(row.params === '' ? own : `${own}[${row.params}]`), row, line);
        if (row.metric === null) readRow(row, line);
        else readMetric(row.metric, row, line);
      } else if (!/^\s*$|^```|^~~~/.test(text) && /\s(?:thrpt|avgt|sample|ss)\s/.test(text))
        reporter.unparsed('a row: name, mode, count, score, error, unit', line, bytes);
      // A blank line ends a table, and in Markdown the end of its block.
      else header = null;
    };

    return {
      line(bytes, start, end, line) {
        const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).replace(PREFIX, '');
        const next = text.startsWith('Benchmark') ? parseHeader(text) : null;
        if (next) {
          header = next;
          tables += 1;
          running = null;
        } else if (header) inTable(text, header, line, bytes.subarray(start, end));
        else if (text.startsWith('# ')) readHead(text, line);
        else if (text.startsWith('<failure>')) {
          const message = `${running?.name ?? 'a benchmark'} failed; the next lines have the reason`;
          reporter.report('TOOL_FAILED', message, { line });
        }
      },
      end(): JmhLog {
        if (running) {
          const text = `no table follows ${running.name}: JMH was killed or the file was cut. Run it again.`;
          reporter.report('TRUNCATED_LOG', text, { line: running.line });
        } else if (benchmarks.length === 0 && reporter.total === 0)
          reporter.report('NO_RESULT', 'no table with results');
        return { ...log, benchmarks: benchmarks.map((each) => ({ ...each, threads: threads ?? null })) };
      },
    };
  },
};

const LITERALS = ['# JMH', ' Units'];
const CONTENT = [
  /^(?:\[INFO\] )?# JMH(?: version:)? \d/m,
  /^(?:\[INFO\] )?Benchmark\s.*\bMode\s+(?:Cnt|Samples)\b.*\b(?:Score|Mean)\b.*\bUnits\s*$/m,
];

const PERCENTILE = /^(?:.*·|\w+)?p([01]\.\d{1,6})$/;
const ALLOCATED = 'gc.alloc.rate.norm';

const MAX_LINE = 4096;
/** `# JMH version: 1.37`, `# JMH 1.21 (released 1 day ago)` */
const VERSION = /^# JMH(?: version:)? (\d[\w.-]{0,30})/;
/** `# Threads: 4 threads, will synchronize iterations` */
const THREADS = /^# Threads: (\d{1,6}) threads?\b/;
/** `# Benchmark: org.example.Store.get` */
const BENCHMARK = /^# Benchmark: (\S+)/;
/** Maven prints it before each line. */
const PREFIX = /^\[INFO\] /;

function addFacts({ facts }: DetailsBuilder, group: string, row: TableRow, line: number): void {
  const { mode, count, score, isRounded, error, unit } = row;
  facts.add({ group, name: 'mode', value: mode, line });
  if (count !== null) facts.add({ group, name: 'count', value: count, line });
  const value = isRounded ? `≈ ${score.text}` : score.text;
  facts.add({ group, name: 'score', value, number: score.value, unit, line });
  if (error !== null) facts.add({ group, name: 'error', value: error, unit, line });
}

/** Iterations are repeats, threads are clients. A table counts only for results that the JSON next to it lacks. */
const jmhAssembler: Assembler = {
  hasOwnNames: 'all',
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
