import type { FormatFamily } from '../family';
import { resultsJsonFormat as about } from './about';
import { resultsAssembler } from './assemble/results-assembler';
import { resultsJson } from './results-json';

export const resultsJsonFormat: FormatFamily = {
  ...about,
  parsers: [resultsJson],
  assembler: resultsAssembler,
};
