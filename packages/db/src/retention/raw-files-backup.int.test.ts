import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreBackup } from '../backup/restore-backup';
import { verifyBackup } from '../backup/verify-backup';
import {
  backUp,
  blobsOf,
  dumpOf,
  type EmptyTarget,
  loseFile,
  MIGRATIONS,
  makeEmptyTarget,
} from '../testing/backup-bench';
import { NIGHTS_NOW, sendNight } from '../testing/night-uploads';
import { openUploadBench, type UploadBench } from '../testing/upload-bench';
import { retain } from './retain';

let bench: UploadBench;
let target: EmptyTarget;
beforeAll(async () => {
  bench = await openUploadBench();
  target = await makeEmptyTarget();
});
afterAll(async () => {
  await bench.close();
  await target.close();
});

it('a backup without files that the rule removed is whole, and restores to the same', async () => {
  const { database, blobs } = bench;
  await sendNight(bench, 100);
  await sendNight(bench, 10);
  await retain(database, blobs, { rawDays: 90, thinDays: null }, { isApplied: true, now: NIGHTS_NOW });
  const { bytes, report } = await backUp(database, blobs);
  expect(report).toMatchObject({
    missing: [],
    damaged: [],
    end: { blobs: { stored: 6, missing: 0, damaged: 0 } },
  });
  expect(await verifyBackup(Readable.from([bytes]))).toMatchObject({ missing: [], damaged: [] });
  await restoreBackup(target.database, target.blobs, Readable.from([bytes]), { migrations: MIGRATIONS });
  expect(await dumpOf(target.database)).toEqual(await dumpOf(database));
  expect(await blobsOf(target)).toEqual(await blobsOf(bench));
});

it('bytes that are missing without a rule are still missed', async () => {
  const { database, blobs } = bench;
  const young = await database.prisma.artifact.findFirstOrThrow({
    where: { upload: { filesRemovedAt: null }, path: { endsWith: 'folded' } },
  });
  await loseFile(database, young.sha256);
  expect((await backUp(database, blobs)).report.missing).toEqual([young.sha256]);
});
