import type { Database } from '@basecase/db';
import { Recent } from '@basecase/views/text';
import { SnapshotReader } from './snapshot-reader';

/** A heatmap of 33 × 60 is some 3 MB as objects. */
const MAX_ANSWERS = 64;

/**
 * Answers that follow from the database alone, kept while nothing is written to it. Before each use the database is
 * asked whether its snapshot is still the one that the answers were read under, so what is shown is never older than
 * the request. Whoever writes, this process, another one or a person with psql, has nothing to tell this cache.
 *
 * Answers are frozen: requests share them.
 */
export class AnswerCache {
  readonly #snapshots: SnapshotReader;
  #snapshot = '';
  #answers = new Recent<Promise<unknown>>(MAX_ANSWERS);

  constructor(database: Database) {
    this.#snapshots = new SnapshotReader(database);
  }

  /**
   * The answer of a key under the present snapshot; made when it is not there, once for all who ask at the same time.
   * An answer that throws is not kept.
   *
   * @param make reads only the database, and the same for equal keys; its answer is plain JSON
   */
  async get<T>(key: string, make: () => Promise<T>): Promise<T> {
    const snapshot = await this.#snapshots.read();
    if (snapshot !== this.#snapshot) {
      this.#snapshot = snapshot;
      this.#answers = new Recent(MAX_ANSWERS);
    }
    const answers = this.#answers;
    // Each key is always asked for with the same `make`: what is kept for it has its type.
    return answers.get(key, () => {
      const made = make().then(deepFreeze);
      made.catch(() => answers.delete(key));
      return made;
    }) as Promise<T>;
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
