import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, type Gzip, gzip, gzipSync } from 'node:zlib';
import { GZIP_LEVEL } from './gzip-level';
import type { LocalFile } from './objects/object-store';

const gzipInOneGo = promisify(gzip);

/**
 * Files up to this size are compressed in one go when they are complete. Nearly all files of a run are small, and a
 * stream and a temporary file for each would cost more than compressing them.
 */
const SMALL_BYTES = 512 * 1024;

/**
 * Files up to this size are compressed here and now, in a third of a millisecond at most: handing one to another thread
 * takes more than that, and of the 100 to 1,300 files of a run nearly all are that small.
 */
const TINY_BYTES = 64 * 1024;

/**
 * Bounds the memory that zlib takes and clears for each file, 268 KB by default, to what a file of this size can use.
 */
function zlibOptions(size: number) {
  return size <= 16 * 1024 ? { level: GZIP_LEVEL, windowBits: 14, memLevel: 5 } : { level: GZIP_LEVEL };
}

/** Compresses one file: in memory while it is small, over a stream to a temporary file once it is not. */
export class BlobWriter {
  readonly #temporary: string;
  readonly #folderMade: Promise<unknown>;
  #chunks: Buffer[] = [];
  #size = 0;
  #stream: { gzip: Gzip; written: Promise<void> } | null = null;

  constructor(temporary: string, folderMade: Promise<unknown>) {
    this.#temporary = temporary;
    this.#folderMade = folderMade;
  }

  /** @returns a promise while the disk is slower than the writer, nothing when more may come at once */
  write(chunk: Buffer): Promise<void> | undefined {
    this.#size += chunk.length;
    if (this.#stream) return this.#push(this.#stream, chunk);
    this.#chunks.push(chunk);
    if (this.#size <= SMALL_BYTES) return undefined;
    const stream = this.#openStream();
    this.#stream = stream;
    const start = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return this.#push(stream, start);
  }

  /** The compressed bytes: in memory, or in the temporary file, which the caller removes. */
  async finish(): Promise<Buffer | LocalFile> {
    if (!this.#stream) {
      const plain = Buffer.concat(this.#chunks);
      this.#chunks = [];
      if (this.#size <= TINY_BYTES) return gzipSync(plain, zlibOptions(this.#size));
      return gzipInOneGo(plain, zlibOptions(this.#size));
    }
    this.#stream.gzip.end();
    await this.#stream.written;
    return { path: this.#temporary, bytes: (await stat(this.#temporary)).size };
  }

  async abort(): Promise<void> {
    this.#chunks = [];
    if (!this.#stream) return;
    this.#stream.gzip.destroy();
    await this.#stream.written.catch(() => {
      // Destroyed on purpose.
    });
    await rm(this.#temporary, { force: true });
  }

  #openStream() {
    const packer = createGzip({ level: GZIP_LEVEL });
    const written = this.#folderMade.then(() =>
      pipeline(packer, createWriteStream(this.#temporary, { mode: 0o600 })),
    );
    // Awaited in finish() or abort(); an error in between must not count as unhandled.
    written.catch(() => {});
    return { gzip: packer, written };
  }

  #push(stream: { gzip: Gzip; written: Promise<void> }, chunk: Buffer): Promise<void> | undefined {
    if (stream.gzip.write(chunk)) return undefined;
    return Promise.race([once(stream.gzip, 'drain').then(() => {}), stream.written]);
  }
}
