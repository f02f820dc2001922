import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { stopChild } from '../../bootstrap/children.mjs';
import { inState, logFile } from '../../bootstrap/paths.mjs';
import { tryPort } from '../../bootstrap/ports.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import { migrate } from '../../prisma/migrate.mjs';
import { ensureSamples } from '../../samples/ensure-samples.mjs';
import { createClusterDatabase } from '../cluster-databases.mjs';
import { openEverything } from './open-everything.mjs';
import { deleteUpload, useEverything } from './use-everything.mjs';

const HOST = '127.0.0.1';
/** What processes write when something broke. */
const IS_ERROR = /error/i;

/**
 * Starts the built web app and a worker on a database of a cluster with the sample data, does there what users do, and opens
 * all pages and documents.
 * @param {import('../cluster-databases.mjs').Nodes} nodes
 * @param {import('../../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<{ opened: number; failures: string[] }>}
 */
export async function runWebOnCluster(nodes, progress) {
  const blobs = inState('test/citus-blobs');
  rmSync(blobs, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });
  const databaseUrl = await createClusterDatabase(nodes, 'web');
  await migrate(databaseUrl);
  await ensureSamples({ databaseUrl, blobs, stamp: 'citus-samples' }, progress);
  const port = /** @type {number} */ (await tryPort(HOST, 0));
  const [webLog, workerLog] = [logFile('citus-web'), logFile('citus-worker')];
  const { url, child } = await startWebServer({ host: HOST, port, databaseUrl, blobs, log: webLog });
  const worker = startWorker({ databaseUrl, blobs, log: workerLog });
  try {
    return await progress.step('The web app on Citus', async (note) => {
      const { uploadId, addresses } = await useEverything(url);
      const { opened, failures } = await openEverything(url, addresses);
      await deleteUpload(url, uploadId);
      const errors = [webLog, workerLog].flatMap((log) => errorsOf(log));
      note(`${opened} addresses`);
      return { opened, failures: [...failures, ...errors] };
    });
  } finally {
    await Promise.all([child, worker].map((each) => stopChild(each)));
  }
}

/** @param {string} log */
function errorsOf(log) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => IS_ERROR.test(line));
}
