import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPublished } from '../import/published/import-published';
import { openRegressionBench, type RegressionBench } from '../testing/regression-bench';
import type { RegressionEntry } from '../types/regressions';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';

const CSV = path.resolve(import.meta.dirname, '../../../../data/published/published.csv');

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  await importPublished(bench.database, CSV);
  await recomputeRegressions(bench.database);
});
afterAll(() => bench.close());

const words = ({ test, lastGood, firstBad, ratio, verdict }: RegressionEntry) =>
  `${test.key} ${lastGood.version}→${firstBad.version} ${ratio?.toFixed(2)} ${verdict}`;

describe('the published figures', () => {
  it('give the regressions of the IO-bound 48-core server that their author names', async () => {
    const records = await bench.list({ server: 'ax162-s', search: 'debugging' });
    // Reports print the same runs as absolute values and as ratios: each change is one record all the same.
    expect(records.map(words).sort()).toEqual([
      'insert 17.7→18.1 0.80 regression',
      'read-write_range=10 15.15→16.11 0.74 regression',
      'read-write_range=100 15.15→16.11 0.71 regression',
      'update-zipf_range=100 15.15→16.11 0.85 regression',
      'update-zipf_range=100 16.11→17.7 0.84 regression',
      'write-only_range=10000 15.15→16.11 0.88 regression',
    ]);
  });

  it('explain update-zipf by CPU and IO, which its author names', async () => {
    const [record] = await bench.list({ search: 'update-zipf', since: '16.11' });
    const { explained, judged, evidence } = await getRegression(bench.database, record?.slug ?? '');
    expect(record?.cause.reason).toBe('CPU+IO');
    expect(explained?.reasons.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(['cpu_per_op', 'read_kb_per_op', 'write_kb_per_op']),
    );
    expect(judged?.calibrated).toBe(false);
    expect(evidence.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Larger than noise', 'It stays', 'Neighbours move too', 'Not bisected']),
    );
  });

  it('make no record of a config: scan is 1.53x with io_method=worker, which 17.5 was not run with', async () => {
    const records = [...(await bench.list({})), ...(await bench.list({ kind: 'improvement' }))];
    expect(records.filter(({ test, ratio }) => test.name === 'scan' && (ratio ?? 0) > 1.5)).toEqual([]);
    // x10b of 18 continues x10a: of its configs it is the one with io_method=sync.
    const seams = records.flatMap(({ firstBad, lastGood }) =>
      firstBad.config === lastGood.config ? [] : [`${lastGood.config} → ${firstBad.config}`],
    );
    expect([...new Set(seams)]).toEqual(['x10a_c32r128 → x10b_c32r128']);
  });

  it('give hot-points twice as fast since 17, in both workloads', async () => {
    const records = await bench.list({ kind: 'improvement', search: 'hot-points', since: '17.0' });
    expect(records.map(({ ratio }) => ratio?.toFixed(1)).sort()).toEqual(['1.9', '2.0']);
  });

  it('make no record of what has no releases', async () => {
    const { rows } = await bench.database.pool.query(
      `SELECT count(*)::int FROM regressions JOIN workloads ON workloads.id = workload_id WHERE benchmark_id = 'fio'`,
    );
    expect(rows[0].count).toBe(0);
  });

  it('change nothing when they are evaluated again', async () => {
    const { rows } = await bench.database.pool.query<{ id: number }>('SELECT id FROM runs');
    const report = await recomputeRegressions(bench.database, { runIds: rows.map(({ id }) => id) });
    expect(report).toMatchObject({ created: 0, changed: 0, fixed: 0, withdrawn: 0 });
  });
});
