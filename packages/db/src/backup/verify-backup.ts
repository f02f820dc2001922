import type { Readable } from 'node:stream';
import { BackupError, type BackupReport, isContentOf } from './format';
import { readBackup } from './read-backup';

const NEW_LINE = 0x0a;
const TAB = 0x09;
/** A value that is not there, in COPY's text format. */
const NULL = '\\N';

/**
 * Checks a whole backup: every sum, the counts of rows, that every blob is what its name says, and that the bytes of
 * all files of uploads are there or listed as missing, but for those that the retention rule removed. Needs no
 * database.
 *
 * Memory grows by 12 bytes for each file of the uploads.
 *
 * @throws BackupError that names the fault and its place
 */
export async function verifyBackup(input: Readable): Promise<BackupReport> {
  const needed = openNeeded();
  const report = await readBackup(input, {
    async onManifest() {},
    async onRows({ name, columns }, text) {
      if (name === 'artifacts') {
        for (const [sha256, uploadId] of fieldsOf(text, placesOf(name, columns, ['sha256', 'upload_id'])))
          needed.add(sha256 ?? '', Number(uploadId));
      }
      // Backups from before the rule lack the column.
      if (name === 'uploads' && columns.includes('files_removed_at')) {
        for (const [id, removedAt] of fieldsOf(text, placesOf(name, columns, ['id', 'files_removed_at'])))
          if (removedAt !== NULL) needed.leaveOut(Number(id));
      }
    },
    onBlob: isContentOf,
    onListed: (sha256) => needed.take(sha256),
  });
  needed.finish();
  return report;
}

/** @throws BackupError when the table does not have one of the columns */
function placesOf(table: string, columns: readonly string[], names: readonly string[]): number[] {
  return names.map((name) => {
    const place = columns.indexOf(name);
    if (place === -1) throw new BackupError(`${table} has no column ${name}.`);
    return place;
  });
}

/** Some columns of rows in COPY's text format, as they are; what is asked for has nothing that would be escaped. */
function* fieldsOf(text: Buffer, places: readonly number[]): Generator<string[]> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf(NEW_LINE, at);
    const end = found === -1 ? text.length : found;
    yield places.map((place) => {
      let from = at;
      for (let skipped = 0; skipped < place; skipped += 1) from = text.indexOf(TAB, from) + 1;
      const to = text.indexOf(TAB, from);
      return text.toString('latin1', from, to === -1 || to > end ? end : to);
    });
    at = end + 1;
  }
}

/**
 * Which bytes are needed, as the first eight bytes of their names: enough to notice what is missing, and small enough
 * to hold for millions of files.
 */
function openNeeded() {
  let names = new BigUint64Array(1024);
  /** Beside each name the id of the upload whose file it is. */
  let uploads = new Uint32Array(1024);
  const leftOut = new Set<number>();
  let count = 0;
  let isSorted = false;
  let next = 0;

  const requireNoneBefore = (start: bigint | null) => {
    const name = next < count ? names[next] : undefined;
    if (name === undefined || (start !== null && name >= start)) return;
    const shown = name.toString(16).padStart(16, '0');
    throw new BackupError(
      `the bytes ${shown}… that artifacts names are neither there nor listed as missing.`,
    );
  };
  const sort = () => {
    if (isSorted) return;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      if (leftOut.has(uploads[index] ?? 0)) continue;
      names[kept] = names[index] ?? 0n;
      kept += 1;
    }
    count = kept;
    names.subarray(0, kept).sort();
    isSorted = true;
  };
  return {
    add(sha256: string, uploadId: number): void {
      if (!/^[0-9a-f]{64}$/.test(sha256))
        throw new BackupError(`artifacts names no sha256: ${sha256.slice(0, 80)}`);
      if (count === names.length) {
        const [moreNames, moreUploads] = [new BigUint64Array(count * 2), new Uint32Array(count * 2)];
        moreNames.set(names);
        moreUploads.set(uploads);
        [names, uploads] = [moreNames, moreUploads];
      }
      names[count] = startOf(sha256);
      uploads[count] = uploadId;
      count += 1;
    },
    /** Files of this upload need not be there. All rows come before the first blob. */
    leaveOut: (uploadId: number) => void leftOut.add(uploadId),
    /** The next one that is there or listed; they are ordered by name. */
    take(sha256: string): void {
      sort();
      const start = startOf(sha256);
      requireNoneBefore(start);
      while (next < count && names[next] === start) next += 1;
    },
    /** @throws BackupError when one did not come */
    finish(): void {
      sort();
      requireNoneBefore(null);
    },
  };
}

function startOf(sha256: string): bigint {
  return BigInt(`0x${sha256.slice(0, 16)}`);
}
