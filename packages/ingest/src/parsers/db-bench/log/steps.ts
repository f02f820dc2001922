/** Benchmarks that look at the database or wait for it, and change nothing. */
const IDLE = /^(?:stats|levelstats|memstats|sstables|stats_history|resetstats|waitforcompaction|verify\w*)$/;
/** Benchmarks that rearrange the database and measure no operations: compact, compact0, compact1, compactall, flush. */
const REARRANGING = /^(?:compact\w*|flush)$/;
const READING =
  /^(?:read(?!while)|multiread|seekrandom$|seekrandomwhile|fwdrange|revrange|newiterator|getmergeoperands|approximatesize|crc32c|xxhash)/;

export function isIdleStep(word: string): boolean {
  return IDLE.test(word);
}

/** True for steps whose result line is not a test: they do one operation, or none. */
export function isRearrangingStep(word: string): boolean {
  return REARRANGING.test(word);
}

function isReadingTest(word: string): boolean {
  return READING.test(word);
}

/**
 * Follows what happened to the database between two tests of one execution. Two results of one test are repeats only
 * when nothing changed the database between them.
 */
export class Phases {
  readonly #counts = new Map<string, number>();
  #current: string | null = null;

  get current(): string | null {
    return this.#current;
  }

  /** A step that came before the next test: `compact0`, `flush`, `overwrite`. Reads and waits change nothing. */
  step(word: string): void {
    if (isIdleStep(word) || isReadingTest(word)) return;
    const count = (this.#counts.get(word) ?? 0) + 1;
    this.#counts.set(word, count);
    this.#current = count === 1 ? word : `${word}${count}`;
  }
}
