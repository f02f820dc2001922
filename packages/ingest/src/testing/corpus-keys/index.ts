import { contextKeys } from './context';
import type { CorpusKeys } from './corpus-keys';
import { dbBenchKeys } from './db-bench';
import { fioKeys } from './fio';
import { hammerdbKeys } from './hammerdb';
import { hostKeys } from './host';
import { insertBenchmarkKeys } from './insert-benchmark';
import { mytoolsSummaryKeys } from './mytools-summary';
import { sysbenchKeys } from './sysbench';

/** The one mapping from expected keys of the corpus index to what was read, a family each. */
export const CORPUS_KEYS: readonly CorpusKeys[] = [
  dbBenchKeys,
  sysbenchKeys,
  mytoolsSummaryKeys,
  fioKeys,
  hammerdbKeys,
  hostKeys,
  insertBenchmarkKeys,
  contextKeys,
];
