import type { LogParser, Sample } from '../../parser';
import { jsonFacts } from '../json-facts';
import { SummarySession } from './summary-session';

/**
 * `<benchmark>_<time>.summary.json` of BenchBase, `.summary` of OLTPBench: one JSON text, keys in any order.
 * Format: ResultWriter.writeSummary of github.com/cmu-db/benchbase.
 */
export const benchbaseSummary: LogParser = {
  kind: 'benchbase',
  about: 'summary.json of BenchBase: `"Throughput (requests/second)"`, `"Latency Distribution"`',
  isJson: true,
  score: scoreSummary,
  open: (reporter) => new SummarySession(reporter),
  openDetails: jsonFacts,
};

const LITERALS = ['"Latency Distribution"', '"Throughput (requests/second)"', '"Benchmark Type"'];
/** Of these keys a summary has all, a file that was cut early at least two. */
const MIN_KEYS = 2;

function scoreSummary({ head, name }: Sample): number {
  const isNamed = /(?:^|\.)summary(?:\.json)?$/.test(name);
  const found = LITERALS.filter((literal) => head.includes(literal)).length;
  if (found >= MIN_KEYS) return isNamed ? 1 : 0.9;
  return 0;
}
