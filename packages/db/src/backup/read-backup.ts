import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Extract, extract, type Header } from 'tar-stream';
import { looking } from '../stream-look';
import { countRows } from './copy-parts';
import {
  BackupError,
  type BackupReport,
  blobName,
  type End,
  endSchema,
  FOLDER,
  FORMAT,
  FORMAT_VERSION,
  listName,
  MAX_NAMED,
  type Manifest,
  manifestSchema,
  partName,
  SMALL_BLOB,
  sha256Of,
} from './format';

/** Handlers for the content of a backup while it is read. Whatever one throws ends the reading. */
export interface BackupContent {
  onManifest(manifest: Manifest): Promise<void>;
  /** Whole rows of a table in COPY's text format. */
  onRows(table: Manifest['tables'][number], text: Buffer): Promise<void>;
  /** @returns whether the bytes are what the name says; `packed` is gzip */
  onBlob(sha256: string, packed: Buffer | Readable): Promise<boolean>;
  /** A line of a list of blobs, in their order. */
  onListed?(sha256: string, state: 'stored' | 'missing' | 'damaged'): void;
}

const gunzipInOneGo = promisify(gunzip);

/** A part is 8 MB of text or one row, and PostgreSQL's longest row is 1 GB. */
const MAX_ENTRY_BYTES = 2 ** 30;

/** Small blobs that are checked while the next ones are read. */
const AHEAD = 16;

/** Progress of reading, for messages. */
interface Reading {
  name: string;
  bytes: number;
  isGzip: boolean;
}

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
  const fed = pipeline(input, archive).catch((error: Error) => error);
  try {
    const report = await readFiles(openFiles(archive, reading), content);
    return { ...report, bytes: reading.bytes };
  } catch (error) {
    archive.destroy();
    // A file of an archive that ends too early is only "destroyed".
    const cause = await fed;
    throw cause && isTarError(cause) ? unreadable(cause, reading) : error;
  } finally {
    archive.destroy();
    input.destroy();
  }
}

interface TarEntry extends AsyncIterable<Buffer> {
  header: Header;
}

/** A file of the archive: its name in the folder of the backup; '' for anything that is not a file there. */
interface BackupFile {
  name: string;
  entry: TarEntry;
}

type BackupFiles = ReturnType<typeof openFiles>;

/** The files of a backup, one after the other. */
function openFiles(archive: Extract, reading: Reading) {
  const entries = archive[Symbol.asyncIterator]();
  /** Undefined: not looked at yet. Null: there are no more. */
  let file: BackupFile | null | undefined;
  /** The next file, which stays the next one. */
  const peek = async (): Promise<BackupFile | null> => {
    if (file !== undefined) return file;
    const { value: entry } = (await entries.next()) as { value: TarEntry | undefined };
    file = null;
    if (!entry) return file;
    const { name, type } = entry.header;
    file = { name: type === 'file' && name.startsWith(FOLDER) ? name.slice(FOLDER.length) : '', entry };
    reading.name = file.name || name;
    return file;
  };
  /** The next file if it has one of these names. */
  const next = async (...names: string[]): Promise<BackupFile | null> => {
    const found = await peek();
    if (!found || !names.includes(found.name)) return null;
    file = undefined;
    return found;
  };
  const misplaced = ({ entry }: BackupFile) =>
    new BackupError(
      `${short(entry.header.name)} has no place here: pieces are missing, or it is not one backup.`,
    );
  return {
    peek,
    next,
    /** @throws BackupError unless the next file has this name */
    async must(name: string): Promise<BackupFile> {
      const found = await next(name);
      if (found) return found;
      const other = await peek();
      throw other
        ? misplaced(other)
        : new BackupError(`it ends after ${reading.name}: the rest was cut off.`);
    },
    /** @throws BackupError when there is another file */
    async end(): Promise<void> {
      const other = await peek();
      if (other) throw misplaced(other);
    },
  };
}

/**
 * Each file in its place and none twice, so that a backup that was put together from two, or lost a piece, is noticed
 * where it is.
 */
async function readFiles(files: BackupFiles, content: BackupContent): Promise<Omit<BackupReport, 'bytes'>> {
  const sums: string[] = [];
  const read = async (file: BackupFile): Promise<Buffer> => {
    const bytes = await readWhole(file);
    sums.push(`${sha256Of(bytes)}  ${file.name}`);
    return bytes;
  };

  const first = await files.next('manifest.json');
  if (!first && !(await files.peek())) throw new BackupError('it is empty, or not a tar file.');
  if (!first) {
    throw new BackupError(`it does not begin with ${FOLDER}manifest.json: not a backup of Basecase.`);
  }
  const manifest = parseManifest((await read(first)).toString());
  await content.onManifest(manifest);

  const texts = ['README.txt', ...manifest.migrations.map(({ name }) => `migrations/${name}.sql`)];
  for (let text = await files.next(...texts); text; text = await files.next(...texts)) await read(text);

  const rows: Record<string, number> = {};
  for (const table of manifest.tables) {
    let count = 0;
    for (let part = 1; ; part += 1) {
      const file = await files.next(partName(table.name, part));
      if (!file) break;
      const text = await gunzipInOneGo(await read(file)).catch((cause: Error) => {
        throw new BackupError(`${file.name} is damaged: ${cause.message}.`, { cause });
      });
      count += countRows(text);
      await content.onRows(table, text);
    }
    rows[table.name] = count;
  }

  const blobs = openBlobs(content);
  let last = '';
  for (let number = 1; ; number += 1) {
    for (;;) {
      const sha256 = /([0-9a-f]{64})\.gz$/.exec((await files.peek())?.name ?? '')?.[1] ?? '';
      const file = sha256 > last && (await files.next(blobName(sha256)));
      if (!file) break;
      last = sha256;
      await blobs.read(sha256, file);
    }
    const list = await files.next(listName(number));
    if (!list) break;
    await blobs.compareWith(list.name, (await read(list)).toString());
  }

  const list = await readWhole(await files.must('SHA256SUMS'));
  requireSame('SHA256SUMS', sums, list.toString());
  const end = parseEnd((await readWhole(await files.must('end.json'))).toString());
  if (end.sums !== sha256Of(list)) throw new BackupError('SHA256SUMS is not the list that end.json names.');
  for (const { name } of manifest.tables) {
    if (end.rows[name] === rows[name]) continue;
    throw new BackupError(
      `${name} has ${rows[name]} rows here, and had ${end.rows[name]} when it was written.`,
    );
  }
  const { counts, missing, damaged } = blobs.found;
  for (const state of ['stored', 'missing', 'damaged'] as const) {
    if (counts[state] === end.blobs[state]) continue;
    throw new BackupError(
      `${counts[state]} blobs are ${state} here, and ${end.blobs[state]} were when it was written.`,
    );
  }
  await files.end();
  return { manifest, end, missing, damaged };
}

