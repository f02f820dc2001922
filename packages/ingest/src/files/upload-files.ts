import { Expansion } from '../archive/byte-stream';
import { IngestError } from '../ingest-error';
import type { Limits } from '../limits';
import { maskPath, type SecretFound } from '../masking/secret-masker';
import type { Diagnostic, DiagnosticCode, DiagnosticCounts } from '../model/diagnostic';
import type { Artifact } from '../model/run';
import type { LocatedLog } from '../parsers/family';
import type { ArtifactSink } from './artifact-sink';
import { FileReader } from './file-reader';
import type { PackedLogs } from './packed-logs';
import { diagnostic, type FileReporter } from './reporter';
import { StopCheck, type StopOptions } from './stop-check';

/** Limit per code and upload: more are not useful, and an archive may hold 200,000 links. */
const MAX_PER_CODE = 1000;

/** A diagnostic about reading a file does not explain a missing number. */
const OF_READING: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['WRAPPER_REMOVED']);

/** Diagnostics of an upload, in the order they came, bounded. */
function uploadDiagnostics() {
  const kept: Diagnostic[] = [];
  /** Of what is in the list, or would be. */
  const listed = new Map<DiagnosticCode, number>();
  /** How often each code was met: a file lists only the first few of each. */
  const met = new Map<DiagnosticCode, number>();
  const fileNames = new Set<string>();
  /** What was found in the archive itself: its files, when they are read again, do not tell it. */
  const ofArchive: Diagnostic[] = [];
  const metInArchive = new Map<DiagnosticCode, number>();

  const list = (found: Diagnostic) => {
    if (found.file !== null && !OF_READING.has(found.code)) fileNames.add(found.file);
    if (raise(listed, found.code, 1) <= MAX_PER_CODE) kept.push(found);
  };

  return {
    addOfArchive(found: Diagnostic): void {
      if (raise(metInArchive, found.code, 1) <= MAX_PER_CODE) ofArchive.push(found);
      this.add(found);
    },
    /** What an earlier reading found in the archive, which is not there any more. */
    carryOver({
      diagnostics,
      counts,
    }: {
      diagnostics: readonly Diagnostic[];
      counts: DiagnosticCounts;
    }): void {
      for (const found of diagnostics) {
        raise(metInArchive, found.code, 1);
        ofArchive.push(found);
        this.add(found);
      }
      for (const [code, count] of Object.entries(counts) as [DiagnosticCode, number][]) {
        const unlisted = count - (metInArchive.get(code) ?? 0);
        if (unlisted <= 0) continue;
        raise(metInArchive, code, unlisted);
        raise(met, code, unlisted);
        raise(listed, code, unlisted);
      }
    },
    get ofArchive(): { diagnostics: Diagnostic[]; counts: DiagnosticCounts } {
      return { diagnostics: [...ofArchive], counts: Object.fromEntries(metInArchive) };
    },
    add(found: Diagnostic): void {
      raise(met, found.code, 1);
      list(found);
    },
    /** What was found in one file. */
    addFile(reporter: FileReporter): void {
      for (const [code, count] of reporter.counts) raise(met, code, count);
      for (const found of reporter.collect()) list(found);
    },
    /** How often each code was met, those included that are not listed one by one. */
    get counts(): DiagnosticCounts {
      return Object.fromEntries(met);
    },
    /** Files with diagnostics on their content, listed or not. */
    get files(): ReadonlySet<string> {
      return fileNames;
    },
    /** All of them, and for each code that had more one that says how many. */
    collect(): Diagnostic[] {
      const more = [...listed].filter(([, count]) => count > MAX_PER_CODE);
      return [
        ...kept,
        ...more.map(([code, count]) =>
          diagnostic(code, `${count - MAX_PER_CODE} more of the same in this upload`),
        ),
      ];
    },
  };
}

/** @returns the new count */
function raise(counts: Map<DiagnosticCode, number>, code: DiagnosticCode, by: number): number {
  const count = (counts.get(code) ?? 0) + by;
  counts.set(code, count);
  return count;
}

/** How far reading is. */
export interface Progress {
  /** Unpacked bytes read so far. */
  bytes: number;
  files: number;
  /** Logs read so far, without vmstat and iostat logs. */
  results: number;
}

export interface UploadFilesOptions extends StopOptions {
  limits: Limits;
  hash: boolean;
  /** Takes the logs in place of `UploadFiles.logs`. */
  packed?: PackedLogs | undefined;
  sink?: ArtifactSink | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  onSecret?: ((file: string, found: SecretFound) => void) | undefined;
}

/** Side files of a benchmark. */
const BESIDE: ReadonlySet<string> = new Set(['vmstat', 'iostat', 'cputime', 'manifest', 'storage']);

/** Longer names are shown cut: an archive may hold names of a megabyte. */
const MAX_SHOWN_PATH = 4096;

/** A file that is over its size limit: it is given up, the upload is not. */
export class EntryTooLargeError extends Error {}

/** Everything read of one upload so far, and the limits that hold for all of it. */
export class UploadFiles {
  readonly logs: LocatedLog[] = [];
  readonly artifacts: Artifact[] = [];
  readonly limits: Limits;
  readonly stop: StopCheck;
  /** Of all packed files and inner archives. */
  readonly expansion = new Expansion();
  readonly #options: UploadFilesOptions;
  readonly #seen = new Set<string>();
  /** Names as they are stored: secrets in them are masked. */
  readonly #names = new Set<string>();
  readonly #progress: Progress = { bytes: 0, files: 0, results: 0 };
  readonly #diagnostics = uploadDiagnostics();
  #fileBytes = 0;
  #entries = 0;
  #emptyEntries = 0;

