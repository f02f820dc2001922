import { isBetter, isWorse } from '@basecase/analysis';
/** Class of a verdict as text on a plain surface. */
export function emphasisOf(level: string): 'bad' | 'good' | undefined {
  if (isWorse(level)) return 'bad';
  return isBetter(level) ? 'good' : undefined;
}
