/** Shares are whole percent. */
const SHARES = 101;

/** Counts the samples of `st` by their percent, so that memory does not grow with the log. */
export class StolenTime {
  readonly #counts = new Float64Array(SHARES);
  #samples = 0;

  /** A share above 100 is none. */
  add(percent: number): void {
    if (percent >= SHARES) return;
    this.#counts[percent] = (this.#counts[percent] ?? 0) + 1;
    this.#samples += 1;
  }

  /** Null without samples. */
  summary(): { median: number; max: number } | null {
    if (this.#samples === 0) return null;
    const middle = (this.#at((this.#samples - 1) >> 1) + this.#at(this.#samples >> 1)) / 2;
    return { median: middle, max: this.#at(this.#samples - 1) };
  }

  /** The sample at a place of the list in rising order. */
  #at(place: number): number {
    let seen = 0;
    for (const [percent, count] of this.#counts.entries()) {
      seen += count;
      if (seen > place) return percent;
    }
    return 0;
  }
}
