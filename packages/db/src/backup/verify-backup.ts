import type { Readable } from 'node:stream';
import { isContentOf } from './blob-content';
import { BackupError, type BackupReport } from './format';
import { readBackup } from './read-backup';

const NEW_LINE = 0x0a;
const TAB = 0x09;

/**
 * Checks a whole backup: every sum, the counts of rows, that every blob is what its name says, and that the bytes of all
 * files of uploads are there or listed as missing. Needs no database.
 *
 * Memory grows by 8 bytes for each file of the uploads.
 *
 * @throws BackupError that says what is wrong and where
 */
export async function verifyBackup(input: Readable): Promise<BackupReport> {
  const needed = new NeededBlobs();
  const report = await readBackup(input, {
    async onManifest() {},
    async onRows({ name, columns }, text) {
      if (name === 'artifacts') addColumn(text, columns.indexOf('sha256'), needed);
    },
    onBlob: isContentOf,
    onListed: (sha256) => needed.take(sha256),
  });
  needed.finish();
  return report;
}

/** Takes one column of rows in COPY's text format; a sha256 has nothing that would be escaped. */
function addColumn(text: Buffer, column: number, needed: NeededBlobs): void {
  if (column === -1) throw new BackupError('artifacts has no column sha256.');
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(NEW_LINE, at);
    let from = at;
    for (let skipped = 0; skipped < column; skipped += 1) from = text.indexOf(TAB, from) + 1;
    needed.add(text.toString('latin1', from, from + 64));
    at = end === -1 ? text.length : end + 1;
  }
}

/**
 * Which bytes are needed, as the first eight bytes of their names: enough to notice what is missing, and small enough to
 * hold for millions of files.
 */
class NeededBlobs {
  #names = new BigUint64Array(1024);
  #count = 0;
  #isSorted = false;
  #next = 0;

  add(sha256: string): void {
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw new BackupError(`artifacts names no sha256: ${sha256.slice(0, 80)}`);
    if (this.#count === this.#names.length) {
      const larger = new BigUint64Array(this.#count * 2);
      larger.set(this.#names);
      this.#names = larger;
    }
    this.#names[this.#count] = startOf(sha256);
    this.#count += 1;
  }

  /** The next one that is there or listed; they come in the order of their names. */
  take(sha256: string): void {
    this.#sort();
    const start = startOf(sha256);
    this.#requireNoneBefore(start);
    while (this.#next < this.#count && this.#names[this.#next] === start) this.#next += 1;
  }

  /** @throws BackupError when one did not come */
  finish(): void {
    this.#sort();
    this.#requireNoneBefore(null);
  }

  #requireNoneBefore(start: bigint | null): void {
    const next = this.#next < this.#count ? this.#names[this.#next] : undefined;
    if (next === undefined || (start !== null && next >= start)) return;
    const name = next.toString(16).padStart(16, '0');
    throw new BackupError(`the bytes ${name}… that artifacts names are neither there nor listed as missing.`);
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#names.subarray(0, this.#count).sort();
    this.#isSorted = true;
  }
}

function startOf(sha256: string): bigint {
  return BigInt(`0x${sha256.slice(0, 16)}`);
}
