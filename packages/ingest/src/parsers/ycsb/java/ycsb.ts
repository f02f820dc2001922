import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails, Histogram, Series } from '../../../model/details';
import { percentilesOf } from '../../../model/metric';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { YcsbFacts } from '../details/ycsb-facts';
import { testOf } from '../names';
import { toNumber } from '../numbers';
import { isBucketRow, readRow } from './rows';
import { readBlocks, readStatus, STATUS } from './status-line';
import { YcsbSession } from './ycsb-session';

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
class BucketRows {
  readonly #histograms = new Map<string, Buckets>();
  readonly #series = new Map<string, SeriesBuilder>();

  /** @param key `0`, `1`, ..., `>1000` */
  add(operation: string, { key, value }: { key: string; value: string }, line: number): void {
    const isCount = COUNT.test(value);
    const isFloat = FLOAT_COUNT.test(value);
    if (this.#series.has(operation) || (!isCount && !isFloat)) this.#addMean(operation, { key, value }, line);
    else this.#addCount(operation, { key, count: Number(value), exponent: isFloat ? -6 : -3 }, line);
  }

  #addMean(operation: string, { key, value }: { key: string; value: string }, line: number): void {
    const [seconds, mean] = [toNumber(key, -3), toNumber(value, -6)];
    if (seconds === null) return;
    const known = this.#series.get(operation);
    if (!known && this.#series.size >= MAX_OPERATIONS) return;
    const head = { id: 'latency_avg', label: 'avg', unit: 's', of: testOf(operation) };
    const builder = known ?? new SeriesBuilder(head);
    this.#series.set(operation, builder);
    builder.add(seconds, mean, line);
  }

  #addCount(
    operation: string,
    { key, count, exponent }: { key: string; count: number; exponent: number },
    line: number,
  ): void {
    const known = this.#histograms.get(operation);
    if (!known && this.#histograms.size >= MAX_OPERATIONS) return;
    const rows = known ?? { exponent, buckets: [], above: null, line, lineEnd: line };
    this.#histograms.set(operation, rows);
    rows.lineEnd = line;
    const upTo = Number(`${Number(key) + 1}e${rows.exponent}`);
    const isNext = upTo > (rows.buckets.at(-1)?.upTo ?? 0);
    if (key.startsWith('>') || rows.buckets.length >= MAX_BUCKETS || !isNext) {
      rows.above = (rows.above ?? 0) + count;
    } else rows.buckets.push({ upTo, count });
  }

  get series(): Series[] {
    return [...this.#series.values()].map((builder) => builder.build());
  }

  get histograms(): Histogram[] {
    return [...this.#histograms].map(([operation, { buckets, above, line, lineEnd }]) => ({
      id: 'latency',
      label: 'latency',
      unit: 's',
      of: testOf(operation),
      buckets: above === null ? buckets : [...buckets, { upTo: null, count: above }],
      line,
      lineEnd,
    }));
  }
}

const MAX_LINE_BYTES = 8192;

/** Progress as series, buckets as histograms, every other row as printed. Of runs in one file the last one. */
class YcsbDetails implements DetailsSession {
  #status = new StatusSeries();
  #buckets = new BucketRows();
  #facts = new YcsbFacts();
  #hasRows = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const row = readRow(text);
    if (!row) {
      if (this.#hasRows && /^[\t >]{0,40}(?:YCSB Client \d|Command line:)/.test(text)) this.#begin();
      this.#status.line(text, lineNumber);
      return;
    }
    if (row.metric === 'RunTime(ms)' && this.#hasRows) this.#begin();
    this.#hasRows = true;
    if (isBucketRow(row)) this.#buckets.add(row.name, { key: row.metric, value: row.value }, lineNumber);
    else this.#facts.add({ group: row.name, name: row.metric, value: row.value, line: lineNumber });
  }

  #begin(): void {
    this.#status = new StatusSeries();
    this.#buckets = new BucketRows();
    this.#facts = new YcsbFacts();
    this.#hasRows = false;
  }

  end(): FileDetails {
    return {
      series: [...this.#status.build(), ...this.#buckets.series],
      histograms: this.#buckets.histograms,
      facts: this.#facts.build(),
    };
  }
}

/** What is drawn of an interval, by what the lines call it. */
const COLUMNS: Readonly<Record<string, { id: string; label: string }>> = {
  Avg: { id: 'latency_avg', label: 'avg' },
  ...Object.fromEntries(
    percentilesOf('latency').map(([percent, id]) => [percent, { id, label: `p${percent}` }]),
  ),
  Max: { id: 'latency_max', label: 'max' },
};
/** Kinds of operations times the columns; a hostile log may name more. */
const MAX_SERIES = 600;
const BLOCK = /^[\t >]{0,40}\[[A-Z][\w-]{0,60}: [A-Z]/;

/** Lines of progress as series: operations/s, and latencies of each kind of operation, all of the interval. */
class StatusSeries {
  readonly #rate = new SeriesBuilder({ id: 'throughput', label: 'ops/s', unit: 'operations/s', of: null });
  readonly #latencies = new Map<string, SeriesBuilder>();
  #seconds: number | null = null;

  line(text: string, line: number): void {
    const status = readStatus(text);
    if (status) {
      this.#seconds = status.seconds;
      this.#rate.add(status.seconds, status.rate, line);
    } else if (!BLOCK.test(text)) return;
    // Pasted lines are broken: blocks alone are of the line above.
    if (this.#seconds === null) return;
    for (const { operation, values } of readBlocks(text)) {
      for (const [key, value] of values) this.#add(operation, { key, value, line });
    }
  }

  #add(operation: string, { key, value, line }: { key: string; value: number | null; line: number }): void {
    const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
    if (!column || this.#seconds === null) return;
    const name = `${operation} ${key}`;
    const known = this.#latencies.get(name);
    if (!known && this.#latencies.size >= MAX_SERIES) return;
    const builder = known ?? new SeriesBuilder({ ...column, unit: 's', of: testOf(operation) });
    this.#latencies.set(name, builder);
    builder.add(this.#seconds, value === null ? null : Number(`${value}e-6`), line);
  }

  build(): Series[] {
    const rate = this.#rate.build();
    const latencies = [...this.#latencies.values()].map((builder) => builder.build());
    return rate.values.length > 0 ? [rate, ...latencies] : [];
  }
}

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_ROW = 0.8;

/** What the Java client prints since 0.1, and ports of it in C++: rows `[READ], metric, value`, and progress. */
export const ycsb: LogParser = {
  kind: 'ycsb',
  about:
    'output of YCSB: `YCSB Client 0.17.0`, `10 sec: 16699 operations; ...`, rows `[OVERALL], RunTime(ms), 10110`',
  score: scoreYcsb,
  fallback: { most: BY_ROW, score: ({ bytes }) => (bytesContainAny(bytes, ROW) ? BY_ROW : 0) },
  open: (reporter) => new YcsbSession(reporter),
  valueLines: [STATUS],
  openDetails: () => new YcsbDetails(),
};

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
/** Behind a long class path, or the output of a script. */
const ROW = ['\n[OVERALL], '];

function scoreYcsb({ head, name }: Sample): number {
  const isNamed = /ycsb/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
