import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/blob-store';
import { openIncoming } from '../blobs/incoming';
import type { LocalFile } from '../blobs/objects/object-store';
import { openPackSet, type PackSet } from '../blobs/packs/pack-set';
import { getValue, type Queries } from '../rows';
import { isContentOf } from './blob-content';

/**
 * Blobs of a backup are ordered by digest, so a pack has files of many uploads, and an upload that is deleted
 * leaves its files in as many packs. They are small, because all of them are rewritten then.
 */
const PACK_BYTES = 16 * 1024 ** 2;

/**
 * Takes the blobs of a backup into a store: packed, or one by one when the backup is of a version that had no packs.
 *
 * @param client its transaction gets the places, and ends after the last blob
 */
export function openRestoredBlobs(blobs: BlobStore, client: Queries) {
  const incoming = openIncoming(blobs.objects.incoming);
  const newFile = () => path.join(incoming.path, randomUUID());
  let begun: Promise<boolean> | null = null;
  let open: PackSet | null = null;
  const written: PackSet[] = [];
  /** One pack after the other. */
  let last: Promise<void> = Promise.resolve();

  /** @returns whether blobs are packed */
  const begin = async () => {
    await mkdir(incoming.path, { recursive: true, mode: 0o700 });
    return getValue<boolean>(client, `SELECT to_regclass('packed_blobs') IS NOT NULL AS there`);
  };
  const write = async (packs: PackSet) => {
    written.push(packs);
    await packs.finish();
    await packs.put();
    await packs.save(client);
  };
  const pack = (sha256: string, content: Buffer | LocalFile): Promise<void> => {
    open ??= openPackSet(blobs, incoming.path);
    const packs = open;
    const added = packs.add(sha256, content);
    if (packs.bytes() < PACK_BYTES) return added;
    open = null;
    last = last.then(() => write(packs));
    last.catch(() => {});
    return last;
  };
  const putAlone = async (sha256: string, content: Buffer | LocalFile) => {
    let file = content;
    if (Buffer.isBuffer(file)) {
      const there = { path: newFile(), bytes: file.length };
      await writeFile(there.path, file, { mode: 0o600 });
      file = there;
    }
    const [name] = await blobs.singleNames(sha256);
    await blobs.objects.put(name, file);
    await rm(file.path, { force: true });
  };
  const receive = async (sha256: string, packed: Readable): Promise<LocalFile | false> => {
    const file = newFile();
    await pipeline(packed, createWriteStream(file, { mode: 0o600 }));
    if (await isContentOf(sha256, createReadStream(file)))
      return { path: file, bytes: (await stat(file)).size };
    await rm(file, { force: true });
    return false;
  };

  return {
    /** @returns whether the bytes are what the name says; others are not stored */
    async add(sha256: string, packed: Buffer | Readable): Promise<boolean> {
      begun ??= begin();
      const arePacked = await begun;
      const content = Buffer.isBuffer(packed)
        ? (await isContentOf(sha256, packed)) && packed
        : await receive(sha256, packed);
      if (content === false) return false;
      await (arePacked ? pack(sha256, content) : putAlone(sha256, content));
      return true;
    },
    /** Everything is in the store, and leads there when the transaction ends. */
    async finish(): Promise<void> {
      await last;
      const packs = open;
      open = null;
      if (packs) await write(packs);
    },
    /** Removes what is here; and what was put for nothing. */
    async end(): Promise<void> {
      await last.catch(() => {
        // The error was already reported to the caller of add.
      });
      for (const packs of [...written, ...(open ? [open] : [])]) await packs.discard();
      await rm(incoming.path, { recursive: true, force: true });
      incoming.done();
    },
  };
}
