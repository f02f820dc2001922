import { type Database, inTransaction } from '../../database';
import { tryBlobLock } from '../blob-lock';
import { type BlobStore, eachAtOnce } from '../blob-store';
import type { StoredObject } from '../objects/object-store';
import type { Queries } from './pack-index';

/** What was found of packs that no row of this database names. */
export interface UnknownPacks {
  /** Written for this database: deleted, unless it was a dry run or the lock could not be had. */
  garbage: StoredObject[];
  /** Written for another database, which may need them. Left alone. */
  others: StoredObject[];
  /** Of the garbage, what is still there. */
  left: number;
}

/** Deletes those of some packs that were written for this database and that no row of it names: of what was killed half-way. */
export async function deleteUnknownPacks(
  database: Database,
  blobs: BlobStore,
  { objects, isDryRun }: { objects: readonly StoredObject[]; isDryRun: boolean },
): Promise<UnknownPacks> {
  const unknown = await listUnknown(database.pool, objects);
  const own = `packs/${await blobs.owner()}/`;
  const garbage = unknown.filter(({ name }) => name.startsWith(own));
  const others = unknown.filter(({ name }) => !name.startsWith(own));
  if (isDryRun || garbage.length === 0) return { garbage, others, left: 0 };
  const gone = await inTransaction(database, async (client) => {
    if (!(await tryBlobLock(client))) return null;
    // Again: one that was on its way is named by now.
    const still = await listUnknown(client, garbage);
    await eachAtOnce(still, ({ name }) => blobs.objects.remove(name));
    return still;
  });
  return { garbage: gone ?? garbage, others, left: gone ? 0 : garbage.length };
}

async function listUnknown(client: Queries, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM packs WHERE name = ANY ($1)', [
    objects.map(({ name }) => name),
  ]);
  const known = new Set(rows.map(({ name }) => name));
  return objects.filter(({ name }) => !known.has(name));
}
