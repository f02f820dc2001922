import { type Database, readSnapshot } from '@basecase/db';

/**
 * Asks for the present snapshot of the database on behalf of many at once. Everybody gets the answer to a query that
 * was sent after they asked, so it is never older than their request; as one query is under way at most, and the next
 * one serves all who came meanwhile, thousands of requests cost no more queries than the database answers one after
 * the other.
 */
export class SnapshotReader {
  readonly #database: Database;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<string> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Error from the driver when the database does not answer */
  read(): Promise<string> {
    this.#next ??= Promise.all([this.#underWay, new Promise<void>((resolve) => setImmediate(resolve))]).then(
      () => {
        this.#next = null;
        const query = readSnapshot(this.#database);
        // A failure is for those who asked, not for the next.
        this.#underWay = query.catch(() => {});
        return query;
      },
    );
    return this.#next;
  }
}
