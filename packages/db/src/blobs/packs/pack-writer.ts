import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LocalFile } from '../objects/object-store';

/** Small members are written together. */
const WRITE_BYTES = 1024 * 1024;

/** One content in a pack. */
export interface PackMember {
  /** Of the plain bytes. */
  sha256: string;
  /** Of its gzip member, in bytes from the beginning of the pack. */
  start: number;
  length: number;
}

/** A pack on this machine's disk, before it is in the store. */
export interface WrittenPack {
  id: string;
  file: LocalFile;
  members: PackMember[];
}

export type PackWriter = ReturnType<typeof openPackWriter>;

/**
 * Writes one pack: gzip members one after the other, so that a range of bytes is one file, and `zcat` prints all of
 * them. Additions may come at once; each is written after the other.
 *
 * @param folder that is there when something is added
 */
export function openPackWriter(folder: string) {
  const id = randomUUID();
  const file = path.join(folder, `${id}.pack`);
  const members: PackMember[] = [];
  let handle: FileHandle | null = null;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  let last: Promise<void> = Promise.resolve();

  const flush = async () => {
    if (waitingBytes === 0) return;
    handle ??= await open(file, 'w', 0o600);
    const piece = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await handle.writeFile(piece);
  };
  const close = async () => {
    const closing = handle;
    handle = null;
    await closing?.close();
  };
  const write = async (packed: Buffer) => {
    waiting.push(packed);
    waitingBytes += packed.length;
    if (waitingBytes >= WRITE_BYTES) await flush();
  };
  /** @throws Error when its length differs from the declared one: everything after it would be misplaced */
  const copy = async (packed: AsyncIterable<Buffer>, length: number) => {
    let left = length;
    for await (const chunk of packed) {
      left -= chunk.length;
      await write(chunk);
    }
    if (left !== 0) throw new Error(`a member of a pack is ${-left} bytes longer than ${length}`);
  };
  const addWith = (sha256: string, length: number, work: () => Promise<void>): Promise<void> => {
    members.push({ sha256, start: bytes, length });
    bytes += length;
    last = last.then(work);
    // Whoever waits for it, or for the end, gets the error.
    last.catch(() => {});
    return last;
  };
  return {
    /** So far, with what is still being added. */
    bytes: () => bytes,
    /** @param packed gzip of the content, in memory or in a file, which is removed */
    add(sha256: string, packed: Buffer | LocalFile): Promise<void> {
      if (Buffer.isBuffer(packed)) return addWith(sha256, packed.length, () => write(packed));
      return addWith(sha256, packed.bytes, async () => {
        await copy(createReadStream(packed.path, { highWaterMark: WRITE_BYTES }), packed.bytes);
        await rm(packed.path, { force: true });
      });
    },
    /** @param packed gzip of the content, of this length */
    addStream: (sha256: string, length: number, packed: AsyncIterable<Buffer>) =>
      addWith(sha256, length, () => copy(packed, length)),
    /** @returns null for a pack without members */
    async finish(): Promise<WrittenPack | null> {
      await last;
      if (members.length === 0) return null;
      await flush();
      await close();
      return { id, file: { path: file, bytes }, members };
    },
    /** Ends the writing and removes the file, unless it was taken away. */
    async discard(): Promise<void> {
      await last.catch(() => {
        // It was already reported.
      });
      await close();
      await rm(file, { force: true });
    },
  };
}
