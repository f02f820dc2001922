import type { TableLog } from '../../parsers/mytools-summary/table-log';
import type { CorpusKeys } from '../corpus-keys';

/** The index counts the lines of these tables; their cells are checked in mytools-summary.corpus.test.ts. */
/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['mytools-summary'],
  answers(_row, { log }) {
    return log?.type === 'mytools-summary' ? { lines: (log as TableLog).lines } : {};
  },
};
