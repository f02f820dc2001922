import type { FormatFamily } from '../family';
import { fioFormat as about } from './about';
import { fioAssembler } from './assemble/fio-assembler';
import { fio } from './fio';
import { fioGreps, fioSummary } from './summary/fio-summary';

export const fioFormat: FormatFamily = {
  ...about,
  parsers: [fio, fioSummary, fioGreps],
  assembler: fioAssembler,
};
