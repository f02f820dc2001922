import type { FormatFamily } from '../family';
import { iostat } from '../iostat/iostat';
import { vmstat } from '../vmstat/vmstat';
import { vmstatTotals } from '../vmstat/vmstat-totals';
import { hostAssembler } from './host-assembler';
import { jcJson } from './jc-json';

/**
 * What the host did: vmstat and iostat. Its assembler comes after those of all benchmarks, and takes the logs that
 * none of them has claimed.
 */
export const hostFamily: FormatFamily = {
  name: 'host',
  parsers: [vmstat, vmstatTotals, iostat, jcJson],
  assembler: hostAssembler,
};
