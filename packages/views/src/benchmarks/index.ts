export { loadDbBench } from './db-bench/load-db-bench';
export type { DbBenchModel } from './db-bench/prepare-db-bench';
export { loadFsync } from './fsync/load-fsync';
export { type FsyncModel, prepareFsync } from './fsync/prepare-fsync';
export { loadInsertBenchmark } from './insert-benchmark/load-insert-benchmark';
export {
  type InsertBenchmarkModel,
  prepareInsertBenchmark,
} from './insert-benchmark/prepare-insert-benchmark';
export type { ReportControl, ReportPage } from './prepare-page';
export { reportDocument } from './report-document';
export { parseReportState } from './report-search-params';
export type { LoadedReport, ReportModel, ReportSource } from './report-source';
export { type ReportState, reportHref } from './report-state';
export type { ReportCell, ReportHead, ReportRow, ReportSentence, ReportTable } from './report-table-model';
export { loadTprocC } from './tproc-c/load-tproc-c';
export type { TprocCModel } from './tproc-c/prepare-tproc-c';
