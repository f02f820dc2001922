import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';
import { queueStale } from './regression-job';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const history = async (slug: string) =>
  (await getRegression(bench.database, slug)).history.map(({ kind }) => kind).reverse();

/** A run of a second config. */
const workerRun = (version: string, factors: Record<string, number> = {}) =>
  versionRun(version, factors, { config: 'x10b_worker_c8r32', label: `worker ${version}` });

const only = async () => {
  const [record, ...others] = await bench.list();
  if (!record || others.length > 0) throw new Error(`${others.length + (record ? 1 : 0)} records, not one`);
  return record;
};

describe('a record', () => {
  it('is made once for a change that stays, not once for each later version', async () => {
    const report = await bench.store(
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.8 }),
      versionRun('18.0', { t0: 0.8 }),
    );
    expect(report).toEqual({ heatmaps: 1, created: 1, changed: 0, fixed: 0, withdrawn: 0 });
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.80 regression new']);
    expect(await only()).toMatchObject({ step: 'step', lastSeen: '18.0', mark: 'sure', build: null });
    expect(await history((await only()).slug)).toEqual(['created']);
  });

  it('is an improvement apart where it is faster', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 1.3 }), versionRun('18.0', { t0: 1.3 }));
    expect(await bench.recordTexts()).toEqual([]);
    expect(await bench.recordTexts({ kind: 'improvement' })).toEqual(['t0 16.0→17.0 1.30 improvement new']);
  });

  it('is not made by noise', async () => {
    await bench.store(...['14.0', '15.0', '16.0', '17.0', '18.0'].map((version) => versionRun(version)));
    expect(await bench.recordTexts()).toEqual([]);
  });

  it('is the same after the same runs once more: nothing is written', async () => {
    const runs = [versionRun('16.0'), versionRun('17.0', { t0: 0.8 })];
    await bench.store(...runs);
    const before = await only();
    const ids = await bench.database.prisma.run.findMany({ select: { id: true } });
    const again = await recomputeRegressions(bench.database, { runIds: ids.map(({ id }) => Number(id)) });
    expect(again).toEqual({ heatmaps: 1, created: 0, changed: 0, fixed: 0, withdrawn: 0 });
    expect(await only()).toEqual(before);
    expect(await bench.database.prisma.regressionEvent.count()).toBe(1);
  });

  it('does not depend on the order in which runs come', async () => {
    const runs = [versionRun('16.0'), versionRun('17.0', { t0: 0.8 }), versionRun('18.0', { t0: 0.6 })];
    await bench.store(...runs);
    const together = await bench.recordTexts();
    await bench.clear();
    for (const run of runs.toReversed()) await bench.store(run);
    expect(await bench.recordTexts()).toEqual(together);
    expect(together).toHaveLength(2);
  });
});

