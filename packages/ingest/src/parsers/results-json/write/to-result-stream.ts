import type { NormalizedResult, NormalizedRun } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import { toResultLines } from './to-results';

/**
 * Runs as NDJSON of the open format, one after another, a piece for each. Nothing is held but names.
 *
 * Runs whose heads are equal, as those of a version that was measured twice, are one run when they are read again: the
 * repeats of the second follow those of the first. Numbered as they were, they would be the same results.
 */
export async function* toResultStream(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): AsyncGenerator<string> {
  const byHead = new Map<string, RepeatNumbers>();
  for await (const run of runs) {
    const [head = ''] = toResultLines({ ...run, results: [] });
    const numbers = byHead.get(head) ?? new RepeatNumbers();
    byHead.set(head, numbers);
    yield [...toResultLines(run, numbers.nextRun())].join('');
  }
}

/** Numbers of repeats over runs with one head. */
class RepeatNumbers {
  /** By test, the largest number that was given. */
  readonly #last = new Map<string, number>();

  /** @returns number of a repeat of the run that comes next */
  nextRun(): (result: NormalizedResult) => number {
    const before = new Map(this.#last);
    return ({ test, range, repeat }) => {
      const key = testLabel(test, range);
      const number = (before.get(key) ?? 0) + repeat;
      this.#last.set(key, Math.max(this.#last.get(key) ?? 0, number));
      return number;
    };
  }
}
