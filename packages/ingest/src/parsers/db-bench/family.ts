import { containsAny } from '../../text/contains-any';
import type { FormatFamily } from '../family';
import { type LogParser, type Sample, scoreOf } from '../parser';
import { dbBenchFormat as about } from './about';
import { dbBenchAssembler } from './assemble/db-bench-assembler';
import { openDbBench } from './log/db-bench-session';
import { HISTOGRAM_LINES } from './log/histogram-lines';
import { TREE_LINES } from './log/tree-statistics';
import { parseLogName } from './names';
import { dbBenchCompare } from './tables/compare';
import { dbBenchIntervals } from './tables/interval-report';
import { dbBenchReport } from './tables/report';

/**
 * What RocksDB's db_bench prints, V1 (RocksDB 6) and V2 (since 7), stdout and stderr in one file or stdout alone.
 * benchmark.sh names the files `benchmark_<test>.t<threads>[.s<sync>].log`.
 */
export const dbBench: LogParser = {
  kind: 'db_bench',
  about: 'output of db_bench: `readrandom : 10.218 micros/op 3131616 ops/sec ...`',
  score: scoreDbBench,
  hasDetails: true,
  open: openDbBench,
  valueLines: [...HISTOGRAM_LINES.map(({ pattern }) => pattern), ...TREE_LINES],
};

const CONTENTS = [
  /^RocksDB: {2,8}version \d/m,
  /^Initializing RocksDB Options from (?:the specified file|command-line flags)$/m,
  /^Set seed to \d+ because --seed was 0$/m,
  /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d {2}\.\.\. thread \d+: \(\d+,\d+\) ops and /m,
  /(?:^|[\r\n])[A-Za-z][\w.]{0,60} *: +\d+\.\d+ micros\/op \d+ ops\/sec[; ]/,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['RocksDB', 'Set seed to', ' ops and ', ' micros/op '];

function scoreDbBench({ name, head }: Sample): number {
  const isNamed = parseLogName(name)?.tool === 'benchmark.sh';
  const isContent = containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head));
  return scoreOf(isContent, isNamed, 0.3);
}

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