/** The blobs of a backup while it is read, up to the list that follows them. */
function openBlobs(content: BackupContent) {
  const counts: End['blobs'] = { stored: 0, missing: 0, damaged: 0 };
  const found = { counts, missing: [] as string[], damaged: [] as string[] };
  const checks = new Set<Promise<void>>();
  let lines: string[] = [];
  let failure: unknown = null;

  const check = async (sha256: string, packed: Buffer | Readable) => {
    if (await content.onBlob(sha256, packed)) return;
    throw new BackupError(`${blobName(sha256)} is damaged: its content is not what its name says.`);
  };
  const readLarge = async (sha256: string, { entry }: BackupFile) => {
    const hash = createHash('sha256');
    const measured = looking((chunk) => void hash.update(chunk));
    const source = Readable.from(entry);
    source.on('error', (error) => measured.destroy(error));
    await check(sha256, source.pipe(measured));
    lines.push(`${hash.digest('hex')}  ${blobName(sha256)}`);
  };
  const note = (name: string, line: string) => {
    const sha256 = /([0-9a-f]{64})(\.gz)?$/.exec(line)?.[1];
    const said = /^# (missing|damaged): /.exec(line)?.[1];
    const state = said === 'missing' || said === 'damaged' ? said : 'stored';
    if (sha256 === undefined || (state === 'stored' && line.startsWith('#'))) {
      throw new BackupError(`${name} has an invalid checksum line: ${line.slice(0, 80)}`);
    }
    counts[state] += 1;
    if (state !== 'stored' && found[state].length < MAX_NAMED) found[state].push(sha256);
    content.onListed?.(sha256, state);
  };
  return {
    found,
    async read(sha256: string, file: BackupFile): Promise<void> {
      if ((file.entry.header.size ?? 0) > SMALL_BLOB) return readLarge(sha256, file);
      const packed = await bytesOf(file.entry);
      lines.push(`${sha256Of(packed)}  ${blobName(sha256)}`);
      const checking = check(sha256, packed)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => checks.delete(checking));
      checks.add(checking);
      while (checks.size >= AHEAD) await Promise.race(checks);
      if (failure) throw failure;
    },
    /** @throws BackupError when the list that follows some blobs is not theirs */
    async compareWith(name: string, list: string): Promise<void> {
      await Promise.all(checks);
      if (failure) throw failure;
      const listed = linesOf(list);
      requireSame(name, lines, listed.filter((line) => !line.startsWith('#')).join('\n'));
      lines = [];
      for (const line of listed) note(name, line);
    },
  };
}

/**
 * @param name of the list
 * @param seen its lines, as they should be by what went by
 * @throws BackupError that names the first file that is not what was written
 */
function requireSame(name: string, seen: readonly string[], list: string): void {
  const lines = linesOf(list);
  for (let index = 0; index < Math.max(lines.length, seen.length); index += 1) {
    const [line = '', found = ''] = [lines[index], seen[index]];
    if (line === found) continue;
    const file = (text: string) => text.slice(66);
    if (file(line) === file(found))
      throw new BackupError(`${file(line)} is damaged: its sum is not that in ${name}.`);
    const isSeen = seen.some((each) => file(each) === file(line));
    throw new BackupError(
      line !== '' && !isSeen
        ? `${file(line)} is missing: ${name} lists it.`
        : `${file(found)} is not listed in ${name}.`,
    );
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function parseEnd(text: string): End {
  const parsed = endSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new BackupError('end.json is not what it should be.');
  return parsed.data;
}

function parseManifest(text: string): Manifest {
  const json = parseJson(text);
  const { format, formatVersion } = (json ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== FORMAT) throw new BackupError('manifest.json is not that of a backup of Basecase.');
  if (typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION) {
    throw new BackupError(
      `it has format ${formatVersion}, and this version of Basecase knows ${FORMAT_VERSION}: use the version that wrote it, or a newer one.`,
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

async function readWhole({ entry }: BackupFile): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES)
    throw new BackupError(`${short(entry.header.name)} is too large.`);
  return bytesOf(entry);
}

async function bytesOf(entry: TarEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** tar-stream's errors have no class and no code. */
function isTarError({ message }: Error): boolean {
  return /^(Unexpected end of data|Invalid tar header)/.test(message);
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
