import type { FileReporter } from '../../files/reporter';

/** Results of one file: the Go project's own suite prints 9,000. More are counted and reported, not kept. */
export const MAX_RESULTS = 20_000;

/** Adds a result, or reports that it is one too many. */
export function pushResult<Result extends { line: number }>(
  results: Result[],
  result: Result,
  reporter: FileReporter,
): void {
  const { line } = result;
  if (results.length < MAX_RESULTS) results.push(result);
  else reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} results`, { line });
}

/** `BM_Sort/8`, `BM_Sort/8 repeat 2`: facts of repeats stay apart. Counts no more names than results are kept. */
export class RepeatNames {
  readonly #seen = new Map<string, number>();

  next(name: string): string {
    const count = (this.#seen.get(name) ?? 0) + 1;
    if (this.#seen.size < MAX_RESULTS || count > 1) this.#seen.set(name, count);
    return count === 1 ? name : `${name} repeat ${count}`;
  }
}
