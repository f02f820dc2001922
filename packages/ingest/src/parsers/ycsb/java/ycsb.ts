import { type MaybeRelation, reportDisagreements, type Said } from '../../../checks/disagreements';
import { exact, type Range, widen } from '../../../checks/ranges';
import type { DetailsBuilder } from '../../../files/details-builder';
import type { Histogram } from '../../../model/details';
import { toExcerpt } from '../../../text/excerpt';
import { toNumber } from '../../number-line';
import { byContent, type LogParser, wordsAnywhere } from '../../parser';
import { type Spot, textLines } from '../../text-lines';
import {
  attemptsOf,
  countedOperations,
  MAX_FACTS,
  type Settings,
  testOf,
  type YcsbRun,
  YcsbRuns,
} from '../ycsb-log';
import { readHeadLine } from './head-line';
import { applyRow, isBelowMillisecond, isBucketRow, type Row, readRow } from './rows';
import { addBlocks, isBroken, readStatus, STATUS } from './status-line';

const CONTENT = new RegExp(
  String.raw`^[\t >]{0,40}(?:${[
    String.raw`\[OVERALL\], ?(?:RunTime|Throughput)\(`,
    String.raw`\[[A-Z][\w-]{0,60}\], (?:Operations|(?:Average|Min|Max)Latency\((?:us|ms)\)),`,
    String.raw`YCSB Client \d`,
    'Command line:.{0,4000} -db (?:com\\.yahoo|site)\\.ycsb\\.',
    String.raw`(?:\d[0-9: .,-]{18,31} )?\d{1,9} sec: \d{1,15} operations; `,
    'DBWrapper: report latency for each error is ',
    String.raw`.{0,4000}(?:com\.yahoo|site)\.ycsb\.Client `,
  ].join('|')})`,
  'm',
);
const LITERALS = ['[OVERALL]', '], Operations', 'Latency(', 'YCSB', 'ycsb', ' operations; ', 'DBWrapper'];

/** What the Java client prints since 0.1, and ports of it in C++: rows `[READ], metric, value`, and progress. */
export const ycsb: LogParser = {
  kind: 'ycsb',
  about:
    'output of YCSB: `YCSB Client 0.17.0`, `10 sec: 16699 operations; ...`, rows `[OVERALL], RunTime(ms), 10110`',
  score: byContent(CONTENT, /ycsb/i, { words: LITERALS }),
  fallback: wordsAnywhere(['\n[OVERALL], ']),
  valueLines: [STATUS],
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads what the Java client prints: executions in the order of the file, each from its command line to its rows. Progress
   * is drawn as series, buckets as histograms, every other row is a fact; those of the last run in a file count.
   */
  open(reporter, details) {
    const runs = new YcsbRuns(reporter, 'YCSB');
    let exception: { line: number; text: string } | null = null;
    let buckets = newBucketRows(details);
    /** Of the last line of progress. */
    let seconds: number | null = null;
    let hasDetails = false;

    const finish = () => {
      const run = runs.current;
      const error = exception;
      exception = null;
      if (!run) return;
      run.isComplete = run.throughput !== null;
      // Extremes of no operations are those of the type: 9223372036854775807.
      for (const operation of run.operations) if (operation.count?.value === 0) operation.latencies.clear();
      if (!run.isComplete) reportIncomplete(run, error);
      reportDisagreements(rowRelations(run), reporter);
      runs.close();
    };

    const reportIncomplete = ({ operations, status }: YcsbRun, error: typeof exception) => {
      if (error && operations.length === 0) {
        const message = `no [OVERALL] rows: ${error.text} Fix its cause and run this test again.`;
        reporter.report('TOOL_FAILED', message, { line: error.line });
        return;
      }
      const last = status ? `; the last line of progress is of ${status.seconds} s` : '';
      const message = `no row [OVERALL], Throughput(ops/sec): YCSB was stopped, or the file was cut${last}`;
      reporter.report('TRUNCATED_LOG', message, { line: runs.line || null });
    };

    const restartDetails = () => {
      if (!hasDetails) return;
      details?.clear();
      buckets = newBucketRows(details);
      seconds = null;
      hasDetails = false;
    };

    const addDetails = ({ name, metric, value }: Row, line: number) => {
      if (metric === 'RunTime(ms)') restartDetails();
      hasDetails = true;
      if (isBucketRow({ metric })) buckets.add(name, { key: metric, value }, line);
      else
        details?.facts.update({
          group: name,
          name: metric,
          value,
          unit: UNIT.exec(metric)?.[1] ?? null,
          line,
        });
    };

    const addRow = (row: Row, spot: Spot) => {
      if (details) addDetails(row, spot.line);
      if (isBucketRow(row)) return;
      if (row.name === 'OVERALL' && row.metric === 'RunTime(ms)' && hasRows(runs.current)) finish();
      if (isBelowMillisecond(row)) {
        const message = `${row.metric} of ${row.name} is printed in whole milliseconds, as 0: below 1 ms, not stored`;
        reporter.report('ycsb:BELOW_MILLISECOND', message, spot);
      } else if (!applyRow(runs.open(), row, spot.line)) reporter.unreadable(spot.line, spot.bytes);
    };

    const addStatus = (text: string, { line, bytes }: Spot): boolean => {
      const status = readStatus(text);
      if (status) {
        seconds = status.seconds;
        details?.series(RATE).add(seconds, status.rate, line);
      }
      // Pasted lines are broken: blocks alone are of the line above.
      if (details && seconds !== null) addBlocks(details, { text, seconds, line });
      if (!status) return false;
      const run = runs.open();
      if (status.seconds > 0) run.seconds.add(status.seconds, status.rate, line);
      run.status = { ...status, lines: (run.status?.lines ?? 0) + 1, line };
      if (isBroken(text)) {
        const message =
          'a line of progress ends within the latencies of an operation: these are not in the chart';
        reporter.report('LINE_UNPARSED', message, { line, bytes });
      }
      return true;
    };

    const addHead = (text: string, { line, bytes }: Spot) => {
      const head = readHeadLine(text, bytes, line);
      if (!head) {
        if (EXCEPTION.test(text)) exception ??= { line, text: toExcerpt(bytes) };
        return;
      }
      if (head.isStart) restartDetails();
      if (hasRows(runs.current)) {
        // Text after the rows belongs to the next run, or went to another stream earlier.
        if (!head.isStart) return;
        finish();
      }
      const run = runs.open();
      run.version ??= head.version;
      fill(run.settings, head.settings);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, spot) => {
        runs.line = spot.line;
        const row = readRow(text);
        if (row) addRow(row, spot);
        else if (!addStatus(text, spot)) addHead(text, spot);
      }),
      end: () => {
        if (!runs.current && runs.isEmpty && exception) runs.open().firstLine = exception.line;
        finish();
        buckets.end();
        return runs.toLog();
      },
    };
  },
};

