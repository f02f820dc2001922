/** Clients that are looked at: more than a run has, and few enough for a hostile log. */
const MAX_CLIENTS = 65_536;
const START = 256;

/**
 * The transaction numbers of each client, which count from 0 by one: where some are missing, the log holds a part of the
 * transactions (--sampling-rate). Memory grows with the clients only.
 */
export class ClientNumbers {
  #first = new Float64Array(START).fill(-1);
  #last = new Float64Array(START).fill(-1);
  /** Clients seen, at most those that are looked at. */
  clients = 0;
  /** Numbers that a row has; one that stands twice counts once. */
  seen = 0;
  hasGaps = false;

  add(client: number, transaction: number): void {
    if (client >= MAX_CLIENTS) return;
    if (client >= this.#last.length) this.#grow(client + 1);
    const last = this.#last[client] ?? -1;
    if (last < 0) {
      this.clients += 1;
      this.#first[client] = transaction;
    } else if (transaction > last + 1) this.hasGaps = true;
    if (transaction <= last) return;
    this.seen += 1;
    this.#last[client] = transaction;
  }

  /** Share of the numbers from the first to the last of each client that a row has; null without a row. */
  share(): number | null {
    let all = 0;
    this.#last.forEach((last, client) => {
      if (last >= 0) all += last - (this.#first[client] ?? 0) + 1;
    });
    return all === 0 ? null : this.seen / all;
  }

  #grow(length: number): void {
    const size = Math.min(MAX_CLIENTS, Math.max(length, this.#last.length * 2));
    const [first, last] = [new Float64Array(size).fill(-1), new Float64Array(size).fill(-1)];
    first.set(this.#first);
    last.set(this.#last);
    this.#first = first;
    this.#last = last;
  }
}
