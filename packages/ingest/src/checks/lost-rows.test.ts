import { expect, it } from 'vitest';
import { readNumbers } from '../testing/damage';
import { readFixture } from '../testing/fixtures';

const CRDB_HEAD =
  '_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)';
const crdb = (kind: string, count: number, name = '') =>
  `\n${CRDB_HEAD}__${kind}\n   60.0s        0 ${count} ${(count / 60).toFixed(1)} 1.0 1.0 2.0 3.0 4.0  ${name}`;
const redis = (tests: readonly string[]) =>
  [
    '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"',
    ...tests.map((test) => `"${test}","1000.00","0.2","0.1","0.2","0.3","0.4","0.5"`),
  ].join('\n');
const SUITE = [
  ...['PING_INLINE', 'PING_MBULK', 'SET', 'GET', 'INCR', 'LPUSH', 'RPUSH', 'LPOP', 'RPOP', 'SADD', 'HSET'],
  ...['SPOP', 'ZADD', 'ZPOPMIN', 'LPUSH (needed to benchmark LRANGE)', 'LRANGE_100 (first 100 elements)'],
  ...['LRANGE_300 (first 300 elements)', 'LRANGE_500 (first 450 elements)'],
  ...['LRANGE_600 (first 600 elements)', 'MSET (10 keys)'],
];
const WINDOWS =
  'Time (seconds),Throughput (requests/second),Average Latency (millisecond),Minimum Latency (millisecond)';
const go = (name: string, count: number, cells = 'OPS: 10.0, Avg(us): 5') =>
  `${name} - Takes(s): ${(count / 10).toFixed(1)}, Count: ${count}, ${cells}`;
const tpc = (kind: string, name: string) =>
  `[${kind}] ${name} - Takes(s): 60.0, Count: 60, TPM: 60.0, Sum(ms): 600.0, Avg(ms): 10.0`;
const YCSB = [
  ...['[OVERALL], RunTime(ms), 10000', '[OVERALL], Throughput(ops/sec), 100.0', '[READ], Operations, 507'],
  ...['[READ], AverageLatency(us), 1000.0', '[READ], Return=OK, 507', '[UPDATE], Operations, 493'],
];
const fixture = (name: string) => readFixture(name).toString('latin1');

