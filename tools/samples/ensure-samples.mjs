import { run } from '../bootstrap/children.mjs';
import { databaseIdentity, withClient } from '../bootstrap/database.mjs';
import { inState, logFile, root, scriptArgs } from '../bootstrap/paths.mjs';
import { hashInputs, isStamped, writeStamp } from '../bootstrap/stamp.mjs';

/**
 * Loads the sample runs and the published tables into a database, once. A user who deletes them is not given them again,
 * and a database that came with data from elsewhere (a restored backup, your own server) stays as it is.
 * @param {{ databaseUrl: string; blobs: string; stamp?: string }} target blobs: directory of the blob store;
 *   stamp: name of the stamp, null for a database that is thrown away
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 */
export async function ensureSamples({ databaseUrl, blobs, stamp = 'samples' }, progress) {
  const stampFile = inState('stamps', stamp);
  const identity = await databaseIdentity(databaseUrl);
  const hash = hashInputs({ base: root, paths: ['samples', 'data/published'], values: [identity] });
  if (isStamped(stampFile, hash)) return;
  // Written before the first sample, so that a loading that was killed is gone on with.
  const begunFile = inState('stamps', `${stamp}-database`);
  if (!isStamped(begunFile, identity) && (await hasUploads(databaseUrl))) return writeStamp(stampFile, hash);
  writeStamp(begunFile, identity);
  await progress.step('Loading the sample data', () =>
    run(process.execPath, scriptArgs('tools/samples/load.mjs'), {
      what: 'Loading the sample data',
      log: logFile(`load-${stamp}`),
      cwd: root,
      env: { DATABASE_URL: databaseUrl, BASECASE_BLOBS: blobs },
    }),
  );
  writeStamp(stampFile, hash);
}

/** @param {string} databaseUrl */
async function hasUploads(databaseUrl) {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query('SELECT EXISTS (SELECT FROM uploads) AS found'),
  );
  return rows[0].found;
}
