/**
 * Writes run directories in the layout of published archives, with as many files, as large and as well packed as those of
 * a real run: three published archives of one campaign have 50 to 56 MB in 1,312 files each and pack 13:1 with gzip, iostat
 * 26:1 (half of all bytes), ps 13:1, sysbench's output with its EXPLAIN texts 8:1, vmstat and settings 5:1. Numbers come
 * from a seeded generator, so two runs of the benchmark read the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { iostatLog, psLog, randomFrom, sideFile, sysbenchLog, vmstatLog } from './made-up-logs.mjs';

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
/** Tests that write: devices are busy. */
const WRITES = /^(?:update|write|read-write|insert|delete)/;
/** The files next to the logs of each test, and about how many bytes they have. */
const SIDE_FILES = [
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
    (kind) => /** @type {[string, number]} */ ([kind, 200]),
  ),
];

/**
 * Writes one run directory per version.
 *
 * @param {string} root directory to write into
 * @param {{versions: string[], seconds?: number, tests?: number, threads?: number, withSideFiles?: boolean,
 *   spread?: number | null, seed?: number}} options version tokens (`pg170`), samples a second per test; tests: only so many; threads: clients, each
 *   with texts of EXPLAIN; withSideFiles: also what no number is read from; spread: how far the throughput of a test
 *   goes from one version to the next, as a share of it, null for anywhere; seed: others give other numbers
 * @returns {Promise<{directories: string[], bytes: number, files: number}>}
 */
export async function makeRuns(root, options) {
  const {
    versions,
    seconds = 630,
    tests = TESTS.length,
    threads = 40,
    withSideFiles = true,
    spread = null,
    seed = 0,
  } = options;
  const directories = [];
  let bytes = 0;
  let files = 0;
  const write = async (file, text) => {
    await writeFile(file, text);
    bytes += Buffer.byteLength(text);
    files += 1;
  };
  for (const [index, version] of versions.entries()) {
    const random = randomFrom(seed + index + 1);
    const directory = path.join(root, `x.${version}_o2nofp.x10a_c32r128.pk1`);
    await mkdir(directory, { recursive: true });
    directories.push(directory);
    for (const [test, range] of TESTS.slice(0, tests)) {
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
