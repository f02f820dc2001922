import type { Database } from '../database';
import { readApplied } from '../migrations/migrations.mjs';

/**
 * @param known names of the migrations that this version brings
 * @throws Error from the driver when the database does not answer
 */
export async function checkMigrations({ pool }: Database, known: readonly string[]) {
  const applied = await readApplied(pool);
  const finished = new Set(applied.flatMap(({ name, finished }) => (finished ? [name] : [])));
  return {
    /** Names of migrations that this version brings and the database lacks, or has half. */
    pending: known.filter((name) => !finished.has(name)),
    /** Names of migrations of a newer version. */
    unknown: applied.flatMap(({ name }) => (known.includes(name) ? [] : [name])),
  };
}
