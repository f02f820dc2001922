import { createHash, type Hash } from 'node:crypto';
import type { Detection } from '../detect/detect';
import { detectUnwrapped } from '../detect/detect-unwrapped';
import type { Limits } from '../limits';
import type { OnSecret } from '../masking/secret-masker';
import type { Artifact } from '../model/run';
import type { LogParser, ParsedLog, ParseSession } from '../parsers/parser';
import { ValueLines } from '../text/value-lines';
import { UnwrappedSession } from '../wrapping/unwrapped-session';
import { namesOf, type Wrapper } from '../wrapping/wrapper';
import type { ArtifactWriter } from './artifact-sink';
import { type LineVisitor, NEWLINE } from './line-blocks';
import { type FileHead, LineFeed } from './line-feed';
import { FileReporter } from './reporter';
import { WatchedSession } from './watched-session';

const [DIGIT_0, DIGIT_9] = [48, 57];
/** Bytes of a line that its excerpt is made of. */
const EXCERPT_BYTES = 400;

export interface FileReaderOptions {
  limits: Limits;
  /** Takes the masked bytes, null when nobody stores them. */
  writer: ArtifactWriter | null;
  /** False leaves the sha256 empty. */
  hash: boolean;
  /** Told of what is masked. */
  onSecret?: OnSecret | null;
}

export interface FileRead {
  artifact: Artifact;
  log: ParsedLog | null;
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
  readonly #feed: LineFeed;
  #kind = 'unknown';
  #status: Artifact['status'] = 'unknown';
  #session: ParseSession | null = null;
  #size = 0;
  #lastByte = NEWLINE;
  #hasLines = false;
  #pending: Promise<void> | undefined;

  constructor(path: string, { limits, writer, hash, onSecret = null }: FileReaderOptions) {
    this.path = path;
    this.reporter = new FileReporter(path);
    this.#writer = writer;
    this.#hash = hash ? createHash('sha256') : null;
    this.#keepsNothing = !hash && writer === null && onSecret === null;
    const consumer = {
      begin: (head: FileHead) => this.#choose(head),
      // Nothing is masked that nobody sees: of a file that is only read, what its parser is given.
      ...(!this.#keepsNothing && { block: (masked: Buffer) => this.#block(masked) }),
      longLine: (line: number, bytes: Buffer) => {
        const message = `longer than ${limits.lineBytes} bytes; the rest of it was not read`;
        this.reporter.report('LINE_TOO_LONG', message, { line, bytes: bytes.subarray(0, EXCERPT_BYTES) });
      },
    };
    this.#feed = new LineFeed(consumer, limits.lineBytes, onSecret);
  }

  /** @param isLast the file ends with the chunk, where that is known */
  write(chunk: Buffer, isLast = false): Promise<void> | undefined {
    if (this.#keepsNothing) this.#size += chunk.length;
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    this.#hasLines ||= chunk.includes(NEWLINE);
    this.#feed.write(chunk, isLast);
    return this.#takePending();
  }

  /** Finishes the file. The store has all bytes when the promise resolves. */
  async end(): Promise<FileRead> {
    this.#feed.end();
    await this.#takePending();
    const sha256 = this.#hash?.digest('hex') ?? '';
    if (this.#writer) await this.#writer.close(sha256);
    const log = this.#session?.end() ?? null;
    if (log) this.#noteCutNumber();
    return {
      log,
      artifact: { path: this.path, sizeBytes: this.#size, sha256, kind: this.#kind, status: this.#status },
    };
  }

  async abort(): Promise<void> {
    await this.#takePending();
    await this.#writer?.abort();
  }

  /** Of a number at the end of a file without a line end nothing tells whether it goes on: a copy that was cut ends so, too. */
  #noteCutNumber(): void {
    const isDigit = this.#lastByte >= DIGIT_0 && this.#lastByte <= DIGIT_9;
    if (this.#status !== 'parsed' || !isDigit || !this.#hasLines) return;
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

  #choose({ sample, isArchive, isPacked }: FileHead): LineVisitor | null {
    const { detection, wrapper } = isArchive || isPacked ? NOT_LOOKED_AT : detectUnwrapped(this.path, sample);
    if (sample.length === 0) this.reporter.report('EMPTY_FILE', 'the file is empty');
    if (detection.outcome === 'claimed') {
      this.#kind = detection.parser.kind;
      const session = openSession(detection.parser, this.reporter);
      this.#session = session && wrapper ? this.#unwrapped(session, wrapper) : session;
      this.#status = this.#session && !detection.parser.isKept ? 'parsed' : 'kept';
      return this.#session;
    }
    if (detection.outcome === 'ambiguous') {
      const kinds = detection.kinds.join(' and ');
      this.reporter.report('AMBIGUOUS_FORMAT', `claimed equally by ${kinds}; not read`);
    } else if (sample.length > 0) {
      const newline = sample.indexOf(10);
      if (isPacked) {
        const reason = 'packed in a way that is not opened: its bytes were not kept. Upload it unpacked.';
        this.reporter.report('UNKNOWN_FORMAT', reason, { line: 1 });
        return null;
      }
      const reason = isArchive
        ? 'an archive inside an archive of the upload is not opened: upload it separately'
        : 'format not recognized; kept, not read';
      this.reporter.report('UNKNOWN_FORMAT', reason, {
        line: 1,
        bytes: sample.subarray(0, newline < 0 ? sample.length : newline),
      });
    }
    return null;
  }

  #unwrapped(session: ParseSession, wrapper: Wrapper): ParseSession {
    const message = `added to its lines, and taken off before they are read: ${namesOf(wrapper)}. Line numbers are those of the file.`;
    this.reporter.report('WRAPPER_REMOVED', message);
    return new UnwrappedSession(session, wrapper);
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

const NOT_LOOKED_AT: { detection: Detection; wrapper: null } = {
  detection: { outcome: 'unknown' },
  wrapper: null,
};

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
