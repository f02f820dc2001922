import { BlobVanishedError } from '../../errors';
import type { Queries } from '../../rows';
import { type LocalFile, type ObjectStore, packName } from '../objects/object-store';
import { removePlaces, savePack } from './pack-index';
import { openPackWriter, type PackWriter, type WrittenPack } from './pack-writer';

/**
 * A pack that has reached this size gets no more members: an object stays far below what one request may send (5 GB),
 * and what has to be written again when something in it is deleted stays small. A run has about 10 MB.
 */
const MAX_PACK_BYTES = 512 * 1024 ** 2;

/** Where packs go: a blob store. */
export interface PackHome {
  readonly objects: ObjectStore;
  /** What the names of this database's packs begin with. */
  owner(): Promise<string>;
}

export type PackSet = ReturnType<typeof openPackSet>;

/**
 * The packs of one import, mostly one, from their first byte until they are in the store.
 *
 * @param folder of this machine, which is there when something is added
 */
export function openPackSet(home: PackHome, folder: string, maxBytes = MAX_PACK_BYTES) {
  const { objects } = home;
  /** The last one takes what is added. */
  const writers: PackWriter[] = [];
  const lost: string[] = [];
  let packs: { pack: WrittenPack; name: string; isPut: boolean }[] | null = null;
  /** From here on they may be referenced, even without an answer: a connection can break while a transaction ends. */
  let mayBeNamed = false;
  return {
    /** @param packed gzip of the content */
    add(sha256: string, packed: Buffer | LocalFile): Promise<void> {
      const bytes = Buffer.isBuffer(packed) ? packed.length : packed.bytes;
      let writer = writers.at(-1);
      if (!writer || (writer.bytes() > 0 && writer.bytes() + bytes > maxBytes)) {
        writer = openPackWriter(folder);
        writers.push(writer);
      }
      return writer.add(sha256, packed);
    },
    /** A content whose pack the store has not: its row leads to this one then. */
    replace: (sha256: string) => void lost.push(sha256),
    /** So far. */
    bytes: () => writers.reduce((sum, writer) => sum + writer.bytes(), 0),
    /** Nothing is added after it. */
    async finish(): Promise<void> {
      if (packs) return;
      const finished = [];
      for (const writer of writers) {
        const pack = await writer.finish();
        if (pack) finished.push({ pack, name: packName(await home.owner(), pack.id), isPut: false });
      }
      packs = finished;
    },
    /**
     * Puts the packs into the store, or sees that they are there: until they are named they may be deleted, as garbage.
     *
     * @throws BlobVanishedError when one was, and was moved and not copied there
     */
    async put(): Promise<void> {
      for (const each of packs ?? []) {
        const { pack, name, isPut } = each;
        if (isPut && (await objects.size(name)) !== null) continue;
        if (isPut && !objects.isRemote) throw new BlobVanishedError(pack.members[0]?.sha256 ?? name);
        await objects.put(name, pack.file);
        each.isPut = true;
      }
    },
    /** Notes where everything lies; it is in the store when the transaction ends. */
    async save(client: Queries): Promise<void> {
      mayBeNamed = true;
      if (lost.length > 0) await removePlaces(client, lost.sort(), false);
      for (const { pack, name } of packs ?? []) await savePack(client, name, pack);
    },
    /** Removes what is here, and what was put for nothing. */
    async discard(): Promise<void> {
      for (const writer of writers) await writer.discard();
      if (mayBeNamed) return;
      for (const { name, isPut } of packs ?? []) {
        if (!isPut) continue;
        await objects.remove(name).catch(() => {
          // No more than garbage, which is collected.
        });
      }
    },
  };
}
