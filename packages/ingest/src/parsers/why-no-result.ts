/** Why files of a kind give no result, and whether the reason is given per file or per kind. */
interface WhyNoResult {
  why: string;
  /** True for files that runs are named or completed by: where there is a run, they gave something. */
  completesRuns?: true;
  /** True for tables and logs with numbers that users may expect in the results: each file is named. */
  each?: true;
}

const FACTS = 'its facts are shown with the run';

/** By kind. Kinds that are not here give results; one of their files that does not is named in any case. */
export const WHY_NO_RESULT: Readonly<Record<string, WhyNoResult>> = {
  config: { why: `settings; ${FACTS}` },
  pg_settings: { why: `settings; ${FACTS}` },
  mysql_variables: { why: `settings; ${FACTS}` },
  rocksdb_options: { why: `settings; ${FACTS}` },
  'hammerdb-params': { why: 'settings of the run, used to name it', completesRuns: true },
  pg_stat: { why: `counters of the server; ${FACTS}` },
  mysql_status: { why: `counters of the server; ${FACTS}` },
  innodb_status: { why: `counters of the server; ${FACTS}` },
  innodb_history: { why: `samples of the server's history list; ${FACTS}` },
  mysql_info: { why: 'tables of the server about itself; kept to be read by people' },
  perf_stat: { why: `counters of the CPU; ${FACTS}` },
  perf: { why: 'a profile; kept to be read by people' },
  flamegraph: { why: 'a profile; its frames are drawn with its test' },
  folded_stacks: { why: 'a profile; its frames are drawn with its test' },
  pmp_stacks: { why: 'stacks of a debugger; its frames are drawn with its test' },
  picture: { why: 'a picture' },
  rocksdb_log: { why: `the log of the database; ${FACTS}` },
  server_log: { why: 'the log of the server; kept to be read by people' },
  server_version: { why: 'the version of the server, used to name the run', completesRuns: true },
  server_info: { why: 'what the server is: cores, memory, system', completesRuns: true },
  system_info: { why: 'what the server is; kept to be read by people' },
  storage_info: {
    why: 'devices and their contents; used to choose the device of iostat',
    completesRuns: true,
  },
  ps: { why: `processes; ${FACTS}` },
  top: { why: `processes; ${FACTS}` },
  db_bench_ps: { why: `processes; ${FACTS}` },
  db_bench_time: { why: `times of the client; ${FACTS}` },
  time: { why: `times of the client; ${FACTS}` },
  file_sizes: { why: `sizes of files; ${FACTS}` },
  meminfo: { why: `memory of the server; ${FACTS}` },
  vacuum: { why: 'output of a vacuum; no test runs in it' },
  trim_test: { why: 'a study of discard; no test of a database' },
  run_settings: { why: 'settings of the runs in its directory', completesRuns: true },
  notes: { why: 'text for people' },
  iibench: { why: 'the log of a client, without a second that counts', completesRuns: true },
  'iibench-script': { why: 'output of the script of a step; its report is in o.res' },
  'iibench-database-size': {
    why: 'the size of the database, added to the results of its step',
    completesRuns: true,
  },
  'pgbench-transactions': {
    why: 'one thread of a run: its latencies count with those of the first one',
    completesRuns: true,
  },
  'pgbench-aggregate': {
    why: 'one thread of a run: its intervals count with those of the first one',
    completesRuns: true,
  },
  'pgbench-init': { why: 'the load of the tables of pgbench; no test runs in it' },
  'hdr-histogram-log': {
    why: 'compressed histograms over time; percentiles of the run are in the output of the client',
  },
  'hammerdb-pipelines': {
    why: 'steps of a CI pipeline, without results: send what `jobs profile <id>` prints, or the summaryjson of its jobs',
    each: true,
  },
  'hammerdb-side-file': { why: 'kept with the logs of the run' },
  'fio-job': { why: 'the settings of jobs, not their output' },
  'benchbase-windows': {
    why: 'throughput and latencies over time, drawn as a chart; the result is in summary.json',
    completesRuns: true,
  },
  'benchbase-raw': {
    why: 'one row a request: without the summary of its run nothing says how long was measured',
    each: true,
  },
  'benchbase-config': { why: 'the settings of a run, used to name its workload', completesRuns: true },
  'benchbase-params': { why: `settings of the server; ${FACTS}` },
  'benchbase-metrics': { why: `counters of the server; ${FACTS}` },
  'benchbase-histograms': { why: `requests by outcome and transaction; ${FACTS}` },
  'benchbase-table': {
    why: 'tables that bexhoma made of runs of BenchBase: send the files of the runs themselves',
    each: true,
  },
  benchstat: {
    why: 'medians and ratios that benchstat made of logs of go test: send those, whose lines can be cited',
    each: true,
  },
  rates: {
    why: 'a restatement of its logs, which are read instead; its values are facts',
    each: true,
  },
  'iibench-rates': {
    why: 'means over parts of a step, which have no metric; its values are facts',
    each: true,
  },
  'iibench-response-times': {
    why: 'histograms that the log of the client holds too; shown with the step',
    each: true,
  },
  'iostat-averages': {
    why: 'means of its iostat log, which is read instead; its values are facts',
    each: true,
  },
  'fio-greps': { why: 'lines picked from logs of fio, which are read instead', each: true },
  'jc-json': {
    why: 'vmstat or iostat as jc rewrote it: send the log itself, whose lines can be cited',
    each: true,
  },
  summary_table: {
    why: 'a table whose form is not known, or which holds no product and version: send the logs behind it',
    each: true,
  },
  'vmstat-totals': { why: 'totals since boot: no samples of a test', each: true },
  'hammerdb-samples': { why: 'samples of NOPM over time; the result is in the log of HammerDB', each: true },
  'db_bench-intervals': { why: 'throughput over time, shown with its run', each: true },
  'sb.r.qps': {
    why: 'rounded QPS of all concurrencies, used where a log of sysbench is missing',
    each: true,
  },
};