/** A class path may be some KB long, and the options come behind it. */
const MAX_LINE_BYTES = 32_768;
/** The first one is the reason for missing rows: `redis.clients.jedis.exceptions.JedisConnectionException: ...` */
const EXCEPTION =
  /^(?:Exception in thread |Caused by: )?(?:"[^"]{0,80}" )?(?:[a-z]\w{0,40}\.){1,12}[A-Z]\w{0,80}(?:Exception|Error)\b/;
const UNIT = /\(([^()]{1,20})\)$/;
const RATE = { id: 'throughput', label: 'ops/s', unit: 'operations/s', of: null };

function hasRows(run: YcsbRun | null): boolean {
  return run !== null && (run.throughput !== null || run.runTimeS !== null || run.operations.length > 0);
}

/** What an earlier line says stays: the command line comes before echoes of it. */
function fill(settings: Settings, more: Partial<Settings>): void {
  const known = Object.entries(settings).filter(([, value]) => value !== null);
  Object.assign(settings, more, Object.fromEntries(known));
}

/** The clock of the run stops after the last operation; batches and retries are counted differently. */
const PART = 0.05;

/**
 * What the rows of a run say twice: throughput × run time is the number of operations, those that failed among them.
 * A read-modify-write is a read and an update, and one operation. Source: Client.exportMeasurements of YCSB.
 */