  constructor(options: UploadFilesOptions) {
    this.#options = options;
    this.limits = options.limits;
    this.stop = new StopCheck(options);
  }

  get packed(): PackedLogs | undefined {
    return this.#options.packed;
  }

  /** What was found so far: of each code at most MAX_PER_CODE are listed. */
  get diagnostics() {
    return this.#diagnostics;
  }

  /** Something that only the archive tells, not the files in it. */
  note(code: DiagnosticCode, file: string | null, message: string): void {
    this.#diagnostics.addOfArchive(
      diagnostic(code, message, { file: file?.slice(0, MAX_SHOWN_PATH) ?? null }),
    );
  }

  /**
   * Counts an entry other than a readable file: a directory, a link, an archive that is opened.
   *
   * @param bytes that had to be unpacked to get past it
   * @throws IngestError ARCHIVE_TOO_LARGE, TIME_LIMIT; the reason of an aborted signal
   */
  countEntry(bytes = 0): void {
    this.#countEmpty();
    this.#countEntry(bytes);
  }

  #countEmpty(): void {
    this.#emptyEntries += 1;
    if (this.#emptyEntries <= this.limits.emptyEntries) return;
    throw new IngestError(
      'ARCHIVE_TOO_LARGE',
      `more than ${this.limits.emptyEntries} empty files, directories and links: leave them out, or upload fewer runs at once`,
    );
  }

  #countEntry(bytes: number): void {
    this.stop.check();
    this.#entries += 1;
    if (this.#entries > this.limits.entries) {
      throw new IngestError(
        'ARCHIVE_TOO_LARGE',
        `more than ${this.limits.entries} files: upload fewer runs at once`,
      );
    }
    this.#countBytes(bytes);
  }

  #countBytes(bytes: number): void {
    this.#progress.bytes += bytes;
    if (this.#progress.bytes <= this.limits.totalBytes) return;
    throw new IngestError(
      'ARCHIVE_TOO_LARGE',
      `more than ${this.limits.totalBytes} bytes unpacked: upload fewer runs at once`,
    );
  }

  /**
   * Starts a file. Null when it is refused, which is reported: a path that was there before, or a file over the limit.
   *
   * @param size as announced, null when unknown
   * @throws IngestError ARCHIVE_TOO_LARGE when there are too many files
   */
  open(path: string, size: number | null): FileReader | null {
    const isRefused = this.#seen.has(path) || (size !== null && size > this.limits.entryBytes);
    this.#countEntry(isRefused ? (size ?? 0) : 0);
    if (this.#seen.has(path)) {
      this.note('DUPLICATE_RESULT', path, 'the archive holds this path twice; the first one was read');
      return null;
    }
    this.#seen.add(path);
    if (size !== null && size > this.limits.entryBytes) {
      this.noteTooLarge(path);
      return null;
    }
    this.#fileBytes = 0;
    const name = this.#nameOf(path);
    const writer = this.#options.sink?.put(name) ?? null;
    // A writer is closed with the hash.
    const { onSecret } = this.#options;
    if (onSecret && name !== path) onSecret(name, { rule: 'file-name', line: 0, secret: path });
    return new FileReader(name, {
      limits: this.limits,
      writer,
      hash: writer !== null || this.#options.hash,
      onSecret: onSecret ? (found) => onSecret(name, found) : null,
    });
  }

  /** Two paths that differ in a secret only get different names, in the order they come. */
  #nameOf(path: string): string {
    const masked = maskPath(path);
    let name = masked;
    // In front: what follows a placeholder would be taken for a part of the secret when the name is read again.
    for (let copy = 2; this.#names.has(name); copy += 1) name = masked.replace(/[^/]*$/, `${copy}~$&`);
    this.#names.add(name);
    return name;
  }

  /**
   * @param isLast the file ends with the chunk, where that is known
   * @throws EntryTooLargeError; IngestError ARCHIVE_TOO_LARGE, TIME_LIMIT; the reason of an aborted signal
   */
  write(file: FileReader, chunk: Buffer, isLast = false): Promise<void> | undefined {
    this.stop.check();
    this.#fileBytes += chunk.length;
    this.#countBytes(chunk.length);
    if (this.#fileBytes > this.limits.entryBytes) throw new EntryTooLargeError(file.path);
    return file.write(chunk, isLast);
  }

  async close(file: FileReader): Promise<void> {
    const { artifact, log, isNotes } = await file.end();
    if (artifact.sizeBytes === 0) this.#countEmpty();
    this.artifacts.push(artifact);
    this.#diagnostics.addFile(file.reporter);
    const logs = this.#options.packed ?? this.logs;
    if (log) logs.push({ path: file.path, log, doubts: file.reporter.doubts, isNotes });
    this.#progress.files += 1;
    if (log && !BESIDE.has(log.type)) this.#progress.results += 1;
    this.#options.onProgress?.({ ...this.#progress });
  }

  noteTooLarge(path: string): void {
    this.note('ENTRY_TOO_LARGE', path, `larger than ${this.limits.entryBytes} bytes; not read, not kept`);
  }
}
