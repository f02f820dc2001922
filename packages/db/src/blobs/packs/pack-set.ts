import { BlobVanishedError } from '../../errors';
import { type LocalFile, type ObjectStore, packName } from '../objects/object-store';
import { type Queries, removePlaces, savePack } from './pack-index';
import { PackWriter, type WrittenPack } from './pack-writer';

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

/** The packs of one import, mostly one, from their first byte until they are in the store. */
export class PackSet {
  readonly #home: PackHome;
  readonly #folder: string;
  readonly #maxBytes: number;
  #writer: PackWriter | null = null;
  readonly #full: PackWriter[] = [];
  readonly #lost: string[] = [];
  #packs: { pack: WrittenPack; name: string; isPut: boolean }[] | null = null;
  /** From here on they may be referenced, even without an answer: a connection can break while a transaction ends. */
  #mayBeNamed = false;

  /** @param folder of this machine, which is there when something is added */
  constructor(home: PackHome, folder: string, maxBytes = MAX_PACK_BYTES) {
    this.#home = home;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** @param packed gzip of the content */
  add(sha256: string, packed: Buffer | LocalFile): Promise<void> {
    const bytes = Buffer.isBuffer(packed) ? packed.length : packed.bytes;
    if (this.#writer && this.#writer.bytes > 0 && this.#writer.bytes + bytes > this.#maxBytes) {
      this.#full.push(this.#writer);
      this.#writer = null;
    }
    this.#writer ??= new PackWriter(this.#folder);
    return this.#writer.add(sha256, packed);
  }

  /** A content whose pack the store has not: its row leads to this one then. */
  replace(sha256: string): void {
    this.#lost.push(sha256);
  }

  /** So far. */
  get bytes(): number {
    return (this.#writer?.bytes ?? 0) + this.#full.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Nothing is added after it. */
  async finish(): Promise<void> {
    if (this.#packs) return;
    const packs = [];
    const writers = this.#writer ? [...this.#full, this.#writer] : this.#full;
    for (const writer of writers) {
      const pack = await writer.finish();
      if (pack) packs.push({ pack, name: packName(await this.#home.owner(), pack.id), isPut: false });
    }
    this.#packs = packs;
  }

  /**
   * Puts the packs into the store, or sees that they are there: until they are named they may be deleted, as garbage.
   *
   * @throws BlobVanishedError when one was, and was moved and not copied there
   */
  async put(): Promise<void> {
    const { objects } = this.#home;
    for (const each of this.#packs ?? []) {
      const { pack, name, isPut } = each;
      if (isPut && (await objects.size(name)) !== null) continue;
      if (isPut && !objects.isRemote) throw new BlobVanishedError(pack.members[0]?.sha256 ?? name);
      await objects.put(name, pack.file);
      each.isPut = true;
    }
  }

  /** Notes where everything lies; it is in the store when the transaction ends. */
  async save(client: Queries): Promise<void> {
    this.#mayBeNamed = true;
    if (this.#lost.length > 0) await removePlaces(client, this.#lost.sort(), false);
    for (const { pack, name } of this.#packs ?? []) await savePack(client, name, pack);
  }

  /** Removes what is here, and what was put for nothing. */
  async discard(): Promise<void> {
    const writers = this.#writer ? [...this.#full, this.#writer] : this.#full;
    for (const writer of writers) await writer.discard();
    if (this.#mayBeNamed) return;
    for (const { name, isPut } of this.#packs ?? []) {
      if (!isPut) continue;
      await this.#home.objects.remove(name).catch(() => {
        // No more than garbage, which is collected.
      });
    }
  }
}
