import type { Database } from '../database';
import { findUnfinishedRestore, readApplied } from '../migrations/migrations.mjs';

/**
 * @param known names of the migrations that this version brings
 * @throws Error from the driver when the database does not answer
 */
export async function checkMigrations({ pool }: Database, known: readonly string[]) {
  const [applied, restore] = await Promise.all([readApplied(pool), findUnfinishedRestore(pool)]);
  const finished = new Set(applied.flatMap(({ name, finished }) => (finished ? [name] : [])));
  return {
    /** That a restore is under way or was stopped, and what to do; null for neither. */
    restore: restore && `${restore.problem} What to do: ${restore.hint}`,
    /** Names of migrations that this version brings and the database lacks, or has half. */
    pending: known.filter((name) => !finished.has(name)),
    /** Names of migrations of a newer version. */
    unknown: applied.flatMap(({ name }) => (known.includes(name) ? [] : [name])),
  };
}
