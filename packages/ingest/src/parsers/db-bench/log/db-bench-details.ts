import type { DetailsBuilder, SeriesBuilder } from '../../../files/details-builder';
import type { Histogram } from '../../../model/details';
import { toFinite } from '../../../text/finite';
import {
  BUCKET,
  COUNT_LINE,
  LEVEL_HEADING,
  microsToSeconds,
  OPERATION_HEADING,
  readHistogramLine,
} from './histogram-lines';
import type { ResultLine } from './result-line';
import type { TreeStatistics } from './tree-statistics';

const MAX_HISTOGRAMS = 200;

/** Interval rates and dumped statistics as series, histograms, and the last statistics as facts. */
export function dbBenchDetails(details: DetailsBuilder) {
  const intervals = intervalSeries(details);
  const trees: TreeStatistics[] = [];
  const tables = tableFacts();
  const histograms = new Map<string, Histogram>();
  /** The histogram that is being read. */
  let current: Histogram | null = null;
  let owner = '';

  /** @returns true when the line belongs to a histogram */
  const readHistogram = (text: string, line: number): boolean => {
    const operation = OPERATION_HEADING.exec(text)?.[1];
    const level = LEVEL_HEADING.exec(text)?.[1];
    if (operation) begin('latency', `${operation} latency`, owner, line);
    else if (level) begin('level_read_latency', level, null, line);
    const open = current;
    if (!open || operation || level) return Boolean(operation || level);
    const [, upTo, count] = BUCKET.exec(text) ?? [];
    const bucket = toFinite(count);
    if (bucket === null || upTo === undefined) return histogramFacts(open, text, line);
    open.buckets.push({ upTo: microsToSeconds(upTo), count: bucket });
    open.lineEnd = line;
    return true;
  };

  const histogramFacts = ({ of, label }: Histogram, text: string, line: number): boolean => {
    const group = of === null ? label : `${of}: ${label}`;
    const [, count, average] = COUNT_LINE.exec(text) ?? [];
    const times = readHistogramLine(text, line).map(
      ([metric, { printed }]) => [metric.replace('latency_', ''), printed] as const,
    );
    if (average !== undefined) times.unshift(['Average', average]);
    const { facts } = details;
    if (count !== undefined) facts.set({ group, name: 'Count', value: count, number: toFinite(count), line });
    for (const [name, value] of times)
      facts.set({ group, name, value, number: microsToSeconds(value), unit: 's', line });
    if (count !== undefined || times.length > 0 || text.startsWith('-----')) return true;
    current = null;
    return false;
  };

  const begin = (id: string, label: string, of: string | null, line: number) => {
    current = { id, label, unit: 's', of, buckets: [], line, lineEnd: line };
    const key = `${label} ${of}`;
    if (histograms.has(key) || histograms.size < MAX_HISTOGRAMS) histograms.set(key, current);
  };

  return {
    /** @param tree the dump that begins in this line, if any */
    text(text: string, line: number, tree: TreeStatistics | null): void {
      if (intervals.line(text, line) || readHistogram(text, line)) return;
      if (tree) trees.push(tree);
      for (const fact of [...tables.line(text), ...statusFacts(text)])
        details.facts.set({ ...fact, number: toFinite(fact.value), line });
    },
    result(
      { bench, microsPerOp, opsPerSec, seconds, operations, megabytesPerS, found }: ResultLine,
      line: number,
    ): void {
      owner = `${bench}, line ${line}`;
      intervals.nextTest();
      const numbers: [string, number | null | undefined, string | null][] = [
        ['micros/op', microsPerOp, 'µs'],
        ['ops/sec', opsPerSec, 'operations/s'],
        ['seconds', seconds, 's'],
        ['operations', operations, null],
        ['MB/s', megabytesPerS, 'MiB/s'],
        ['found', found?.found, null],
        ['looked for', found?.of, null],
      ];
      for (const [name, number, unit] of numbers) {
        if (number === null || number === undefined) continue;
        details.facts.set({ group: owner, name, value: String(number), number, unit, line });
      }
    },
    end(): void {
      details.sortSeries();
      addTrees(trees, details);
      details.histograms.push(...histograms.values());
    },
  };
}

