import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyCorrection } from '../corrections/apply-correction';
import { undoCorrection } from '../corrections/undo-correction';
import { nightBuild, nightRun, nightRuns } from '../testing/night-runs';
import { openRegressionBench, type RegressionBench } from '../testing/regression-bench';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

/** t0 loses 10% in night 25, and t2 gains 8% in night 15. */
const steps = (night: number) => ({ t0: night >= 25 ? 0.9 : 1, t2: night >= 15 ? 1.08 : 1 });

const records = async () =>
  (await bench.list())
    .map(({ slug, nights }) => [slug, nights?.line.branch ?? null] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
const history = async (slug: string) => (await getRegression(bench.database, slug)).history;
const deliveries = async () =>
  (await bench.database.pool.query('SELECT id FROM webhook_deliveries')).rows.length;

const rename = (branch: string, to: string, workload: string) =>
  applyCorrection(bench.database, {
    ...{ kind: 'runs', select: { server: 'pn53', workload, branch }, changes: { branch: to } },
    ...{ reason: 'the project renamed it', by: 'ann' },
  });

describe('records of a branch that is renamed', () => {
  it('stay, with an event and without a message, and return on undo', async () => {
    await bench.database.pool.query(
      `INSERT INTO webhooks (url, secret, events)
       VALUES ('https://hooks.example', repeat('s', 32), '{regression.new,regression.fixed,regression.withdrawn}')`,
    );
    await bench.store(...nightRuns(0, 40, steps));
    const before = await records();
    expect(before.length).toBeGreaterThan(0);
    expect(before.map(([, branch]) => branch)).toEqual(before.map(() => 'master'));
    const sent = await deliveries();
    const kinds = new Map<string, string[]>();
    for (const [slug] of before)
      kinds.set(
        slug,
        (await history(slug)).map(({ kind }) => kind),
      );

    const workload = (await bench.list())[0]?.workload.slug ?? '';
    const { id } = await rename('master', 'main', workload);
    await recomputeRegressions(bench.database);
    expect(await records()).toEqual(before.map(([slug]) => [slug, 'main']));
    for (const [slug] of before) {
      const now = await history(slug);
      const added = now.slice(0, now.length - (kinds.get(slug)?.length ?? 0));
      expect(added.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
        'line changed: Its branch was renamed: 19devel@master → 19devel@main.',
      ]);
    }
    expect(await recomputeRegressions(bench.database)).toMatchObject({
      created: 0,
      changed: 0,
      withdrawn: 0,
    });

    await undoCorrection(bench.database, id, { by: 'ann' });
    await recomputeRegressions(bench.database);
    expect(await records()).toEqual(before);
    expect(await deliveries()).toBe(sent);
  });

  it('continue on a branch that has the later nights already', async () => {
    await bench.store(...nightRuns(0, 32, steps));
    const before = await records();
    const workload = (await bench.list())[0]?.workload.slug ?? '';
    await rename('master', 'main', workload);
    const later = Array.from({ length: 8 }, (_, index) => index + 32).map((night) =>
      nightRun(night, steps(night), { build: { ...nightBuild(night), branch: 'main' } }),
    );
    await bench.store(...later);
    expect(await records()).toEqual(before.map(([slug]) => [slug, 'main']));
  });
});
