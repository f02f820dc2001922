import { BlobVanishedError } from '../../errors';
import { arraysOf, getValue, listRows, listValues, type Queries } from '../../rows';
import { type LocalFile, type ObjectStore, packName } from '../objects/object-store';
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

/** Where the bytes of a content lie. */
export interface PackPlace {
  /** Object of the blob store. */
  pack: string;
  start: number;
  length: number;
}

const PLACES = `
SELECT encode(sha256, 'hex') AS sha256, name AS pack, start::float8, length::float8
FROM packed_blobs JOIN packs ON packs.id = pack_id
WHERE sha256 = ANY ($1::bytea[])`;

/** Where these contents are, as far as packs have them. */
export async function findPlaces(
  client: Queries,
  sha256s: readonly string[],
): Promise<Map<string, PackPlace>> {
  if (sha256s.length === 0) return new Map();
  const keys = sha256s.map((sha256) => Buffer.from(sha256, 'hex'));
  const rows = await listRows<PackPlace & { sha256: string }>(client, PLACES, [keys]);
  return new Map(rows.map(({ sha256, ...place }) => [sha256, place]));
}

/**
 * Notes what is in a pack. A content that another pack has stays there, and its bytes here are dead. Of two transactions
 * that bring the same at once the second waits for the end of the first; both go by the order of contents, so neither
 * waits for the other.
 */
async function savePack(client: Queries, name: string, { id, file, members }: WrittenPack): Promise<void> {
  await client.query('INSERT INTO packs (id, name, size_bytes) VALUES ($1, $2, $3)', [id, name, file.bytes]);
  const sorted = members.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const live = await getValue<number>(
    client,
    `WITH placed AS (
       INSERT INTO packed_blobs (sha256, pack_id, start, length)
       SELECT decode(sha256, 'hex'), $1, start, length
       FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS members (sha256, start, length)
       ON CONFLICT DO NOTHING RETURNING length)
     SELECT coalesce(sum(length), 0)::float8 AS live FROM placed`,
    [id, ...arraysOf(sorted, 'sha256', 'start', 'length')],
  );
  const dead = file.bytes - live;
  if (dead > 0) await client.query('UPDATE packs SET dead_bytes = $2 WHERE id = $1', [id, dead]);
}

/**
 * Forgets where contents are. Under the lock of deletion (tryBlobLock), or for contents that are not there.
 *
 * @param isSoon whether the bytes are to be gone from their packs however few they are
 * @returns those that packs had, and the packs that are empty now: their objects may be removed after the end of the
 *   transaction, never before
 */
export async function removePlaces(
  client: Queries,
  sha256s: readonly string[],
  isSoon: boolean,
): Promise<{ removed: Set<string>; emptied: string[] }> {
  const rows = await listRows<{ sha256: string; packId: string; length: number }>(
    client,
    `DELETE FROM packed_blobs WHERE sha256 = ANY (SELECT decode(unnest($1::text[]), 'hex'))
     RETURNING encode(sha256, 'hex') AS sha256, pack_id AS "packId", length::float8`,
    [sha256s],
  );
  if (rows.length === 0) return { removed: new Set(), emptied: [] };
  const dead = new Map<string, number>();
  for (const { packId, length } of rows) dead.set(packId, (dead.get(packId) ?? 0) + length);
  await client.query(
    `UPDATE packs SET dead_bytes = dead_bytes + bytes, shrink_soon = shrink_soon OR $3
     FROM unnest($1::uuid[], $2::bigint[]) AS dead (pack, bytes) WHERE id = pack`,
    [[...dead.keys()], [...dead.values()], isSoon],
  );
  const emptied = await listValues<string>(
    client,
    'DELETE FROM packs WHERE id = ANY ($1) AND dead_bytes = size_bytes RETURNING name',
    [[...dead.keys()]],
  );
  return { removed: new Set(rows.map(({ sha256 }) => sha256)), emptied };
}
