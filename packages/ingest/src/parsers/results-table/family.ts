import type { FormatFamily } from '../family';
import { resultsTableFormat as about } from './about';
import { tableAssembler } from './assemble/table-assembler';
import { resultsTable } from './results-table';

export const resultsTableFormat: FormatFamily = {
  ...about,
  parsers: [resultsTable],
  assembler: tableAssembler,
};
