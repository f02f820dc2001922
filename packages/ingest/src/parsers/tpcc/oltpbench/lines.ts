/** What log4j writes before a message: `14:50:59,982 (DBWorkload.java:818) INFO  - `. */
export const LOGGED = /\(([A-Z]\w{2,40})\.java:\d{1,6}\) [A-Z]{4,5} +- /;
/** The same of BenchBase: `[INFO ] 2024-11-21 19:10:23,043 [main]  com.oltpbenchmark.DBWorkload runWorkload - `. */
export const LOGGED_BY_BENCHBASE =
  /^\[[A-Z]{4,5} ?\] \d{4}-\d\d-\d\d [\d:,.]{8,16} \[[^\]]{1,60}\] +com\.oltpbenchmark\./m;
/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const ANSI = /\u001b\[[0-9;]{0,12}m/g;

/**
 * `Rate limited reqs/s: Results(nanoSeconds=60000271882, measuredRequests=7985) = 133.0827302866854 requests/sec`; in
 * BenchBase also `Results(state=EXIT, ...` and ` (throughput), 52.2 requests/sec (goodput)`.
 * Source: DBWorkload.java and Results.java of github.com/oltpbenchmark/oltpbench, github.com/yugabyte/tpcc and
 * github.com/cmu-db/benchbase.
 */
export const RESULTS =
  /Rate limited reqs\/s: Results\((?:state=([A-Z_]{1,20}), )?nanoSeconds=(\d+), measuredRequests=(\d+)\) = (\d+(?:\.\d+)?(?:E\d{1,3})?) requests\/sec(?: \(throughput\), (\d+(?:\.\d+)?(?:E\d{1,3})?) requests\/sec \(goodput\))?/;
export const RESULTS_WORDS = 'Rate limited reqs/s: Results(';
/** State of a run that ended by itself. */
export const GOOD_STATE = 'EXIT';
/** `Num New Order transactions : 186826, time seconds: 1800` of the fork of Yugabyte. */
export const NEW_ORDERS = /Num New Order transactions : (\d+), time seconds: (\d+)$/;
export const TPMC = /TPM-C: (\d+(?:\.\d+)?)$/;
export const EFFICIENCY = /Efficiency : (\d+(?:\.\d+)?)%?$/;
/** Below a row of equal signs, without anything before it. */
export const SETTING = /^(Benchmark|Type|Isolation|Scale Factor): +(\S.{0,200})$/;
export const TERMINALS = /Creating (\d{1,7}) (?:new )?virtual terminals/;
/** `PHASE START :: [Workload=TPCC] [Serial=false] [Time=60] [Rate=10000] ...` */
export const PHASE = /PHASE START :: .{0,200}\[Rate=(\d{1,12}|unlimited|disabled)\]/;
/** `Output Raw data into file: tpcc_2024-11-21_19-10-23.raw.csv`: files are named after the benchmark. */
export const OUTPUT_OF_TPCC = /Output .{1,40} into file: (?:.{0,200}\/)?tpcc_/;

/** A line as it was before a terminal got it. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(ANSI, '') : text;
}
