import type { ProductHeatmap } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import type { SentResults } from '../results/sent-results';
import type { TestRow } from '../results/test-row';
import type { JudgedColumn } from '../verdict/column-note';
import type { KeyedColumn } from './column-keys';
import type { ServersMetric } from './servers-state';

/** One server as the browser gets it; its results are in the rows of the page. */
export interface ServerData extends SentResults<ServersMetric> {
  server: ProductHeatmap['server'];
  workload: ProductHeatmap['workload'];
  columns: KeyedColumn[];
  /** Key of a test on this server, by row, where the server's table has it without its range. */
  ownKeys: Record<number, string>;
  /** Verdicts that were made before the page was sent, by column: null for the base and for what is not shown. */
  judged: { base: number; columns: (JudgedColumn | null)[] } | null;
}

export interface ServersData {
  product: string;
  benchmark: BenchmarkId;
  /** Keys of the shown versions, in release order. */
  keys: string[];
  /** Key of the base unless the URL names another shown one; empty = each server its own. */
  base: string;
  servers: ServerData[];
  /** Tests of all servers, in domain order. */
  rows: TestRow[];
  /**
   * Metrics that come after the page; of CPU µs/o the columns that the page opens with are there. Null when all is
   * there.
   */
  missing: ServersMetric[] | null;
}
