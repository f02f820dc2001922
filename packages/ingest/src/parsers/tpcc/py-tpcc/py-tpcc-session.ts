import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { RunList } from '../run-list';
import { newRun, type TpccLog } from '../tpcc-log';
import { isDict, toRun } from './py-tpcc-result';
import { parsePythonLiteral } from './python-literal';

/** A dict of results has 2 KB. */
const MAX_DICT_BYTES = 262_144;
/** Only the last line of a run has the rate; those of single workers have latencies and no rate. */
const RESULT = /['"]tpmc['"]\s*:/;
export const PROGRESS = /^[\t >]{0,40}([A-Z_]{3,40}) \[cnt=(\d+), time=(\d+)\]$/;
const MISSING = "no dict with 'tpmc'";
const OPEN_BRACE = 123;

/** Reads the dicts that py-tpcc prints: of each worker, then of the run as a whole, which counts. */
export class PyTpccSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: RunList;
  #hasResult = false;
  #rows = 0;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#runs = new RunList(reporter);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    const at = start + leading(bytes, start, end);
    if (bytes[at] === OPEN_BRACE) this.#dict(bytes.subarray(at, end), lineNumber);
    else if (end - start < 200 && PROGRESS.test(bytes.toString('latin1', start, end))) this.#rows += 1;
  }

  #dict(bytes: Buffer, line: number): void {
    const text = bytes.toString('utf8', 0, MAX_DICT_BYTES);
    if (!RESULT.test(text)) return;
    const literal = bytes.length <= MAX_DICT_BYTES ? parsePythonLiteral(text) : null;
    if (!literal || !isDict(literal.value)) {
      this.#reporter.unreadable(line, bytes);
      return;
    }
    this.#hasResult = true;
    const { run, unreadable } = toRun(literal.value, line);
    if (unreadable.length > 0) {
      const message = `expected numbers: ${unreadable.slice(0, 5).join(', ')}`;
      this.#reporter.report('VALUE_UNREADABLE', message, { line, bytes });
    }
    this.#runs.add(run, { missing: MISSING, line });
  }

  end(): TpccLog {
    if (!this.#hasResult) this.#runs.add(newRun('py-tpcc', 1), { missing: MISSING, line: this.#line });
    return this.#runs.toLog(this.#rows);
  }
}

/** Blanks before a pasted dict, or the prefix of a logger. */
function leading(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 32 || bytes[at] === 9)) at += 1;
  return at - start;
}
