import type { FileReporter } from '../../files/reporter';
import { MAX_RESULTS } from '../micro-benchmark/limits';
import type { ParseSession } from '../parser';
import { GO_UNITS, type GoBenchLog, type GoResult } from './go-bench-log';
import { GoBenchReader, type GoPlace } from './go-bench-reader';
import type { ResultLine } from './result-line';

/** `--- FAIL: BenchmarkRead-8`, `--- SKIP: BenchmarkRead`; sub-benchmarks are indented. */
const OUTCOME = /^ {0,40}--- (FAIL|SKIP): (\S+)/;
/** `FAIL	example.org/kv [build failed]`, `panic: runtime error: ...` */
const FATAL = /^(?:FAIL\t\S+ \[(?:build|setup) failed\]|panic: )/;
const MAX_TEXT = 200;

/** Reads the results of `go test -bench`, and which benchmarks failed. */
export class GoBenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: GoBenchLog = { type: 'go-bench', results: [] };
  readonly #reader = new GoBenchReader({
    result: (result, place, line) => this.#result(result, place, line),
    unparsed: (line, bytes) =>
      this.#reporter.report('LINE_UNPARSED', 'expected a name, iterations, then values with their units', {
        line,
        bytes,
      }),
    other: (text, place, line) => this.#other(text, place, line),
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  end(): GoBenchLog {
    const { cut } = this.#reader;
    if (cut) {
      const text = `the log ends while ${cut.name} runs: go test was killed or the file was cut. Run it again.`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: cut.line });
    } else if (this.#log.results.length === 0 && this.#reporter.total === 0) {
      this.#reporter.report('NO_RESULT', 'no benchmark ran: go test needs -bench');
    }
    return this.#log;
  }

  #result({ name, iterations, values, rest }: ResultLine, { pkg, settings }: GoPlace, line: number): void {
    const numbers: GoResult['numbers'] = {};
    for (const { text, value, unit } of values) {
      const known = GO_UNITS.find((each) => each === unit);
      if (value === null) this.#reporter.unreadable(line, Buffer.from(`${name}: ${text} ${unit}`));
      else if (known !== undefined) numbers[known] ??= { value, line };
    }
    if (rest !== null) {
      const message = `expected a unit after "${rest.slice(0, MAX_TEXT)}": the line was cut`;
      this.#reporter.report('LINE_UNPARSED', message, { line });
    }
    this.#push({ name, pkg, settings, status: 'ok', iterations, numbers, line });
  }

  #other(text: string, { pkg, settings }: GoPlace, line: number): void {
    const [, outcome, name = ''] = OUTCOME.exec(text) ?? [];
    if (outcome === 'SKIP') {
      if (name.startsWith('Benchmark'))
        this.#reporter.report('go-bench:SKIPPED', `${name} was skipped`, { line });
    } else if (outcome === 'FAIL') {
      this.#reporter.report('TOOL_FAILED', `${name} failed`, { line });
      if (name.startsWith('Benchmark'))
        this.#push({ name, pkg, settings, status: 'failed', iterations: null, numbers: {}, line });
    } else if (FATAL.test(text)) {
      this.#reporter.report('TOOL_FAILED', text.slice(0, MAX_TEXT), { line });
    }
  }

  #push(result: GoResult): void {
    const { results } = this.#log;
    if (results.length < MAX_RESULTS) results.push(result);
    else
      this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} results`, {
        line: result.line,
      });
  }
}
