import { IngestError } from '../ingest-error';
import type { Limits } from '../limits';
import { findCompression, MAGIC_BYTES } from './magic';
import { unpack } from './unpack';

export type Bytes = AsyncIterable<Buffer>;

/** A stream whose first bytes were looked at. */
export interface Peeked {
  /** At least MAGIC_BYTES, or all there is. */
  head: Buffer;
  /** The whole stream, head included. */
  bytes: Bytes;
}

export async function peek(source: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let size = 0;
  let ended = false;
  while (size < MAGIC_BYTES) {
    const next = await iterator.next();
    if (next.done) {
      ended = true;
      break;
    }
    parts.push(toBuffer(next.value));
    size += next.value.length;
  }
  const head = Buffer.concat(parts);
  return { head, bytes: resume(head, ended ? null : iterator) };
}

async function* resume(head: Buffer, iterator: AsyncIterator<Uint8Array> | null): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  if (!iterator) return;
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield toBuffer(next.value);
  } finally {
    await iterator.return?.();
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
        `unpacks to more than ${limits.ratio} times its size: no log does that, reading stopped`,
      );
    }
    yield chunk;
  }
}
