import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { GZIP_LEVEL, moveIntoStore } from './blob-files';
import { openIncoming } from './incoming';

/** Bytes that have arrived whole and are not in the store yet. */
export interface ReceivedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Moves them into the store. */
  publish(): Promise<void>;
  /** Removes them unless they were published. */
  discard(): Promise<void>;
}

/** How gzip, zstd and xz begin. */
const PACKED_MAGIC = ['1f8b', '28b52ffd', 'fd377a585a00'].map((hex) => Buffer.from(hex, 'hex'));

/**
 * Writes a stream to a file of its own, in bounded memory. A stream that breaks leaves nothing behind.
 *
 * @throws whatever the stream ends with
 */
export async function receiveBlob(directory: string, content: Readable): Promise<ReceivedBlob> {
  // It may break while nothing reads it yet; whoever reads it next gets the error.
  content.on('error', () => {});
  const incoming = openIncoming(directory);
  const temporary = incoming.path;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const discard = async () => {
    await rm(temporary, { force: true });
    incoming.done();
  };
  try {
    await incoming.make();
    const head = await peekHead(content);
    // A stream that has ended already cannot be piped again.
    const bytes = head.length > 0 ? content : Readable.from([]);
    await pipeline(
      bytes,
      measure,
      createGzip({ level: gzipLevel(head) }),
      createWriteStream(temporary, { mode: 0o600 }),
    );
  } catch (error) {
    await discard();
    throw error;
  }
  const sha256 = hash.digest('hex');
  return {
    sha256,
    sizeBytes,
    publish: () => moveIntoStore(directory, { from: temporary, sha256 }),
    discard,
  };
}

/** What is packed already only gets a frame: packing a gigabyte again takes half a minute and gains nothing. */
function gzipLevel(head: Buffer): number {
  return PACKED_MAGIC.some((magic) => head.subarray(0, magic.length).equals(magic)) ? 0 : GZIP_LEVEL;
}

/** The first chunk, which stays in the stream; empty when the stream is. */
async function peekHead(content: Readable): Promise<Buffer> {
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    content.unshift(chunk);
    return chunk;
  }
  return Buffer.alloc(0);
}
