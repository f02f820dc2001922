/** A made-up series of logs: noise of one SD, with a step. */
export interface MadeSeries {
  nights: number;
  /** SD of one night. */
  sd: number;
  /** Correlation of one night with the next. */
  rho: number;
  /** Part of nights that are too low, by |normal| × 5 SD. */
  outliers: number;
  /** ln ratio of the second level to the first. */
  step: number;
  /** First night of the second level. */
  at: number;
}

/** Numbers in [0, 1) that are the same for each seed: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One series; the next call with the same numbers makes the next one. */
export function makeSeries(random: () => number, made: MadeSeries): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const fresh = Math.sqrt(1 - made.rho * made.rho) * made.sd;
  let noise = normal() * made.sd;
  return Array.from({ length: made.nights }, (_, night) => {
    noise = made.rho * noise + fresh * normal();
    const value = noise + (night >= made.at ? made.step : 0);
    return random() < made.outliers ? value - Math.abs(normal()) * 5 * made.sd : value;
  });
}

/** The four kinds of noise of docs/method.md §10.10, all with an SD of 2%. */
export const NOISES = [
  { name: 'independent', rho: 0, outliers: 0 },
  { name: '4% outliers', rho: 0, outliers: 0.04 },
  { name: 'correlated', rho: 0.5, outliers: 0 },
  { name: 'correlated, 4% outliers', rho: 0.5, outliers: 0.04 },
] as const;

/** 300 series of 60 nights, the same each time: without a step, or with one at night 40. */
export function madeSeries(noise: { rho: number; outliers: number }, step: number): number[][] {
  const random = randomNumbers(step === 0 ? 7 : 99);
  const made = { nights: 60, sd: 0.02, ...noise, step, at: step === 0 ? 0 : 40 };
  return Array.from({ length: 300 }, () => makeSeries(random, made));
}

/** Values of a series of logs, near 1000. */
export function valuesOf(logs: readonly number[]): number[] {
  return logs.map((log) => 1000 * Math.exp(log));
}

/** Values near 1000 with independent noise of 1%, times what each night is worth. */
export function noisyValues(nights: number, factorOf: (night: number) => number, seed = 1): number[] {
  const noise = makeSeries(randomNumbers(seed), { nights, sd: 0.01, rho: 0, outliers: 0, step: 0, at: 0 });
  return valuesOf(noise).map((value, night) => value * factorOf(night));
}
