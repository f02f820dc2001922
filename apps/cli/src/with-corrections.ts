import type { Database } from '@basecase/db/database';
import { type ExitCode, UsageError } from './exit';
import type { Io } from './io';
import { withDatabase } from './with-database';

/**
 * Does something with the database that may be refused: what is not there, a value that does not fit, or what changed
 * meanwhile is a mistake of who asked.
 *
 * @throws UsageError
 */
export async function withCorrections(io: Io, work: (db: Database) => Promise<void>): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { ConflictError, NotFoundError, SettingError } = await import('@basecase/db/errors');
    try {
      await work(db);
    } catch (error) {
      const isRefusal = [ConflictError, NotFoundError, SettingError].some((kind) => error instanceof kind);
      throw isRefusal && error instanceof Error ? new UsageError(error.message) : error;
    }
  });
}
