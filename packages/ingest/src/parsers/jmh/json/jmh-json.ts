import type { LinePiece } from '../../../files/line-blocks';
import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { MAX_RESULTS } from '../../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { JmhBenchmark, JmhLog } from '../jmh-log';
import { BenchmarkBuilder } from './benchmark-builder';
import { ElementReader } from './element-reader';
import { jmhJsonDetails } from './jmh-json-details';

/** `-rf json` of JMH. */
export const jmhJson: LogParser = {
  kind: 'jmh',
  about: 'JSON of JMH: an array of benchmarks with their mode and primaryMetric',
  isJson: true,
  score: scoreJson,
  open: (reporter) => new JmhJsonSession(reporter),
  openDetails: jmhJsonDetails,
};

const LITERALS = ['"jmhVersion"', '"primaryMetric"'];

function scoreJson({ name, head }: Sample): number {
  if (!containsAny(head, LITERALS)) return 0;
  if (!/"benchmark"\s*:\s*"/.test(head) || !/"mode"\s*:\s*"/.test(head)) return 0;
  return /jmh/i.test(name) ? 1 : 0.9;
}

/** Relative: a score is printed with all its digits, and summed up in another order. */
const TOLERANCE = 1e-6;

class JmhJsonSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: JmhLog = { type: 'jmh', source: 'json', version: null, benchmarks: [] };
  #builder: BenchmarkBuilder | null = null;
  #iterations = 0;
  #lines = 0;
  #isBroken = false;
  readonly #reader = new ElementReader({
    begin: (line) => {
      this.#builder = new BenchmarkBuilder(this.#reporter, line);
    },
    value: (path, value, line) => this.#builder?.value(path, value, line),
    close: (path, line) => this.#builder?.close(path, line),
    end: () => this.#end(),
    broken: (line, bytes) => {
      this.#isBroken = true;
      this.#reporter.report('LINE_UNPARSED', 'expected JSON; the rest of it was not read', { line, bytes });
    },
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#lines = at.lineNumber;
    this.#reader.piece(bytes, at);
  }

  end(): JmhLog {
    const { length } = this.#log.benchmarks;
    if (this.#reader.isOpen) {
      const text = `the JSON ends in the middle, ${length} benchmarks were whole: run it again`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: this.#lines });
    } else if (length === 0 && !this.#isBroken) {
      this.#reporter.report('NO_RESULT', 'the list of benchmarks is empty');
    }
    return this.#log;
  }

  #end(): void {
    const version = this.#builder?.version ?? null;
    const benchmark = this.#builder?.build() ?? null;
    this.#builder = null;
    if (!benchmark) return;
    this.#log.version ??= version;
    this.#iterations += Math.max(1, benchmark.iterations.length);
    if (this.#iterations > MAX_RESULTS) {
      const { line } = benchmark;
      this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} iterations`, { line });
      return;
    }
    this.#check(benchmark);
    this.#log.benchmarks.push(benchmark);
  }

  /** The score is the mean of the iterations of all forks. */
  #check({ name, score, iterations }: JmhBenchmark): void {
    const known = iterations.filter((each) => each !== null);
    if (!score || known.length === 0 || known.length < iterations.length) return;
    const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
    if (Math.abs(mean - score.value) <= TOLERANCE * Math.max(Math.abs(mean), Math.abs(score.value))) return;
    const message = `${name}: the score is ${score.value} (line ${score.line}), the mean of rawData ${mean}`;
    for (const line of new Set(known.map((each) => each.line))) {
      this.#reporter.doubt({
        line,
        metrics: ['throughput', 'time_per_op'],
        message,
        otherLine: score.line,
      });
    }
  }
}
