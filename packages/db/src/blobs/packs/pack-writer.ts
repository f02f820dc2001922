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

/**
 * Writes one pack: gzip members one after the other, so that a range of bytes is one file, and `zcat` prints all of
 * them. Additions may come at once; each is written after the other.
 */
export class PackWriter {
  readonly #id = randomUUID();
  readonly #path: string;
  readonly #members: PackMember[] = [];
  #file: FileHandle | null = null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #last: Promise<void> = Promise.resolve();

  /** @param folder that is there when something is added */
  constructor(folder: string) {
    this.#path = path.join(folder, `${this.#id}.pack`);
  }

  /** So far, with what is still being added. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param packed gzip of the content, in memory or in a file, which is removed */
  add(sha256: string, packed: Buffer | LocalFile): Promise<void> {
    if (Buffer.isBuffer(packed)) return this.#add(sha256, packed.length, () => this.#write(packed));
    return this.#add(sha256, packed.bytes, async () => {
      await this.#copy(createReadStream(packed.path, { highWaterMark: WRITE_BYTES }), packed.bytes);
      await rm(packed.path, { force: true });
    });
  }

  /** @param packed gzip of the content, of this length */
  addStream(sha256: string, length: number, packed: AsyncIterable<Buffer>): Promise<void> {
    return this.#add(sha256, length, () => this.#copy(packed, length));
  }

  /** @returns null for a pack without members */
  async finish(): Promise<WrittenPack | null> {
    await this.#last;
    if (this.#members.length === 0) return null;
    await this.#flush();
    await this.#close();
    return { id: this.#id, file: { path: this.#path, bytes: this.#bytes }, members: this.#members };
  }

  /** Ends the writing and removes the file, unless it was taken away. */
  async discard(): Promise<void> {
    await this.#last.catch(() => {
      // It was already reported.
    });
    await this.#close();
    await rm(this.#path, { force: true });
  }

  #add(sha256: string, length: number, write: () => Promise<void>): Promise<void> {
    this.#members.push({ sha256, start: this.#bytes, length });
    this.#bytes += length;
    this.#last = this.#last.then(write);
    // Whoever waits for it, or for the end, gets the error.
    this.#last.catch(() => {});
    return this.#last;
  }

  async #write(packed: Buffer): Promise<void> {
    this.#waiting.push(packed);
    this.#waitingBytes += packed.length;
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
  }

  /** @throws Error when its length differs from the declared one: everything after it would be misplaced */
  async #copy(packed: AsyncIterable<Buffer>, length: number): Promise<void> {
    let left = length;
    for await (const chunk of packed) {
      left -= chunk.length;
      await this.#write(chunk);
    }
    if (left !== 0) throw new Error(`a member of a pack is ${-left} bytes longer than ${length}`);
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    this.#file ??= await open(this.#path, 'w', 0o600);
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file.writeFile(bytes);
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }
}
