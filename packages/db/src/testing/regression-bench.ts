import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlobStore } from '../blobs/blob-store';
import { importParsed } from '../import/import-parsed';
import { deleteUpload } from '../jobs/delete-upload';
import { listRegressions } from '../regressions/list-regressions';
import { type RecomputeReport, recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import type { RegressionEntry, RegressionFilter } from '../types/regressions';
import { clearTables, createTestDatabase, type TestDatabase } from './database';
import { describeUpload, makeUpload, type RunSketch } from './parsed-upload';

/** A database in which runs are made by hand and records follow: what tests of records need. */
export interface RegressionBench {
  database: TestDatabase;
  /** Stores runs as one upload, and brings the records up to date. */
  store(...runs: readonly RunSketch[]): Promise<RecomputeReport>;
  /** Stores runs and leaves the records as they are. @returns ids of the runs */
  storeOnly(...runs: readonly RunSketch[]): Promise<number[]>;
  /** Removes the nth upload with its runs, and brings the records up to date. */
  remove(...uploads: readonly number[]): Promise<RecomputeReport>;
  list(filter?: RegressionFilter): Promise<RegressionEntry[]>;
  /** `point-query 16.0→17.0 0.80 regression new`: records in few words, in the order of their versions and tests. */
  recordTexts(filter?: RegressionFilter): Promise<string[]>;
  /** Empty again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const TESTS = 12;

/**
 * A run of one version: twelve tests at 1000 queries a second, each a little off, except for the given factors.
 *
 * @param factors what a test does instead, as a part of 1000; several are repeats, null leaves it out
 */
export function versionRun(
  version: string,
  factors: Record<string, number | readonly number[] | null> = {},
  sketch: Partial<RunSketch> = {},
): RunSketch {
  const qps: Record<string, readonly number[]> = {};
  for (let test = 0; test < TESTS; test += 1) {
    const name = testName(test);
    const factor = factors[name] === undefined ? 1 : factors[name];
    if (factor === null) continue;
    // Up to 0.4% off, another way in each version.
    const wobble = 1 + (((test * 7 + version.length * 3 + sumOf(version)) % 9) - 4) / 1000;
    qps[name] = [factor].flat().map((part) => Math.round(1000 * part * wobble * 100) / 100);
  }
  return {
    version,
    server: 'pn53',
    qps,
    ...sketch,
    seed: `${version} ${JSON.stringify([factors, sketch])}`,
  };
}

/** `t0`, `t1`, ...; the first is the one that tests change. */
export function testName(index: number): string {
  return `t${index}`;
}

function sumOf(version: string): number {
  return [...version].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

export async function openRegressionBench(): Promise<RegressionBench> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-records-'));
  const blobs = openBlobStore(folder, database);
  let uploads = 0;

  const storeOnly = async (...runs: readonly RunSketch[]) => {
    uploads += 1;
    const { runs: stored } = await importParsed(database, {
      upload: describeUpload(`upload ${uploads}`),
      parsed: makeUpload(...runs),
      configTexts: new Map(),
    });
    return stored.map(({ id }) => id);
  };
  const list = async (filter: RegressionFilter = {}) => (await listRegressions(database, filter)).regressions;

  return {
    database,
    storeOnly,
    list,
    async store(...runs) {
      await storeOnly(...runs);
      return recomputeRegressions(database);
    },
    async remove(...gone) {
      for (const upload of gone) await deleteUpload(database, blobs, String(upload));
      return recomputeRegressions(database);
    },
    async recordTexts(filter) {
      const records = await list(filter);
      return records
        .map(({ test, lastGood, firstBad, ratio, verdict, state }) =>
          [test.key, `${lastGood.version}→${firstBad.version}`, ratio?.toFixed(2), verdict, state].join(' '),
        )
        .sort();
    },
    async clear() {
      await clearTables(database, [
        'uploads',
        'thinned_runs',
        'servers',
        'products',
        'benchmarks',
        'webhooks',
      ]);
      await database.pool.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
    },
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Records of two products on two servers: four that are slower, one that is faster. */
export async function storeTwoProducts(bench: RegressionBench): Promise<void> {
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.7 }),
    versionRun('18.0', { t0: 0.8, t1: 0.7, t2: 0.5 }),
  );
  await bench.store(
    versionRun('8.0.43', {}, { product: 'MySQL', server: 'other' }),
    versionRun('9.5.0', { t0: 0.9, t3: 1.4 }, { product: 'MySQL', server: 'other' }),
  );
}

/** The same run with tests that failed. */
export const failing = (run: RunSketch, ...tests: readonly string[]): RunSketch => ({
  ...run,
  qps: { ...run.qps, ...Object.fromEntries(tests.map((test) => [test, [null]])) },
  seed: `${run.seed} ${tests}`,
});
