import type { FormatFamily } from '../family';
import { mytoolsSummaryFormat as about } from './about';
import { mytoolsSummaryAssembler } from './assemble/mytools-summary-assembler';
import { metTable } from './met-table';
import { qpsTable } from './qps-table';
import { sumTable } from './sum-table';

export const mytoolsSummaryFormat: FormatFamily = {
  ...about,
  parsers: [qpsTable, metTable, sumTable],
  assembler: mytoolsSummaryAssembler,
};
