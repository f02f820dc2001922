import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { looking } from '../stream-look';
import { GZIP_LEVEL } from './gzip-level';
import { asUnwritable, type ObjectStore, objectTooLarge, openIncoming } from './objects/object-store';

/** Bytes that have arrived whole and are not in the store yet. */
export interface ReceivedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  /**
   * Does the slow part of publishing before a transaction begins: sends the bytes to a remote store. Until
   * they are published they may be deleted again.
   */
  send(): Promise<void>;
  /** Moves them into the store, or sees that they are there. May be done again. */
  publish(): Promise<void>;
  /** Removes them here. */
  discard(): Promise<void>;
}

/** How gzip, zstd and xz begin. */
const PACKED_MAGIC = ['1f8b', '28b52ffd', 'fd377a585a00'].map((hex) => Buffer.from(hex, 'hex'));

/**
 * Writes a stream to a separate file, in bounded memory. A broken stream leaves nothing behind. Content that the
 * store can't take is refused early: with its first bytes if it is packed and has a declared length.
 *
 * @param nameOf gives the name of its object; announcedBytes: its declared length, null if unknown
 * @throws BlobStoreError (BLOBS_TOO_LARGE, BLOBS_UNWRITABLE); whatever the stream ends with
 */
export async function receiveBlob(
  objects: ObjectStore,
  content: Readable,
  {
    nameOf,
    announcedBytes = null,
  }: { nameOf: (sha256: string) => Promise<string>; announcedBytes?: number | null },
): Promise<ReceivedBlob> {
  // It may break while nothing reads it yet; whoever reads it next gets the error.
  content.on('error', () => {});
  const incoming = openIncoming(objects.incoming);
  const temporary = incoming.path;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let sha256: string;
  let name: string;
  const measure = looking((chunk) => {
    hash.update(chunk);
    sizeBytes += chunk.length;
  });
  const discard = async () => {
    incoming.done();
    await rm(temporary, { force: true });
  };
  try {
    await incoming.make();
    const head = await peekHead(content);
    // A stream that has ended already cannot be piped again.
    const bytes = head.length > 0 ? content : Readable.from([]);
    const level = gzipLevel(head);
    // A frame makes it no smaller.
    if (level === 0 && announcedBytes !== null && announcedBytes > objects.maxBytes)
      throw objectTooLarge(objects.maxBytes, announcedBytes);
    await pipeline(
      bytes,
      measure,
      createGzip({ level }),
      limitedTo(objects.maxBytes),
      createWriteStream(temporary, { mode: 0o600 }),
    );
    sha256 = hash.digest('hex');
    // It may be asked of the database: never while a transaction has the last connection.
    name = await nameOf(sha256);
  } catch (error) {
    await discard().catch(() => {
      // Where nothing could be written there is nothing to remove, and that may fail as well.
    });
    throw asUnwritable(error, objects);
  }
  const publish = async () => {
    if ((await objects.size(name)) !== null) return;
    await objects.put(name, { path: temporary, bytes: (await stat(temporary)).size });
  };
  return {
    sha256,
    sizeBytes,
    send: async () => {
      if (objects.isRemote) await publish();
    },
    publish,
    discard,
  };
}

/** Lets bytes through, and fails with the first one too many. */
function limitedTo(maxBytes: number): Transform {
  let bytes = 0;
  return looking((chunk) => {
    bytes += chunk.length;
    return bytes > maxBytes ? objectTooLarge(maxBytes) : undefined;
  });
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
