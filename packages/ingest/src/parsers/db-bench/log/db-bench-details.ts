import { SeriesBuilder } from '../../../files/series-builder';
import type { Fact, FileDetails, Histogram, Series } from '../../../model/details';
import { toFinite } from '../../../text/finite';
import type { DetailsSession } from '../../parser';
import {
  BUCKET,
  COUNT_LINE,
  LEVEL_HEADING,
  microsToSeconds,
  OPERATION_HEADING,
  readHistogramLine,
} from './histogram-lines';
import { afterProgress, parseResultLine, resultText } from './result-line';
import { TreeReader, type TreeStatistics } from './tree-statistics';

const MAX_FACTS = 5000;
const MAX_HISTOGRAMS = 200;
const MAX_LINE_BYTES = 1000;

/** Interval rates and dumped statistics as series, histograms, and the last statistics as facts. */
export class DbBenchDetails implements DetailsSession {
  readonly #intervals = new IntervalSeries();
  readonly #tree = new TreeReader();
  readonly #trees = new TreeSeries();
  readonly #table = new TableFacts();
  /** By name: the last of several dumps counts. */
  readonly #facts = new Map<string, Fact>();
  readonly #histograms = new Map<string, Histogram>();
  /** The histogram that is being read. */
  #open: Histogram | null = null;
  #test = { name: '', line: 0 };

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const result = resultText(bytes, start, end);
    const parsed = result?.includes(' micros/op ') ? parseResultLine(result) : null;
    if (parsed) {
      this.#test = { name: `${parsed.bench}, line ${lineNumber}`, line: lineNumber };
      this.#intervals.nextTest();
      this.#result(parsed, lineNumber);
      return;
    }
    const at = afterProgress(bytes, start, end);
    if (at < end && end - at <= MAX_LINE_BYTES) this.#text(bytes.toString('latin1', at, end), lineNumber);
  }

  #text(text: string, line: number): void {
    if (this.#intervals.line(text, line) || this.#histogram(text, line)) return;
    const previous = this.#tree.dump;
    if (this.#tree.line(text, line) && previous) this.#trees.add(previous);
    for (const fact of this.#table.line(text, line)) this.#add(fact);
    const status = statusFact(text, line);
    if (status) this.#add(status);
  }

  #result(parsed: NonNullable<ReturnType<typeof parseResultLine>>, line: number): void {
    const group = this.#test.name;
    const add = (name: string, number: number | null, unit: string | null) => {
      if (number !== null) this.#add({ group, name, value: String(number), number, unit, line });
    };
    add('micros/op', parsed.microsPerOp, 'µs');
    add('ops/sec', parsed.opsPerSec, 'operations/s');
    add('seconds', parsed.seconds, 's');
    add('operations', parsed.operations, null);
    add('MB/s', parsed.megabytesPerS, 'MiB/s');
    add('found', parsed.found?.found ?? null, null);
    add('looked for', parsed.found?.of ?? null, null);
  }

  /** @returns true when the line belongs to a histogram */
  #histogram(text: string, line: number): boolean {
    const operation = OPERATION_HEADING.exec(text)?.[1];
    const level = LEVEL_HEADING.exec(text)?.[1];
    if (operation) this.#begin('latency', `${operation} latency`, this.#test.name, line);
    else if (level) this.#begin('level_read_latency', level, null, line);
    const open = this.#open;
    if (!open || operation || level) return Boolean(operation || level);
    const [, upTo, count] = BUCKET.exec(text) ?? [];
    const bucket = toFinite(count);
    if (bucket !== null && upTo !== undefined) {
      open.buckets.push({ upTo: microsToSeconds(upTo), count: bucket });
      open.lineEnd = line;
      return true;
    }
    return this.#histogramFacts(open, text, line);
  }

  #histogramFacts(open: Histogram, text: string, line: number): boolean {
    const group = open.of === null ? open.label : `${open.of}: ${open.label}`;
    const [, count, average] = COUNT_LINE.exec(text) ?? [];
    const named: [string, string | undefined, boolean][] = [
      ['Count', count, false],
      ['Average', average, true],
      ...readHistogramLine(text, line).map(([metric, { printed }]): [string, string, boolean] => {
        return [metric.replace('latency_', ''), printed, true];
      }),
    ];
    const present = named.filter(([, value]) => value !== undefined);
    for (const [name, value = '', isTime] of present) {
      const number = isTime ? microsToSeconds(value) : toFinite(value);
      this.#add({ group, name, value, number, unit: isTime ? 's' : null, line });
    }
    if (present.length > 0 || text.startsWith('-----')) return true;
    this.#open = null;
    return false;
  }

  #begin(id: string, label: string, of: string | null, line: number): void {
    const histogram: Histogram = { id, label, unit: 's', of, buckets: [], line, lineEnd: line };
    this.#open = histogram;
    const key = `${label} ${of}`;
    if (this.#histograms.has(key) || this.#histograms.size < MAX_HISTOGRAMS)
      this.#histograms.set(key, histogram);
  }

  #add(fact: Fact): void {
    const key = `${fact.group}\n${fact.name}`;
    if (!this.#facts.has(key) && this.#facts.size >= MAX_FACTS) return;
    // A replaced fact goes to the end: facts stay in the order of their lines.
    this.#facts.delete(key);
    this.#facts.set(key, fact);
  }

  end(): FileDetails {
    if (this.#tree.dump) this.#trees.add(this.#tree.dump);
    return {
      series: [...this.#intervals.build(), ...this.#trees.build()],
      histograms: [...this.#histograms.values()].filter(({ buckets }) => buckets.length > 0),
      facts: [...this.#facts.values()],
    };
  }
}

/** Dumps of `--stats_interval_seconds`, by uptime. */
class TreeSeries {
  readonly #size = new SeriesBuilder({ id: 'lsm_size', label: 'LSM size', unit: 'B', of: null });
  readonly #stall = new SeriesBuilder({
    id: 'stall_percent',
    label: 'stall% of the interval',
    unit: '% of the time',
    of: null,
  });
  readonly #rate = new SeriesBuilder({
    id: 'compaction_rate',
    label: 'compaction MB/s of the interval',
    unit: 'B/s',
    of: null,
  });
  #points = 0;

  add({ line, uptimeSeconds, lsmBytes, intervalStallPercent, intervalCompactionRate }: TreeStatistics): void {
    if (!uptimeSeconds) return;
    const second = uptimeSeconds.value;
    this.#points += 1;
    this.#size.add(second, lsmBytes?.value ?? null, lsmBytes?.line ?? line);
    this.#stall.add(second, intervalStallPercent?.value ?? null, intervalStallPercent?.line ?? line);
    this.#rate.add(second, intervalCompactionRate?.value ?? null, intervalCompactionRate?.line ?? line);
  }

  /** One dump is not a series. */
  build() {
    return this.#points < 2 ? [] : [this.#size, this.#stall, this.#rate].map((builder) => builder.build());
  }
}

