import { benchbaseFormat } from '../parsers/benchbase/about';
import { cockroachWorkloadFormat } from '../parsers/cockroach-workload/about';
import { contextFormat } from '../parsers/context/about';
import { dbBenchFormat } from '../parsers/db-bench/about';
import { fioFormat } from '../parsers/fio/about';
import { goBenchFormat } from '../parsers/go-bench/about';
import { googleBenchmarkFormat } from '../parsers/google-benchmark/about';
import { hammerdbFormat } from '../parsers/hammerdb/about';
import { hostFormat } from '../parsers/host/about';
import { insertBenchmarkFormat } from '../parsers/insert-benchmark/about';
import { jmhFormat } from '../parsers/jmh/about';
import { memtierFormat } from '../parsers/memtier/about';
import { mysqlslapFormat } from '../parsers/mysqlslap/about';
import { mytoolsSummaryFormat } from '../parsers/mytools-summary/about';
import { pgbenchFormat } from '../parsers/pgbench/about';
import { profileFormat } from '../parsers/profile/about';
import { queriesFormat } from '../parsers/queries/about';
import { redisBenchmarkFormat } from '../parsers/redis-benchmark/about';
import { resultsJsonFormat } from '../parsers/results-json/about';
import { resultsTableFormat } from '../parsers/results-table/about';
import { sysbenchFormat } from '../parsers/sysbench/about';
import { tpccFormat } from '../parsers/tpcc/about';
import { ycsbFormat } from '../parsers/ycsb/about';
import type { FormatInfo } from './format-info';

/**
 * The description of every supported format, for servers and browsers: `about.ts` of its folder, one line per format. The
 * parsers are in `parsers/registry.ts`.
 */
export const FORMATS: readonly FormatInfo[] = [
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
