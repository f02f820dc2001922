/**
 * Writes run directories in the layout of published archives, with as many files, as large and as well packed as those of
 * a real run: three published archives of one campaign have 50 to 56 MB in 1,312 files each and pack 13:1 with gzip, iostat
 * 26:1 (half of all bytes), ps 13:1, sysbench's output with its EXPLAIN texts 8:1, vmstat and settings 5:1. Numbers come
 * from a seeded generator, so two runs of the benchmark read the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mulberry32 } from '../../fuzz/random';
import TESTS from './tests.json' with { type: 'json' };

/** Made-up logs that pack as real ones do: what varies in a real log varies here. */

/** One sample a second, with the header again after every 21 rows. */
function vmstatLog(random: () => number, seconds: number): string {
  const between = (least: number, span: number) => least + Math.floor(random() * span);
  const lines = [];
  for (let second = 0; second <= seconds; second += 1) {
    if (second % 22 === 0) {
      lines.push('procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----');
      lines.push(' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st');
    }
    const us = between(30, 20);
    const sy = between(25, 10);
    const memory = `${between(785_840, 90_000)} ${between(629_100, 40)} ${between(126_252_832, 90_000)}`;
    const rates = `${between(282_487, 90_000)} ${between(164_696, 30_000)} ${between(1_402_104, 60_000)}`;
    lines.push(
      `${between(10, 40)}  0 119528 ${memory}    0    0     0 ${rates} ${us} ${sy} ${100 - us - sy}  0  0`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const DEVICES = ['loop0', 'loop1', 'md0', 'md1', 'md2', 'md3', 'nvme0n1', 'nvme1n1'];
const BUSY = new Set(['md2', 'md3', 'nvme0n1', 'nvme1n1']);

/** One report a second: CPU, then each device. Those that hold the data are busy in a test that writes, else hardly. */
function iostatLog(
  random: () => number,
  { seconds, isWrite }: { seconds: number; isWrite: boolean },
): string {
  const head =
    'Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util';
  const zeros = '    0.00      0.00     0.00   0.00    0.00     0.00';
  const lines = ['Linux 6.8.0 (bench) \t01/01/26 \t_x86_64_\t(48 CPU)', '', ''];
  const cell = (value: number, width: number) => value.toFixed(2).padStart(width);
  for (let second = 0; second < seconds; second += 1) {
    const user = 25 + random() * 10;
    const system = 25 + random() * 10;
    lines.push('avg-cpu:  %user   %nice %system %iowait  %steal   %idle');
    lines.push(
      `        ${cell(user, 7)}    0.00 ${cell(system, 7)} ${cell(random() / 5, 7)}    0.00 ${cell(100 - user - system, 7)}`,
    );
    lines.push('', head);
    for (const device of DEVICES) {
      const isBusy = BUSY.has(device) && (isWrite || random() < 0.2);
      const writes = isBusy ? Math.floor((isWrite ? 15_000 : 20) * random()) : 0;
      const written = writes * 4 + (isBusy ? Math.floor(random() * 1000) : 0);
      const size = writes > 0 ? written / writes : 0;
      const merged = isBusy && isWrite && device.startsWith('nvme') ? Math.floor(random() * 200) : 0;
      lines.push(
        `${device.padEnd(12)}${zeros} ${cell(writes, 8)} ${cell(written, 9)} ${cell(merged, 8)} ${cell(merged > 0 ? (100 * merged) / (merged + writes) : 0, 6)} ${cell(isBusy ? random() / 2 : 0, 7)} ${cell(size, 8)}${zeros}    0.00    0.00 ${cell(isBusy ? random() * 7 : 0, 7)} ${cell(isBusy ? random() * 99 : 0, 6)}`,
      );
    }
    lines.push('', '');
  }
  return `${lines.join('\n')}\n`;
}

/** Processes of the server, listed a few times within a test. */
function psLog(random: () => number, seconds: number): string {
  const lines = [];
  for (let list = 0; list < seconds / 15; list += 1) {
    lines.push('Thu Jan  1 04:23:18 PM UTC 2026');
    for (let process = 0; process < 90; process += 1) {
      const share = (50 + random() * 4).toFixed(1);
      lines.push(
        `bench    ${3_375_147 + process} ${share}  1.5 103018936 ${Math.floor(2_030_000 + random() * 900)} ?  Rs   16:12   ${5 + list}:${String(30 + Math.floor(random() * 20))} postgres: bench sbtest 127.0.0.1(${40_000 + process}) SELECT`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** One record as psql prints it (`\x`): names and values, about as many bytes as are asked for. */
function sideFile(random: () => number, bytes: number): string {
  const width = 2 * Math.max(...WORDS.map((word) => word.length)) + 1;
  const lines = [`${'-[ RECORD 1 ]'.padEnd(width, '-')}-+-${'-'.repeat(45)}`];
  for (let size = 0; size < bytes; ) {
    const name = `${WORDS[Math.floor(random() * WORDS.length)]}_${WORDS[Math.floor(random() * WORDS.length)]}`;
    const line = `${name.padEnd(width)} | ${Math.floor(random() * 1e4)} | counted since the statistics were reset`;
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

const WORDS = [
  'relid',
  'blks',
  'heap',
  'idx',
  'toast',
  'tuples',
  'scan',
  'fetch',
  'vacuum',
  'analyze',
  'live',
  'dead',
];

/** Output of sysbench behind the plans of its statements, as its scripts print them. */
function sysbenchLog(
  random: () => number,
  { test, threads, spread }: { test: string; threads: number; spread: number | null },
): string {
  const queries =
    spread === null ? Math.floor(1e6 + random() * 1e7) : Math.floor(5e6 * (1 + spread * (random() - 0.5)));
  const perSecond = (queries / 600).toFixed(2);
  const average = (threads * 600_000) / queries;
  const ms = (factor: number) => (average * factor).toFixed(2);
  const plans = Array.from({ length: 32 * threads }, (_, i) => {
    const table = `sbtest${(i % 8) + 1}`;
    const id = Math.floor(random() * 1e7);
    const cost = (8 + random() * 90).toFixed(2);
    const rows = 1 + Math.floor(random() * 100);
    return `table ${(i % 8) + 1} : explain SELECT c FROM ${table} WHERE id BETWEEN ${id} AND ${id + rows - 1}
Index Scan using ${table}_pkey on ${table}  (cost=0.43..${cost} rows=${rows} width=121)
  Index Cond: ((id >= ${id}) AND (id <= ${id + rows - 1}))
`;
  }).join('\n');
  return `sysbench --db-driver=pgsql --range-size=100 --table-size=10000000 --tables=8 --threads=${threads} --events=0 --warmup-time=5 --time=600 ${test}.lua run --pgsql-user=root --pgsql-password=pw --pgsql-host=127.0.0.1
48 CPUs
sysbench 1.1.0-3ceba0b (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: ${threads}

${plans}

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
         min:                                    ${ms(0.1)}
         avg:                                    ${ms(1)}
         max:                                   ${ms(30)}
         95th percentile:                        ${ms(1.6)}
         sum:                             ${(average * queries).toFixed(2)}

Threads fairness:
    events (avg/stddev):           ${(queries / threads).toFixed(4)}/210.05
    execution time (avg/stddev):   600.0000/0.00

`;
}

/** Tests that write: devices are busy. */
const WRITES = /^(?:update|write|read-write|insert|delete)/;
/** The files next to the logs of each test, and about how many bytes they have. */
const SIDE_FILES: readonly (readonly [kind: string, bytes: number])[] = [
  ['pg.conf', 42_000],
  ['lsh.r', 21_000],
  ['pgs.io', 12_000],
  ['pgs.tabs', 7000],
  ['pgs.db', 6000],
  ['pgs.idxs', 4500],
  ['pgs.bg', 200],
  ['pgi.idxs', 3000],
  ['pgi.tabs', 2200],
  ['pgi.seq', 1000],
  ...['ls.0', 'ls.1', 'ls.2', 'ls.3', 'lsh.0', 'lsh.1', 'lsh.2', 'lsh.3', 'lsa', 'sz', 'ts', 'time'].map(
    (kind) => [kind, 200] as const,
  ),
];

interface MadeRuns {
  /** `pg170`. */
  versions: readonly string[];
  /** Samples per test, one a second. */
  seconds?: number;
  /** Only so many. */
  tests?: number;
  /** Clients, each with texts of EXPLAIN. */
  threads?: number;
  /** Also what no number is read from. */
  withSideFiles?: boolean;
  /** How far the throughput of a test goes from one version to the next, as a share of it; null: anywhere. */
  spread?: number | null;
  /** Others give other numbers. */
  seed?: number;
}

/** Writes one run directory per version. @param root directory to write into */
export async function makeRuns(
  root: string,
  {
    versions,
    seconds = 630,
    tests = TESTS.length,
    threads = 40,
    withSideFiles = true,
    spread = null,
    seed = 0,
  }: MadeRuns,
): Promise<{ directories: string[]; bytes: number; files: number }> {
  const directories: string[] = [];
  let bytes = 0;
  let files = 0;
  const write = async (file: string, text: string) => {
    await writeFile(file, text);
    bytes += Buffer.byteLength(text);
    files += 1;
  };
  for (const [index, version] of versions.entries()) {
    const random = mulberry32(seed + index + 1);
    const directory = path.join(root, `x.${version}_o2nofp.x10a_c32r128.pk1`);
    await mkdir(directory, { recursive: true });
    directories.push(directory);
    for (const [test, range] of TESTS.slice(0, tests) as [string, number][]) {
      const name = `${test}.range${range}.pk1`;
      const isWrite = WRITES.test(test);
      await write(
        path.join(directory, `sb.o.${name}.dop${threads}`),
        sysbenchLog(random, { test, threads, spread }),
      );
      await write(path.join(directory, `sb.vm.${name}.dop${threads}`), vmstatLog(random, seconds));
      await write(
        path.join(directory, `sb.io.${name}.dop${threads}`),
        iostatLog(random, { seconds, isWrite }),
      );
      if (!withSideFiles) continue;
      await write(path.join(directory, `sb.ps.${name}.dop${threads}`), psLog(random, seconds));
      for (const [kind, bytes] of SIDE_FILES)
        await write(path.join(directory, `sb.${kind}.${name}`), sideFile(random, bytes));
    }
  }
  return { directories, bytes, files };
}
