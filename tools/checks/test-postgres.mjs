import { rmSync } from 'node:fs';
import { withClient } from '../bootstrap/database.mjs';
import { inState } from '../bootstrap/paths.mjs';
import { startPostgres } from '../postgres/launcher.mjs';

const HOME = inState('test-postgres');

/**
 * Starts the PostgreSQL that all tests share, without what an interrupted run left in it. It is fast and not safe
 * against power cuts; if it cannot be started for that reason, it is recreated.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 */
export async function startTestPostgres(progress) {
  return progress.step('Starting PostgreSQL for tests', async (note) => {
    const options = { home: HOME, port: 0, durable: false, settings: { max_connections: '200' } };
    const server = await startPostgres(options).catch(() => {
      rmSync(HOME, { recursive: true, force: true });
      return startPostgres(options); // a second failure is reported
    });
    await dropDatabases(server.url);
    note(`port ${server.port}`);
    return server;
  });
}

/** @param {string} url */
async function dropDatabases(url) {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'",
    );
    for (const { datname } of rows)
      await client.query(`DROP DATABASE ${client.escapeIdentifier(datname)} WITH (FORCE)`);
  });
}
