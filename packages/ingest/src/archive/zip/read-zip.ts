import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { UploadFiles } from '../../files/upload-files';
import { IngestError } from '../../ingest-error';
import { READ_BYTES } from '../../limits';
import { type Bytes, Expansion } from '../byte-stream';
import { toSafePath } from '../entry-path';
import { MemberDamagedError } from '../member-damaged';
import type { ArchiveLocation } from '../read-tar';
import { type Spool, withSpool } from './spool';
import { readZipDirectory, ZipDamagedError, type ZipEntry } from './zip-directory';

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
/** Names of methods that are not opened (APPNOTE.TXT 4.4.5). */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};
/** File types of POSIX modes. */
const [TYPE, REGULAR, DIRECTORY, LINK] = [0o170000, 0o100000, 0o040000, 0o120000];

/**
 * Reads every file of a zip archive, in the order of its directory. Links, devices, encrypted files, unknown methods of packing and
 * paths outside the archive are skipped and reported; a damaged file does not sink the others.
 *
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE
 */
export async function readZip(files: UploadFiles, bytes: Bytes, location: ArchiveLocation): Promise<void> {
  const before = files.artifacts.length;
  await withSpool(bytes, files.limits.totalBytes, async (spool) => {
    const ratio = watchRatio(files, spool.size);
    try {
      for await (const entry of readZipDirectory(spool))
        await readEntry(files, entry, { location, content: () => ratio(contentOf(spool, entry), entry) });
    } catch (cause) {
      if (!(cause instanceof ZipDamagedError)) throw cause;
      throw new IngestError(
        'ARCHIVE_UNREADABLE',
        `damaged or cut zip archive (${cause.message}) after ${files.artifacts.length - before} files. Make or copy it again.`,
        { cause },
      );
    }
  });
}

async function readEntry(
  files: UploadFiles,
  entry: ZipEntry,
  { location, content }: { location: ArchiveLocation; content: () => Bytes },
): Promise<void> {
  const { directory, depth, readMember } = location;
  const path = toSafePath(entry.name);
  const reason = path === null ? 'its path leaves the archive or is too long' : whyNotRead(entry);
  if (path === null || reason !== null) {
    files.countEntry();
    if (reason !== 'directory') files.note('UNSAFE_ENTRY', entry.name, `skipped, because ${reason}`);
    return;
  }
  const below = directory === null ? path : `${directory}/${path}`;
  await readMember(files, { path: below, size: entry.size, depth }, content());
}

/** Null for a file that can be read; `directory` needs no report. */
function whyNotRead({ name, mode, size, isEncrypted, method }: ZipEntry): string | null {
  const type = mode & TYPE;
  if (type === LINK) return 'it is a symlink';
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) return 'it is not a regular file';
  if (type === DIRECTORY || name.endsWith('/'))
    return size > 0 ? 'it is a directory with content' : 'directory';
  if (isEncrypted) return 'it is encrypted: make the archive again without a password';
  if (method === STORED || method === DEFLATED) return null;
  return `it is packed by ${METHODS[method] ?? `method ${method}`}, which is not opened: use the default method of zip`;
}

/**
 * The unpacked bytes of an entry. Its checksum and size are those of the directory, as archives that are written to a pipe have them
 * after the content only.
 *
 * @throws MemberDamagedError
 */
async function* contentOf(spool: Spool, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = spool.stream(await startOf(spool, entry), entry.packedSize);
  let size = 0;
  let sum = 0;
  try {
    for await (const chunk of entry.method === STORED ? packed : inflated(packed, entry.size)) {
      size += chunk.length;
      if (size > entry.size)
        throw new MemberDamagedError(`it holds more than the ${entry.size} bytes of the directory.`);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (cause) {
    if (!isZlibError(cause)) throw cause;
    throw new MemberDamagedError(`damaged or cut data in the zip archive (${cause.message}).`, { cause });
  }
  if (size < entry.size)
    throw new MemberDamagedError(`it holds ${size} of the ${entry.size} bytes of the directory.`);
  if (sum !== entry.crc) throw new MemberDamagedError('its checksum is not that of the directory.');
}

function isZlibError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}

/** The least that zlib takes for its output. */
const MIN_CHUNK = 64;

/** @param size of the content by the directory: 40,000 small files would take 10 GB of buffers of the usual size */
function inflated(packed: AsyncGenerator<Buffer>, size: number): Bytes {
  const source = Readable.from(packed, { objectMode: false });
  const inflate = createInflateRaw({ chunkSize: Math.max(MIN_CHUNK, Math.min(size, READ_BYTES)) });
  source.once('error', (error) => inflate.destroy(error));
  inflate.once('close', () => source.destroy());
  return source.pipe(inflate);
}

/** Where the content begins: after a second header, which repeats the name. */
async function startOf(spool: Spool, { offset, nameBytes, packedSize }: ZipEntry): Promise<number> {
  const head = await spool.read(offset, LOCAL_BYTES + nameBytes.length);
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL)
    throw new MemberDamagedError('the archive has no file where its directory says.');
  const [nameLength, extraLength] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  const isSame = nameLength === nameBytes.length && head.subarray(LOCAL_BYTES).equals(nameBytes);
  if (!isSame) throw new MemberDamagedError('the archive has another name before the content.');
  const start = offset + LOCAL_BYTES + nameLength + extraLength;
  if (start + packedSize > spool.size) throw new MemberDamagedError('its content is cut.');
  return start;
}

/**
 * Ends an archive that unpacks to more than logs do. Files that share their packed bytes count against the size of the archive
 * once.
 */
function watchRatio({ limits, expansion: all }: UploadFiles, archiveSize: number) {
  const own = new Expansion();
  return async function* watched(bytes: Bytes, { packedSize }: ZipEntry): AsyncGenerator<Buffer> {
    const packed = Math.min(own.packed + packedSize, archiveSize);
    all.packed += packed - own.packed;
    own.packed = packed;
    for await (const chunk of bytes) {
      own.unpacked += chunk.length;
      all.unpacked += chunk.length;
      if (own.isTooLarge(limits) || (all.isTooLarge(limits) && own.isDense(limits.ratio))) {
        throw new IngestError(
          'ARCHIVE_TOO_LARGE',
          `the zip archive unpacks to more than ${limits.ratio} times its size: more than any log does; reading stopped`,
        );
      }
      yield chunk;
    }
  };
}
