import { roundHalfEven } from '../../../model/formulas';
import type { RatePercentiles } from './iibench-log';

/** 55 hours of one row a second. A longer log has no percentiles: they cannot be exact in bounded memory. */
const MAX_RATE_SAMPLES = 200_000;

/** The per-second rates of one client. */
export class RateSamples {
  readonly #values: number[] = [];
  #count = 0;

  add(value: number): void {
    this.#count += 1;
    if (this.#values.length < MAX_RATE_SAMPLES) this.#values.push(value);
  }

  /** Null for fewer than two samples, as in the author's reports, and when nothing was done in any second. */
  percentiles(): RatePercentiles | null {
    if (this.#count < 2 || this.#count > MAX_RATE_SAMPLES) return null;
    const sorted = Float64Array.from(this.#values).sort().reverse();
    const fastest = sorted[0];
    if (fastest === undefined || fastest === 0) return null;
    return { p50: at(sorted, 50), p99: at(sorted, 99) };
  }
}

/** `50th, 16 / 31`, `50th, 8 / 17`: the position is rounded as printf's %.0f does. */
function at(sorted: Float64Array, percent: number): number {
  const position = Math.max(1, roundHalfEven((sorted.length * percent) / 100));
  return sorted[position - 1] ?? 0;
}
