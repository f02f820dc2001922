import { createHash, type Hash } from 'node:crypto';
import { isTar } from '../archive/magic';
import { detect, toSample } from '../detect/detect';
import { type Limits, SAMPLE_BYTES } from '../limits';
import { maskSecrets } from '../masking/mask-secrets';
import type { Artifact } from '../model/run';
import type { ParsedLog, ParseSession } from '../parsers/parser';
import type { ArtifactWriter } from './artifact-sink';
import { LineBlocks, type LineVisitor, visitLines } from './line-blocks';
import { FileReporter } from './reporter';

export interface FileReaderOptions {
  limits: Limits;
  /** Takes the masked bytes, null when nobody stores them. */
  writer: ArtifactWriter | null;
  /** False leaves the sha256 empty. */
  hash: boolean;
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
  readonly #limits: Limits;
  readonly #writer: ArtifactWriter | null;
  readonly #hash: Hash | null;
  readonly #blocks: LineBlocks;
  #head: Buffer[] = [];
  #headBytes = 0;
  #kind: string | null = null;
  #status: Artifact['status'] = 'unknown';
  #session: ParseSession | null = null;
  #visitor: LineVisitor | null = null;
  #lineNumber = 1;
  #size = 0;
  #pending: Promise<void> | undefined;

  constructor(path: string, { limits, writer, hash }: FileReaderOptions) {
    this.path = path;
    this.reporter = new FileReporter(path);
    this.#limits = limits;
    this.#writer = writer;
    this.#hash = hash ? createHash('sha256') : null;
    this.#blocks = new LineBlocks({ block: (bytes, piece) => this.#block(bytes, piece) }, limits.lineBytes);
  }

  write(chunk: Buffer): Promise<void> | undefined {
    if (this.#kind !== null) {
      this.#blocks.write(chunk);
    } else {
      const isEnough = this.#headBytes + chunk.length >= SAMPLE_BYTES;
      this.#head.push(isEnough ? chunk : Buffer.from(chunk));
      this.#headBytes += chunk.length;
      if (isEnough) this.#begin();
    }
    return this.#takePending();
  }

  /** Finishes the file. The store has all bytes when the promise resolves. */
  async end(): Promise<FileRead> {
    if (this.#kind === null) this.#begin();
    this.#blocks.end();
    await this.#takePending();
    const sha256 = this.#hash?.digest('hex') ?? '';
    if (this.#writer) await this.#writer.close(sha256);
    const log = this.#session?.end() ?? null;
    return {
      log,
      artifact: {
        path: this.path,
        sizeBytes: this.#size,
        sha256,
        kind: this.#kind ?? 'unknown',
        status: this.#status,
      },
    };
  }

  async abort(): Promise<void> {
    await this.#takePending();
    await this.#writer?.abort();
  }

  #takePending(): Promise<void> | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #begin(): void {
    const head = this.#head.length === 1 && this.#head[0] ? this.#head[0] : Buffer.concat(this.#head);
    this.#head = [];
    this.#choose(head.subarray(0, SAMPLE_BYTES));
    if (head.length > 0) this.#blocks.write(head);
  }

  #choose(bytes: Buffer): void {
    const sample = toSample(this.path, maskSecrets(bytes));
    const detection = detect(sample);
    if (bytes.length === 0) this.reporter.report('EMPTY_FILE', 'the file has no bytes');
    if (detection.outcome === 'claimed') {
      this.#kind = detection.parser.kind;
      this.#session = detection.parser.open?.(this.reporter) ?? null;
      this.#status = this.#session ? 'parsed' : 'kept';
      this.#visitor = this.#session && this.#limitLines(this.#session);
      return;
    }
    this.#kind = 'unknown';
    if (detection.outcome === 'ambiguous') {
      this.reporter.report(
        'AMBIGUOUS_FORMAT',
        `claimed equally by ${detection.kinds.join(' and ')}; not read`,
      );
    } else if (bytes.length > 0) {
      const newline = sample.bytes.indexOf(10);
      const reason = isTar(bytes)
        ? 'an archive inside the upload is not opened: give it as an upload of its own'
        : 'no known log and no known side file; kept, not read';
      this.reporter.report('UNKNOWN_FORMAT', reason, {
        line: 1,
        bytes: sample.bytes.subarray(0, newline < 0 ? sample.bytes.length : newline),
      });
    }
  }

  /** Lets parsers see the first `lineBytes` of a line only. */
  #limitLines(session: ParseSession): LineVisitor {
    const limit = this.#limits.lineBytes;
    return {
      line: (bytes, start, end, lineNumber) => {
        if (end - start <= limit) return session.line(bytes, start, end, lineNumber);
        this.reporter.report('LINE_TOO_LONG', `longer than ${limit} bytes; the rest of it was not read`, {
          line: lineNumber,
          bytes: bytes.subarray(start, start + 400),
        });
        session.line(bytes, start, start + limit, lineNumber);
      },
    };
  }

  #block(bytes: Buffer, piece?: 'first' | 'next' | 'last'): void {
    const masked = maskSecrets(bytes);
    this.#hash?.update(masked);
    this.#size += masked.length;
    this.#store(masked);
    if (!this.#visitor) return;
    if (piece === undefined) {
      this.#lineNumber = visitLines(masked, this.#lineNumber, this.#visitor);
    } else if (piece === 'first') {
      this.#visitor.line(masked, 0, masked.length, this.#lineNumber);
    } else if (piece === 'last') {
      this.#lineNumber += 1;
    }
  }

  #store(bytes: Buffer): void {
    if (!this.#writer) return;
    const writer = this.#writer;
    if (this.#pending) this.#pending = this.#pending.then(() => writer.write(bytes));
    else this.#pending = writer.write(bytes) ?? undefined;
  }
}