describe('new data', () => {
  it('extends a record, and confirms it', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    expect(await only()).toMatchObject({ step: 'last', lastSeen: '17.0' });
    const { slug } = await only();
    await bench.store(versionRun('18.0', { t0: 0.8 }));
    expect(await only()).toMatchObject({ slug, step: 'step', lastSeen: '18.0', state: 'new' });
    expect(await history(slug)).toEqual(['created', 'extended', 'judged']);
  });

  it('shows that it is fixed in a later version', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    const { slug, triageVersion } = await only();
    const report = await bench.store(versionRun('18.0'));
    expect(report).toMatchObject({ fixed: 1, withdrawn: 0, created: 0 });
    const fixed = await only();
    expect(fixed).toMatchObject({ slug, state: 'fixed', fix: { seen: '18.0', status: 'verified' } });
    expect(fixed.triageVersion).toBe(triageVersion + 1);
    expect(await history(slug)).toContain('fixed');
    // A way back up is a fix, no improvement.
    expect(await bench.recordTexts({ kind: 'improvement' })).toEqual([]);
  });

  it('reopens it when the fix is gone', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await bench.store(versionRun('18.0'));
    await bench.remove(2);
    const record = await only();
    expect(record).toMatchObject({ state: 'new', fix: { seen: null, status: 'none' } });
    expect(await history(record.slug)).toContain('reopened');
  });

  it('moves the first bad version', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.4', { t0: 0.8 }), versionRun('17.5', { t0: 0.8 }));
    const { slug } = await only();
    await bench.store(versionRun('17.0', { t0: 0.8 }));
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.80 regression new']);
    expect((await only()).slug).toBe(slug);
    await bench.store(versionRun('16.3'));
    expect(await bench.recordTexts()).toEqual(['t0 16.3→17.0 0.80 regression new']);
    const { history: events } = await getRegression(bench.database, slug);
    expect(events.find(({ kind }) => kind === 'moved')?.text).toBe(
      'Last good version is now 16.3, was 16.0.',
    );
  });

  it('splits a record in two', async () => {
    await bench.store(versionRun('16.0'), versionRun('18.0', { t0: 0.6 }), versionRun('18.1', { t0: 0.6 }));
    const { slug } = await only();
    await bench.store(versionRun('17.0', { t0: 0.8 }), versionRun('17.1', { t0: 0.8 }));
    expect(await bench.recordTexts()).toEqual([
      't0 16.0→17.0 0.80 regression new',
      't0 17.1→18.0 0.75 regression new',
    ]);
    const [first] = (await bench.list()).filter(({ firstBad }) => firstBad.version === '17.0');
    expect((await getRegression(bench.database, first?.slug ?? '')).splitFrom).toBe(slug);
    expect(await history(slug)).toEqual(['created', 'moved', 'split']);
  });

  it('merges two into one', async () => {
    await bench.store(versionRun('16.0'), versionRun('18.0', { t0: 0.6 }), versionRun('18.1', { t0: 0.6 }));
    await bench.store(versionRun('17.0', { t0: 0.8 }), versionRun('17.1', { t0: 0.8 }));
    const [gone] = (await bench.list()).filter(({ firstBad }) => firstBad.version === '17.0');
    const [kept] = (await bench.list()).filter(({ firstBad }) => firstBad.version === '18.0');
    await bench.remove(2);
    expect(await bench.recordTexts()).toEqual(['t0 16.0→18.0 0.60 regression new']);
    const merged = await getRegression(bench.database, gone?.slug ?? '');
    expect(merged).toMatchObject({ mergedInto: kept?.slug, ladder: [] });
    expect(merged.withdrawnAt).not.toBeNull();
  });

  it('withdraws it, and brings it back under its old name', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    const { slug } = await only();
    // The same version again without the change: its two runs are further apart than the step. With a third the median is
    // the old level.
    await bench.store(versionRun('17.0', {}, { seed: 'again' }));
    await bench.store(versionRun('17.0', {}, { seed: 'once more' }));
    expect(await bench.recordTexts()).toEqual([]);
    expect(await bench.recordTexts({ state: 'withdrawn' })).toHaveLength(1);
    await bench.remove(2, 3);
    expect((await only()).slug).toBe(slug);
    expect(await history(slug)).toEqual(['created', 'withdrawn', 'reinstated']);
  });

  it('leaves what people called noise as they called it', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    const { slug } = await only();
    await bench.database.prisma.regression.updateMany({ where: { slug }, data: { state: 'noise' } });
    await bench.store(versionRun('18.0'));
    expect(await only()).toMatchObject({ state: 'noise', fix: { seen: '18.0' } });
  });
});

describe('one config', () => {
  it('has its own record if only it shows the change', async () => {
    await bench.store(
      versionRun('15.0'),
      versionRun('16.0'),
      versionRun('17.0'),
      workerRun('16.0'),
      workerRun('17.0', { t0: 0.7 }),
    );
    expect(await only()).toMatchObject({
      build: { flavour: null, config: 'x10b_worker_c8r32' },
      lastGood: { version: '16.0', config: 'x10b_worker_c8r32' },
      firstBad: { version: '17.0', config: 'x10b_worker_c8r32' },
    });
  });

  it('has none where the version shows it in every config', async () => {
    await bench.store(
      versionRun('15.0'),
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.7 }),
      workerRun('16.0', { t0: 0.9 }),
      workerRun('17.0', { t0: 0.63 }),
    );
    const { slug, build } = await only();
    expect(build).toBeNull();
    const { builds, evidence } = await getRegression(bench.database, slug);
    // Within its own config: 0.63 of 0.9, not of 1.
    expect(builds).toMatchObject([
      { config: 'x10b_worker_c8r32', verdict: 'regression', ratio: expect.closeTo(0.7, 2) },
    ]);
    expect(evidence.map(({ title }) => title)).toContain('Every config shows it');
  });

  it('is not a release: a change in another config is neither a record nor evidence of one', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }), workerRun('18.0', { t1: 0.5 }));
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.80 regression new']);
    const { ladder, builds } = await getRegression(bench.database, (await only()).slug);
    expect(ladder.map(({ version }) => version)).toEqual(['16.0', '17.0']);
    expect(builds).toEqual([]);
  });

  it('takes the place of the main line without a new record, when it has more versions', async () => {
    await bench.store(
      versionRun('15.0'),
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.7 }),
      workerRun('16.0'),
      workerRun('17.0', { t0: 0.7 }),
    );
    const { slug } = await only();
    await bench.store(workerRun('14.0'), workerRun('18.0', { t0: 0.7 }));
    expect(await only()).toMatchObject({ slug, build: null, firstBad: { config: 'x10b_worker_c8r32' } });
  });
});

