// Loads samples/*.tar.gz and data/published/published.csv. Data that exists already is recognized and left alone.
// usage: DATABASE_URL=… BASECASE_BLOBS=… node --import tsx tools/samples/load.mjs
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { importPublished } from '@basecase/db/import/published/import-published';
import { readSettings } from '@basecase/db/settings';
import { fromRoot } from '../bootstrap/paths.mjs';

const { DATABASE_URL, BASECASE_BLOBS } = process.env;
if (!DATABASE_URL || !BASECASE_BLOBS) throw new Error('DATABASE_URL and BASECASE_BLOBS must be set.');

const database = openDatabase(DATABASE_URL);
const blobs = openBlobStore(BASECASE_BLOBS, database, readSettings('worker', process.env));
try {
  const samples = existsSync(fromRoot('samples')) ? readdirSync(fromRoot('samples')) : [];
  for (const name of samples.filter((each) => each.endsWith('.tar.gz')).sort()) {
    const report = await ingestPath({ database, blobs }, path.join(fromRoot('samples'), name), {
      origin: 'recorded',
      // Recorded one after the other on one machine, a tarball for each version.
      set: { campaign: 'samples' },
    });
    console.log(name, JSON.stringify(report));
  }
  const published = fromRoot('data/published/published.csv');
  if (existsSync(published))
    console.log('published', JSON.stringify(await importPublished(database, published)));
} catch (error) {
  // The start quotes the last lines: the sentence, not the fields of an error of the driver.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await database.close();
}
