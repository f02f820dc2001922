import type { ParsedLog } from '../../parser';

/** One phase of a run: `<work>`. Null where it does not say. */
export interface Work {
  /** How long it runs, in seconds. */
  seconds: number | null;
  /** Requests/s that it is limited to; null for `unlimited` and `disabled`. */
  rate: number | null;
  /** Percent of each transaction, in the order of the transaction types: `45,43,4,4,4`. */
  weights: string | null;
  line: number;
}

/** `config.xml`: the settings of a run. Null where one is missing. */
export interface BenchbaseConfig extends ParsedLog {
  type: 'benchbase-config';
  terminals: number | null;
  scaleFactor: string | null;
  isolation: string | null;
  works: Work[];
}

/** Requests/s that all phases together are limited to, by their times; null where one of them has no limit. */
export function limitOf({ works }: BenchbaseConfig): { rate: number; line: number } | null {
  const [first] = works;
  if (!first) return null;
  let [requests, seconds] = [0, 0];
  for (const work of works) {
    if (work.rate === null) return null;
    // Phases without a time count alike.
    requests += work.rate * (work.seconds ?? 1);
    seconds += work.seconds ?? 1;
  }
  return seconds > 0 ? { rate: requests / seconds, line: first.line } : null;
}

/** Seconds of all phases together; null where one of them does not say. */
export function plannedSeconds({ works }: BenchbaseConfig): number | null {
  if (works.length === 0) return null;
  return works.reduce<number | null>(
    (sum, { seconds }) => (sum === null || seconds === null ? null : sum + seconds),
    0,
  );
}
