/** The same product on several servers: what the pages `/servers` and `/trends` read. */
import type { Matrix } from '@basecase/analysis';
import type { Workload } from '@basecase/ingest/model';
import type { CompareColumn } from './compare';
import type { ServerView, WorkloadView } from './workloads';

/** A workload with what must be equal as values, so that the workloads of two servers can be told apart. */
export type WorkloadFacts = WorkloadView &
  Pick<Workload, 'tables' | 'rowsPerTable' | 'primaryKey' | 'cached'>;

/** What is stored of one product in one heatmap. */
export interface ProductHeatmap {
  product: string;
  server: ServerView;
  workload: WorkloadFacts;
  /** Names of its versions, in no order. */
  versions: string[];
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
}

/** Slugs of a server and a workload. */
export interface HeatmapAddress {
  server: string;
  workload: string;
}

/** A column of a heatmap by what tells it from others. */
export type ProductColumn = Omit<CompareColumn, 'runs' | 'product'>;

/** The columns of one product in one heatmap, in release order. */
export interface ProductColumns extends HeatmapAddress {
  columns: ProductColumn[];
}

/** Values of one product in one heatmap. */
export interface ProductView extends HeatmapAddress {
  matrix: Matrix<CompareColumn>;
}
