import { type Assembler, logsOfType } from '../../family';
import type { ResultsLog } from '../results-log';
import { partsOfResults } from './parts-of-results';

/** Each file gives a part for each version, config, machine and workload that its results name. */
export const resultsAssembler: Assembler = {
  assemble(logs, context) {
    return logsOfType<ResultsLog>(logs, 'results-json').flatMap((located) => {
      context.claim(located);
      return partsOfResults(located, context);
    });
  },
};
