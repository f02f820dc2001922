/**
 * Tools that people send logs of and no parser reads, by a line that only they print. Named in the diagnostic, so that users know at
 * once that the log is whole.
 */
const FOREIGN: readonly (readonly [tool: string, line: RegExp])[] = [
  ['wrk', /^Running \d+(?:\.\d+)?[smh] test @ \w+:\/\//m],
  ['ApacheBench', /^This is ApacheBench, Version /m],
  ['hey', /^Summary:\r?\n {2}Total:\t/m],
  ['k6', /^ *(?:✓ )?http_reqs\.{3,}: \d/m],
  ['JMeter', /^(?:Generate )?[Ss]ummary [+=] +\d+ in +[\d:.]+(?:s)? = +[\d.]+\/s /m],
  ['Locust', /^ *Type +Name +# reqs +# fails/m],
  ['Swingbench', /\bSwingbench\b.*\bVersion\b|<SwingbenchConfiguration\b/],
  [
    'TSBS',
    /^Run complete after \d+ queries with \d+ workers|^loaded \d+ (?:metrics|rows) in [\d.]+sec with \d+ workers/m,
  ],
  // Its plain output is read.
  [
    'go-tpc or go-ycsb with another output than plain',
    /^\|.*\| *OPERATION *\| *TAKES\(S\) *\| *COUNT *\||"Operation":"\w+".*"Takes\(s\)":/m,
  ],
  ['cassandra-stress', /^Op rate {2,}: +[\d,]+ op\/s/m],
  ['NoSQLBench', /\bnosqlbench\b|^\S+ .*\bNBCLI\b/im],
  ['YCSB-cpp', /^(?:Load|Run) throughput\(ops\/sec\): [\d.]+$/m],
  [
    'kafka-producer-perf-test',
    /^\d+ records sent, [\d.]+ records\/sec \([\d.]+ MB\/sec\), [\d.]+ ms avg latency/m,
  ],
  ['OpenMessaging Benchmark', /\bWorkloadGenerator - Pub rate +[\d.]+ msg\/s/],
  ['Elasticsearch Rally', /^\|[ -]+Metric \|[ -]+Task \|[ -]+Value \|/m],
  ['DBT-2', /new-order transactions per minute \(NOTPM\)/],
  ['DBT-3', /^Composite Score: +[\d.]+|\bdbt3\b.*\bpower score\b/im],
  ['iozone', /Iozone: Performance Test of File I\/O/],
  ['Bonnie++', /^Version +\d\.\d+ +-{6}Sequential Output-{6}/m],
  ['IOR', /^IOR-\d\.\d.*: MPI Coordinated Test of Parallel I\/O/m],
  ['Vdbench', /^(?:\d\d:\d\d:\d\d\.\d{3} )?Vdbench distribution: /m],
  ['stress-ng', /^stress-ng: (?:info|metrc): /m],
  ['iperf3', /^\[ *ID\] Interval +Transfer +(?:Bitrate|Bandwidth)/m],
  ['hyperfine', /^ {2}Time \(mean ± σ\): /m],
  ['Criterion', /^\S.*time: +\[[\d.]+ [µnm]?s [\d.]+ [µnm]?s [\d.]+ [µnm]?s\]/m],
  ['pytest-benchmark', /^-+ benchmark(?: '.+')?: \d+ tests? -+$/m],
  ['VectorDBBench', /\bvectordb_bench\b/],
];

/**
 * The tool that printed a text which no parser reads; null where it is unknown.
 *
 * @param bytes the first 64 KiB of the file
 */
export function foreignTool(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return FOREIGN.find(([, line]) => line.test(text))?.[0] ?? null;
}
