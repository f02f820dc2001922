import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDatabase } from '../bootstrap/database.mjs';
import {
  closeForCopies,
  copyDatabase,
  createClusterDatabase,
  dropClusterDatabase,
} from '../citus/cluster-databases.mjs';
import { startPostgres } from '../postgres/launcher.mjs';
import { migrate } from '../prisma/migrate.mjs';

const TEMPLATE = 'basecase_test_template';
/** Without tables; what a server makes by itself, unless it is one of a cluster. */
const EMPTY = 'basecase_test_empty';

/**
 * Vitest calls it before each project of database tests: makes the migrated database that every test file copies, on the server
 * of TEST_DATABASE_URL, or on one that is started here and thrown away. With TEST_DATABASE_WORKERS, URLs with spaces between,
 * the server is the coordinator of a Citus cluster, and the databases are of the cluster.
 * @returns {Promise<(() => Promise<void>) | undefined>} called when the tests have ended
 */
export async function setup() {
  if (process.env['TEST_DATABASE_TEMPLATE']) return; // by another project of the same run
  const given = process.env['TEST_DATABASE_URL'];
  const workers = process.env['TEST_DATABASE_WORKERS']?.split(' ') ?? [];
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  const nodes = { url: server.url, workers };
  for (const name of [TEMPLATE, EMPTY]) await dropClusterDatabase(nodes, name);
  if (workers.length > 0) {
    await createClusterDatabase(nodes, EMPTY);
    await closeForCopies(nodes, EMPTY);
    process.env['TEST_DATABASE_EMPTY'] = EMPTY;
  }
  await copyDatabase(nodes, TEMPLATE, workers.length > 0 ? EMPTY : 'template1');
  await migrate(withDatabase(server.url, TEMPLATE));
  if (workers.length > 0) await closeForCopies(nodes, TEMPLATE);
  // The processes that run the tests are started later and inherit these.
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_DATABASE_TEMPLATE'] = TEMPLATE;
  return server.stop;
}

async function startThrowAway() {
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-test-'));
  const home = path.join(folder, 'postgres');
  // Rows stay in the order in which a test wrote them.
  const settings = { max_connections: '200', autovacuum: 'off' };
  const server = await startPostgres({ home, port: 0, durable: false, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
