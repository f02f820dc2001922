import type { FormatFamily } from '../family';
import { mytoolsMet } from './mytools-met/mytools-met';
import { mytoolsPrepare } from './mytools-prepare/mytools-prepare';
import { mytoolsQps } from './mytools-qps/mytools-qps';
import { sysbench } from './sysbench';
import { sysbenchAssembler } from './sysbench-assembler';

export const sysbenchFamily: FormatFamily = {
  name: 'sysbench',
  parsers: [sysbench, mytoolsMet, mytoolsPrepare, mytoolsQps],
  assembler: sysbenchAssembler,
};
