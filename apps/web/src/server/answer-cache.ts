import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@basecase/db/database';
import { Recent } from '@basecase/views/text';
import {
  currentReads,
  type EpochReader,
  MAX_AGE_MS,
  type ReadDatabases,
  Reads,
  uncollected,
  type WrittenState,
} from './epochs/read-databases';

/** A heatmap of 33 × 60 is some 3 MB as objects. */
const MAX_HEATMAPS = 64;
/** Lists, and parts of them, some of which a page is asked for at each look whether it still holds. */
const MAX_LISTS = 128;

/** Reads a database, and nothing else. */
type Make<T> = (database: Database) => Promise<T>;

interface Kept {
  answer: Promise<unknown>;
  make: Make<unknown>;
  reads: Reads;
  lineage: number;
  /** Everything that was written up to this epoch is in it. */
  madeAt: number;
  /** Since when its content is what it is. */
  changedAt: number;
  /** Milliseconds: when it was made. */
  time: number;
}

/**
 * Answers that follow from the database alone, kept while nothing is written to what they were made of. Before each use the
 * database is asked for its epochs, so what is shown is never older than the request, whichever process wrote. One that
 * is made again and says the same as before counts as unchanged for those who read it.
 *
 * Answers are frozen: requests share them.
 */
export class AnswerCache {
  readonly #epochs: EpochReader;
  readonly #databases: ReadDatabases;
  readonly #now: () => number;
  /** Made of single heatmaps. */
  readonly #heatmaps = new Recent<Kept>(MAX_HEATMAPS);
  /** Made of anything. */
  readonly #lists = new Recent<Kept>(MAX_LISTS);

  /** @param now milliseconds */
  constructor(epochs: EpochReader, databases: ReadDatabases, now: () => number = Date.now) {
    this.#epochs = epochs;
    this.#databases = databases;
    this.#now = now;
  }

  /** The present epochs, for those who keep what is made of answers. */
  readEpochs(): Promise<WrittenState> {
    return this.#epochs.read();
  }

  /**
   * The answer of a key in the present state; made when it is not there, once for all who ask at the same time.
   * An answer that throws is not kept.
   *
   * @param heatmaps that it is made of, by their keys; null: it may be made of anything
   * @param make reads only the database it is given, and the same for equal keys; its answer is plain JSON
   */
  async get<T>(key: string, heatmaps: readonly string[] | null, make: Make<T>): Promise<T> {
    note(key, heatmaps);
    const state = await this.#epochs.read();
    // Each key is always asked for with the same `make`: what is kept for it has its type.
    return this.#present(key, state, { heatmaps, make }).answer as Promise<T>;
  }

  /**
   * Whether all reads behind an answer would still give the same.
   *
   * @param madeAt epoch that was read before it was made
   */
  async holds(reads: Reads, { madeAt, lineage }: { madeAt: number; lineage: number }): Promise<boolean> {
    const state = await this.#epochs.read();
    if (lineage !== state.lineage || !reads.holdsSince(madeAt, state)) return false;
    if (state.newest <= madeAt) return true;
    for (const key of reads.answers) {
      const kept = this.#lists.peek(key);
      if (!kept) return false;
      const present = this.#present(key, state, { heatmaps: null, make: kept.make });
      // Until it is there, it can't be compared with the previous one.
      await present.answer.catch(() => {});
      if (present.changedAt > madeAt) return false;
    }
    return true;
  }

  /** Lets all answers go: they are made again when they are asked for. */
  forget(): void {
    this.#heatmaps.clear();
    this.#lists.clear();
  }

  #present(
    key: string,
    state: WrittenState,
    { heatmaps, make }: { heatmaps: readonly string[] | null; make: Make<unknown> },
  ): Kept {
    const answers = heatmaps === null ? this.#lists : this.#heatmaps;
    const before = answers.peek(key);
    const isOfNow =
      before?.lineage === state.lineage &&
      this.#now() - before.time < MAX_AGE_MS &&
      before.reads.holdsSince(before.madeAt, state);
    if (before && isOfNow) {
      answers.set(key, before);
      return before;
    }
    const reads = new Reads();
    reads.everything = heatmaps === null;
    for (const heatmap of heatmaps ?? []) reads.heatmaps.add(heatmap);
    const { newest: madeAt, lineage } = state;
    // A replica need not have what was written elsewhere.
    const made = uncollected(() => this.#databases.read(reads.lastWrite(state), make));
    const kept: Kept = { answer: made, make, reads, lineage, madeAt, changedAt: madeAt, time: this.#now() };
    kept.answer = made.then(async (answer) => {
      const last = before?.lineage === lineage ? await before.answer.catch(() => undefined) : undefined;
      if (!before || !isDeepStrictEqual(last, answer)) return deepFreeze(answer);
      kept.changedAt = before.changedAt;
      return last;
    });
    kept.answer.catch(() => {
      if (answers.peek(key) === kept) answers.delete(key);
    });
    answers.set(key, kept);
    return kept;
  }
}

function note(key: string, heatmaps: readonly string[] | null): void {
  const reads = currentReads();
  if (heatmaps === null) reads?.answers.add(key);
  else for (const heatmap of heatmaps) reads?.heatmaps.add(heatmap);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
