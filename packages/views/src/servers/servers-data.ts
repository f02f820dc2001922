import type { CellStatus } from '@basecase/analysis';
import type { ProductHeatmap } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import type { HeatNoise } from '../verdict/heat-noise';
import type { KeyedColumn } from './column-keys';
import type { JudgedColumn, SentVerdicts } from './sent-verdicts';
import type { ServersMetric } from './servers-state';

export interface ServersRow {
  key: string;
  name: string;
  range: number | null;
  group: string;
  groupLabel: string;
  unit: string;
}

/** One server as the browser gets it: absolute values only. */
export interface ServerData {
  server: ProductHeatmap['server'];
  workload: ProductHeatmap['workload'];
  columns: KeyedColumn[];
  /** Key of a test on this server, by row, where the server's table has it without its range. */
  ownKeys: Record<number, string>;
  /** [row of the page][column]; null = missing, or not to be compared. */
  values: Partial<Record<ServersMetric, (number | null)[][]>>;
  /** Results that are there and must not be compared. */
  excluded: { row: number; column: number; status: CellStatus }[];
  /** [row of the page][column] results behind a cell; null when no cell has more than one. */
  repeats: number[][] | null;
  /** [row of the page][column] (max - min) / median of throughput over the repeats; null when no cell was repeated. */
  spread: (number | null)[][] | null;
  /** [row of the page][column] true where a cost was computed; of the costs that have reported cells too. */
  computed: Partial<Record<ServersMetric, boolean[][]>>;
  /** Null: nothing is known of it, and only thresholds can judge. */
  noise: HeatNoise | null;
  /** Verdicts that were made before the page was sent; null until then. */
  judged: SentVerdicts | null;
}

/** Judges a column of a server by the noise of that server; null where nothing is known of it. */
export type Judge = (
  data: ServersData,
  server: ServerData,
  columns: { base: number; column: number },
) => JudgedColumn | null;

export interface ServersData {
  product: string;
  benchmark: BenchmarkId;
  /** Keys of the shown versions, in release order. */
  keys: string[];
  /** Key of the base unless the URL names another shown one; empty = each server its own. */
  base: string;
  servers: ServerData[];
  /** Tests of all servers, in domain order. */
  rows: ServersRow[];
  /**
   * Metrics that come after the page; of CPU µs/o the columns that the page opens with are there. Null when all is
   * there.
   */
  missing: ServersMetric[] | null;
  /** Judges what was not judged before the page was sent; null while the numbers that it needs are not there. */
  judge: Judge | null;
}
