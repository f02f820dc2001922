import { blobName, listName, type Manifest, partName } from './format';

/** The kind of a file in a backup, by its name. */
export type Entry =
  | { kind: 'text' | 'sums' | 'end' }
  | { kind: 'part'; table: Manifest['tables'][number] }
  | { kind: 'blob'; sha256: string }
  | { kind: 'list' };

/**
 * Knows which files may come next: each in its place and none twice, so that a file that was put together from two, or
 * lost a piece, is noticed where it is.
 */
export class BackupOrder {
  readonly #manifest: Manifest;
  #table = 0;
  #part = 0;
  #list = 1;
  #lastBlob = '';
  #phase: 'tables' | 'blobs' | 'end' | 'over' = 'tables';

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** @returns null for a file that has no place here */
  next(name: string): Entry | null {
    switch (this.#phase) {
      case 'tables':
        return this.#nextText(name) ?? this.#nextPart(name) ?? this.#nextBlob(name) ?? this.#nextSums(name);
      case 'blobs':
        return this.#nextBlob(name) ?? this.#nextSums(name);
      case 'end':
        if (name !== 'end.json') return null;
        this.#phase = 'over';
        return { kind: 'end' };
      case 'over':
        return null;
    }
  }

  #nextText(name: string): Entry | null {
    if (this.#table > 0 || this.#part > 0) return null;
    const isMigration = this.#manifest.migrations.some((each) => name === `migrations/${each.name}.sql`);
    return name === 'README.txt' || isMigration ? { kind: 'text' } : null;
  }

  #nextPart(name: string): Entry | null {
    const { tables } = this.#manifest;
    for (let index = this.#table; index < tables.length; index += 1) {
      const table = tables[index];
      const part = index === this.#table ? this.#part + 1 : 1;
      if (!table || name !== partName(table.name, part)) continue;
      [this.#table, this.#part] = [index, part];
      return { kind: 'part', table };
    }
    return null;
  }

  #nextBlob(name: string): Entry | null {
    if (name === listName(this.#list)) {
      this.#phase = 'blobs';
      this.#list += 1;
      return { kind: 'list' };
    }
    const sha256 = /([0-9a-f]{64})\.gz$/.exec(name)?.[1];
    if (sha256 === undefined || name !== blobName(sha256) || sha256 <= this.#lastBlob) return null;
    this.#phase = 'blobs';
    this.#lastBlob = sha256;
    return { kind: 'blob', sha256 };
  }

  #nextSums(name: string): Entry | null {
    if (name !== 'SHA256SUMS') return null;
    this.#phase = 'end';
    return { kind: 'sums' };
  }
}
