/**
 * How even the seconds of a run are (GLOSSARY.md: stall). Every figure is relative to the median second of that run, so that one
 * table can hold runs of different speed.
 */
export interface SecondFigures {
  /** Slowest second / median second. */
  worst: number;
  /** Standard deviation of a sample / mean. */
  cv: number;
  /** What 99% of the seconds reach / median; null for fewer than 100 seconds, of which it would be the worst. */
  p99: number | null;
  /** The same of 99.9% and 1,000 seconds. */
  p999: number | null;
  /** Seconds of the longest stall, 0 without one; null where the noise is too large to tell. */
  longestStall: number | null;
}

/** The lines that they were computed of. */
export interface LocatedFigures {
  figures: SecondFigures;
  line: number;
  lineEnd: number;
}

/** Fewer seconds say nothing about how often a second is slow. */
export const MIN_SECONDS = 20;
/** A week; a longer log has no figures: they cannot be exact in bounded memory. */
const MAX_SECONDS = 604_800;
/** Of the intervals, so many must last one second. */
const REGULAR_SHARE = 0.9;
/** Of the seconds, no more may be missing. */
const MISSING_SHARE = 0.05;
/** A second is stalled below this share of the median: the field counts seconds under half. */
const STALLED = 0.5;
/** And below the median by so many standard deviations: noise gets there in one of 3.5 million seconds. */
const DEVIATIONS = 5;
/** A second with less than this share is stalled, where noise is at most `NOISIEST`. */
const STOPPED = 0.1;
/** Noise of seconds above it reaches 0 by itself. */
const NOISIEST = 0.2;
/** Median of |x - median| of a normal distribution × this is its standard deviation. */
const MAD_TO_SIGMA = 1.4826;

/** What a line of progress counts: the time since the line before, or the last second alone. */
type Covers = 'since-last' | 'one-second';

/**
 * Collects the rates of a run by the second, in bounded memory. Where a line counts all since the one before, a late line
 * counts for all of its seconds; else the seconds between are missing.
 */
export class SecondRates {
  readonly #covers: Covers;
  readonly #rates: number[] = [];
  #intervals = 0;
  #regular = 0;
  #last: number | null = null;
  #isUsable = true;
  readonly lines = { line: 0, lineEnd: 0 };

  constructor(covers: Covers) {
    this.#covers = covers;
  }

  /** @param second since the start; @param rate null or NaN: not known */
  add(second: number, rate: number | null, line: number): void {
    const length = second - (this.#last ?? second - 1);
    this.#last = second;
    if (this.lines.line === 0) this.lines.line = line;
    this.lines.lineEnd = line;
    const seconds = Math.max(1, Math.round(length));
    if (!(length > 0) || this.#rates.length + seconds > MAX_SECONDS) this.#isUsable = false;
    if (!this.#isUsable) return;
    this.#intervals += 1;
    if (length > 0.5 && length < 1.5) this.#regular += 1;
    const between = this.#covers === 'since-last' ? (rate ?? Number.NaN) : Number.NaN;
    for (let missing = 1; missing < seconds; missing += 1) this.#rates.push(between);
    this.#rates.push(rate ?? Number.NaN);
  }

  /** Rates of each second, NaN where one is missing; null where the samples are not of one second. */
  rates(): Float32Array | null {
    const isRegular = this.#intervals > 0 && this.#regular >= REGULAR_SHARE * this.#intervals;
    return this.#isUsable && isRegular ? Float32Array.from(this.#rates) : null;
  }

  /** Null where `secondFigures` has none. */
  figures(): LocatedFigures | null {
    const rates = this.rates();
    const figures = rates && secondFigures(rates);
    return figures && { figures, ...this.lines };
  }
}

/**
 * Figures of the seconds of a run. The first and the last are left out: clients connect in the one, and the other may be cut. So are
 * seconds before the first that reaches half of the median: a run that is still warming up does not stall.
 *
 * @param rates operations/s of each second, NaN: missing
 * @returns null for fewer than 20 seconds, more than 5% of them missing, or a median of 0
 */
export function secondFigures(rates: ArrayLike<number>): SecondFigures | null {
  const all = Array.from(rates).slice(1, -1);
  const median = middle(all.filter(Number.isFinite));
  if (median === null || median <= 0) return null;
  const start = all.findIndex((rate) => rate >= STALLED * median);
  const seconds = all.slice(start);
  const sorted = seconds.filter(Number.isFinite).sort((a, b) => b - a);
  const count = sorted.length;
  if (count < MIN_SECONDS || seconds.length - count > MISSING_SHARE * seconds.length) return null;
  const mean = sorted.reduce((sum, rate) => sum + rate, 0) / count;
  const variance = sorted.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (count - 1);
  // `50th, 16 / 31`: the place in the list, from fast to slow, as in the reports of the Insert Benchmark.
  const reached = (share: number) => (sorted[Math.round(count * share) - 1] ?? 0) / median;
  return {
    worst: (sorted.at(-1) ?? 0) / median,
    cv: Math.sqrt(variance) / mean,
    p99: count < 100 ? null : reached(0.99),
    p999: count < 1000 ? null : reached(0.999),
    longestStall: longestStall(seconds, median),
  };
}

/** The longest run of stalled seconds; one that is missing ends it. */
function longestStall(seconds: readonly number[], median: number): number | null {
  const limit = stallLimit(seconds, median);
  if (limit === null) return null;
  let longest = 0;
  let length = 0;
  for (const rate of seconds) {
    length = rate < limit ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** The rate below which a second is stalled; null where noise alone gets there. */
function stallLimit(seconds: readonly number[], median: number): number | null {
  const away = seconds.filter(Number.isFinite).map((rate) => Math.abs(rate - median));
  const noise = ((middle(away) ?? 0) * MAD_TO_SIGMA) / median;
  if (noise > NOISIEST) return null;
  return median * Math.max(STOPPED, Math.min(STALLED, 1 - DEVIATIONS * noise));
}

function middle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[sorted.length >> 1];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : ((sorted[(sorted.length >> 1) - 1] ?? high) + high) / 2;
}

/** The rule behind "too much variance": a second in a hundred does less than half, or the spread is above a fifth. */
export function isUneven({ cv, p99 }: { cv: number | null; p99: number | null }): boolean {
  return (cv !== null && cv > NOISIEST) || (p99 !== null && p99 < STALLED);
}

/**
 * The slowest second of each stretch, as a part of the median second; null where a stretch has none. The first and the last second are
 * left out, as in the figures.
 *
 * @param length seconds of a stretch
 * @returns null where `secondFigures` has none
 */
export function worstOfStretches(rates: ArrayLike<number>, length: number): (number | null)[] | null {
  const all = Array.from(rates, (rate, at) => (at === 0 || at === rates.length - 1 ? Number.NaN : rate));
  const median = middle(all.filter(Number.isFinite));
  if (median === null || secondFigures(rates) === null) return null;
  return Array.from({ length: Math.ceil(all.length / length) }, (_, cell) => {
    const own = all.slice(cell * length, (cell + 1) * length).filter(Number.isFinite);
    return own.length === 0 ? null : Math.min(...own) / median;
  });
}

/** Rates of all clients together, over the seconds in which each of them worked; null without any. */
export function sumSeconds(clients: readonly (ArrayLike<number> | null)[]): number[] | null {
  const known = clients.filter((rates) => rates !== null);
  if (known.length === 0 || known.length < clients.length) return null;
  const count = Math.min(...known.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) =>
    known.reduce((sum, rates) => sum + (rates[at] ?? Number.NaN), 0),
  );
}
