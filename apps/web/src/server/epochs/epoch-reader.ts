import type { Database } from '@basecase/db/database';
import { listWrittenSince, readEpochs } from '@basecase/db/epochs/read-epochs';

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
