import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/blob-store';
import { openIncoming } from '../blobs/incoming';
import type { LocalFile } from '../blobs/objects/object-store';
import type { Queries } from '../blobs/packs/pack-index';
import { PackSet } from '../blobs/packs/pack-set';
import { isContentOf } from './blob-content';

/**
 * Blobs of a backup are ordered by digest, so a pack has files of many uploads, and an upload that is deleted
 * leaves its files in as many packs. They are small, because all of them are rewritten then.
 */
const PACK_BYTES = 16 * 1024 ** 2;

/**
 * Takes the blobs of a backup into a store: packed, or one by one when the backup is of a version that had no packs.
 */
export class RestoredBlobs {
  readonly #blobs: BlobStore;
  readonly #client: Queries;
  readonly #incoming;
  #arePacked: Promise<boolean> | null = null;
  #packs: PackSet | null = null;
  readonly #written: PackSet[] = [];
  /** One pack after the other. */
  #last: Promise<void> = Promise.resolve();

  /** @param client its transaction gets the places, and ends after the last blob */
  constructor(blobs: BlobStore, client: Queries) {
    this.#blobs = blobs;
    this.#client = client;
    this.#incoming = openIncoming(blobs.objects.incoming);
  }

  /** @returns whether the bytes are what the name says; others are not stored */
  async add(sha256: string, packed: Buffer | Readable): Promise<boolean> {
    this.#arePacked ??= this.#begin();
    const arePacked = await this.#arePacked;
    const content = Buffer.isBuffer(packed)
      ? (await isContentOf(sha256, packed)) && packed
      : await this.#receive(sha256, packed);
    if (content === false) return false;
    await (arePacked ? this.#pack(sha256, content) : this.#putAlone(sha256, content));
    return true;
  }

  /** Everything is in the store, and leads there when the transaction ends. */
  async finish(): Promise<void> {
    await this.#last;
    await this.#flush();
  }

  /** Removes what is here; and what was put for nothing. */
  async end(): Promise<void> {
    await this.#last.catch(() => {
      // The error was already reported to the caller of add.
    });
    for (const packs of [...this.#written, ...(this.#packs ? [this.#packs] : [])]) await packs.discard();
    await rm(this.#incoming.path, { recursive: true, force: true });
    this.#incoming.done();
  }

  async #begin(): Promise<boolean> {
    await mkdir(this.#incoming.path, { recursive: true, mode: 0o700 });
    const { rows } = await this.#client.query<{ there: boolean }>(
      `SELECT to_regclass('packed_blobs') IS NOT NULL AS there`,
    );
    return rows[0]?.there ?? false;
  }

  #pack(sha256: string, content: Buffer | LocalFile): Promise<void> {
    this.#packs ??= new PackSet(this.#blobs, this.#incoming.path);
    const packs = this.#packs;
    const added = packs.add(sha256, content);
    if (packs.bytes < PACK_BYTES) return added;
    this.#packs = null;
    this.#last = this.#last.then(() => this.#write(packs));
    this.#last.catch(() => {});
    return this.#last;
  }

  async #flush(): Promise<void> {
    const packs = this.#packs;
    this.#packs = null;
    if (packs) await this.#write(packs);
  }

  async #write(packs: PackSet): Promise<void> {
    this.#written.push(packs);
    await packs.finish();
    await packs.put();
    await packs.save(this.#client);
  }

  async #putAlone(sha256: string, content: Buffer | LocalFile): Promise<void> {
    const file = Buffer.isBuffer(content) ? await this.#toFile(content) : content;
    const [name] = await this.#blobs.singleNames(sha256);
    await this.#blobs.objects.put(name, file);
    await rm(file.path, { force: true });
  }

  async #toFile(bytes: Buffer): Promise<LocalFile> {
    const file = this.#newFile();
    await writeFile(file, bytes, { mode: 0o600 });
    return { path: file, bytes: bytes.length };
  }

  async #receive(sha256: string, packed: Readable): Promise<LocalFile | false> {
    const file = this.#newFile();
    await pipeline(packed, createWriteStream(file, { mode: 0o600 }));
    if (await isContentOf(sha256, createReadStream(file)))
      return { path: file, bytes: (await stat(file)).size };
    await rm(file, { force: true });
    return false;
  }

  #newFile(): string {
    return path.join(this.#incoming.path, randomUUID());
  }
}
