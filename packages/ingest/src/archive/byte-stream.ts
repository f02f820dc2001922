import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { IngestError } from '../ingest-error';
import { type Limits, READ_BYTES } from '../limits';
import { type Compression, findCompression, MAGIC_BYTES } from './magic';

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

/**
 * Unpacks a stream by its magic bytes; what is not packed passes as it is.
 *
 * @throws IngestError ARCHIVE_UNREADABLE (damaged or cut), ARCHIVE_TOO_LARGE (a bomb), while the result is read
 */
export function unpacked(source: Peeked, limits: Limits): Bytes {
  const compression = findCompression(source.head);
  if (!compression) return source.bytes;
  const count = { packed: 0 };
  return watchRatio(unpack(compression, counted(source.bytes, count)), count, limits);
}

async function* counted(bytes: Bytes, count: { packed: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    count.packed += chunk.length;
    yield chunk;
  }
}

async function* watchRatio(bytes: Bytes, count: { packed: number }, limits: Limits): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limits.ratioFromBytes && size > count.packed * limits.ratio) {
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

/**
 * Packed bytes that are unpacked at once. A block of 4 bytes may expand to 128 KiB, so this bounds what one step can
 * hold in memory to 32 MiB.
 */
const ZSTD_STEP_BYTES = 1024;

/** Of larger windows (`zstd --long=27`) the library makes wrong bytes without saying so; found by comparing. */
const ZSTD_MAX_WINDOW = 64 * 1024 * 1024;

async function* unpackZstd(packed: Bytes): AsyncGenerator<Buffer> {
  let isFirst = true;
  let ready: Buffer[] = [];
  let ended = false;
  const decompress = new Decompress((chunk, isLast) => {
    if (chunk.length > 0) ready.push(Buffer.from(chunk));
    ended ||= isLast === true;
  });
  for await (const chunk of packed) {
    if (isFirst && zstdWindow(chunk) > ZSTD_MAX_WINDOW) {
      throw new Error(
        `it needs a window of more than ${ZSTD_MAX_WINDOW} bytes: pack it without --long and --ultra`,
      );
    }
    isFirst = false;
    for (let at = 0; at < chunk.length; at += ZSTD_STEP_BYTES) {
      decompress.push(chunk.subarray(at, at + ZSTD_STEP_BYTES));
      yield* ready;
      ready = [];
    }
  }
  decompress.push(new Uint8Array(0), true);
  yield* ready;
  if (!ended) throw new Error('unexpected end of data');
}

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

const ZSTD_MAGIC = 0xfd2fb528;
const SINGLE_SEGMENT = 0x20;
/** Magic, descriptor, window, dictionary id, content size. */
const MAX_HEADER_BYTES = 18;

/**
 * Bytes back that a zstd frame may refer to, as its header declares (RFC 8878, 3.1.1.1): that much of its output must
 * be held in memory. 0 without a frame with data.
 *
 * @param head the first bytes of the frame
 */
export function zstdWindow(head: Uint8Array): number {
  const frame = Buffer.alloc(MAX_HEADER_BYTES);
  frame.set(head.subarray(0, MAX_HEADER_BYTES));
  if (frame.readUInt32LE(0) !== ZSTD_MAGIC) return 0;
  const descriptor = frame.readUInt8(4);
  if ((descriptor & SINGLE_SEGMENT) === 0) {
    const window = frame.readUInt8(5);
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  // A frame of one segment has no window size: its window is the content.
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const sizes = [
    () => frame.readUInt8(at),
    () => frame.readUInt16LE(at) + 256,
    () => frame.readUInt32LE(at),
    () => Number(frame.readBigUInt64LE(at)),
  ];
  return sizes[descriptor >> 6]?.() ?? 0;
}
