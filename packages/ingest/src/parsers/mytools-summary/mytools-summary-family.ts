import type { FormatFamily } from '../family';
import { mytoolsSummaryAssembler } from './assemble/mytools-summary-assembler';
import { metTable } from './met-table';
import { qpsTable } from './qps-table';
import { sumTable } from './sum-table';

export const mytoolsSummaryFamily: FormatFamily = {
  name: 'mytools-summary',
  parsers: [qpsTable, metTable, sumTable],
  assembler: mytoolsSummaryAssembler,
};
