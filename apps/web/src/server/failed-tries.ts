/** Tries with a wrong token that one address has within the window before it must wait. */
export const MAX_TRIES = 10;
export const WINDOW_MS = 60_000;

/** Addresses remembered at most: an attacker with a network of them must not fill the memory. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts wrong tokens by address.
 *
 * In the memory of this process, not in PostgreSQL: a token has 256 random bits, so guessing is hopeless at any speed.
 * What the limit is for is to keep a script with a wrong token from costing a query with each call, and a counter that
 * costs a query itself would not help. Several web processes each allow this many tries.
 */
export class FailedTries {
  readonly #byAddress = new Map<string, { count: number; endsAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns seconds until the address may try again, 0 when it may now */
  secondsToWait(address: string): number {
    const tries = this.#byAddress.get(address);
    const left = tries && tries.count >= MAX_TRIES ? tries.endsAt - this.#now() : 0;
    return Math.max(0, Math.ceil(left / 1000));
  }

  count(address: string): void {
    const now = this.#now();
    const tries = this.#byAddress.get(address);
    if (tries && tries.endsAt > now) {
      tries.count += 1;
      return;
    }
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { count: 1, endsAt: now + WINDOW_MS });
    if (this.#byAddress.size > MAX_ADDRESSES) this.#forgetOldest();
  }

  /** Windows are in the order they began in. */
  #forgetOldest(): void {
    const [oldest] = this.#byAddress.keys();
    if (oldest !== undefined) this.#byAddress.delete(oldest);
  }
}
