import { LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';

/** BenchBase has at most 23 (TPC-H); names beyond are damaged ones. */
const MAX_TRANSACTIONS = 100;

/** Latencies in microseconds by transaction, in bounded memory. */
export class TransactionLatencies {
  readonly #transactions = new Map<string, LatencyHistogram>();

  /** @returns false where there are too many names: the latency is not counted */
  add(transaction: string, latency: number): boolean {
    const latencies = this.#transactions.get(transaction) ?? new LatencyHistogram();
    if (latencies.count === 0) {
      if (this.#transactions.size >= MAX_TRANSACTIONS) return false;
      this.#transactions.set(transaction, latencies);
    }
    latencies.add(latency);
    return true;
  }

  /** In the order of their first request; none is empty. */
  list(): { name: string; latencies: LatencyHistogram }[] {
    return [...this.#transactions].map(([name, latencies]) => ({ name, latencies }));
  }
}
