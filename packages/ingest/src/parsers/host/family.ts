import type { FormatFamily } from '../family';
import { hostFormat as about } from './about';
import { hostAssembler } from './host-assembler';
import { iostat } from './iostat/iostat';
import { jcJson } from './jc-json';
import { vmstat } from './vmstat/vmstat';
import { vmstatTotals } from './vmstat/vmstat-totals';

/**
 * What the host did: vmstat and iostat. Its assembler comes after those of all benchmarks, and takes the logs that
 * none of them has claimed.
 */
export const hostFormat: FormatFamily = {
  ...about,
  parsers: [vmstat, vmstatTotals, iostat, jcJson],
  assembler: hostAssembler,
};
