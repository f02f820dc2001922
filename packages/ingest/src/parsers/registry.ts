import { benchbaseFormat } from './benchbase/family';
import { cockroachWorkloadFormat } from './cockroach-workload/family';
import { contextFormat } from './context/family';
import { dbBenchFormat } from './db-bench/family';
import type { FormatFamily } from './family';
import { fioFormat } from './fio/family';
import { goBenchFormat } from './go-bench/family';
import { googleBenchmarkFormat } from './google-benchmark/family';
import { hammerdbFormat } from './hammerdb/family';
import { hostFormat } from './host/family';
import { insertBenchmarkFormat } from './insert-benchmark/family';
import { jmhFormat } from './jmh/family';
import { memtierFormat } from './memtier/family';
import { mysqlslapFormat } from './mysqlslap/family';
import { mytoolsSummaryFormat } from './mytools-summary/family';
import { pgbenchFormat } from './pgbench/family';
import { profileFormat } from './profile/family';
import { queriesFormat } from './queries/family';
import { redisBenchmarkFormat } from './redis-benchmark/family';
import { resultsJsonFormat } from './results-json/family';
import { resultsTableFormat } from './results-table/family';
import { sysbenchFormat } from './sysbench/family';
import { tpccFormat } from './tpcc/family';
import { ycsbFormat } from './ycsb/family';

/**
 * The parsers of every format in `model/catalogue.ts`, in the same order.
 *
 * Detection does not depend on the order. Assembly does: the first format to match takes the vmstat and iostat logs next
 * to its own. Summary tables are first and take none; raw logs that are still free give them their client counts. The
 * host is after all benchmarks.
 */
export const FAMILIES: readonly FormatFamily[] = [
  mytoolsSummaryFormat,
  sysbenchFormat,
  insertBenchmarkFormat,
  dbBenchFormat,
  hammerdbFormat,
  fioFormat,
  pgbenchFormat,
  ycsbFormat,
  benchbaseFormat,
  tpccFormat,
  googleBenchmarkFormat,
  goBenchFormat,
  jmhFormat,
  redisBenchmarkFormat,
  memtierFormat,
  mysqlslapFormat,
  cockroachWorkloadFormat,
  queriesFormat,
  resultsJsonFormat,
  resultsTableFormat,
  hostFormat,
  contextFormat,
  profileFormat,
];
