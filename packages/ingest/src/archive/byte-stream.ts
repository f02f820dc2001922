import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IngestError } from '../ingest-error';
import { type Limits, READ_BYTES } from '../limits';
import { type Compression, findCompression, MAGIC_BYTES } from './magic';
import { unpackZstd } from './zstd';

export type Bytes = AsyncIterable<Buffer>;

/** A stream whose first bytes were looked at. */
export interface Peeked {
  /** At least MAGIC_BYTES, or all there is. */
  head: Buffer;
  /** The whole stream, head included. */
  bytes: Bytes;
}

/**
 * Looks at the first bytes of a stream.
 *
 * @param late true: damage within them comes when the stream is read, not now
 */
export async function peek(source: AsyncIterable<Uint8Array>, { late = false } = {}): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let size = 0;
  let rest: Rest = { iterator };
  try {
    while (size < MAGIC_BYTES && rest !== null) {
      const next = await iterator.next();
      if (next.done) {
        rest = null;
        continue;
      }
      parts.push(toBuffer(next.value));
      size += next.value.length;
    }
  } catch (error) {
    if (!late) throw error;
    rest = { error };
  }
  const head = Buffer.concat(parts);
  return { head, bytes: resume(head, rest) };
}

/** What comes after the first bytes: more, an error, or nothing. */
type Rest = { iterator: AsyncIterator<Uint8Array> } | { error: unknown } | null;

async function* resume(head: Buffer, rest: Rest): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    if (rest === null) return;
    if ('error' in rest) throw rest.error;
    for (let next = await rest.iterator.next(); !next.done; next = await rest.iterator.next())
      yield toBuffer(next.value);
  } finally {
    if (rest !== null && 'iterator' in rest) await rest.iterator.return?.();
  }
}

/** Releases a stream that will not be read. */
export async function discard({ bytes }: Peeked): Promise<void> {
  try {
    // A generator that was never started does not clean up: it is started and left.
    for await (const _ of bytes) return;
  } catch {
    // Damage in an unread member is not reported; damage of the archive itself appears at its next entry.
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Packed and unpacked bytes of a file, or of all packed files of an upload. */
export class Expansion {
  packed = 0;
  unpacked = 0;

  /** True when more came out than any log has: of zeros, or of data made to fill a disk. */
  isTooLarge({ ratio, ratioFromBytes }: Limits): boolean {
    return this.unpacked > ratioFromBytes && this.isDense(ratio);
  }

  isDense(ratio: number): boolean {
    return this.unpacked > this.packed * ratio;
  }
}

/**
 * Unpacks a stream by its magic bytes; what is not packed passes as it is.
 *
 * @param all of the upload: many small bombs are stopped as one large one is. A file that is packed no denser than logs
 *   are is read, whatever is around it
 * @throws IngestError ARCHIVE_UNREADABLE (damaged or cut), ARCHIVE_TOO_LARGE (a bomb), while the result is read
 */
export function unpacked(source: Peeked, limits: Limits, all = new Expansion()): Bytes {
  const compression = findCompression(source.head);
  if (!compression) return source.bytes;
  const own = new Expansion();
  return watchRatio(unpack(compression, counted(source.bytes, [own, all])), { own, all }, limits);
}

async function* counted(bytes: Bytes, counts: readonly Expansion[]): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (const count of counts) count.packed += chunk.length;
    yield chunk;
  }
}

async function* watchRatio(
  bytes: Bytes,
  { own, all }: { own: Expansion; all: Expansion },
  limits: Limits,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    own.unpacked += chunk.length;
    all.unpacked += chunk.length;
    if (own.isTooLarge(limits) || (all.isTooLarge(limits) && own.isDense(limits.ratio))) {
      throw new IngestError(
        'ARCHIVE_TOO_LARGE',
        `unpacks to more than ${limits.ratio} times its size: more than any log does; reading stopped`,
      );
    }
    yield chunk;
  }
}

type XzModule = Pick<typeof import('xz-decompress'), 'XzReadableStream'>;

/** Unpacks a stream. Memory does not grow with it. Throws IngestError ARCHIVE_UNREADABLE when it is damaged or cut. */
async function* unpack(compression: Compression, packed: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* UNPACKERS[compression](packed);
  } catch (cause) {
    if (cause instanceof IngestError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError(
      'ARCHIVE_UNREADABLE',
      `damaged or cut ${compression} data (${reason}). Make or copy the file again.`,
      { cause },
    );
  }
}

const UNPACKERS: Record<Compression, (packed: Bytes) => Bytes> = {
  gzip: (packed) => {
    const source = Readable.from(packed, { objectMode: false });
    const gunzip = createGunzip({ chunkSize: READ_BYTES });
    source.once('error', (error) => gunzip.destroy(error));
    // Left early, it lets go of the file below too.
    gunzip.once('close', () => source.destroy());
    return source.pipe(gunzip);
  },
  zstd: unpackZstd,
  xz: (packed) => unpackXz(packed),
};

async function* unpackXz(packed: Bytes): AsyncGenerator<Buffer> {
  // Loaded on use: it carries a WebAssembly module that few uploads need.
  const loaded: XzModule & { default?: XzModule } = await import('xz-decompress');
  // A CommonJS package: Node puts its exports into `default`, bundlers do not.
  const { XzReadableStream } = loaded.default ?? loaded;
  const source = Readable.from(packed);
  const reader = new XzReadableStream(Readable.toWeb(source) as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield Buffer.from(next.value);
  } finally {
    // After an error of the data the stream lets its source run on.
    source.destroy();
    await reader.cancel();
  }
}
