import type { ReportKind } from '../url/benchmark-view-href';
import { dbBenchReport } from './db-bench/db-bench-report';
import { fsyncReport } from './fsync/fsync-report';
import { insertBenchmarkReport } from './insert-benchmark/insert-benchmark-report';
import { pgbenchReport } from './pgbench/pgbench-report';
import type { Report } from './report-source';
import { tprocCReport } from './tproc-c/tproc-c-report';

/** What each report of `BENCHMARK_VIEWS` reads and says. */
export const REPORTS: Readonly<Record<ReportKind, Report>> = {
  'insert-benchmark': insertBenchmarkReport,
  fsync: fsyncReport,
  'tproc-c': tprocCReport,
  'db-bench': dbBenchReport,
  pgbench: pgbenchReport,
};
