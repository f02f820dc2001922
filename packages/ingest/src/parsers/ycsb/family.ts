import type { FormatFamily } from '../family';
import { ycsbFormat as about } from './about';
import { ycsbAssembler } from './assemble/ycsb-assembler';
import { goYcsb } from './go/go-ycsb';
import { hdrLog } from './hdr-log';
import { ycsb } from './java/ycsb';

/** YCSB: the Java client since 0.1 and ports that print as it does, and go-ycsb. */
export const ycsbFormat: FormatFamily = {
  ...about,
  parsers: [ycsb, goYcsb, hdrLog],
  assembler: ycsbAssembler,
};
