import { containsAny } from '../../../text/contains-any';
import type { LogParser } from '../../parser';

/**
 * What vmstat prints with -d, -D, -s, -p and -m: totals since boot, no samples. Kept, not read.
 *
 *     disk- ------------reads------------ ------------writes----------- -----IO------
 *      25182352 K total memory
 *     Cache                       Num  Total   Size  Pages
 */
const TOTALS = [
  /^disk-+ -+reads-+ -+writes-+ -+IO-+$/m,
  /^ *\d+ K total memory$/m,
  /^ *\d+ disks *\n *\d+ partitions *$/m,
  /^Cache +Num +Total +Size +Pages$/m,
  /^\S+ +reads +read sectors +writes +requested writes$/m,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['-reads-', 'K total memory', ' partitions', 'Cache ', 'requested writes'];

export const vmstatTotals: LogParser = {
  kind: 'vmstat-totals',
  score: ({ head }) =>
    containsAny(head, LITERALS) && TOTALS.some((pattern) => pattern.test(head)) ? 0.9 : 0,
  open: null,
};
