import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@basecase/db/database';
import { listWrittenSince, readEpochs } from '@basecase/db/epochs/read-epochs';
import { readIdentity } from '@basecase/db/identity';
import { logError } from '../log';
import { within } from '../within';

/** What was written up to now, as a reader needs it. */
export interface WrittenState {
  /** Of the last write of anything that pages show. */
  newest: number;
  /** Of the last one that is not of single heatmaps. */
  shared: number;
  /** Of the last one of a heatmap, or a later one that was the newest when this process first looked. @param key see `heatmapKey` */
  ofHeatmap(key: string): number;
  /** Differs from an earlier one when the database was put back to an earlier state: nothing that was read before holds. */
  lineage: number;
}

/** A heatmap as an address names it. */
export function heatmapKey({ server, workload }: { server: string; workload: string }): string {
  return `${server} ${workload}`;
}

/**
 * Asks for the epochs of the database on behalf of many at once. Everybody gets the answer to a query that was sent after
 * they asked, so it is never older than their request; as one query is under way at most, and the next one serves all who
 * came meanwhile, thousands of requests cost no more queries than the database answers one after the other.
 */
export class EpochReader {
  readonly #database: Database;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<WrittenState> | null = null;
  /** Heatmaps that were written since the first question. */
  #heatmaps = new Map<string, number>();
  /** The newest when this process first looked. */
  #first = 0;
  #state: WrittenState | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Error from the driver when the database does not answer */
  read(): Promise<WrittenState> {
    this.#next ??= Promise.all([this.#underWay, new Promise<void>((resolve) => setImmediate(resolve))]).then(
      () => {
        this.#next = null;
        const query = this.#query();
        // A failure is for those who asked, not for the next.
        this.#underWay = query.catch(() => {});
        return query;
      },
    );
    return this.#next;
  }

  async #query(): Promise<WrittenState> {
    const { newest, shared } = await readEpochs(this.#database);
    const before = this.#state;
    if (before?.newest === newest) return before;
    const isEarlier = before !== null && newest < before.newest;
    const heatmaps = isEarlier ? new Map<string, number>() : this.#heatmaps;
    if (before && !isEarlier) {
      // Those that are written meanwhile have a higher epoch than `newest`: what was read before is made again, no more.
      for (const { epoch, ...address } of await listWrittenSince(this.#database, before.newest))
        heatmaps.set(heatmapKey(address), epoch);
    }
    this.#heatmaps = heatmaps;
    if (!before || isEarlier) this.#first = newest;
    const first = this.#first;
    this.#state = {
      newest,
      shared,
      ofHeatmap: (key) => heatmaps.get(key) ?? first,
      lineage: (before?.lineage ?? 0) + Number(isEarlier),
    };
    return this.#state;
  }
}

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
  /** Since when it has lacked a write that the primary had before; null when it has all that was asked for. */
  behindSince: number | null;
}

/** A replica that lacks a write for longer lags; less is the way of replication. */
const LAG_MS = 8000;

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
      behindSince: null,
    }));
  }

  /**
   * Asks each replica: which of them can't be read, lack a write of the primary for too long, and why.
   *
   * @throws Error from the driver when the primary does not answer
   */
  async findProblems(): Promise<string[]> {
    if (this.#replicas.length === 0) return [];
    const { newest } = await readEpochs(this.#primary);
    await Promise.all(this.#replicas.map((replica) => this.#has(replica, newest)));
    return this.#replicas.flatMap(({ database, problem, behindSince }) => {
      if (problem !== null) return [`Nothing is read on the replica ${placeOf(database)}: ${problem}`];
      const lag = behindSince === null ? 0 : Date.now() - behindSince;
      if (lag <= LAG_MS) return [];
      return [
        `The replica ${placeOf(database)} has lagged for ${Math.floor(lag / 1000)} s: little is read there.`,
      ];
    });
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
      const isBehind = newest < epoch;
      replica.behindSince = isBehind ? (replica.behindSince ?? Date.now()) : null;
      return !isBehind;
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

/**
 * Nothing is kept for longer: where no night is measured any more, nothing is written, and that is what a page has to say.
 */
export const MAX_AGE_MS = 5 * 60_000;

/**
 * Data that an answer was made of. It holds as long as none of this was written; whatever is shared by all heatmaps (facts of
 * servers, names) counts always.
 */
export class Reads {
  /** It may be of anything. */
  everything = false;
  /** By their keys. */
  readonly heatmaps = new Set<string>();
  /** Keys of kept answers of which only the content counts. */
  readonly answers = new Set<string>();

  /** The last write of what it read, answers left out. */
  lastWrite(state: WrittenState): number {
    if (this.everything) return state.newest;
    return Math.max(state.shared, ...[...this.heatmaps].map((key) => state.ofHeatmap(key)));
  }

  /** Whether single heatmaps are all that it read, and none of them was written after an epoch. */
  holdsSince(epoch: number, state: WrittenState): boolean {
    if (state.newest <= epoch) return true;
    if (this.everything || state.shared > epoch) return false;
    for (const key of this.heatmaps) if (state.ofHeatmap(key) > epoch) return false;
    return true;
  }
}

/** On globalThis: Next.js puts copies of this module into several bundles, which must share one. */
const holder = globalThis as typeof globalThis & { basecaseReads?: AsyncLocalStorage<Reads | null> };
holder.basecaseReads ??= new AsyncLocalStorage();
const collecting = holder.basecaseReads;

/** Does something and notes in `reads` what it reads. */
export function collectReads<T>(reads: Reads, work: () => T): T {
  return collecting.run(reads, work);
}

/** Later reads are not noted for this request: the caller notes them all at once. */
export function uncollected<T>(work: () => T): T {
  return collecting.run(null, work);
}

/** Collector of current reads; null without one. */
export function currentReads(): Reads | null {
  return collecting.getStore() ?? null;
}

/** Notes a read that no epoch covers. */
export function noteEverything(): void {
  const reads = currentReads();
  if (reads) reads.everything = true;
}
