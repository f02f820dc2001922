import type { Level } from '@basecase/analysis';

/** Direction of the mark of a throughput ratio; null where there is nothing to see. */
export function markOf(level: Level): 'up' | 'dn' | null {
  if (level.startsWith('r')) return 'dn';
  return level.startsWith('b') ? 'up' : null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-20` as `20 Nov 2026`: from the text, so no time zone can move the day. */
export function formatDay(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}
