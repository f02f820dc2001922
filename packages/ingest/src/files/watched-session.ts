import type { ParseSession } from '../parsers/parser';
import type { ValueLines } from '../text/value-lines';
import type { FileReporter } from './reporter';

/** Lines with values are short; longer ones are never looked at. */
const MAX_LINE_BYTES = 600;
const CARRIAGE_RETURN = 0x0d;

/**
 * A session whose parser names the lines with numbers: a line of such a form with an unreadable number is reported, if
 * the parser itself has not reported it. So no known value is lost silently.
 */
export class WatchedSession implements ParseSession {
  readonly #session: ParseSession;
  readonly #reporter: FileReporter;
  readonly #lines: ValueLines;

  constructor(session: ParseSession, lines: ValueLines, reporter: FileReporter) {
    this.#session = session;
    this.#reporter = reporter;
    this.#lines = lines;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const before = this.#reporter.total;
    this.#session.line(bytes, start, end, lineNumber);
    if (this.#session.readsValues === false) return;
    if (start === end || this.#reporter.total > before) return;
    // Tools overwrite their progress by carriage returns: the value is after the last one.
    const at = start + bytes.subarray(start, end).lastIndexOf(CARRIAGE_RETURN) + 1;
    if (end - at > MAX_LINE_BYTES || !this.#lines.isDamaged(bytes.toString('latin1', at, end))) return;
    this.#reporter.unreadable(lineNumber, bytes.subarray(at, end));
  }

  end(): ReturnType<ParseSession['end']> {
    return this.#session.end();
  }
}