function rowRelations(run: YcsbRun): MaybeRelation[] {
  const { throughput, runTimeS } = run;
  if (!throughput || !runTimeS || throughput.value <= 0 || runTimeS.value <= 0) return [];
  const all = throughput.value * runTimeS.value;
  const operations: Said[] = countedOperations(run.operations).flatMap((operation) => {
    const value = attemptsOf(operation);
    const { name, count, line } = operation;
    if (value === null) return [];
    const range = exact(value);
    return [
      { name: `operations of ${name}`, value, range, line: count?.line ?? line, metrics: ['operations'] },
    ];
  });
  const both = run.operations.find(({ name }) => testOf(name) === 'read-modify-write');
  const sum = operations.reduce((total, { value }) => total + value, 0) - (both?.count?.value ?? 0);
  if (operations.length === 0) return [];
  return [
    {
      of: [
        { name: 'throughput', ...throughput, range: exact(throughput.value), metrics: ['throughput'] },
        { name: 'run time', ...runTimeS, range: exact(runTimeS.value), metrics: ['elapsed', 'throughput'] },
        ...operations,
      ],
      left: widen(exact(all), PART),
      right: rangeOf(sum, run),
      words: 'throughput × run time = operations',
    },
  ];
}

/** A block cut out of a log may lack kinds of operations: only a whole log has all of them. */
function rangeOf(sum: number, { version, settings, status, operations }: YcsbRun): Range {
  const hasEnd = operations.some(({ name }) => name === 'CLEANUP');
  const isWhole = hasEnd && (version !== null || settings.command !== null || status !== null);
  return isWhole ? exact(sum) : { low: sum, high: Number.POSITIVE_INFINITY };
}

/** Counts of a port in C++ are printed as floats, and its buckets are microseconds wide instead of milliseconds. */
const FLOAT_COUNT = /^\d{1,15}\.0{6}$/;
const COUNT = /^\d{1,15}$/;
/** `histogram.buckets` is 1000 by default; what is above counts in the last range. */
const MAX_BUCKETS = 5000;
const MAX_OPERATIONS = 200;

interface Buckets {
  /** Power of ten of a bucket's width, in seconds. */
  exponent: number;
  buckets: Histogram['buckets'];
  /** Above the last bucket; null when there is no such row. */
  above: number | null;
  line: number;
  lineEnd: number;
}

/**
 * Rows `[READ], 0, 398998` of `measurementtype=histogram` (milliseconds, operations) and `[READ], 1000, 812.5` of
 * `measurementtype=timeseries` (milliseconds since the start, mean latency in microseconds). They have one shape: counts
 * are whole, means are printed with a point.
 */
function newBucketRows(details?: DetailsBuilder) {
  const histograms = new Map<string, Buckets>();
  /** Operations with means over time. */
  const means = new Set<string>();

  const addCount = (
    operation: string,
    { key, count, exponent }: { key: string; count: number; exponent: number },
    line: number,
  ): void => {
    const known = histograms.get(operation);
    if (!known && histograms.size >= MAX_OPERATIONS) return;
    const rows = known ?? { exponent, buckets: [], above: null, line, lineEnd: line };
    histograms.set(operation, rows);
    rows.lineEnd = line;
    const upTo = Number(`${Number(key) + 1}e${rows.exponent}`);
    const isNext = upTo > (rows.buckets.at(-1)?.upTo ?? 0);
    if (key.startsWith('>') || rows.buckets.length >= MAX_BUCKETS || !isNext) {
      rows.above = (rows.above ?? 0) + count;
    } else rows.buckets.push({ upTo, count });
  };

  return {
    /** @param key `0`, `1`, ..., `>1000` */
    add(operation: string, { key, value }: { key: string; value: string }, line: number): void {
      const isFloat = FLOAT_COUNT.test(value);
      const seconds = toNumber(key, -3);
      if (!means.has(operation) && (isFloat || COUNT.test(value)))
        addCount(operation, { key, count: Number(value), exponent: isFloat ? -6 : -3 }, line);
      else if (seconds !== null && means.size < MAX_OPERATIONS) {
        means.add(operation);
        const head = { id: 'latency_avg', label: 'avg', unit: 's', of: testOf(operation) };
        details?.later.series(head).add(seconds, toNumber(value, -6), line);
      }
    },

    /** Hands over the histograms. */
    end(): void {
      for (const [operation, { buckets, above, line, lineEnd }] of histograms) {
        if (above !== null) buckets.push({ upTo: null, count: above });
        const head = { id: 'latency', label: 'latency', unit: 's', of: testOf(operation) };
        details?.histograms.push({ ...head, buckets, line, lineEnd });
      }
    },
  };
}
