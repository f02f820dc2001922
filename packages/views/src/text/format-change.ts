import { isBetter, isWorse, type Level } from '@basecase/analysis/ratio/ratio';

/** Direction of the mark of a throughput ratio; null where there is nothing to see. */
export function markOf(level: Level): 'up' | 'dn' | null {
  if (isWorse(level)) return 'dn';
  return isBetter(level) ? 'up' : null;
}
