import { contextFamily } from './context/context-family';
import { dbBenchFamily } from './db-bench/db-bench-family';
import type { FormatFamily } from './family';
import { fioFamily } from './fio/fio-family';
import { hammerdbFamily } from './hammerdb/hammerdb-family';
import { hostFamily } from './host/host-family';
import { insertBenchmarkFamily } from './insert-benchmark/insert-benchmark-family';
import { mytoolsSummaryFamily } from './mytools-summary/mytools-summary-family';
import type { LogParser } from './parser';
import { sysbenchFamily } from './sysbench/sysbench-family';

/**
 * Every format that is understood, one line a family. Detection does not depend on the order; assembly does: who
 * comes first takes the vmstat and iostat logs that lie beside its own. Summary tables come first and take none: raw
 * logs that no one has taken yet tell them their client counts.
 */
export const FAMILIES: readonly FormatFamily[] = [
  mytoolsSummaryFamily,
  sysbenchFamily,
  hammerdbFamily,
  dbBenchFamily,
  fioFamily,
  insertBenchmarkFamily,
  hostFamily,
  contextFamily,
];

export const PARSERS: readonly LogParser[] = FAMILIES.flatMap(({ parsers }) => parsers);
