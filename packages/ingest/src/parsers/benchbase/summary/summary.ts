import { type MaybeRelation, reportDisagreements, say } from '../../../checks/disagreements';
import { exact, over, widen } from '../../../checks/ranges';
import type { FactsBuilder } from '../../../files/details-builder';
import { toDisplayText } from '../../../text/excerpt';
import { JsonDocuments, type JsonValue } from '../../json-documents';
import { numberAt } from '../../number-line';
import { type LogParser, scoreOf } from '../../parser';
import { BoundedList } from '../../text-lines';
import { latencyOf } from '../latency-names';
import { type BenchbaseLog, type BenchbaseSummary, newSummary } from './summary-log';

/**
 * `<benchmark>_<time>.summary.json` of BenchBase, `.summary` of OLTPBench: one JSON text, keys in any order.
 * Format: ResultWriter.writeSummary of github.com/cmu-db/benchbase.
 */
export const benchbaseSummary: LogParser = {
  kind: 'benchbase',
  about: 'summary.json of BenchBase: `"Throughput (requests/second)"`, `"Latency Distribution"`',
  isJson: true,
  score({ head, name }) {
    const found = LITERALS.filter((literal) => head.includes(literal)).length;
    return scoreOf(found >= MIN_KEYS, /(?:^|\.)summary(?:\.json)?$/.test(name));
  },
  hasDetails: true,
  /** Reads the JSON texts of a file: a summary each. Every value is a fact. */
  open(reporter, details) {
    const summaries = new BoundedList<BenchbaseSummary>(reporter, 'summaries', MAX_SUMMARIES);
    let current: BenchbaseSummary | null = null;
    let lineWithoutLatency: number | null = null;
    let lastLine = 0;

    const unreadable = (name: string, { value, line }: At, expected = 'a number') => {
      const message = `expected ${expected} as "${name}", found ${toText(value) ?? 'null'}`;
      reporter.report('VALUE_UNREADABLE', message, { line });
    };

    const readNumber = ({ value, line }: At, exponent: number) =>
      typeof value === 'number' ? numberAt(String(value), line, exponent) : null;

    const readLatency = (summary: BenchbaseSummary, key: string, at: At) => {
      const name = latencyOf(key);
      if (!name?.metric) return;
      const seconds = readNumber(at, name.exponent);
      if (seconds === null) unreadable(key, at);
      else if (seconds.value < 0) lineWithoutLatency ??= at.line;
      else summary.latencies.set(name.metric, seconds);
    };

    const readBenchmark = (summary: BenchbaseSummary, at: At) => {
      const text = toText(at.value);
      if (text !== null && BENCHMARK.test(text)) summary.benchmark = text.toLowerCase();
      else unreadable('Benchmark Type', at, 'a name');
    };

    const readTerminals = (summary: BenchbaseSummary, at: At) => {
      const terminals = Number(at.value);
      if (at.value === null) return;
      if (Number.isSafeInteger(terminals) && terminals > 0) summary.terminals = terminals;
      else unreadable('terminals', at);
    };

    const readValue = (summary: BenchbaseSummary, path: readonly string[], at: At) => {
      const [name = '', inner] = path;
      if (inner !== undefined) {
        if (name === 'Latency Distribution' && path.length === 2) readLatency(summary, inner, at);
      } else if (isKey(NUMBERS, name)) {
        const [field, exponent] = NUMBERS[name];
        const number = readNumber(at, exponent);
        if (number) summary[field] = number;
        else unreadable(name, at);
      } else if (isKey(TEXTS, name)) summary[TEXTS[name]] = toText(at.value);
      else if (name === 'Benchmark Type') readBenchmark(summary, at);
      else if (name === 'terminals') readTerminals(summary, at);
      else if (name === 'Final State' && at.value !== null)
        summary.finalState = { text: toText(at.value) ?? '', line: at.line };
    };

    const finish = (isWhole: boolean) => {
      const summary = current;
      current = null;
      if (!summary) return;
      summary.isWhole = isWhole;
      if (lineWithoutLatency !== null) {
        const message = 'no latencies: BenchBase prints -1 where no request was measured';
        reporter.report('METRIC_MISSING', message, { line: lineWithoutLatency });
        lineWithoutLatency = null;
      }
      reportDisagreements(summaryRelations(summary), reporter);
      summaries.add(summary, lastLine);
    };

    const documents = new JsonDocuments({
      open: (path, line) => {
        if (path.length === 0) current = newSummary(line);
      },
      close: () => {},
      value: (path, value, line) => {
        if (details) addFact(details.facts, path, { value, line });
        if (current) readValue(current, path, { value, line });
      },
      documentEnd: () => finish(true),
      broken: (line, bytes) => {
        const message = 'expected JSON; the rest of the summary was not read';
        reporter.report('LINE_UNPARSED', message, { line, bytes });
        finish(false);
      },
    });
    return {
      line(bytes, start, end, line) {
        lastLine = line;
        documents.line(bytes, start, end, line);
      },
      piece(bytes, at) {
        lastLine = at.lineNumber;
        documents.piece(bytes, at);
      },
      end(): BenchbaseLog {
        if (documents.isOpen) {
          const message = 'the file ends within the summary: BenchBase was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: lastLine });
          finish(false);
        }
        return { type: 'benchbase', summaries: summaries.items };
      },
    };
  },
};

const LITERALS = ['"Latency Distribution"', '"Throughput (requests/second)"', '"Benchmark Type"'];
/** Of these keys a summary has all, a file that was cut early at least two. */
const MIN_KEYS = 2;

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

/** Adds a value of a JSON text: its key, and the keys around it as the group. `null` is a value as printed. */
export function addFact(facts: FactsBuilder, path: readonly string[], { value, line }: At): void {
  const keys = path.filter((key) => key !== '#');
  const group = keys.length > 1 ? keys.slice(0, -1).join('.') : null;
  facts.add({ group, name: keys.at(-1) ?? '', value: String(value), line });
}

function isKey<Keys extends object>(keys: Keys, name: string): name is keyof Keys & string {
  return Object.hasOwn(keys, name);
}

function toText(value: JsonValue): string | null {
  if (value === null || value === '') return null;
  return toDisplayText(Buffer.from(String(value))).slice(0, MAX_TEXT);
}

/** Numbers are printed in full: what is left is how computers divide. */
const ROUNDING_PART = 1e-9;
const range = (value: number) => widen(exact(value), ROUNDING_PART);

/**
 * What a summary says twice: throughput = measured requests / elapsed time, as Results.requestsPerSecondThroughput of
 * BenchBase computes it. The goodput counts other requests, and may be above the throughput.
 */
function summaryRelations({ throughput, requests, elapsed }: BenchbaseSummary): MaybeRelation[] {
  const rate = say('Throughput', throughput, ['throughput'], range);
  const count = say('Measured Requests', requests, ['requests'], range);
  const seconds = say('Elapsed Time', elapsed, ['elapsed'], range);
  if (!rate || !count || !seconds || seconds.value <= 0) return [];
  return [
    {
      of: [rate, count, seconds],
      left: rate.range,
      right: over(count.range, seconds.range),
      words: 'throughput = measured requests / elapsed time',
    },
  ];
}
