import type { CorpusKeys } from '../../testing/corpus-keys';
import type { TableLog } from './table-log';

/** The index counts the lines of these tables; their cells are checked in mytools-summary.corpus.test.ts. */
/** @public Found by its name, see `loadCorpusKeys`. */
export const corpusKeys: CorpusKeys = {
  tools: ['mytools-summary'],
  answers(_row, { log }) {
    return log?.type === 'mytools-summary' ? { lines: (log as TableLog).lines } : {};
  },
};
