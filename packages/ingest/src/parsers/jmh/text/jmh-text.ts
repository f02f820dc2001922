import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { factDetails } from '../../context/facts';
import { MAX_RESULTS, RepeatNames } from '../../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { JmhBenchmark, JmhLog } from '../jmh-log';
import { parseHeader, parseRow, type TableHeader, type TableRow } from './table-row';

/** Every row of the tables as facts, those of profilers too. */
const jmhTextDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    return new JmhTextReader({
      version: (value, line) => facts.add({ name: 'JMH version', value, line }),
      threads: (count, line) => facts.add({ name: 'threads', value: String(count), line }),
      benchmark: () => {},
      header: () => {},
      row: ({ name, metric, params, mode, count, score, isRounded, error, unit }, line) => {
        const own = metric === null ? name : `${name}:${metric}`;
        const group = names.next(params === '' ? own : `${own}[${params}]`);
        facts.add({ group, name: 'mode', value: mode, line });
        if (count !== null) facts.add({ group, name: 'count', value: count, line });
        const text = isRounded ? `≈ ${score.text}` : score.text;
        facts.add({ group, name: 'score', value: text, number: score.value, unit, line });
        if (error !== null) facts.add({ group, name: 'error', value: error, unit, line });
      },
      unparsed: () => {},
      failure: () => {},
    });
  });

/** What JMH prints: the table at its end counts, also where it was pasted into another text. Iterations are not read. */
export const jmhText: LogParser = {
  kind: 'jmh-text',
  about: 'output of JMH: `# JMH version: 1.37`, or its table `Benchmark  Mode  Cnt  Score  Error  Units`',
  score: scoreText,
  open: (reporter) => new JmhTextSession(reporter),
  openDetails: jmhTextDetails,
};

const LITERALS = ['# JMH', ' Units'];
const CONTENT = [
  /^(?:\[INFO\] )?# JMH(?: version:)? \d/m,
  /^(?:\[INFO\] )?Benchmark\s.*\bMode\s+(?:Cnt|Samples)\b.*\b(?:Score|Mean)\b.*\bUnits\s*$/m,
];

function scoreText({ name, head }: Sample): number {
  if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
  return /jmh/i.test(name) ? 1 : 0.9;
}

const PERCENTILE = /^(?:.*·|\w+)?p([01]\.\d{1,6})$/;
const ALLOCATED = 'gc.alloc.rate.norm';

class JmhTextSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: JmhLog = { type: 'jmh', source: 'text', version: null, benchmarks: [] };
  /** Null when benchmarks ran with different numbers of them. */
  #threads: number | null | undefined;
  /** The benchmark that runs; null after the table. */
  #running: { name: string; line: number } | null = null;
  #tables = 0;
  readonly #reader = new JmhTextReader({
    version: (version) => {
      this.#log.version ??= version;
    },
    threads: (count) => {
      this.#threads = this.#threads === undefined || this.#threads === count ? count : null;
    },
    benchmark: (name, line) => {
      this.#running = { name, line };
    },
    header: () => {
      this.#tables += 1;
      this.#running = null;
    },
    row: (row, line) => {
      if (row.metric === null) this.#row(row, line);
      else this.#metric(row.metric, row, line);
    },
    unparsed: (line, bytes) =>
      this.#reporter.report('LINE_UNPARSED', 'expected a row: name, mode, count, score, error, unit', {
        line,
        bytes,
      }),
    failure: (line) => {
      const name = this.#running?.name ?? 'a benchmark';
      this.#reporter.report('TOOL_FAILED', `${name} failed; the next lines have the reason`, { line });
    },
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  end(): JmhLog {
    if (this.#running) {
      const { name, line } = this.#running;
      const text = `no table follows ${name}: JMH was killed or the file was cut. Run it again.`;
      this.#reporter.report('TRUNCATED_LOG', text, { line });
    } else if (this.#log.benchmarks.length === 0 && this.#reporter.total === 0) {
      this.#reporter.report('NO_RESULT', 'no table with results');
    }
    const threads = this.#threads ?? null;
    return { ...this.#log, benchmarks: this.#log.benchmarks.map((each) => ({ ...each, threads })) };
  }

  #row(row: TableRow, line: number): void {
    const { score, isRounded } = row;
    if (isRounded) {
      const message = `${row.name}: ≈ ${score.text} ${row.unit} is too imprecise to compare`;
      this.#reporter.report('jmh:ROUNDED', message, { line });
    } else if (score.value === null) {
      this.#reporter.unreadable(line, Buffer.from(`${row.name}: ${score.text} ${row.unit}`));
    }
    if (this.#log.benchmarks.length < MAX_RESULTS) this.#log.benchmarks.push(this.#toBenchmark(row, line));
    else this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} results`, { line });
  }

  #toBenchmark({ name, params, mode, score, unit }: TableRow, line: number): JmhBenchmark {
    return {
      name,
      params,
      mode,
      threads: null,
      score: score.value === null ? null : { value: score.value, line },
      unit,
      iterations: [],
      percentiles: [],
      allocated: [],
      allocatedScore: null,
      table: this.#tables,
      line,
    };
  }

  /** Rows of metrics follow that of their benchmark; those that have no metric here are facts. */
  #metric(metric: string, { name, params, mode, score, unit }: TableRow, line: number): void {
    const share = PERCENTILE.exec(metric)?.[1];
    if (share === undefined && metric !== ALLOCATED) return;
    const last = this.#log.benchmarks.at(-1);
    const isOfLast = last?.name === name && last.params === params && last.mode === mode;
    if (!isOfLast || last.table !== this.#tables) {
      const message = `expected ${metric} to follow the row of ${name}`;
      this.#reporter.report('LINE_UNPARSED', message, { line });
    } else if (score.value === null) {
      this.#reporter.unreadable(line, Buffer.from(`${name}:${metric}: ${score.text} ${unit}`));
    } else if (share !== undefined && unit === last.unit) {
      last.percentiles.push({ percent: Number(`${share}e2`), value: score.value, line });
    } else if (metric === ALLOCATED && unit === 'B/op') {
      last.allocatedScore = { value: score.value, line };
    }
  }
}

const MAX_LINE = 4096;
/** `# JMH version: 1.37`, `# JMH 1.21 (released 1 day ago)` */
const VERSION = /^# JMH(?: version:)? (\d[\w.-]{0,30})/;
/** `# Threads: 4 threads, will synchronize iterations` */
const THREADS = /^# Threads: (\d{1,6}) threads?\b/;
/** `# Benchmark: org.example.Store.get` */
const BENCHMARK = /^# Benchmark: (\S+)/;
/** Maven prints it before each line. */
const PREFIX = /^\[INFO\] /;

interface JmhTextEvents {
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
class JmhTextReader {
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
