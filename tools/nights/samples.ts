import type { Random } from '../fuzz/random';

/** Seconds that a test runs, and between two samples of vmstat and iostat. */
export const RUN_SECONDS = 60;
const SAMPLE_SECONDS = 5;
const SAMPLES = RUN_SECONDS / SAMPLE_SECONDS;

/** Samples of one quantity as they are printed, and their mean. */
export interface Samples {
  values: readonly number[];
  mean: number;
}

export function toSamples(values: readonly number[]): Samples {
  return { values, mean: values.reduce((sum, value) => sum + value, 0) / values.length };
}

/**
 * Samples with a given mean, to as many digits as their sum has.
 *
 * @param spread how far a sample is from the mean at most, as a share of it; one digit at least
 */
export function samplesAround(
  random: Random,
  { mean, spread, decimals }: { mean: number; spread: number; decimals: number },
): Samples {
  const scale = 10 ** decimals;
  const whole = Math.round(mean * SAMPLES * scale);
  const usual = Math.floor(whole / SAMPLES);
  const reach = Math.min(usual, Math.max(1, Math.round(usual * spread)));
  const units = Array.from({ length: SAMPLES }, (_, index) => Math.floor((whole + index) / SAMPLES));
  // Two neighbours move apart by the same, so that the sum stays.
  for (let index = 0; index + 1 < SAMPLES; index += 2) {
    const by = random.int(reach + 1);
    units[index] = (units[index] ?? 0) + by;
    units[index + 1] = (units[index + 1] ?? 0) - by;
  }
  return toSamples(units.map((value) => rounded(value / scale, decimals)));
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
