import { createHash, type Hash } from 'node:crypto';
import type { Limits } from '../limits';
import type { OnSecret } from '../masking/secret-masker';
import type { Artifact } from '../model/run';
import type { ParsedLog } from '../parsers/parser';
import type { ArtifactWriter } from './artifact-sink';
import { NEWLINE } from './line-blocks';
import { type FileHead, LineFeed } from './line-feed';
import { LogReading } from './log-reading';
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
  readonly #reading: LogReading;
  #size = 0;
  #lastByte = NEWLINE;
  #hasLines = false;
  #pending: Promise<void> | undefined;

  constructor(path: string, { limits, writer, hash, onSecret = null }: FileReaderOptions) {
    this.path = path;
    this.reporter = new FileReporter(path);
    this.#reading = new LogReading(path, this.reporter);
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
    const log = this.#reading.end();
    if (log) this.#noteCutNumber();
    return {
      log,
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
    if (this.#reading.status !== 'parsed' || !isDigit || !this.#hasLines) return;
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
