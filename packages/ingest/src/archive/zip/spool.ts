import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IngestError } from '../../ingest-error';
import { READ_BYTES } from '../../limits';
import type { Bytes } from '../byte-stream';

/** Bytes that can be read at any place. */
export interface Spool {
  size: number;
  /** Fewer bytes than asked for at the end. */
  read(at: number, length: number): Promise<Buffer>;
  stream(at: number, length: number): AsyncGenerator<Buffer>;
}

/** Smaller archives stay in memory: an upload may hold thousands, and each file costs several calls of the system. */
const SMALL_BYTES = 256 * 1024;

/**
 * Copies a stream into memory or, if it is larger, into a temporary file, as the directory of a zip archive is at its end. The
 * file has no name while it is read, so that its unmasked bytes go with the process.
 *
 * @param maxBytes more of them throw ARCHIVE_TOO_LARGE
 */
export async function withSpool<T>(
  bytes: Bytes,
  maxBytes: number,
  work: (spool: Spool) => Promise<T>,
): Promise<T> {
  const source = bytes[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= SMALL_BYTES) {
    const next = await source.next();
    isWhole = next.done === true;
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
    if (size > maxBytes) {
      await source.return?.();
      throw tooLarge(maxBytes);
    }
  }
  if (isWhole) return await work(spoolOfMemory(Buffer.concat(first)));
  return await withFile(rejoined(first, source), maxBytes, work);
}

async function* rejoined(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function spoolOfMemory(buffer: Buffer): Spool {
  return {
    size: buffer.length,
    read: async (at, length) => buffer.subarray(at, at + length),
    async *stream(at, length) {
      if (length > 0 && at < buffer.length) yield buffer.subarray(at, at + length);
    },
  };
}

async function withFile<T>(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
  work: (spool: Spool) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'basecase-'));
  let file: FileHandle | null = null;
  try {
    file = await open(path.join(directory, 'archive'), 'wx+', 0o600);
    // Windows refuses this while the file is open, and does it below.
    await rm(directory, { recursive: true }).catch(() => {});
    const size = await copyInto(file, bytes, maxBytes);
    return await work(spoolOf(file, size));
  } finally {
    await file?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function tooLarge(maxBytes: number): IngestError {
  return new IngestError('ARCHIVE_TOO_LARGE', `a zip archive of more than ${maxBytes} bytes`);
}

async function copyInto(file: FileHandle, bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) {
    if (size + chunk.length > maxBytes) throw tooLarge(maxBytes);
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, at, chunk.length - at, size + at);
      at += bytesWritten;
    }
    size += chunk.length;
  }
  return size;
}

function spoolOf(file: FileHandle, size: number): Spool {
  const read = async (at: number, length: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };
  return {
    size,
    read,
    async *stream(at, length) {
      for (let done = 0; done < length; ) {
        const chunk = await read(at + done, Math.min(READ_BYTES, length - done));
        if (chunk.length === 0) return;
        done += chunk.length;
        yield chunk;
      }
    },
  };
}
