import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { type Assembler, type LocatedLog, logsOfType } from '../../family';
import type { ResultsLog } from '../results-log';
import { withHostLogs } from './host-of-results';
import { partsOfResults } from './parts-of-results';

/**
 * Each file gives a part for each version, config, machine and workload that its results name; the vmstat and iostat logs next
 * to it are joined.
 */
export const resultsAssembler: Assembler = {
  assemble(logs, context) {
    const directories = new Map<string, LocatedLog<ResultsLog>[]>();
    for (const located of logsOfType<ResultsLog>(logs, 'results-json')) {
      context.claim(located);
      addToGroup(directories, path.posix.dirname(located.path), located);
    }
    return [...directories].flatMap(([directory, files]) => {
      const parts = files.flatMap((located) => partsOfResults(located, context));
      return withHostLogs(parts, { directory, logs, context });
    });
  },
};
