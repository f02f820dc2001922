import type { Database } from '../database';
import { readApplied } from '../migrations/migrations.mjs';

/** How the tables of a database differ from those of this version. Both empty: not at all. */
export interface MigrationGap {
  /** Names of migrations that this version brings and the database lacks, or has half. */
  pending: string[];
  /** Names of migrations of a newer version. */
  unknown: string[];
}

/**
 * @param known names of the migrations that this version brings
 * @throws Error from the driver when the database does not answer
 */
export async function checkMigrations({ pool }: Database, known: readonly string[]): Promise<MigrationGap> {
  const applied = await readApplied(pool);
  const finished = new Set(applied.flatMap(({ name, finished }) => (finished ? [name] : [])));
  return {
    pending: known.filter((name) => !finished.has(name)),
    unknown: applied.flatMap(({ name }) => (known.includes(name) ? [] : [name])),
  };
}
