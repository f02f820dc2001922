import { benchbaseFormat } from '#formats/benchbase';
import { contextFormat } from '#formats/context';
import { dbBenchFormat } from '#formats/db-bench';
import { fioFormat } from '#formats/fio';
import { goBenchFormat } from '#formats/go-bench';
import { googleBenchmarkFormat } from '#formats/google-benchmark';
import { hammerdbFormat } from '#formats/hammerdb';
import { hostFormat } from '#formats/host';
import { insertBenchmarkFormat } from '#formats/insert-benchmark';
import { jmhFormat } from '#formats/jmh';
import { mytoolsSummaryFormat } from '#formats/mytools-summary';
import { pgbenchFormat } from '#formats/pgbench';
import { profileFormat } from '#formats/profile';
import { resultsJsonFormat } from '#formats/results-json';
import { resultsTableFormat } from '#formats/results-table';
import { sysbenchFormat } from '#formats/sysbench';
import { tpccFormat } from '#formats/tpcc';
import { ycsbFormat } from '#formats/ycsb';

/**
 * Every format that is understood, one line a family. `#formats/<folder>` is the folder's `family.ts`, and in browsers its
 * `about.ts` alone (package.json, `imports`): a page knows the benchmarks and carries no parser.
 *
 * Detection does not depend on the order; assembly does: who comes first takes the vmstat and iostat logs that lie
 * beside its own. Summary tables come first and take none: raw logs that no one has taken yet tell them their client
 * counts. The host comes after all benchmarks.
 */
export const FORMATS = [
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
  resultsJsonFormat,
  resultsTableFormat,
  hostFormat,
  contextFormat,
  profileFormat,
] as const;
