import type { FormatFamily } from '../family';
import { fioAssembler } from './assemble/fio-assembler';
import { fio } from './fio';
import { fioGreps, fioSummary } from './summary/fio-summary';

export const fioFamily: FormatFamily = {
  name: 'fio',
  parsers: [fio, fioSummary, fioGreps],
  assembler: fioAssembler,
};
