import { versionSortKey } from '@basecase/ingest/model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { createWebhook } from '../webhooks/webhooks';
import { orderVersions } from './order-versions';
import { recomputeRegressions } from './recompute/recompute-regressions';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

/** Keys of an older program, which ordered versions with a `v` as text, and its records: none. */
async function asOlderProgram(): Promise<void> {
  await bench.database.pool.query("UPDATE versions SET sort_key = '~' || name");
  await bench.database.pool.query('UPDATE regressions SET withdrawn_at = now()');
}

const WEBHOOK = { url: 'https://example.org/', events: ['regression.new'] as const, allowPrivate: false };

const keys = async () => {
  const found = await bench.database.prisma.version.findMany({ orderBy: { sortKey: 'asc' } });
  return found.map(({ name, sortKey }) => [name, sortKey]);
};

const living = () => bench.database.prisma.regression.count({ where: { withdrawnAt: null } });

const counts = async () => {
  const { rows } = await bench.database.pool.query(
    `SELECT (SELECT count(*)::int FROM regression_events) AS events,
       (SELECT count(*)::int FROM webhook_deliveries) AS messages,
       (SELECT count(*)::int FROM heatmaps WHERE stale_since IS NOT NULL) AS stale`,
  );
  return rows[0];
};

describe('orderVersions', () => {
  it('brings back the record of the first bad version, without an event or a message', async () => {
    await createWebhook(bench.database, WEBHOOK);
    const names = ['v7.5.8', 'v7.5.9', 'v7.5.10', 'v7.5.11'];
    await bench.store(...names.map((name, index) => versionRun(name, index < 2 ? {} : { t0: 0.7 })));
    const record = ['t0 v7.5.9→v7.5.10 0.70 regression new'];
    expect(await bench.recordTexts()).toEqual(record);
    await asOlderProgram();
    const before = await counts();
    expect(before).toEqual({ events: 1, messages: 1, stale: 0 });
    expect(await living()).toBe(0);

    expect(await orderVersions(bench.database)).toEqual({ versions: 4, heatmaps: 1 });
    expect(await living()).toBe(1);
    expect(await bench.recordTexts()).toEqual(record);
    expect(await counts()).toEqual(before);
    expect(await keys()).toEqual(names.map((name) => [name, versionSortKey(name)]));
    expect(await orderVersions(bench.database)).toEqual({ versions: 0, heatmaps: 0 });
    // The records are those that an evaluation makes: a later one changes nothing.
    await bench.database.pool.query('UPDATE heatmaps SET stale_since = now()');
    await recomputeRegressions(bench.database);
    expect(await counts()).toEqual(before);
  });

  it('judges no heatmap again whose versions keep their places', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
    await asOlderProgram();
    expect(await orderVersions(bench.database)).toEqual({ versions: 2, heatmaps: 0 });
    expect(await living()).toBe(0);
  });

  it('leaves a heatmap that waits for its evaluation waiting', async () => {
    await bench.store(versionRun('v9.0'), versionRun('v10.0', { t0: 0.7 }));
    await asOlderProgram();
    await bench.database.pool.query('UPDATE heatmaps SET stale_since = now()');
    expect(await orderVersions(bench.database)).toEqual({ versions: 2, heatmaps: 0 });
    expect(await counts()).toMatchObject({ stale: 1 });
  });

  it('keeps the order of modes that have no order of versions', async () => {
    await bench.store(versionRun('fsync'), versionRun('no-sync'));
    await bench.database.pool.query(
      "UPDATE versions SET sort_key = CASE name WHEN 'no-sync' THEN '0 no-sync' ELSE '1 fsync' END",
    );
    expect(await orderVersions(bench.database)).toEqual({ versions: 0, heatmaps: 0 });
    expect((await keys()).map(([name]) => name)).toEqual(['no-sync', 'fsync']);
  });

  it('does it once where two begin at the same time', async () => {
    await bench.store(versionRun('v9.0'), versionRun('v10.0', { t0: 0.7 }));
    await asOlderProgram();
    await Promise.all([orderVersions(bench.database), orderVersions(bench.database)]);
    expect(await bench.recordTexts()).toEqual(['t0 v9.0→v10.0 0.70 regression new']);
    expect((await keys()).map(([name]) => name)).toEqual(['v9.0', 'v10.0']);
  });
});
