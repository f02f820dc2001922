import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopChild } from '../bootstrap/children.mjs';
import { ensureDatabase } from '../bootstrap/database.mjs';
import { makeFromSources } from '../bootstrap/from-sources.mjs';
import { logFile } from '../bootstrap/paths.mjs';
import { createProgress } from '../bootstrap/progress.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';
import { startTestPostgres } from '../checks/test-postgres.mjs';
import { migrate } from '../prisma/migrate.mjs';

/**
 * Starts the app on its own database, which is dropped with it.
 * @returns {Promise<{ url: string; stop(): Promise<void> }>}
 */
export async function startFuzzServer() {
  const progress = createProgress();
  await makeFromSources(progress);
  const postgres = await startTestPostgres(progress);
  const blobs = mkdtempSync(path.join(tmpdir(), 'basecase-fuzz-blobs-'));
  const databaseUrl = await ensureDatabase(postgres.url, 'fuzz');
  await migrate(databaseUrl);
  const { url, child } = await startWebServer({ databaseUrl, blobs, log: logFile('fuzz-web') });
  progress.stop();
  return {
    url,
    async stop() {
      await stopChild(child);
      await postgres.stop();
      rmSync(blobs, { recursive: true, force: true });
    },
  };
}
