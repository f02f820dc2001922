/** What the rows of one second add up to. */
interface SecondTotal {
  second: number;
  sum: number;
  count: number;
  max: number;
  /** Of its first row. */
  line: number;
}

/** Adds up the rows of each second, one second at a time. */
export class SecondTotals {
  readonly #take: (total: SecondTotal) => void;
  #open: SecondTotal | null = null;

  /** @param take gets each second when another one begins */
  constructor(take: (total: SecondTotal) => void) {
    this.#take = take;
  }

  /** The second that is open; null before the first row. */
  get second(): number | null {
    return this.#open?.second ?? null;
  }

  add(second: number, value: number, line: number): void {
    if (this.#open?.second !== second) this.close();
    this.#open ??= { second, sum: 0, count: 0, max: 0, line };
    this.#open.sum += value;
    this.#open.count += 1;
    this.#open.max = Math.max(this.#open.max, value);
  }

  close(): void {
    if (this.#open) this.#take(this.#open);
    this.#open = null;
  }
}
