import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClient, withDatabase } from '../bootstrap/database.mjs';
import { startPostgres } from '../postgres/launcher.mjs';
import { migrate } from '../prisma/migrate.mjs';

const TEMPLATE = 'basecase_test_template';

/**
 * Vitest calls it before each project of database tests: makes the migrated database that every test file copies, on the server
 * of TEST_DATABASE_URL, or on one that is started here and thrown away.
 * @returns {Promise<(() => Promise<void>) | undefined>} called when the tests have ended
 */
export async function setup() {
  if (process.env['TEST_DATABASE_TEMPLATE']) return; // by another project of the same run
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  await withClient(server.url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  });
  await migrate(withDatabase(server.url, TEMPLATE));
  // The processes that run the tests are started later and inherit these.
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_DATABASE_TEMPLATE'] = TEMPLATE;
  return server.stop;
}

async function startThrowAway() {
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-test-'));
  const home = path.join(folder, 'postgres');
  const server = await startPostgres({ home, port: 0, durable: false, settings: { max_connections: '200' } });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
