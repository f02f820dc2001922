import { containsAny } from '../../text/contains-any';
import type { LogParser, Sample } from '../parser';
import { isBenchstat } from './benchstat';
import { goBenchDetails } from './go-bench-details';
import { GoBenchSession } from './go-bench-session';

/** What `go test -bench` prints, and logs of other tools in its format. `go test -json` is not read. */
export const goBench: LogParser = {
  kind: 'go-bench',
  about: 'output of `go test -bench`: `BenchmarkX-8  1000  325 ns/op`, or `ok  <package>  1.2s` of go test',
  score: scoreGoBench,
  open: (reporter) => new GoBenchSession(reporter),
  openDetails: goBenchDetails,
};

const CONTENT = [
  /^Benchmark(?![a-z])\S*[ \t]+\d+[ \t]+[-+]?[\d.]+(?:e[-+]?\d+)? [^\s\d]\S*/m,
  /^goos: \w+\ngoarch: \w+$/m,
  /^(?:ok {2}|FAIL)\t\S+\t(?:[\d.]+s|\(cached\))/m,
];
/** One of them is in whatever a pattern finds. */
const LITERALS = ['Benchmark', 'goos: ', 'ok  \t', 'FAIL\t'];

function scoreGoBench(sample: Sample): number {
  const { head, name } = sample;
  if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
  // benchstat repeats the settings of its logs.
  if (isBenchstat(sample)) return 0;
  return /bench/i.test(name) ? 1 : 0.9;
}
