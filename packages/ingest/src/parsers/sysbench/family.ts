import type { FormatFamily } from '../family';
import { sysbenchFormat as about } from './about';
import { sysbenchAssembler } from './assemble/sysbench-assembler';
import { sysbench } from './log/sysbench';
import { mytoolsMet } from './mytools-met/mytools-met';
import { mytoolsPrepare } from './mytools-prepare/mytools-prepare';
import { mytoolsQps } from './mytools-qps/mytools-qps';

export const sysbenchFormat: FormatFamily = {
  ...about,
  parsers: [sysbench, mytoolsMet, mytoolsPrepare, mytoolsQps],
  assembler: sysbenchAssembler,
};
