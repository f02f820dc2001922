/**
 * Writes run directories in the layout of published archives, with logs as large as those of real 10-minute runs:
 * 39 tests, one sample a second of vmstat and of iostat over 14 devices, EXPLAIN noise in sysbench's output, and the
 * side files that a run leaves. Numbers come from a seeded generator, so two runs of the benchmark read the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const TESTS = [
  ['point-query.warm', 100],
  ['scan.warmpre', 100],
  ['point-query.pre', 100],
  ['update-inlist', 100],
  ['update-index', 100],
  ['update-nonindex', 100],
  ['update-one', 100],
  ['update-zipf', 100],
  ['write-only', 10000],
  ['read-write', 10],
  ['read-write', 100],
  ['scan.warm', 100],
  ['scan', 100],
  ['read-only', 10],
  ['read-only', 100],
  ['read-only', 10000],
  ['read-only-simple', 1000],
  ['read-only-sum', 1000],
  ['read-only-order', 1000],
  ['read-only-distinct', 1000],
  ['read-only-count', 1000],
  ['point-query', 100],
  ['random-points', 10],
  ['random-points', 100],
  ['random-points', 1000],
  ['hot-points', 100],
  ['points-covered-pk', 100],
  ['points-notcovered-pk', 100],
  ['range-covered-pk', 100],
  ['range-notcovered-pk', 100],
  ['points-covered-si.warm', 100],
  ['points-covered-si', 100],
  ['points-notcovered-si', 100],
  ['range-covered-si', 100],
  ['range-notcovered-si', 100],
  ['delete', 100],
  ['insert', 100],
  ['range-notcovered-si.pre', 100],
  ['points-covered-pk.pre', 100],
];
const SIDE_FILES = [
  'pgs.db',
  'pgs.tabs',
  'pgs.idxs',
  'pgs.bg',
  'pgi.tabs',
  'pgi.idxs',
  'lsa',
  'sz',
  'ts',
  'ps',
  'pg.conf',
];
const DEVICES = ['md2', 'nvme0n1', 'nvme1n1', ...Array.from({ length: 11 }, (_, i) => `loop${i}`)];

/** Mulberry32: small, seeded, good enough for made-up load. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function vmstatLog(random, seconds) {
  const lines = [];
  for (let second = 0; second <= seconds; second += 1) {
    if (second % 22 === 0) {
      lines.push('procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----');
      lines.push(' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st');
    }
    const us = 60 + Math.floor(random() * 20);
    const sy = 5 + Math.floor(random() * 5);
    const cs = 12000 + Math.floor(random() * 900);
    lines.push(
      `40  0 168424 3255704 469720 125774600    0    0    52   ${200 + Math.floor(random() * 90)} 11402 ${cs} ${us} ${sy} ${100 - us - sy}  0  0`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function iostatLog(random, seconds) {
  const head =
    'Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util';
  const zeros = '    0.00      0.00     0.00   0.00    0.00     0.00';
  const lines = ['Linux 6.8.0 (bench) \t01/01/26 \t_x86_64_\t(48 CPU)', '', ''];
  for (let second = 0; second < seconds; second += 1) {
    lines.push(head);
    for (const device of DEVICES) {
      const busy = device.startsWith('loop') ? 0 : 1;
      const writes = (busy * random() * 400).toFixed(2).padStart(8);
      const writeKb = (busy * random() * 9000).toFixed(2).padStart(9);
      lines.push(
        `${device.padEnd(12)}${zeros}${writes} ${writeKb}     0.00   0.00    0.10    20.00${zeros}    0.00    0.00    0.02   ${(busy * random() * 9).toFixed(2)}`,
      );
    }
    lines.push('', '');
  }
  return `${lines.join('\n')}\n`;
}

function sysbenchLog(random, { test, threads }) {
  const queries = Math.floor(1e6 + random() * 1e7);
  const perSecond = (queries / 600).toFixed(2);
  const noise = Array.from(
    { length: 40 * threads },
    (_, i) =>
      `explain: for ${test} :: Index Scan using sbtest${i % 8}_pkey on sbtest (cost=0.43..8.45 rows=1 width=121)`,
  ).join('\n');
  return `sysbench --db-driver=pgsql --range-size=100 --table-size=10000000 --tables=8 --threads=${threads} --events=0 --warmup-time=5 --time=600 oltp.lua run --pgsql-user=root --pgsql-password=pw --pgsql-host=127.0.0.1
48 CPUs
sysbench 1.1.0-3ceba0b (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: ${threads}

${noise}

Threads started!

SQL statistics:
    queries performed:
        total:                           ${queries}
    transactions:                        ${queries} (${perSecond} per sec.)
    queries:                             ${queries} (${perSecond} per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

Throughput:
    events/s (eps):                      ${perSecond}
    time elapsed:                        600.0003s
    total number of events:              ${queries}

Latency (ms):
         min:                                    0.05
         avg:                                    ${(0.5 + random()).toFixed(2)}
         max:                                   16.66
         95th percentile:                        0.63
         sum:                               598812.61
`;
}

/**
 * Writes one run directory per version.
 *
 * @param {string} root directory to write into
 * @param {{versions: string[], seconds?: number}} options version tokens (`pg170`) and samples a second per test
 * @returns {Promise<{directories: string[], bytes: number, files: number}>}
 */
export async function makeRuns(root, { versions, seconds = 630 }) {
  const directories = [];
  let bytes = 0;
  let files = 0;
  const write = async (file, text) => {
    await writeFile(file, text);
    bytes += Buffer.byteLength(text);
    files += 1;
  };
  for (const [index, version] of versions.entries()) {
    const random = randomFrom(index + 1);
    const directory = path.join(root, `x.${version}_o2nofp.x10a_c32r128.pk1`);
    await mkdir(directory, { recursive: true });
    directories.push(directory);
    for (const [test, range] of TESTS) {
      const name = `${test}.range${range}.pk1`;
      await write(path.join(directory, `sb.o.${name}.dop40`), sysbenchLog(random, { test, threads: 40 }));
      await write(path.join(directory, `sb.vm.${name}.dop40`), vmstatLog(random, seconds));
      await write(path.join(directory, `sb.io.${name}.dop40`), iostatLog(random, seconds));
      for (const kind of SIDE_FILES)
        await write(
          path.join(directory, `sb.${kind}.${name}`),
          `-[ RECORD 1 ]\nrelid | ${random()}\n`.repeat(40),
        );
    }
  }
  return { directories, bytes, files };
}
