import type { LinePiece } from '../../files/line-blocks';
import type { FileReporter } from '../../files/reporter';
import { containsAny } from '../../text/contains-any';
import { MAX_RESULTS } from '../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../parser';
import { googleBenchmarkDetails } from './google-benchmark-details';
import type { GoogleBenchmarkLog } from './google-benchmark-log';
import { RowReader } from './row-reader';
import { toRow } from './to-row';

/** `--benchmark_format=json` and `--benchmark_out` of Google Benchmark. Its tables and CSV are not read. */
export const googleBenchmark: LogParser = {
  kind: 'google-benchmark',
  about: 'JSON of Google Benchmark: its context, then benchmarks with real_time and cpu_time',
  isJson: true,
  score: scoreJson,
  open: (reporter) => new GoogleBenchmarkSession(reporter),
  openDetails: googleBenchmarkDetails,
};

const CONTEXT = /"(?:num_cpus|mhz_per_cpu|cpu_scaling_enabled|library_build_type)"\s*:/;
const ROWS = /"benchmarks"\s*:\s*\[/;
/** One of them is in whatever the patterns find. */
const LITERALS = ['"num_cpus"', '"mhz_per_cpu"', '"cpu_scaling_enabled"', '"library_build_type"'];

function scoreJson({ name, head }: Sample): number {
  if (!containsAny(head, LITERALS) || !CONTEXT.test(head)) return 0;
  // The list of caches may fill the head.
  if (!ROWS.test(head) && !/"context"\s*:\s*\{/.test(head)) return 0;
  return /bench/i.test(name) ? 1 : 0.9;
}

class GoogleBenchmarkSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: GoogleBenchmarkLog = { type: 'google-benchmark', cpus: null, version: null, rows: [] };
  #lines = 0;
  #isBroken = false;
  readonly #reader = new RowReader({
    context: (name, { value }) => {
      if (name === 'num_cpus' && typeof value === 'number' && value > 0) this.#log.cpus = value;
      if (name === 'library_version' && typeof value === 'string') this.#log.version = value.slice(0, 100);
    },
    row: (fields, line) => {
      const row = toRow(fields, line, this.#reporter);
      if (!row) return;
      if (this.#log.rows.length < MAX_RESULTS) this.#log.rows.push(row);
      else this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} results`, { line });
    },
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

  end(): GoogleBenchmarkLog {
    if (this.#reader.isOpen) {
      const text = `the JSON ends in the middle, ${this.#log.rows.length} rows were whole: run it again`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: this.#lines });
    } else if (this.#log.rows.length === 0 && !this.#isBroken) {
      this.#reporter.report('NO_RESULT', 'the list of benchmarks is empty');
    }
    return this.#log;
  }
}
