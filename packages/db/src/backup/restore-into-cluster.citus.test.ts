import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../../tools/prisma/migrate.mjs';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { importParsed } from '../import/import-parsed';
import { PLACES } from '../migrations/distribute.mjs';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { listRegressions } from '../regressions/list-regressions';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { backUp, dumpOf, type EmptyTarget, MIGRATIONS, makeEmptyTarget } from '../testing/backup-bench';
import { placesOf } from '../testing/citus-bench';
import { createLoneDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { versionRun } from '../testing/regression-bench';
import { restoreBackup } from './restore-backup';

const SERVERS = ['a', 'b', 'c', 'd', 'e'];

let folder = '';
let one: { database: TestDatabase; blobs: BlobStore };
let cluster: EmptyTarget;
let back: { database: TestDatabase; blobs: BlobStore };

async function openOne(name: string) {
  const database = await createLoneDatabase();
  return { database, blobs: openBlobStore(path.join(folder, name), database) };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-over-'));
  one = await openOne('one');
  await migrate(one.database.url);
  for (const from of SERVERS) {
    const parsed = makeUpload(
      versionRun('16.0', {}, { server: from }),
      versionRun('17.0', { t0: 0.5 }, { server: from }),
      versionRun('18.0', { t0: 0.5, t1: 1.4 }, { server: from }),
    );
    await importParsed(one.database, { upload: describeUpload(from), parsed, configTexts: new Map() });
  }
  await recomputeRegressions(one.database);
  cluster = await makeEmptyTarget();
  back = await openOne('back');
});
afterAll(async () => {
  await cluster?.close();
  for (const each of [one, back]) await each?.database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** All that pages of heatmaps and the list of records show. */
async function shown(database: Database) {
  const heatmaps = await listHeatmaps(database);
  const views = await Promise.all(
    heatmaps.map((heatmap) =>
      getCompareView(database, { server: heatmap.server.slug, workload: heatmap.workload.slug }),
    ),
  );
  const { regressions } = await listRegressions(database, { pageSize: 200 }, new Date(0));
  return { heatmaps, views, regressions };
}

const restore = (bytes: Buffer, into: { database: Database; blobs: BlobStore }) =>
  restoreBackup(into.database, into.blobs, Readable.from([bytes]), { migrations: MIGRATIONS });

it('a backup of one machine is the same in a cluster, number by number, and the same on one machine again', async () => {
  const before = await shown(one.database);
  expect(before.views).toHaveLength(SERVERS.length);
  expect(before.regressions).toHaveLength(SERVERS.length);

  await restore((await backUp(one.database, one.blobs)).bytes, cluster);
  expect(await placesOf(cluster.database)).toMatchObject(PLACES);
  expect(await shown(cluster.database)).toEqual(before);
  const spread = await cluster.database.pool.query<{ nodes: number }>(
    `SELECT count(DISTINCT nodeport)::int AS nodes FROM citus_shards WHERE table_name = 'runs'::regclass`,
  );
  expect(spread.rows).toEqual([{ nodes: 2 }]);

  // The next upload is stored on its node, and judged there.
  const parsed = makeUpload(versionRun('19.0', { t0: 0.2 }, { server: 'a' }));
  await importParsed(cluster.database, { upload: describeUpload('next'), parsed, configTexts: new Map() });
  await recomputeRegressions(cluster.database);
  const after = await shown(cluster.database);
  expect(after.regressions.length).toBeGreaterThan(before.regressions.length);

  await restore((await backUp(cluster.database, cluster.blobs)).bytes, back);
  expect(await shown(back.database)).toEqual(after);
  const { rules: _, ...rows } = await dumpOf(back.database);
  const { rules: __, ...rowsThere } = await dumpOf(cluster.database);
  expect(rows).toEqual(rowsThere);
});
