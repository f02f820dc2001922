import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { ensureDatabase } from '../bootstrap/database.mjs';
import { migrate } from '../prisma/migrate.mjs';
import { withDatabase } from './measure';
import { seedRuns } from './seed-runs';

/** Makes a migrated, empty database. @returns its URL */
export async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const url = await ensureDatabase(serverUrl, name);
  await migrate(url);
  return url;
}

/** Makes a database with made-up runs, judged. @returns its URL */
export async function seeded(
  serverUrl: string,
  name: string,
  size: Parameters<typeof seedRuns>[1],
): Promise<string> {
  const url = await newDatabase(serverUrl, name);
  await withDatabase(url, async (database) => {
    await seedRuns(database.pool, size);
    // As it is some seconds after an import: the worker of a measured app would do it while pages are measured.
    await recomputeRegressions(database);
  });
  return url;
}

/** The size of the large database: 10,000 runs. */
export const LARGE = { servers: 10, workloads: 100, variants: 10 } as const;
