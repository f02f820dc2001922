import type { FormatFamily } from '../family';
import { hostFormat as about } from './about';
import { cpuTime } from './cpu-time/cpu-time';
import { hostAssembler } from './host-assembler';
import { iostat } from './iostat/iostat';
import { jcJson } from './jc-json';
import { vmstat } from './vmstat/vmstat';
import { vmstatTotals } from './vmstat/vmstat-totals';

/**
 * What the host did: vmstat and iostat, and what of it the server's processes did. Its assembler comes after those of all benchmarks, and takes the logs that
 * none of them has claimed.
 */
export const hostFormat: FormatFamily = {
  ...about,
  parsers: [vmstat, vmstatTotals, iostat, cpuTime, jcJson],
  assembler: hostAssembler,
};
