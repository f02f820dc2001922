import type { FormatFamily } from '../family';
import type { LogParser } from '../parser';
import { dbBenchFormat as about } from './about';
import { dbBenchAssembler } from './assemble/db-bench-assembler';
import { dbBench } from './log/db-bench';
import { dbBenchCompare } from './tables/compare';
import { dbBenchIntervals } from './tables/interval-report';
import { dbBenchReport } from './tables/report';

/** benchmark.sh leaves `<log>.time` and `<log>.stats.ps` with its logs: kept, because report.tsv has their values. */
const sideFiles: readonly LogParser[] = [
  ['db_bench_time', /^benchmark_\S+\.log\.time$/] as const,
  ['db_bench_ps', /^benchmark_\S+\.log\.stats\.ps$/] as const,
].map(([kind, name]) => ({ kind, score: (sample) => (name.test(sample.name) ? 0.5 : 0), open: null }));

export const dbBenchFormat: FormatFamily = {
  ...about,
  parsers: [dbBench, dbBenchReport, dbBenchCompare, dbBenchIntervals, ...sideFiles],
  assembler: dbBenchAssembler,
};
