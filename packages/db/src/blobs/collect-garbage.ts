import { type Database, inTransaction } from '../database';
import { listRows, listValues, type Queries } from '../rows';
import { type BlobStore, deleteCopies, deleteUnnamed, eachAtOnce, tryBlobLock } from './blob-store';
import type { GarbageReport } from './describe-garbage';
import { ownerOfSingle, type StoredObject, sha256OfSingle } from './objects/object-store';
import { findPlaces } from './packs/pack-set';
import { shrinkPacks } from './packs/shrink-packs';
import { listUnnamed } from './unnamed-blobs';

/**
 * How many contents are deleted under one lock: uploads and imports wait for as long as that takes, some
 * milliseconds.
 */
const BATCH = 100;

/** How long the lock is asked for before the rest is left to the next time. */
const PATIENCE_MS = 5000;

/** Contents of packs that are looked at together. */
const LOOKED_AT = 2000;

export interface GarbageOptions {
  /** Only looks. */
  isDryRun?: boolean;
  /** How long to try for the lock. */
  patienceMs?: number;
}

/** What is done, and how. */
interface Collection {
  database: Database;
  blobs: BlobStore;
  patienceMs: number;
  report: GarbageReport;
}

/**
 * Deletes unreferenced bytes: of a deletion that did not wait, or of a killed import. Then packs with dead bytes are
 * rewritten. Safe to run at any time: new references are under a lock, which deletion takes only for moments and
 * never queues for.
 */
export async function collectGarbage(
  database: Database,
  blobs: BlobStore,
  { isDryRun = false, patienceMs = PATIENCE_MS }: GarbageOptions = {},
): Promise<GarbageReport> {
  const report: GarbageReport = {
    blobs: 0,
    objects: 0,
    bytes: 0,
    garbage: 0,
    garbageBytes: 0,
    left: 0,
    shrunk: { packs: 0, bytes: 0, left: 0 },
    others: { objects: 0, bytes: 0 },
    isDryRun,
  };
  const collection = { database, blobs, patienceMs, report };
  await blobs.removeLeftovers();
  await collectPacks(collection);
  await collectSingles(collection);
  await collectPacked(collection);
  if (!isDryRun) report.shrunk = await shrinkPacks(database, blobs);
  return report;
}

/** Packs come first: whether another database has the store shows by its packs or by its single objects. */
async function collectSingles(collection: Collection): Promise<void> {
  const { blobs, report } = collection;
  const owner = await blobs.owner();
  let old = 0;
  for await (const objects of blobs.objects.list('single')) {
    const own = objects.filter(({ name }) => ownerOfSingle(name) === owner);
    const ownerless = objects.filter(({ name }) => ownerOfSingle(name) === null);
    old += ownerless.length;
    count(report, objects);
    leaveToOthers(
      report,
      objects.filter((each) => !own.includes(each) && !ownerless.includes(each)),
    );
    await collectThese(collection, own);
  }
  if (old === 0) return;
  const isShared = report.others.objects > 0;
  for await (const objects of blobs.objects.list('single')) {
    await collectThese(
      collection,
      objects.filter(({ name }) => ownerOfSingle(name) === null),
      isShared,
    );
  }
}

/** @param isShared true where another database may need what none names here */
async function collectThese(
  collection: Collection,
  objects: readonly StoredObject[],
  isShared = false,
): Promise<void> {
  const { database, blobs, report } = collection;
  if (objects.length === 0) return;
  const byContent = new Map(objects.map((object) => [sha256OfSingle(object.name) ?? '', object]));
  const singles = new Map([...byContent].map(([sha256, { name }]) => [sha256, name]));
  const sizes = new Map([...byContent].map(([sha256, { bytes }]) => [sha256, bytes]));
  const packed = await findPlaces(database.pool, [...singles.keys()]);
  const alone = [...singles.keys()].filter((sha256) => !packed.has(sha256));
  const unnamed = await listUnnamed(database.pool, alone);
  if (isShared) {
    report.blobs += alone.length - unnamed.length;
    leaveToOthers(
      report,
      [...packed.keys(), ...unnamed].flatMap((sha256) => byContent.get(sha256) ?? []),
    );
    return;
  }
  report.blobs += alone.length;
  await remove(collection, { candidates: [...packed.keys()], sizes }, (batch) =>
    deleteCopies(database, blobs, { candidates: batch, singles }),
  );
  await removeUnnamed(collection, { candidates: unnamed, sizes, singles });
}

