import { createHash, type Hash } from 'node:crypto';
import { detectUnwrapped } from '../detect/detect-unwrapped';
import { foreignTool } from '../detect/foreign-tools';
import { isNotes } from '../detect/is-notes';
import type { Limits } from '../limits';
import type { OnSecret } from '../masking/secret-masker';
import type { Artifact } from '../model/run';
import type { LogParser, ParsedLog, ParseSession } from '../parsers/parser';
import { BENCHMARK_PARSERS } from '../parsers/parsers';
import { WHY_NO_RESULT } from '../parsers/why-no-result';
import { ValueLines } from '../text/value-lines';
import { searchBenchmark } from '../wrapping/searching-session';
import { unwrapLines, withoutOverwritten } from '../wrapping/unwrapped-session';
import { namesOf, type Wrapper } from '../wrapping/wrapper';
import type { ArtifactWriter } from './artifact-sink';
import { DamageWatch } from './damage-watch';
import { type LineVisitor, NEWLINE } from './line-blocks';
import { type FileHead, feedLines } from './line-feed';
import { FileReporter } from './reporter';

const [DIGIT_0, DIGIT_9] = [48, 57];
/** Bytes of a line that its excerpt is made of. */
const EXCERPT_BYTES = 400;

export interface FileReaderOptions {
  limits: Limits;
  /** Takes the masked bytes, null when they are not stored. */
  writer: ArtifactWriter | null;
  /** False leaves the sha256 empty. */
  hash: boolean;
  /** Told of what is masked. */
  onSecret?: OnSecret | null;
}

export interface FileRead {
  artifact: Artifact;
  log: ParsedLog | null;
  /** True where people wrote it about benchmarks: the output in it is an example. */
  isNotes: boolean;
}

/**
 * Reads one file of an upload as it comes: whole lines → masked → hashed, stored, parsed. Which parser reads it is
 * decided when the first 64 KiB are there.
 *
 * `write` returns a promise only while the store is slower than the reader; await it before the chunk is reused.
 */
export class FileReader {
  readonly path: string;
  readonly reporter: FileReporter;
  readonly #writer: ArtifactWriter | null;
  readonly #hash: Hash | null;
  readonly #keepsNothing: boolean;
  readonly #feed: ReturnType<typeof feedLines>;
  readonly #reading: ReturnType<typeof readLog>;
  #size = 0;
  #lastByte = NEWLINE;
  #pending: Promise<void> | undefined;
  readonly #damage = new DamageWatch();

