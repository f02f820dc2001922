import { type MaybeRelation, reportDisagreements, type Said } from '../../../checks/disagreements';
import { over, widen } from '../../../checks/ranges';
import type { LinePiece } from '../../../files/line-blocks';
import type { FileReporter } from '../../../files/reporter';
import { toDisplayText } from '../../../text/excerpt';
import { JsonDocuments, type JsonValue } from '../../json-documents';
import { toNumber } from '../../numbers';
import type { ParseSession } from '../../parser';
import { latencyOf } from '../latency-names';
import { type BenchbaseLog, type BenchbaseSummary, newSummary } from './summary-log';

/** Memory must not grow with a file of many texts. */
const MAX_SUMMARIES = 1000;
const MAX_TEXT = 400;
/** `tpcc`; `tpcc,chbenchmark` of two at once. */
const BENCHMARK = /^[\w,-]{1,80}$/;

/** Keys of texts; `scalefactor` and `terminals` are texts too. */
const TEXTS = {
  'DBMS Type': 'dbms',
  'DBMS Version': 'version',
  isolation: 'isolation',
  scalefactor: 'scaleFactor',
} as const satisfies Record<string, keyof BenchbaseSummary>;

/** Keys of numbers, and the power of ten to base units. */
const NUMBERS = {
  'Throughput (requests/second)': ['throughput', 0],
  'Goodput (requests/second)': ['goodput', 0],
  'Measured Requests': ['requests', 0],
  'Elapsed Time (nanoseconds)': ['elapsed', -9],
} as const satisfies Record<string, readonly [keyof BenchbaseSummary, number]>;

interface At {
  value: JsonValue;
  line: number;
}

/** Reads the JSON texts of a file: a summary each. */
export class SummarySession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #summaries: BenchbaseSummary[] = [];
  readonly #documents: JsonDocuments;
  #current: BenchbaseSummary | null = null;
  #lineWithoutLatency: number | null = null;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#documents = new JsonDocuments({
      open: (path, line) => {
        if (path.length === 0) this.#current = newSummary(line);
      },
      close: () => {},
      value: (path, value, line) => this.#value(path, { value, line }),
      documentEnd: () => this.#finish(true),
      broken: (line, bytes) => {
        const message = 'expected JSON; the rest of the summary was not read';
        this.#reporter.report('LINE_UNPARSED', message, { line, bytes });
        this.#finish(false);
      },
    });
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    this.#documents.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#line = at.lineNumber;
    this.#documents.piece(bytes, at);
  }

  #value(path: readonly string[], at: At): void {
    const summary = this.#current;
    if (!summary) return;
    const [name = '', inner] = path;
    if (inner !== undefined) {
      if (name === 'Latency Distribution' && path.length === 2) this.#latency(summary, inner, at);
    } else if (Object.hasOwn(NUMBERS, name)) this.#number(summary, name as keyof typeof NUMBERS, at);
    else if (name === 'Benchmark Type') this.#benchmark(summary, at);
    else if (Object.hasOwn(TEXTS, name)) summary[TEXTS[name as keyof typeof TEXTS]] = toText(at.value);
    else if (name === 'terminals') this.#terminals(summary, at);
    else if (name === 'Final State' && at.value !== null)
      summary.finalState = { text: toText(at.value) ?? '', line: at.line };
  }

  #number(summary: BenchbaseSummary, name: keyof typeof NUMBERS, { value, line }: At): void {
    const [field, exponent] = NUMBERS[name];
    const number = typeof value === 'number' ? toNumber(String(value), exponent) : null;
    if (number === null) this.#unreadable(name, { value, line });
    else summary[field] = { value: number, line };
  }

  #latency(summary: BenchbaseSummary, key: string, { value, line }: At): void {
    const name = latencyOf(key);
    if (!name?.metric) return;
    const seconds = typeof value === 'number' ? toNumber(String(value), name.exponent) : null;
    if (seconds === null) this.#unreadable(key, { value, line });
    else if (seconds < 0) this.#lineWithoutLatency ??= line;
    else summary.latencies.set(name.metric, { value: seconds, line });
  }

  #benchmark(summary: BenchbaseSummary, { value, line }: At): void {
    const text = toText(value);
    if (text !== null && BENCHMARK.test(text)) summary.benchmark = text.toLowerCase();
    else this.#unreadable('Benchmark Type', { value, line }, 'a name');
  }

  #terminals(summary: BenchbaseSummary, { value, line }: At): void {
    const terminals = Number(value);
    if (value !== null && Number.isSafeInteger(terminals) && terminals > 0) summary.terminals = terminals;
    else if (value !== null) this.#unreadable('terminals', { value, line });
  }

  #unreadable(name: string, { value, line }: At, expected = 'a number'): void {
    const message = `expected ${expected} as "${name}", found ${toText(value) ?? 'null'}`;
    this.#reporter.report('VALUE_UNREADABLE', message, { line });
  }

  #finish(isWhole: boolean): void {
    const summary = this.#current;
    this.#current = null;
    if (!summary) return;
    summary.isWhole = isWhole;
    if (this.#lineWithoutLatency !== null) {
      const message = 'no latencies: BenchBase prints -1 where no request was measured';
      this.#reporter.report('METRIC_MISSING', message, { line: this.#lineWithoutLatency });
      this.#lineWithoutLatency = null;
    }
    reportDisagreements(summaryRelations(summary), this.#reporter);
    if (this.#summaries.length < MAX_SUMMARIES) this.#summaries.push(summary);
    else if (this.#summaries.length === MAX_SUMMARIES) {
      const message = `more than ${MAX_SUMMARIES} summaries in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: this.#line });
    }
  }

  end(): BenchbaseLog {
    if (this.#documents.isOpen) {
      const message = 'the file ends within the summary: BenchBase was stopped, or the file was cut';
      this.#reporter.report('TRUNCATED_LOG', message, { line: this.#line });
      this.#finish(false);
    }
    return { type: 'benchbase', summaries: this.#summaries };
  }
}

function toText(value: JsonValue): string | null {
  if (value === null || value === '') return null;
  return toDisplayText(Buffer.from(String(value))).slice(0, MAX_TEXT);
}

/** Numbers are printed in full: what is left is how computers divide. */
const ROUNDING_PART = 1e-9;

/**
 * What a summary says twice: throughput = measured requests / elapsed time, as Results.requestsPerSecondThroughput of
 * BenchBase computes it. The goodput counts other requests, and may be above the throughput.
 */
function summaryRelations({ throughput, requests, elapsed }: BenchbaseSummary): MaybeRelation[] {
  if (!throughput || !requests || !elapsed || elapsed.value <= 0) return [];
  const rate = said('Throughput', throughput, ['throughput']);
  const count = said('Measured Requests', requests, ['requests']);
  const seconds = said('Elapsed Time', elapsed, ['elapsed']);
  return [
    {
      of: [rate, count, seconds],
      left: rate.range,
      right: over(count.range, seconds.range),
      words: 'throughput = measured requests / elapsed time',
    },
  ];
}

function said(
  name: string,
  { value, line }: { value: number; line: number },
  metrics: Said['metrics'],
): Said {
  return { name, value, line, metrics, range: widen({ low: value, high: value }, ROUNDING_PART) };
}
