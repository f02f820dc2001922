import type { Level } from '@basecase/analysis';

/** Direction of the mark of a throughput ratio; null where there is nothing to see. */
export function markOf(level: Level): 'up' | 'dn' | null {
  if (level.startsWith('r')) return 'dn';
  return level.startsWith('b') ? 'up' : null;
}
