import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { MAX_RESULTS } from '../../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { JmhBenchmark, JmhLog } from '../jmh-log';
import { jmhTextDetails } from './jmh-text-details';
import { JmhTextReader } from './jmh-text-reader';
import type { TableRow } from './table-row';

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