/** Series of the dumps of `--stats_interval_seconds`, by uptime. */
const TREE_SERIES = [
  ['lsmBytes', { id: 'lsm_size', label: 'LSM size', unit: 'B' }],
  ['intervalStallPercent', { id: 'stall_percent', label: 'stall% of the interval', unit: '% of the time' }],
  [
    'intervalCompactionRate',
    { id: 'compaction_rate', label: 'compaction MB/s of the interval', unit: 'B/s' },
  ],
] as const;

/** One dump is not a series. */
function addTrees(trees: readonly TreeStatistics[], details: DetailsBuilder): void {
  const timed = trees.filter(({ uptimeSeconds }) => uptimeSeconds);
  if (timed.length < 2) return;
  for (const tree of timed) {
    for (const [key, head] of TREE_SERIES) {
      const { value = null, line = tree.line } = tree[key] ?? {};
      details.series(head).add(tree.uptimeSeconds?.value ?? 0, value, line);
    }
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
function intervalSeries(details: DetailsBuilder) {
  const threads = new Map<number, Thread>();

  const openThread = (number: number): Thread | undefined => {
    const known = threads.get(number);
    if (known || threads.size >= MAX_THREADS) return known;
    const before = Math.max(0, ...[...threads.values()].map((thread) => thread.before));
    const head = { id: 'throughput', label: 'ops/s', unit: 'operations/s', of: `thread ${number}` };
    const thread: Thread = { builder: details.series(head), before, last: before };
    threads.set(number, thread);
    return thread;
  };

  return {
    /** @returns true when the line is an interval line */
    line(text: string, line: number): boolean {
      const [, number, rate, total] = INTERVAL.exec(text) ?? [];
      const second = toFinite(total);
      if (number === undefined || second === null) return false;
      const thread = openThread(Number(number));
      if (!thread) return true;
      thread.last = thread.before + second;
      thread.builder.add(thread.last, toFinite(rate), line);
      return true;
    },
    /** A test ended: the next one begins after the longest thread of this one. */
    nextTest(): void {
      const end = Math.max(0, ...[...threads.values()].map(({ last }) => last));
      for (const thread of threads.values()) {
        thread.before = end;
        thread.last = end;
      }
    },
  };
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

type NamedValue = Record<'group' | 'name' | 'value', string>;

/** A line of the header, of the statistics or of the counters; none for anything else. */
function statusFacts(text: string): NamedValue[] {
  const forms: readonly (readonly [group: string, pattern: RegExp])[] = [
    ['statistics', TICKER],
    ['statistics', HISTOGRAM],
    ['header', HEADER],
    ['DB statistics', STATUS],
  ];
  if (text.startsWith('WARNING: '))
    return [{ group: 'warnings', name: text.slice(9, 69), value: text.slice(9) }];
  for (const [group, pattern] of forms) {
    const [, name, value] = pattern.exec(text) ?? [];
    if (name && value) return [{ group, name, value }];
  }
  const [, group, runs, mean] = RUNS.exec(text) ?? [];
  return group && runs && mean ? [{ group, name: runs.replaceAll(/ +/g, ' '), value: decoded(mean) }] : [];
}

/** Lines are decoded byte by byte; ± has two bytes. */
function decoded(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** Rows of the Level table and of the Priority table of `** Compaction Stats`. */
function tableFacts() {
  let header: string[] | null = null;
  let table = '';

  return {
    line(text: string): NamedValue[] {
      const [kind = ''] = /^(?:Level|Priority) (?= *Files)/.exec(text) ?? [];
      if (kind !== '') {
        header = text.trim().split(/\s+/).slice(1);
        table = kind.trim();
        return [];
      }
      const columns = header;
      if (!columns || text.startsWith('---')) return [];
      const [row = '', ...cells] = text.trim().split(/\s+/);
      if (cells.length !== columns.length + 1 || !/^\w+$/.test(row)) {
        header = null;
        return [];
      }
      const size = columns.indexOf('Size');
      const merged = [...cells.slice(0, size), `${cells[size]} ${cells[size + 1]}`, ...cells.slice(size + 2)];
      return merged.map((value, index) => ({
        group: `${table} ${row}`,
        name: columns[index] ?? '',
        value,
      }));
    },
  };
}
