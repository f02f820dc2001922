import { type Database, readEpochs } from '@basecase/db';
import { within } from '../within';

/** A replica that failed is asked again after this. */
const REST_MS = 5000;
/** How long a replica may take to say how far it is. */
const ANSWER_MS = 500;

interface Replica {
  database: Database;
  /** Newest epoch that was seen on it; it only grows. */
  newest: number;
  /** Not asked before this time. */
  restsUntil: number;
}

/**
 * Where to read: a replica that has every write that an answer follows from, in turn, else the primary. A replica that
 * fails is left out for a while, and whoever it failed is answered by the primary.
 */
export class ReadDatabases {
  readonly #primary: Database;
  readonly #replicas: Replica[];
  #turn = 0;

  constructor(primary: Database, replicas: readonly Database[] = []) {
    this.#primary = primary;
    this.#replicas = replicas.map((database) => ({ database, newest: -1, restsUntil: 0 }));
  }

  /**
   * Reads what follows from the writes up to an epoch.
   *
   * @throws what `read` throws on the primary
   */
  async read<T>(epoch: number, read: (database: Database) => Promise<T>): Promise<T> {
    const replica = await this.#find(epoch);
    if (!replica) return read(this.#primary);
    try {
      return await read(replica.database);
    } catch {
      // Gone, or the statement was in the way of what it replays. Were it the question's own fault, the primary says so.
      if (!(await this.#has(replica, epoch))) replica.restsUntil = Date.now() + REST_MS;
      return read(this.#primary);
    }
  }

  async #find(epoch: number): Promise<Replica | null> {
    const count = this.#replicas.length;
    this.#turn += 1;
    for (let step = 0; step < count; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % count];
      if (!replica || Date.now() < replica.restsUntil) continue;
      if (replica.newest >= epoch || (await this.#has(replica, epoch))) return replica;
    }
    return null;
  }

  async #has(replica: Replica, epoch: number): Promise<boolean> {
    try {
      const { newest } = await within(ANSWER_MS, readEpochs(replica.database));
      replica.newest = newest;
      return newest >= epoch;
    } catch {
      replica.restsUntil = Date.now() + REST_MS;
      return false;
    }
  }
}
