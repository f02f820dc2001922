/** Tries with a wrong token that one address has within the window before it must wait. */
export const MAX_TRIES = 10;
/** Tries that all addresses together have: limits a client with many addresses. */
export const MAX_ALL_TRIES = 1000;
export const WINDOW_MS = 60_000;

/** Addresses remembered at most: an attacker with a network of them must not fill the memory. */
const MAX_ADDRESSES = 10_000;

interface Tries {
  count: number;
  endsAt: number;
}

/**
 * Counts wrong tokens, by address and all together.
 *
 * In the memory of this process, not in PostgreSQL: a token has 256 random bits, so guessing is hopeless at any speed.
 * The limit tells a script with a wrong token to stop. It never keeps a good token out: each one is looked up first, by
 * its hash, so a visitor can't lock out others who share the address.
 */
export class FailedTries {
  readonly #byAddress = new Map<string, Tries>();
  readonly #now: () => number;
  #all: Tries = { count: 0, endsAt: 0 };

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns seconds until the address may try again, 0 when it may now */
  secondsToWait(address: string): number {
    return Math.max(
      this.#secondsLeft(this.#byAddress.get(address), MAX_TRIES),
      this.#secondsLeft(this.#all, MAX_ALL_TRIES),
    );
  }

  count(address: string): void {
    this.#all = this.#next(this.#all);
    const before = this.#byAddress.get(address);
    const tries = this.#next(before);
    // Windows are in the order they began in.
    if (tries !== before) this.#byAddress.delete(address);
    this.#byAddress.set(address, tries);
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  #secondsLeft(tries: Tries | undefined, limit: number): number {
    const left = tries && tries.count >= limit ? tries.endsAt - this.#now() : 0;
    return Math.max(0, Math.ceil(left / 1000));
  }

  #next(tries: Tries | undefined): Tries {
    const now = this.#now();
    if (!tries || tries.endsAt <= now) return { count: 1, endsAt: now + WINDOW_MS };
    tries.count += 1;
    return tries;
  }
}
