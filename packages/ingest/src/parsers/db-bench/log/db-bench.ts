import { containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { parseLogName } from '../names';
import { DbBenchDetails } from './db-bench-details';
import { DbBenchSession } from './db-bench-session';
import { HISTOGRAM_LINES } from './histogram-lines';
import { TREE_LINES } from './tree-statistics';

/**
 * What RocksDB's db_bench prints, V1 (RocksDB 6) and V2 (since 7), stdout and stderr in one file or stdout alone.
 * benchmark.sh names the files `benchmark_<test>.t<threads>[.s<sync>].log`.
 */
export const dbBench: LogParser = {
  kind: 'db_bench',
  about: 'output of db_bench: `readrandom : 10.218 micros/op 3131616 ops/sec ...`',
  score: scoreDbBench,
  open: (reporter) => new DbBenchSession(reporter),
  valueLines: [...HISTOGRAM_LINES.map(({ pattern }) => pattern), ...TREE_LINES],
  openDetails: () => new DbBenchDetails(),
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
  if (containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head))) return isNamed ? 1 : 0.9;
  return isNamed ? 0.3 : 0;
}
