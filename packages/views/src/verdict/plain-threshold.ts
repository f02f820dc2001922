import { formatRatio } from '@basecase/analysis';

/**
 * The note next to changes that are counted without regard to noise: `Judged by the plain threshold 0.95 / 1.05,
 * ignoring noise.`
 */
export function plainThresholdText(threshold: number): string {
  return `Judged by the plain threshold ${formatRatio(threshold)} / ${formatRatio(1 / threshold)}, ignoring noise.`;
}
