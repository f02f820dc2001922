import { detectUnwrapped } from '../detect/detect-unwrapped';
import type { Artifact } from '../model/run';
import type { LogParser, ParsedLog, ParseSession } from '../parsers/parser';
import { BENCHMARK_PARSERS } from '../parsers/parsers';
import { ValueLines } from '../text/value-lines';
import { SearchingSession } from '../wrapping/searching-session';
import { UnwrappedSession } from '../wrapping/unwrapped-session';
import { namesOf, type Wrapper } from '../wrapping/wrapper';
import { type LineVisitor, NEWLINE } from './line-blocks';
import type { FileHead } from './line-feed';
import type { FileReporter } from './reporter';

/** The kind of a file and its parser: decided by its first 64 KiB, or further down in the log of a whole job. */
export class LogReading {
  readonly #path: string;
  readonly #reporter: FileReporter;
  #kind = 'unknown';
  #status: Artifact['status'] = 'unknown';
  #session: ParseSession | null = null;
  /** Reports why the file has no parser, unless a search finds something in it. */
  #noteUnread: (() => void) | null = null;

  constructor(path: string, reporter: FileReporter) {
    this.#path = path;
    this.#reporter = reporter;
  }

  get kind(): string {
    return this.#kind;
  }

  get status(): Artifact['status'] {
    return this.#status;
  }

  /** @returns the reader of the lines, or null */
  choose({ sample, isArchive, isPacked }: FileHead): LineVisitor | null {
    if (sample.length === 0) this.#reporter.report('EMPTY_FILE', 'the file is empty');
    if (isArchive || isPacked) this.#noteClosed(isArchive, sample);
    else this.#detect(sample);
    return this.#session;
  }

  end(): ParsedLog | null {
    const log = this.#session?.end() ?? null;
    if (this.#status === 'unknown') this.#noteUnread?.();
    return log;
  }

  #detect(sample: Buffer): void {
    const { detection, wrapper, search } = detectUnwrapped(this.#path, sample);
    if (detection.outcome === 'claimed') {
      const session = this.#open(detection.parser);
      if (session && wrapper) this.#noteWrapper(wrapper);
      this.#session = session && wrapper ? new UnwrappedSession(session, wrapper) : session;
    } else if (detection.outcome === 'ambiguous') {
      const kinds = detection.kinds.join(' and ');
      this.#noteUnread = () =>
        this.#reporter.report('AMBIGUOUS_FORMAT', `claimed equally by ${kinds}; not read`);
    } else if (sample.length > 0) {
      const spot = { line: 1, bytes: Buffer.from(firstLine(sample)) };
      this.#noteUnread = () =>
        this.#reporter.report('UNKNOWN_FORMAT', 'format not recognized; kept, not read', spot);
    }
    if (!this.#session && search) this.#session = this.#searching(search);
  }

  #open(parser: LogParser): ParseSession | null {
    const session = openSession(parser, this.#reporter);
    this.#kind = parser.kind;
    this.#status = session && !parser.isKept ? 'parsed' : 'kept';
    return session;
  }

  #searching(wrapper: Wrapper): ParseSession {
    const session = new SearchingSession<ParsedLog | null>({
      path: this.#path,
      parsers: BENCHMARK_PARSERS,
      open: (parser, lineNumber) => {
        this.#noteWrapper(wrapper, ` Read as ${parser.kind} from line ${lineNumber} on.`);
        return this.#open(parser);
      },
    });
    return new UnwrappedSession(session, wrapper);
  }

  #noteWrapper(wrapper: Wrapper, more = ''): void {
    const message = `added to its lines, and taken off before they are read: ${namesOf(wrapper)}. Line numbers are those of the file.${more}`;
    this.#reporter.report('WRAPPER_REMOVED', message);
  }

  #noteClosed(isArchive: boolean, sample: Buffer): void {
    const reason = isArchive
      ? 'an archive inside an archive of the upload is not opened: upload it separately'
      : 'packed in a way that is not opened: its bytes were not kept. Upload it unpacked.';
    this.#reporter.report('UNKNOWN_FORMAT', reason, {
      line: 1,
      ...(isArchive && { bytes: firstLine(sample) }),
    });
  }
}

function firstLine(sample: Buffer): Buffer {
  const newline = sample.indexOf(NEWLINE);
  return sample.subarray(0, newline < 0 ? sample.length : newline);
}

function openSession({ open, valueLines }: LogParser, reporter: FileReporter): ParseSession | null {
  const session = open?.(reporter) ?? null;
  return session && valueLines ? new WatchedSession(session, linesOf(valueLines), reporter) : session;
}

/** Made once for each parser. */
const LINES = new WeakMap<readonly RegExp[], ValueLines>();

function linesOf(patterns: readonly RegExp[]): ValueLines {
  const known = LINES.get(patterns);
  if (known) return known;
  const lines = new ValueLines(patterns);
  LINES.set(patterns, lines);
  return lines;
}

/** Lines with values are short; longer ones are never looked at. */
const MAX_LINE_BYTES = 600;
const CARRIAGE_RETURN = 0x0d;

/**
 * A session whose parser names the lines with numbers: a line of such a form with an unreadable number is reported, if
 * the parser itself has not reported it. So no known value is lost silently.
 */
class WatchedSession implements ParseSession {
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
