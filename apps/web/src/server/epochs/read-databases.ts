import type { Database } from '@basecase/db/database';
import { readEpochs } from '@basecase/db/epochs/read-epochs';
import { readIdentity } from '@basecase/db/identity';
import { logError } from '../log';
import { within } from '../within';

/** A replica that failed is asked again after this. */
const REST_MS = 5000;
/** How long a replica may take to say how far it is. */
const ANSWER_MS = 500;
/** How long it may take to read on a replica. One that is frozen never answers. */
const READ_MS = 5000;

interface Replica {
  database: Database;
  /** Newest epoch that was seen on it; it only grows. */
  newest: number;
  /** Not asked before this time. */
  restsUntil: number;
  /** True once it was seen to be a replica of the primary, and no other database. */
  isOfPrimary: boolean;
  /** Why nothing is read there; null while something is. */
  problem: string | null;
}

/**
 * Where to read: a replica that has every write that an answer follows from, in turn, else the primary. A replica that
 * fails is left out for a while, and whoever it failed is answered by the primary.
 */
export class ReadDatabases {
  readonly #primary: Database;
  readonly #replicas: Replica[];
  readonly #identityOf: (database: Database) => Promise<string>;
  #turn = 0;

  /** @param identityOf tells databases apart; a replica is the same one as its primary */
  constructor(
    primary: Database,
    replicas: readonly Database[] = [],
    identityOf: (database: Database) => Promise<string> = ({ pool }) => readIdentity(pool),
  ) {
    this.#primary = primary;
    this.#identityOf = identityOf;
    this.#replicas = replicas.map((database) => ({
      database,
      newest: -1,
      restsUntil: 0,
      isOfPrimary: false,
      problem: null,
    }));
  }

  /** Of each replica where nothing was read when it was asked last: which it is, and why. */
  problems(): string[] {
    return this.#replicas.flatMap(({ database, problem }) =>
      problem === null ? [] : [`Nothing is read on the replica ${placeOf(database)}: ${problem}`],
    );
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
      return await within(READ_MS, read(replica.database));
    } catch {
      // Gone, or the statement blocked its replay. An error of the question itself is then reported by the primary.
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
      if (!replica.isOfPrimary) await within(ANSWER_MS, this.#identify(replica.database));
      replica.isOfPrimary = true;
      const { newest } = await within(ANSWER_MS, readEpochs(replica.database));
      replica.newest = newest;
      replica.problem = null;
      return newest >= epoch;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // Once, and not every five seconds.
      if (replica.problem === null) logError(`replica ${placeOf(replica.database)}`, problem);
      replica.problem = problem;
      replica.restsUntil = Date.now() + REST_MS;
      return false;
    }
  }

  /** @throws Error for a database that does not replicate the primary: its numbers belong to another installation */
  async #identify(database: Database): Promise<void> {
    const [own, other] = await Promise.all([this.#identityOf(this.#primary), this.#identityOf(database)]);
    if (own !== other) throw new Error('it is another database than DATABASE_URL, and no replica of it.');
  }
}

/** Without who signs in. */
function placeOf({ url }: Database): string {
  if (!URL.canParse(url)) return 'whose address is no URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
