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