  constructor(path: string, { limits, writer, hash, onSecret = null }: FileReaderOptions) {
    this.path = path;
    this.reporter = new FileReporter(path);
    this.#reading = readLog(path, this.reporter);
    this.#writer = writer;
    this.#hash = hash ? createHash('sha256') : null;
    this.#keepsNothing = !hash && writer === null && onSecret === null;
    const consumer = {
      begin: (head: FileHead) => this.#reading.choose(head),
      // Only visible bytes are masked: for a file that is not stored, those that its parser gets.
      ...(!this.#keepsNothing && { block: (masked: Buffer) => this.#block(masked) }),
      longLine: (line: number, bytes: Buffer) => {
        const message = `longer than ${limits.lineBytes} bytes; the rest of it was not read`;
        this.reporter.report('LINE_TOO_LONG', message, { line, bytes: bytes.subarray(0, EXCERPT_BYTES) });
      },
    };
    this.#feed = feedLines(consumer, limits.lineBytes, onSecret);
  }

  /** @param isLast the file ends with the chunk, where that is known */
  write(chunk: Buffer, isLast = false): Promise<void> | undefined {
    if (this.#keepsNothing) this.#size += chunk.length;
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    this.#damage.write(chunk, this.#feed.lastLine);
    this.#feed.write(chunk, isLast);
    return this.#takePending();
  }

  /** Finishes the file. The store has all bytes when the promise resolves. */
  async end(): Promise<FileRead> {
    this.#feed.end();
    await this.#takePending();
    const sha256 = this.#hash?.digest('hex') ?? '';
    if (this.#writer) await this.#writer.close(sha256);
    const log = this.#reading.end();
    if (log) this.#noteCutNumber();
    if (log && this.#reading.status === 'parsed') {
      const hasResults = !Object.hasOwn(WHY_NO_RESULT, this.#reading.kind);
      this.#damage.report(this.reporter, { hasResults });
    }
    this.#damage.release();
    return {
      log,
      isNotes: this.#reading.isNotes,
      artifact: {
        ...{ path: this.path, sizeBytes: this.#size, sha256 },
        ...{ kind: this.#reading.kind, status: this.#reading.status },
      },
    };
  }

  async abort(): Promise<void> {
    await this.#takePending();
    await this.#writer?.abort();
  }

  /** A number at the end of a file without a line end may be incomplete: a copy that was cut ends in the same way. */
  #noteCutNumber(): void {
    const isDigit = this.#lastByte >= DIGIT_0 && this.#lastByte <= DIGIT_9;
    if (this.#reading.status !== 'parsed' || !isDigit) return;
    const line = this.#feed.lastLine;
    const said = this.reporter.collect();
    if (said.some((found) => found.code === 'TRUNCATED_LOG' || found.line === line)) return;
    const message =
      'the file ends with a digit, and no line end: if it was cut there, its last number is wrong';
    this.reporter.report('TRUNCATED_LOG', message, { line, severity: 'info' });
  }

  #takePending(): Promise<void> | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #block(masked: Buffer): void {
    this.#hash?.update(masked);
    this.#size += masked.length;
    if (!this.#writer) return;
    const writer = this.#writer;
    if (this.#pending) this.#pending = this.#pending.then(() => writer.write(masked));
    else this.#pending = writer.write(masked) ?? undefined;
  }
}

const NO_HEADINGS = 'rows of numbers without a heading for their columns';
const ROW_OF_NUMBERS = /(?:^|[\s:])(?:\d+(?:\.\d+)?[ \t]+){5,40}\d+(?:\.\d+)?[ \t\r]*$/;

/** Rows of vmstat without its headings, as `grep` finds them. */
function isRowsAlone(bytes: Buffer): boolean {
  const lines = bytes.toString('latin1', 0, 4096).split('\n');
  return lines.length > 2 && lines.slice(0, 3).every((line) => ROW_OF_NUMBERS.test(line));
}

/** The kind of a file and its parser: decided by its first 64 KiB, or further down in the log of a whole job. */
function readLog(path: string, reporter: FileReporter) {
  let logKind = 'unknown';
  let logStatus: Artifact['status'] = 'unknown';
  let current: ParseSession | null = null;
  let notes = false;
  /** Reports why the file has no parser, unless a search finds something in it. */
  let noteUnread: (() => void) | null = null;

  const detect = (sample: Buffer) => {
    const { detection, wrapper, search, sample: unwrapped } = detectUnwrapped(path, sample);
    if (detection.outcome === 'claimed') {
      const session = openParser(detection.parser);
      if (session && wrapper) noteWrapper(wrapper);
      current = session && wrapper ? unwrapLines(session, wrapper) : session;
    } else if (detection.outcome === 'ambiguous') {
      const kinds = detection.kinds.join(' and ');
      noteUnread = () => reporter.report('AMBIGUOUS_FORMAT', `claimed equally by ${kinds}; not read`);
    } else if (sample.length > 0) {
      const spot = { line: 1, bytes: Buffer.from(firstLine(sample)) };
      const tool = foreignTool(unwrapped.bytes);
      const message =
        tool === null
          ? `${isRowsAlone(unwrapped.bytes) ? NO_HEADINGS : 'format not recognized'}; kept, not read`
          : `this is a log of ${tool}, which Basecase does not read; kept. results.json takes results of any tool.`;
      noteUnread = () => reporter.report('UNKNOWN_FORMAT', message, spot);
    }
    if (!current && search) current = searching(search);
    notes = current !== null && isNotes(unwrapped);
  };

  const openParser = (parser: LogParser): ParseSession | null => {
    const session = openSession(parser, reporter);
    logKind = parser.kind;
    logStatus = session && !parser.isKept ? 'parsed' : 'kept';
    return session;
  };

  const searching = (wrapper: Wrapper): ParseSession => {
    const session = searchBenchmark<ParsedLog | null>({
      path,
      parsers: BENCHMARK_PARSERS,
      open: (parser, lineNumber) => {
        noteWrapper(wrapper, ` Read as ${parser.kind} from line ${lineNumber} on.`);
        return openParser(parser);
      },
    });
    return unwrapLines(session, wrapper);
  };

  const noteWrapper = (wrapper: Wrapper, more = '') => {
    const message = `added to its lines, and taken off before they are read: ${namesOf(wrapper)}. Line numbers are those of the file.${more}`;
    reporter.report('WRAPPER_REMOVED', message);
  };

  const noteClosed = (packing: string | null, sample: Buffer) => {
    const named = packing === null || packing === 'unknown' ? '' : ` (${packing})`;
    const reason =
      packing === null
        ? 'an archive inside an archive of the upload is not opened: upload it separately'
        : `packed in a way that is not opened${named}: its bytes were not kept. Upload it unpacked.`;
    reporter.report('UNKNOWN_FORMAT', reason, {
      line: 1,
      ...(packing === null && { bytes: firstLine(sample) }),
    });
  };

  return {
    get kind(): string {
      return logKind;
    },
    get isNotes(): boolean {
      return notes;
    },
    get status(): Artifact['status'] {
      return logStatus;
    },
    /** @returns the reader of the lines, or null */
    choose({ sample, isArchive, packing }: FileHead): LineVisitor | null {
      if (sample.length === 0) reporter.report('EMPTY_FILE', 'the file is empty');
      if (isArchive || packing !== null) noteClosed(packing, sample);
      else detect(sample);
      return current;
    },
    end(): ParsedLog | null {
      const log = current?.end() ?? null;
      if (logStatus === 'unknown') noteUnread?.();
      return log;
    },
  };
}

function firstLine(sample: Buffer): Buffer {
  const newline = sample.indexOf(NEWLINE);
  return sample.subarray(0, newline < 0 ? sample.length : newline);
}

function openSession(parser: LogParser, reporter: FileReporter): ParseSession | null {
  const session = parser.open?.(reporter) ?? null;
  if (!session) return null;
  const { valueLines, hasMessages } = parser;
  return withoutOverwritten(
    valueLines ? watched(session, linesOf(valueLines), reporter) : session,
    hasMessages,
  );
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

/**
 * A session whose parser names the lines with numbers: a line of such a form with an unreadable number is reported, if
 * the parser itself has not reported it. So no known value is lost silently.
 */
function watched(session: ParseSession, lines: ValueLines, reporter: FileReporter): ParseSession {
  return {
    line(bytes, start, end, lineNumber) {
      const before = reporter.total;
      session.line(bytes, start, end, lineNumber);
      if (session.readsValues === false) return;
      if (start === end || reporter.total > before) return;
      if (end - start > MAX_LINE_BYTES || !lines.isDamaged(bytes.toString('latin1', start, end))) return;
      reporter.unreadable(lineNumber, bytes.subarray(start, end));
    },
    end: () => session.end(),
  };
}
