import type { Diagnostic, DiagnosticCode, DiagnosticCounts } from '../model/diagnostic';
import { diagnostic, type FileReporter } from './reporter';

/** Limit per code and upload: more are not useful, and an archive may hold 200,000 links. */
const MAX_PER_CODE = 1000;

/** A diagnostic about reading a file does not explain a missing number. */
const OF_READING: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['WRAPPER_REMOVED']);

/** Diagnostics of an upload, in the order they came, bounded. */
export class UploadDiagnostics {
  readonly #kept: Diagnostic[] = [];
  /** Of what is in the list, or would be. */
  readonly #listed = new Map<DiagnosticCode, number>();
  /** How often each code was met: a file lists only the first few of each. */
  readonly #met = new Map<DiagnosticCode, number>();

  readonly #files = new Set<string>();

  /** What was found in the archive itself: its files, when they are read again, do not tell it. */
  readonly #ofArchive: Diagnostic[] = [];
  readonly #metInArchive = new Map<DiagnosticCode, number>();

  addOfArchive(found: Diagnostic): void {
    if (raise(this.#metInArchive, found.code, 1) <= MAX_PER_CODE) this.#ofArchive.push(found);
    this.add(found);
  }

  /** What an earlier reading found in the archive, which is not there any more. */
  carryOver({ diagnostics, counts }: { diagnostics: readonly Diagnostic[]; counts: DiagnosticCounts }): void {
    for (const found of diagnostics) {
      raise(this.#metInArchive, found.code, 1);
      this.#ofArchive.push(found);
      this.add(found);
    }
    for (const [code, count] of Object.entries(counts) as [DiagnosticCode, number][]) {
      const unlisted = count - (this.#metInArchive.get(code) ?? 0);
      if (unlisted <= 0) continue;
      raise(this.#metInArchive, code, unlisted);
      raise(this.#met, code, unlisted);
      raise(this.#listed, code, unlisted);
    }
  }

  get ofArchive(): { diagnostics: Diagnostic[]; counts: DiagnosticCounts } {
    return { diagnostics: [...this.#ofArchive], counts: Object.fromEntries(this.#metInArchive) };
  }

  add(found: Diagnostic): void {
    raise(this.#met, found.code, 1);
    this.#list(found);
  }

  /** What was found in one file. */
  addFile(reporter: FileReporter): void {
    for (const [code, count] of reporter.counts) raise(this.#met, code, count);
    for (const found of reporter.collect()) this.#list(found);
  }

  /** How often each code was met, those included that are not listed one by one. */
  get counts(): DiagnosticCounts {
    return Object.fromEntries(this.#met);
  }

  /** Files with diagnostics on their content, listed or not. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  #list(found: Diagnostic): void {
    if (found.file !== null && !OF_READING.has(found.code)) this.#files.add(found.file);
    if (raise(this.#listed, found.code, 1) <= MAX_PER_CODE) this.#kept.push(found);
  }

  /** All of them, and for each code that had more one that says how many. */
  collect(): Diagnostic[] {
    const more = [...this.#listed].filter(([, count]) => count > MAX_PER_CODE);
    return [
      ...this.#kept,
      ...more.map(([code, count]) =>
        diagnostic(code, `${count - MAX_PER_CODE} more of the same in this upload`),
      ),
    ];
  }
}

/** @returns the new count */
function raise(counts: Map<DiagnosticCode, number>, code: DiagnosticCode, by: number): number {
  const count = (counts.get(code) ?? 0) + by;
  counts.set(code, count);
  return count;
}
