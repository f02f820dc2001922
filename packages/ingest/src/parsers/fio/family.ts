import type { FormatFamily } from '../family';
import { fioFormat as about } from './about';
import { fioAssembler } from './assemble/fio-assembler';
import { fio } from './fio';
import { fioJobFile } from './job-file';
import { fioGreps, fioSummary } from './summary/fio-summary';

export const fioFormat: FormatFamily = {
  ...about,
  parsers: [fio, fioJobFile, fioSummary, fioGreps],
  assembler: fioAssembler,
};
