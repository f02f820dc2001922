import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import type { BackupContent } from './backup-content';
import { BackupSums } from './backup-sums';
import { BlobReader } from './blob-reader';
import { countRows } from './copy-parts';
import {
  BackupError,
  type BackupReport,
  blobName,
  endSchema,
  FOLDER,
  FORMAT,
  FORMAT_VERSION,
  listName,
  type Manifest,
  manifestSchema,
  partName,
} from './format';

/** The kind of a file in a backup, by its name. */
type Entry =
  | { kind: 'text' | 'sums' | 'end' }
  | { kind: 'part'; table: Manifest['tables'][number] }
  | { kind: 'blob'; sha256: string }
  | { kind: 'list' };

/**
 * Knows which files may come next: each in its place and none twice, so that a file that was put together from two, or
 * lost a piece, is noticed where it is.
 */
class BackupOrder {
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

const gunzipInOneGo = promisify(gunzip);

/** A part is 8 MB of text or one row, and PostgreSQL's longest row is 1 GB. */
const MAX_ENTRY_BYTES = 2 ** 30;

/**
 * Reads a backup once, from its first byte to its last, and checks everything: order, sums, counts, blobs, end. Holds
 * one part of a table or one small blob at a time.
 *
 * @throws BackupError that names the file in the backup at which it is not what it should be
 */
export async function readBackup(input: Readable, content: BackupContent): Promise<BackupReport> {
  const reading: Reading = { name: '', bytes: 0, isGzip: false };
  const archive = extract();
  input.on('data', (chunk: Buffer) => {
    if (reading.bytes === 0) reading.isGzip = chunk[0] === 0x1f && chunk[1] === 0x8b;
    reading.bytes += chunk.length;
  });
  input.pause();
  const fed = pipeline(input, archive);
  fed.catch(() => {});
  try {
    const reader = new BackupReader(content, reading);
    for await (const entry of archive) await reader.read(entry);
    return reader.finish();
  } catch (error) {
    throw isTarError(error) ? unreadable(error as Error, reading) : error;
  } finally {
    archive.destroy();
    input.destroy();
  }
}

/** Progress of reading, for messages. */
interface Reading {
  name: string;
  bytes: number;
  isGzip: boolean;
}

interface TarEntry extends AsyncIterable<unknown> {
  header: Header;
}

class BackupReader {
  readonly #content: BackupContent;
  readonly #reading: Reading;
  readonly #sums = new BackupSums();
  readonly #blobs: BlobReader;
  readonly #rows: Record<string, number> = {};
  #order: BackupOrder | null = null;
  #manifest: Manifest | null = null;
  #report: Omit<BackupReport, 'bytes'> | null = null;

  constructor(content: BackupContent, reading: Reading) {
    this.#content = content;
    this.#reading = reading;
    this.#blobs = new BlobReader(content);
  }

  async read(entry: TarEntry): Promise<void> {
    const { type, size = 0 } = entry.header;
    const name = entry.header.name.startsWith(FOLDER) ? entry.header.name.slice(FOLDER.length) : null;
    this.#reading.name = name ?? entry.header.name;
    if (!this.#manifest) return this.#readManifest(name, entry);
    const what = name !== null && type === 'file' ? this.#order?.next(name) : null;
    if (!what || name === null) {
      throw new BackupError(
        `${short(entry.header.name)} has no place here: pieces are missing, or it is not one backup.`,
      );
    }
    if (what.kind === 'blob') return this.#blobs.read(what.sha256, entry as AsyncIterable<Buffer>, size);
    const bytes = await readWhole(entry);
    switch (what.kind) {
      case 'part':
        return this.#readPart(name, what.table, bytes);
      case 'list':
        this.#sums.add(name, bytes);
        return this.#blobs.compareWith(name, bytes.toString());
      case 'text':
        return this.#sums.add(name, bytes);
      case 'sums':
        return this.#sums.compareWith(bytes);
      case 'end':
        return this.#readEnd(bytes);
    }
  }

  finish(): BackupReport {
    if (!this.#manifest) throw new BackupError('it is empty, or not a tar file.');
    if (!this.#report) throw new BackupError(`it ends after ${this.#reading.name}: the rest was cut off.`);
    return { ...this.#report, bytes: this.#reading.bytes };
  }

  async #readManifest(name: string | null, entry: TarEntry): Promise<void> {
    if (name !== 'manifest.json') {
      throw new BackupError(`it does not begin with ${FOLDER}manifest.json: not a backup of Basecase.`);
    }
    const bytes = await readWhole(entry);
    const manifest = parseManifest(bytes.toString());
    this.#sums.add(name, bytes);
    this.#manifest = manifest;
    this.#order = new BackupOrder(manifest);
    for (const { name: table } of manifest.tables) this.#rows[table] = 0;
    await this.#content.onManifest(manifest);
  }

  async #readPart(name: string, table: Manifest['tables'][number], packed: Buffer): Promise<void> {
    this.#sums.add(name, packed);
    const text = await gunzipInOneGo(packed).catch((cause: Error) => {
      throw new BackupError(`${name} is damaged: ${cause.message}.`, { cause });
    });
    this.#rows[table.name] = (this.#rows[table.name] ?? 0) + countRows(text);
    await this.#content.onRows(table, text);
  }

  #readEnd(bytes: Buffer): void {
    const parsed = endSchema.safeParse(parseJson(bytes.toString()));
    const manifest = this.#manifest;
    if (!parsed.success || !manifest) throw new BackupError('end.json is not what it should be.');
    const end = parsed.data;
    if (end.sums !== this.#sums.own) throw new BackupError('SHA256SUMS is not the list that end.json names.');
    for (const { name } of manifest.tables) {
      if (end.rows[name] === this.#rows[name]) continue;
      throw new BackupError(
        `${name} has ${this.#rows[name]} rows here, and had ${end.rows[name]} when it was written.`,
      );
    }
    const { counts, missing, damaged } = this.#blobs;
    for (const state of ['stored', 'missing', 'damaged'] as const) {
      if (counts[state] === end.blobs[state]) continue;
      throw new BackupError(
        `${counts[state]} blobs are ${state} here, and ${end.blobs[state]} were when it was written.`,
      );
    }
    this.#report = { manifest, end, missing, damaged };
  }
}

function parseManifest(text: string): Manifest {
  const json = parseJson(text);
  const version =
    typeof json === 'object' && json !== null && 'formatVersion' in json ? json.formatVersion : null;
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== FORMAT) {
    throw new BackupError('manifest.json is not that of a backup of Basecase.');
  }
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BackupError(
      `it has format ${version}, and this version of Basecase knows ${FORMAT_VERSION}: use the version that wrote it, or a newer one.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`manifest.json: ${issue?.path.join('.')}: ${issue?.message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no JSON is not what is expected either
  }
}

async function readWhole(entry: TarEntry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES)
    throw new BackupError(`${short(entry.header.name)} is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** tar-stream's errors have no class and no code. */
function isTarError(error: unknown): boolean {
  return error instanceof Error && /^(Unexpected end of data|Invalid tar header)/.test(error.message);
}

function unreadable(cause: Error, { name, bytes, isGzip }: Reading): BackupError {
  if (isGzip) return new BackupError('it is packed with gzip: unpack it first (gunzip).', { cause });
  const where = name === '' ? 'at its beginning' : `after ${bytes} bytes, in or after ${short(name)}`;
  const what = cause.message.startsWith('Unexpected end') ? 'it ends' : 'it is not a tar file';
  return new BackupError(`${what} ${where}.`, { cause });
}

function short(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