/** Whole outputs, and a line that is a row; without it the loss can be seen. */
const TABLES: [tool: string, file: string, text: string, row: RegExp][] = [
  [
    'cockroach workload, by the sum of the totals',
    'kv.txt',
    [crdb('total', 600, 'read'), crdb('total', 60, 'write'), crdb('result', 660)].join('\n'),
    / write$/,
  ],
  [
    'cockroach workload, by the result that is missing',
    'kv.txt',
    [crdb('total', 600, 'read'), crdb('result', 600)].join('\n'),
    /^ .* $|__result/,
  ],
  ['redis-benchmark --csv of all tests', 'redis.csv', redis(SUITE), /"RPOP"/],
  ['redis-benchmark --csv of all tests, the last one', 'redis.csv', redis(SUITE), /"MSET/],
  [
    'redis-benchmark -t lrange',
    'redis.csv',
    redis(SUITE.filter((test) => test.includes('LRANGE'))),
    /"LPUSH/,
  ],
  [
    'redis-benchmark -q',
    'redis.txt',
    ' SET: rps=1.0 (overall: 1.0) avg_msec=1.0 (overall: 1.0)\rSET: 10.00 requests per second, p50=0.1 msec\n GET: rps=1.0 (overall: 1.0) avg_msec=1.0 (overall: 1.0)\r\nGET: 10.00 requests per second, p50=0.1 msec',
    /^GET: 10/,
  ],
  [
    'mysqlslap --csv of two engines and two numbers of clients',
    'slap.csv',
    ['innodb,mixed,0.216,0.150,0.300,50,20', 'innodb,mixed,0.3,0.250,0.400,100,10']
      .concat('myisam,mixed,0.316,0.250,0.400,50,20', 'myisam,mixed,0.4,0.350,0.500,100,10')
      .join('\n')
      .replaceAll(/0\.(\d),/g, '0.$100,'),
    /^myisam.*,100,/,
  ],
  [
    'BenchBase, a window in the middle',
    'ycsb_2026-05-04_11-00-00.results.csv',
    [WINDOWS, ...[0, 5, 10, 15, 20].map((second) => `${second},100.000,1.000,0.500`)].join('\n'),
    /^10,/,
  ],
  [
    'BenchBase, the second window',
    'ycsb_2026-05-04_11-00-00.results.csv',
    [WINDOWS, ...[0, 5, 10, 15, 20].map((second) => `${second},100.000,1.000,0.500`)].join('\n'),
    /^5,/,
  ],
  [
    'go-ycsb, by the total',
    'ycsb.txt',
    ['Run finished, takes 10s', go('READ', 100), go('TOTAL', 150), go('UPDATE', 50)].join('\n'),
    /^UPDATE/,
  ],
  [
    'go-ycsb, by the progress',
    'ycsb.txt',
    [go('READ', 50), go('UPDATE', 40), 'Run finished, takes 10s', go('READ', 100), go('UPDATE', 50)].join(
      '\n',
    ),
    /^UPDATE.*Count: 50/,
  ],
  [
    'go-tpc, by the progress',
    'tpcc.txt',
    [tpc('Current', 'NEW_ORDER'), tpc('Current', 'PAYMENT'), 'Finished', tpc('Summary', 'NEW_ORDER')]
      .concat(tpc('Summary', 'PAYMENT'), 'tpmC: 60.0, efficiency: 4.7%')
      .join('\n'),
    /Summary\] PAYMENT/,
  ],
  [
    'go-tpc, the line of tpmC',
    'tpcc.txt',
    [tpc('Summary', 'NEW_ORDER'), tpc('Summary', 'PAYMENT'), 'tpmC: 60.0, efficiency: 4.7%'].join('\n'),
    /^tpmC/,
  ],
  ['go-tpc tpch, by the progress', 'tpch.txt', fixture('made-go-tpc-tpch.txt'), /Summary\] Q1/],
  ['TPROC-H, by the lines above', 'hdb.txt', fixture('made-hammerdb-tproc-h.txt'), /query 2 completed/],
  ['memtier, by the total', 'memtier.txt', fixture('made-memtier-2.1-run-count.txt'), /^Gets +145010/],
  ['the JSON of memtier, by the total', 'memtier.json', fixture('made-memtier-2.1.json'), /"Gets"/],
  ['YCSB, operations of a kind', 'ycsb.txt', YCSB.join('\n'), /^\[UPDATE\]/],
  ['pgbench, the numbers of a script', 'pgb.txt', fixture('made-pgbench-16-scripts.txt'), / - 2000 tr/],
  ['BenchmarkSQL, one of its two rates', 'bsql.txt', fixture('made-benchmarksql-5.log'), /Measured tpmTOTAL/],
  ['the fork of Yugabyte, its TPM-C', 'yb.txt', fixture('made-yugabyte-tpcc.txt'), /TPM-C:/],
  ['the fork of Yugabyte, all requests', 'yb.txt', fixture('made-yugabyte-tpcc.txt'), /Rate limited/],
  ['fio 3, the IOPS of a job', 'fio.txt', fixture('randread.normal.txt'), /^ {2}read: IOPS/],
  ['fio 2, the IOPS of the second direction', 'fio.txt', fixture('fio-2.16.rw.4job.txt'), /^ {2}write: io=/],
  ['sysbench 0.4, its requests', 'sb.txt', fixture('made-0.4-oltp.no-version.txt'), /read\/write requests:/],
  ['fileio of sysbench 0.4', 'sb.txt', fixture('made-0.4.12-fileio.txt'), /Requests\/sec executed/],
];

it.each(TABLES)('%s: a row that was lost is reported', async (_, file, text, row) => {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => row.test(line));
  expect(at).toBeGreaterThanOrEqual(0);
  const read = async (all: readonly string[]) => {
    const { diagnostics } = await readNumbers({ [file]: Buffer.from(all.join('\n'), 'latin1') });
    return diagnostics.map(({ code, message }) => code + message);
  };
  const before = new Set(await read(lines));
  expect([...before].filter((each) => each.startsWith('ROWS_LOST'))).toEqual([]);
  expect((await read(lines.toSpliced(at, 1))).filter((each) => !before.has(each))).not.toEqual([]);
});

it('a block of a job of fio that is missing is reported', async () => {
  const text = fixture('fio-two-groups.txt');
  const [first = 0, second] = [...text.matchAll(/^\S+: \(groupid=/gm)].map(({ index }) => index);
  const { diagnostics } = await readNumbers({
    'fio.txt': Buffer.from(text.slice(0, first) + text.slice(second)),
  });
  expect(diagnostics.map(({ code }) => code)).toContain('ROWS_LOST');
});

it('42 queries of ClickBench are reported, and 43 are not', async () => {
  const read = async (queries: number) => {
    const result = Array.from({ length: queries }, () => [0.3, 0.2, 0.1]);
    const document = {
      system: 'DuckDB',
      machine: 'c6a',
      cluster_size: 1,
      load_time: 1,
      data_size: 2,
      result,
    };
    return (await readNumbers({ 'c.json': Buffer.from(JSON.stringify(document)) })).diagnostics;
  };
  expect((await read(43)).map(({ code }) => code)).not.toContain('ROWS_LOST');
  expect((await read(42)).map(({ code }) => code)).toContain('ROWS_LOST');
});

it.each([1, 2, 20, 5000])('a whole table of %d rows is not reported', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => crdb('total', 60, `op${index}`));
  const text = [...rows, crdb('result', 60 * count)].join('\n');
  const { diagnostics } = await readNumbers({ 'kv.txt': Buffer.from(text) });
  expect(diagnostics.map(({ code }) => code)).not.toContain('ROWS_LOST');
});