/** Contents that packs hold, in the order of their digests. */
async function collectPacked(collection: Collection): Promise<void> {
  const { database, report } = collection;
  for (let after = ''; ; ) {
    const rows = await listRows<{ sha256: string; length: number }>(
      database.pool,
      `SELECT encode(sha256, 'hex') AS sha256, length::float8 FROM packed_blobs
       WHERE sha256 > decode($1, 'hex') ORDER BY packed_blobs.sha256 LIMIT ${LOOKED_AT}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.sha256;
    report.blobs += rows.length;
    const sizes = new Map(rows.map(({ sha256, length }) => [sha256, length]));
    await removeUnnamed(collection, {
      candidates: await listUnnamed(database.pool, [...sizes.keys()]),
      sizes,
    });
  }
}

async function collectPacks({ database, blobs, report }: Collection): Promise<void> {
  for await (const objects of blobs.objects.list('pack')) {
    count(report, objects);
    const { garbage, others, left } = await deleteUnknownPacks(database, blobs, {
      objects,
      isDryRun: report.isDryRun,
    });
    report.garbage += garbage.length;
    report.left += left;
    for (const { bytes } of garbage) report.garbageBytes += bytes;
    leaveToOthers(report, others);
  }
}

interface Found {
  candidates: readonly string[];
  sizes: ReadonlyMap<string, number>;
  /** Names of single objects by content. */
  singles?: ReadonlyMap<string, string>;
}

function removeUnnamed(collection: Collection, found: Found): Promise<void> {
  const { database, blobs, patienceMs } = collection;
  const { singles } = found;
  return remove(collection, found, (candidates) =>
    deleteUnnamed(database, blobs, {
      ...{ candidates, patienceMs, mayLinger: true },
      ...(singles && { singles }),
    }),
  );
}

async function remove(
  { report }: Collection,
  { candidates, sizes }: Found,
  work: (batch: readonly string[]) => Promise<string[] | null>,
): Promise<void> {
  for (let start = 0; start < candidates.length; start += BATCH) {
    const batch = candidates.slice(start, start + BATCH);
    const gone = report.isDryRun ? batch : await work(batch);
    report.garbage += gone?.length ?? batch.length;
    for (const sha256 of gone ?? batch) report.garbageBytes += sizes.get(sha256) ?? 0;
    if (gone === null) report.left += batch.length;
  }
}

function leaveToOthers({ others }: GarbageReport, objects: readonly StoredObject[]): void {
  others.objects += objects.length;
  for (const { bytes } of objects) others.bytes += bytes;
}

function count(report: GarbageReport, objects: readonly StoredObject[]): void {
  report.objects += objects.length;
  for (const { bytes } of objects) report.bytes += bytes;
}

/** What was found of packs that no row of this database names. */
interface UnknownPacks {
  /** Written for this database: deleted, unless it was a dry run or the lock could not be had. */
  garbage: StoredObject[];
  /** Written for another database, which may need them. Left alone. */
  others: StoredObject[];
  /** Of the garbage, what is still there. */
  left: number;
}

/** Deletes those of some packs that were written for this database and that no row of it names: of what was killed half-way. */
async function deleteUnknownPacks(
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
  const names = await listValues<string>(client, 'SELECT name FROM packs WHERE name = ANY ($1)', [
    objects.map(({ name }) => name),
  ]);
  const known = new Set(names);
  return objects.filter(({ name }) => !known.has(name));
}