describe('a record of an older rule', () => {
  it('that went from one config to another is withdrawn with its history, as its page shows', async () => {
    await bench.store(
      versionRun('16.0'),
      versionRun('16.1'),
      versionRun('17.0', { t0: 0.7 }),
      workerRun('17.1', { t0: 0.7 }),
    );
    const { slug } = await only();
    await bench.database.pool.query(
      `UPDATE regressions SET first_bad = '17.1', last_good = '16.1', rule_version = 1, build = '{"flavour":null,"config":"x10b_worker_c8r32"}',
         first_bad_id = (SELECT variants.id FROM variants JOIN versions ON versions.id = version_id WHERE name = '17.1'),
         last_good_id = (SELECT variants.id FROM variants JOIN versions ON versions.id = version_id WHERE name = '16.1'),
         fingerprint = 'of an older rule'`,
    );
    await bench.database.pool.query('UPDATE heatmaps SET rule_version = 1');
    await queueStale(bench.database);
    await recomputeRegressions(bench.database);
    expect(await bench.recordTexts()).toEqual(['t0 16.1→17.0 0.70 regression new']);
    const page = await getRegression(bench.database, slug);
    expect(page.withdrawnAt).not.toBeNull();
    expect(page.history[0]?.kind).toBe('withdrawn');
    expect(page.ladder.map(({ version, role }) => [version, role])).toEqual([
      ['16.1', 'last good'],
      ['17.1', 'first bad'],
    ]);
    expect(page.confounders.map(({ what }) => what)).toContain('config');
  });
});

describe('a whole column that moved', () => {
  const TESTS = Array.from({ length: 20 }, (_, index) => `w${index}`);
  const columnRun = (version: string, qps: number, cpu_per_op: number) =>
    versionRun(
      version,
      {},
      { qps: Object.fromEntries(TESTS.map((test) => [test, [qps]])), costs: { cpu_per_op } },
    );
  const evidenceOf = async (cpuBefore: number, cpuAfter: number) => {
    await bench.store(columnRun('16.0', 1000, cpuBefore), columnRun('17.0', 690, cpuAfter));
    const [record] = await bench.list();
    const { evidence } = await getRegression(bench.database, record?.slug ?? '');
    return evidence.map(({ kind, title }) => `${kind}: ${title}`);
  };

  it('speaks for its records where CPU per operation moved with it', async () => {
    const found = await evidenceOf(0.1, 0.145);
    expect(found).toContain('for: A broad slowdown');
    expect(found).not.toContain('against: The whole column moved');
  });

  it('speaks against them where no cost did', async () => {
    const found = await evidenceOf(0.1, 0.1);
    expect(found).toContain('against: The whole column moved');
  });
});

describe('recomputation', () => {
  it('touches the heatmap of the new runs and no other', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await bench.store(
      versionRun('16.0', {}, { server: 'other', seed: 'o1' }),
      versionRun('17.0', { t0: 0.8 }, { server: 'other', seed: 'o2' }),
    );
    const xmins = async () => {
      const { rows } = await bench.database.pool.query<{ slug: string; xmin: string }>(
        `SELECT servers.slug, regressions.xmin::text FROM regressions JOIN servers ON servers.id = server_id`,
      );
      return new Map(rows.map(({ slug, xmin }) => [slug, xmin]));
    };
    const before = await xmins();
    const report = await bench.store(versionRun('18.0', { t0: 0.8 }, { server: 'other', seed: 'o3' }));
    expect(report).toMatchObject({ heatmaps: 1, changed: 1 });
    const after = await xmins();
    expect(after.get('pn53')).toBe(before.get('pn53'));
    expect(after.get('other')).not.toBe(before.get('other'));
  });

  it('is queued by an import, and by a deletion, as one job', async () => {
    const jobs = async () => {
      const { rows } = await bench.database.pool.query<{ count: number }>(
        `SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'regressions'`,
      );
      return rows[0]?.count;
    };
    await bench.storeOnly(versionRun('16.0'));
    expect(await jobs()).toBe(1);
    await bench.storeOnly(versionRun('17.0'));
    expect(await jobs()).toBe(1);
    const { rows } = await bench.database.pool.query('SELECT stale_since FROM heatmaps');
    expect(rows).toHaveLength(1);
    expect(rows[0].stale_since).not.toBeNull();
  });

  it('is done once by two that come at the same time', async () => {
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    const reports = await Promise.all([
      recomputeRegressions(bench.database),
      recomputeRegressions(bench.database),
    ]);
    expect(reports.map(({ created }) => created).sort()).toEqual([0, 1]);
    expect(await bench.recordTexts()).toHaveLength(1);
  });

  it('leaves out versions of unknown place', async () => {
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await bench.database.pool.query(
      `UPDATE versions SET known = false, sort_key = '~17.0' WHERE name = '17.0'`,
    );
    await recomputeRegressions(bench.database);
    expect(await bench.recordTexts()).toEqual([]);
  });
});
