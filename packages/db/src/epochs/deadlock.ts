/** PostgreSQL's code deadlock_detected: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DEADLOCK = '40P01';

/** So often in a row only where many write the same without end. */
const MAX_TRIES = 5;

/**
 * Does a transaction again that was ended because it and another one waited for each other. On a cluster of Citus that happens
 * to writers that share no row: whoever changes a row of a table that every node has a copy of locks that table.
 *
 * @param work one whole transaction
 * @throws what `work` throws, also a deadlock after five tries
 */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries === MAX_TRIES) throw error;
    }
  }
}