/** `2021/02/25-17:01:41  ... thread 0: (1000,33900000) ops and (338989.8,338989.8) ops/second in (1.2,100.0) seconds` */
const INTERVAL =
  /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d {2}\.\.\. thread (\d{1,5}): \(\d+,\d+\) ops and \((\d+(?:\.\d+)?),\d+(?:\.\d+)?\) ops\/second in \(\d+(?:\.\d+)?,(\d+(?:\.\d+)?)\) seconds/;
const MAX_THREADS = 64;

interface Thread {
  builder: SeriesBuilder;
  /** Seconds of the tests before, which the thread counts from 0 again. */
  before: number;
  last: number;
}

/** Operations per second of each thread, as `--stats_interval_seconds` prints them. Tests follow one another. */
class IntervalSeries {
  readonly #threads = new Map<number, Thread>();

  /** @returns true when the line is an interval line */
  line(text: string, line: number): boolean {
    const [, number, rate, total] = INTERVAL.exec(text) ?? [];
    const second = toFinite(total);
    if (number === undefined || second === null) return false;
    const thread = this.#thread(Number(number));
    if (!thread) return true;
    thread.last = thread.before + second;
    thread.builder.add(thread.last, toFinite(rate), line);
    return true;
  }

  /** A test ended: the next one begins after the longest thread of this one. */
  nextTest(): void {
    const end = Math.max(0, ...[...this.#threads.values()].map(({ last }) => last));
    for (const thread of this.#threads.values()) {
      thread.before = end;
      thread.last = end;
    }
  }

  build(): Series[] {
    const sorted = [...this.#threads].sort(([a], [b]) => a - b);
    return sorted.map(([, { builder }]) => builder.build());
  }

  #thread(number: number): Thread | undefined {
    const known = this.#threads.get(number);
    if (known || this.#threads.size >= MAX_THREADS) return known;
    const before = Math.max(0, ...[...this.#threads.values()].map((thread) => thread.before));
    const builder = new SeriesBuilder({
      id: 'throughput',
      label: 'ops/s',
      unit: 'operations/s',
      of: `thread ${number}`,
    });
    const thread: Thread = { builder, before, last: before };
    this.#threads.set(number, thread);
    return thread;
  }
}

/** `Keys:       20 bytes each (+ 0 bytes user-defined timestamp)` */
const HEADER =
  /^(RocksDB|Date|CPU|CPUCache|Keys|Values|Entries|Prefix|Keys per prefix|RawSize|FileSize|Write rate|Read rate|Compression|Compression sampling rate|Memtablerep|Perf Level): {1,12}(\S.*)$/;
/** `Cumulative stall: 00:00:0.133 H:M:S, 7.8 percent` */
const STATUS =
  /^(Uptime\(secs\)|Flush\(GB\)|AddFile\([\w ]+\)|Cumulative \w+|Stalls\(count\)|Write Stall \(count\)|Blob file count): {1,4}(\S.*)$/;
/** `rocksdb.block.cache.miss COUNT : 266716074` */
const TICKER = /^(rocksdb\.\S+) COUNT : (\d+)$/;
/** `rocksdb.db.write.micros P50 : 6.536062 P95 : 17.729300 ... COUNT : 1958998 SUM : 28272319` */
const HISTOGRAM = /^(rocksdb\.\S+) (P50 : .*)$/;
/** `readrandom [AVG    3 runs] : 1288751 (± 98336) ops/sec;  147.5 (± 11.3) MB/sec` */
const RUNS = /^(\w{1,60}) (\[(?:AVG|MEDIAN) +\d+ runs\]) : (.*)$/;

/** A line of the header, of the statistics or of the counters as a fact; null for anything else. */
function statusFact(text: string, line: number): Fact | null {
  const fact = (group: string, name: string, value: string): Fact => {
    return { group, name, value, number: toFinite(value), unit: null, line };
  };
  switch (text.charCodeAt(0)) {
    case 114: {
      const [, ticker, count] = TICKER.exec(text) ?? [];
      if (ticker && count) return fact('statistics', ticker, count);
      const [, name, values] = HISTOGRAM.exec(text) ?? [];
      if (name && values) return fact('statistics', name, values);
      break;
    }
    case 87: // WARNING and Write
      if (text.startsWith('WARNING: ')) return fact('warnings', text.slice(9, 69), text.slice(9));
  }
  const [, name, value] = HEADER.exec(text) ?? STATUS.exec(text) ?? [];
  if (name && value) return fact(HEADER.test(text) ? 'header' : 'DB statistics', name, value);
  const [, test, runs, mean] = RUNS.exec(text) ?? [];
  return test && runs && mean ? fact(test, runs.replaceAll(/ +/g, ' '), decoded(mean)) : null;
}

/** Lines are decoded byte by byte; ± has two bytes. */
function decoded(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** Rows of the Level table and of the Priority table of `** Compaction Stats`. */
class TableFacts {
  #columns: string[] | null = null;
  #kind = '';

  line(text: string, line: number): Fact[] {
    const [kind = ''] = /^(?:Level|Priority) (?= *Files)/.exec(text) ?? [];
    if (kind !== '') {
      this.#columns = text.trim().split(/\s+/).slice(1);
      this.#kind = kind.trim();
      return [];
    }
    const columns = this.#columns;
    if (!columns || text.startsWith('---')) return [];
    const [row = '', ...cells] = text.trim().split(/\s+/);
    if (cells.length !== columns.length + 1 || !/^\w+$/.test(row)) {
      this.#columns = null;
      return [];
    }
    const size = columns.indexOf('Size');
    const merged = [...cells.slice(0, size), `${cells[size]} ${cells[size + 1]}`, ...cells.slice(size + 2)];
    return merged.map((value, index) => ({
      group: `${this.#kind} ${row}`,
      name: columns[index] ?? '',
      value,
      number: toFinite(value),
      unit: null,
      line,
    }));
  }
}
