import { parseHeader, parseRow, type TableHeader, type TableRow } from './table-row';

const MAX_LINE = 4096;
/** `# JMH version: 1.37`, `# JMH 1.21 (released 1 day ago)` */
const VERSION = /^# JMH(?: version:)? (\d[\w.-]{0,30})/;
/** `# Threads: 4 threads, will synchronize iterations` */
const THREADS = /^# Threads: (\d{1,6}) threads?\b/;
/** `# Benchmark: org.example.Store.get` */
const BENCHMARK = /^# Benchmark: (\S+)/;
/** Maven prints it before each line. */
const PREFIX = /^\[INFO\] /;

export interface JmhTextEvents {
  version(version: string, line: number): void;
  threads(count: number, line: number): void;
  /** A benchmark begins to run. */
  benchmark(name: string, line: number): void;
  header(line: number): void;
  row(row: TableRow, line: number): void;
  /** A line within a table that is neither a row nor its end. */
  unparsed(line: number, bytes: Buffer): void;
  failure(line: number): void;
}

/** Extracts tables, and the lines before them, from the output of JMH. */
export class JmhTextReader {
  readonly #events: JmhTextEvents;
  /** Of the table that is open. */
  #table: TableHeader | null = null;

  constructor(events: JmhTextEvents) {
    this.#events = events;
  }

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).replace(PREFIX, '');
    const header = text.startsWith('Benchmark') ? parseHeader(text) : null;
    if (header) {
      this.#table = header;
      this.#events.header(line);
    } else if (this.#table) this.#inTable(text, this.#table, { line, bytes: bytes.subarray(start, end) });
    else if (text.startsWith('# ')) this.#said(text, line);
    else if (text.startsWith('<failure>')) this.#events.failure(line);
  }

  #inTable(text: string, table: TableHeader, { line, bytes }: { line: number; bytes: Buffer }): void {
    const row = parseRow(text, table);
    if (row) this.#events.row(row, line);
    // A blank line ends a table, and in Markdown the end of its block.
    else if (/^\s*$|^```|^~~~/.test(text)) this.#table = null;
    else if (/\s(?:thrpt|avgt|sample|ss)\s/.test(text)) this.#events.unparsed(line, bytes);
    else this.#table = null;
  }

  #said(text: string, line: number): void {
    const version = VERSION.exec(text)?.[1];
    const threads = THREADS.exec(text)?.[1];
    const benchmark = BENCHMARK.exec(text)?.[1];
    if (version !== undefined) this.#events.version(version, line);
    else if (threads !== undefined) this.#events.threads(Number(threads), line);
    else if (benchmark !== undefined) this.#events.benchmark(benchmark, line);
  }
}
