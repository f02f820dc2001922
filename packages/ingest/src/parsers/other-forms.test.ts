import { expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory } from '../testing/fixtures';

/** Small logs of several tools, in forms that no fixture has: name, text, numbers in any order. */
const LOGS: [what: string, file: string, text: string, numbers: [metric: string, value: number][]][] = [
  [
    'two jobs of fio 1.57, added,',
    'fio1.txt',
    `mytest: (g=0): rw=randread, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=16
...
mytest: (g=0): rw=randread, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=16
fio 1.57
Starting 2 processes

mytest: (groupid=0, jobs=1): err= 0: pid=4321
  read : io=800.0MB, bw=81920KB/s, iops=20480 , runt= 10000msec
    slat (usec): min=3 , max=512 , avg= 8.11, stdev= 2.90
    clat (usec): min=90 , max=9120 , avg=770.25, stdev=200.01
     lat (usec): min=95 , max=9130 , avg=778.50, stdev=201.00
    bw (KB/s) : min=70000, max=90000, per=50.10%, avg=81900.00, stdev=900.00
  cpu          : usr=5.10%, sys=20.20%, ctx=204800, majf=0, minf=40
  IO depths    : 1=0.1%, 2=0.1%, 4=0.1%, 8=0.1%, 16=100.0%, 32=0.0%, >=64=0.0%
     issued r/w/d: total=204800/0/0, short=0/0/0
     lat (usec): 100=0.10%, 250=1.00%, 500=20.00%, 750=40.00%, 1000=30.00%
     lat (msec): 2=8.00%, 4=0.80%, 10=0.10%
mytest: (groupid=0, jobs=1): err= 0: pid=4322
  read : io=804.0MB, bw=82329KB/s, iops=20582 , runt= 10000msec
    slat (usec): min=3 , max=612 , avg= 8.21, stdev= 2.95
    clat (usec): min=91 , max=9220 , avg=768.25, stdev=200.11
     lat (usec): min=96 , max=9230 , avg=776.70, stdev=201.10
  cpu          : usr=5.00%, sys=20.00%, ctx=205824, majf=0, minf=40
  IO depths    : 1=0.1%, 2=0.1%, 4=0.1%, 8=0.1%, 16=100.0%, 32=0.0%, >=64=0.0%
     issued r/w/d: total=205824/0/0, short=0/0/0

Run status group 0 (all jobs):
   READ: io=1604.0MB, aggrb=164249KB/s, minb=81920KB/s, maxb=82329KB/s, mint=10000msec, maxt=10000msec

Disk stats (read/write):
  sda: ios=405000/12, merge=0/3, ticks=300000/100, in_queue=300100, util=99.40%`,
    [['throughput', 41_062]],
  ],
  [
    'two runs of pgbench without its version line',
    'pgb.txt',
    `starting vacuum...end.
transaction type: <builtin: select only>
scaling factor: 50
query mode: prepared
number of clients: 4
number of threads: 2
duration: 30 s
number of transactions actually processed: 300000
latency average = 0.400 ms
latency stddev = 0.100 ms
tps = 10000.500000 (including connections establishing)
tps = 10001.250000 (excluding connections establishing)
starting vacuum...end.
transaction type: <builtin: select only>
scaling factor: 50
query mode: prepared
number of clients: 16
number of threads: 2
duration: 30 s
number of transactions actually processed: 600000
latency average = 0.800 ms
latency stddev = 0.200 ms
tps = 20000.500000 (including connections establishing)
tps = 20002.250000 (excluding connections establishing)`,
    [
      ['throughput', 10_001.25],
      ['throughput', 20_002.25],
    ],
  ],
  [
    'redis-benchmark --csv',
    'redis.csv',
    `"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
"PING_INLINE","125000.00","0.210","0.080","0.199","0.311","0.455","1.900"
"SET","111111.11","0.240","0.090","0.231","0.351","0.511","2.100"
"LRANGE_100 (first 100 elements)","50000.00","0.540","0.110","0.519","0.711","0.999","3.300"`,
    [
      ['throughput', 125_000],
      ['throughput', 111_111.11],
      ['throughput', 50_000],
    ],
  ],
  [
    'mysqlslap of two engines',
    'slap.txt',
    `Benchmark
	Running for engine innodb
	Average number of seconds to run all queries: 2.500 seconds
	Minimum number of seconds to run all queries: 2.400 seconds
	Maximum number of seconds to run all queries: 2.600 seconds
	Number of clients running queries: 20
	Average number of queries per client: 500

Benchmark
	Running for engine myisam
	Average number of seconds to run all queries: 5.000 seconds
	Minimum number of seconds to run all queries: 4.400 seconds
	Maximum number of seconds to run all queries: 5.600 seconds
	Number of clients running queries: 20
	Average number of queries per client: 500`,
    [
      ['time_per_op', 2.5],
      ['time_per_op', 5],
    ],
  ],
  [
    'BenchmarkSQL 5',
    'bsql.log',
    `12:00:00,001 [main] INFO   jTPCC : Term-00, 
12:00:00,002 [main] INFO   jTPCC : Term-00, db=postgres
12:00:00,002 [main] INFO   jTPCC : Term-00, warehouses=200
12:00:00,002 [main] INFO   jTPCC : Term-00, terminals=80
Term-00, Running Average tpmTOTAL: 90000.12    Current tpmTOTAL: 5940000    Memory Usage: 300MB / 900MB          
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, 
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, Measured tpmC (NewOrders) = 40500.75
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, Measured tpmTOTAL = 90001.5
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, Session Start     = 2026-05-01 12:00:00
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, Session End       = 2026-05-01 12:10:00
12:10:00,100 [Thread-5] INFO   jTPCC : Term-00, Transaction Count = 900015`,
    [
      ['throughput', 40_500.75],
      ['throughput', 90_001.5],
    ],
  ],
  [
    'TPC-C of cockroach',
    'crdb.txt',
    `Initializing 1000 connections...
_elapsed___errors__ops/sec(inst)___ops/sec(cum)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)
    1.0s        0           10.0           10.0     10.0     20.0     30.0     40.0 newOrder

_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__total
  600.0s        0           6000           10.0     50.0     45.0    100.0    150.0    300.0  delivery

_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__total
  600.0s        2          60000          100.0     40.0     35.0     90.0    140.0    290.0  newOrder

_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__result
  600.0s        2         132000          220.0     35.0     30.0     80.0    130.0    300.0  
Audit check 9.2.1.7: PASS

_elapsed_______tpmC____efc__avg(ms)__p50(ms)__p90(ms)__p95(ms)__p99(ms)_pMax(ms)
  600.0s     6000.0  95.5%     40.0     35.0     80.0     90.0    140.0    290.0`,
    [
      ['throughput', 6000],
      ['throughput', 600],
      ['throughput', 13_200],
    ],
  ],
  [
    'sysbench 0.5',
    'sb05.txt',
    `sysbench 0.5:  multi-threaded system evaluation benchmark

Running the test with following options:
Number of threads: 24
Report intermediate results every 10 second(s)
Random number generator seed is 0 and will be ignored

Threads started!

[  10s] threads: 24, tps: 500.10, reads: 7001.40, writes: 2000.40, response time: 60.10ms (95%), errors: 0.10, reconnects:  0.00
OLTP test statistics:
    queries performed:
        read:                            140000
        write:                           40000
        other:                           20000
        total:                           200000
    transactions:                        10000  (500.00 per sec.)
    read/write requests:                 180000 (9000.00 per sec.)
    other operations:                    20000  (1000.00 per sec.)
    ignored errors:                      2      (0.10 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          20.0000s
    total number of events:              10000
    total time taken by event execution: 479.9000s
    response time:
         min:                                  5.00ms
         avg:                                 47.99ms
         max:                                300.00ms
         approx.  95 percentile:              60.00ms

Threads fairness:
    events (avg/stddev):           416.6667/3.00
    execution time (avg/stddev):   19.9958/0.00`,
    [['rw_requests_per_s', 9000]],
  ],
];

it.each(LOGS)('%s has every number', async (_, file, text, numbers) => {
  using directory = makeDirectory({ [`run/${file}`]: text });
  const { runs } = await readUpload(directory.path);
  const metrics = new Set(numbers.map(([metric]) => metric));
  const read = runs.flatMap(({ results }) =>
    results.flatMap(({ measurements }) =>
      measurements.flatMap(({ metric, value }) => (metrics.has(metric) ? [`${metric} ${value}`] : [])),
    ),
  );
  expect(read.toSorted()).toEqual(numbers.map((number) => number.join(' ')).toSorted());
});

it('mysqlslap keeps engines apart', async () => {
  const [slap] = LOGS.filter(([, file]) => file === 'slap.txt');
  using directory = makeDirectory({ 'run/slap.txt': slap?.[2] ?? '' });
  const { runs } = await readUpload(directory.path);
  expect(runs.map(({ workload }) => workload.label).toSorted()).toEqual([
    'innodb, 500 queries per client',
    'myisam, 500 queries per client',
  ]);
});
