import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NotFoundError, SettingError } from '../errors';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listNewestRows } from '../regressions/events/newest-rows';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { getRegression } from '../regressions/record-page/get-regression';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import type { ReleaseLineSummary } from '../types/releases';
import { applyPendingLines, decideLine, listLineDecisions, undoLineDecision } from './line-decisions';
import { getConfigLines, previewLines } from './list-config-lines';
import { countWaitingJoins } from './waiting-joins';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const PRODUCT = 'PostgreSQL';
const SLOWER = { t0: 0.7 };
const run = (version: string, config: string, factors = {}) => versionRun(version, factors, { config });
/** Slower since 16.0; the configs alternate as those of published archives do. */
const storeArchive = () =>
  bench.store(
    run('15.0', 'x10a'),
    run('16.0', 'x10a', SLOWER),
    run('17.0', 'x10b', SLOWER),
    run('17.1', 'x10a', SLOWER),
    run('18.0', 'x10b', SLOWER),
    run('18.1', 'x10b', SLOWER),
  );
/** As an evaluation from before there were lines left it. */
const asBeforeLines = async () => {
  await bench.database.pool.query('UPDATE heatmaps SET lines = NULL, stale_since = NULL');
};
const lineOfColumns = async () => {
  const view = await getCompareView(bench.database, await place());
  return view.matrix.columns.map(({ version, config, line }) => [version, config, line]);
};
const place = async () => {
  const { rows } = await bench.database.pool.query<{ server: string; workload: string }>(
    `SELECT servers.slug AS server, workloads.slug AS workload
     FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id`,
  );
  const [first] = rows;
  if (!first) throw new Error('No heatmap is stored.');
  return first;
};
const history = async () => {
  const [record] = await bench.list();
  const page = await getRegression(bench.database, record?.slug ?? '');
  return page.history.map(({ kind, text }) => `${kind}: ${text}`).reverse();
};
const addWebhook = () =>
  bench.database.pool.query(
    `INSERT INTO webhooks (url, secret, events)
     VALUES ('https://hooks.example', repeat('s', 32), '{regression.new,regression.fixed,regression.withdrawn}')`,
  );
const deliveries = async () =>
  (await bench.database.pool.query('SELECT id FROM webhook_deliveries')).rows.length;

describe('lines of configs', () => {
  it('are one for records, releases and columns', async () => {
    await storeArchive();
    expect(await bench.recordTexts()).toHaveLength(1);
    const [record] = await bench.list();
    expect(record).toMatchObject({
      lastGood: { version: '15.0' },
      firstBad: { version: '16.0' },
      lastSeen: '18.1',
    });
    expect((await lineOfColumns()).map(([, , line]) => line)).toEqual(Array(6).fill('x10a'));
    const { lines, proposals, pending } = await getConfigLines(bench.database);
    expect(lines).toMatchObject([
      { product: PRODUCT, configs: ['x10a', 'x10b'], seams: [{ from: 'x10a', to: 'x10b', reason: 'names' }] },
    ]);
    expect({ proposals, pending }).toEqual({ proposals: [], pending: 0 });
  });

  it('lead to the newest version with its true ratio, and leave its variations apart', async () => {
    const maria = (version: string, config: string, factor: number) =>
      versionRun(version, Object.fromEntries(Array.from({ length: 12 }, (_, test) => [`t${test}`, factor])), {
        product: 'MariaDB',
        config,
      });
    await bench.store(
      maria('10.2.30', 'z12a', 1),
      maria('10.11.6', 'z12a', 0.93),
      maria('11.4.5', 'z12b', 0.9),
      maria('12.3.1', 'z13a', 0.86),
      maria('12.3.1', 'z13a_gtid', 1.07),
    );
    const rows = await listNewestRows(bench.database);
    expect(rows.map(({ config, newest }) => [config, newest])).toEqual([['z12a', '12.3.1']]);
    const [row] = rows;
    expect(row).toMatchObject({ before: { version: '11.4.5' }, oldest: { version: '10.2.30', tests: 12 } });
    expect(row?.oldest?.mean).toBeCloseTo(0.86, 2);
    expect(row?.means.map((mean) => mean?.toFixed(2))).toEqual(['1.00', '0.93', '0.90', '0.86']);
    const records = await bench.list();
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map(({ lastSeen }) => lastSeen))).toEqual(new Set(['12.3.1']));
    expect(await lineOfColumns()).toContainEqual(['12.3.1', 'z13a_gtid', undefined]);
    const { lines } = await getConfigLines(bench.database);
    expect(lines.map(({ configs }) => configs)).toEqual([['z12a', 'z12b', 'z13a']]);
  });

  it('are tested where a version was measured with both', async () => {
    await bench.store(run('16.0', 'x10a'), run('17.0', 'x10a'), run('17.0', 'x10b'), run('18.0', 'x10b'));
    expect((await getConfigLines(bench.database)).lines).toMatchObject([
      { seams: [{ shared: { version: '17.0', moved: 0, tests: 12 } }] },
    ]);
    await bench.clear();
    const halved = { t0: 0.4, t1: 0.4, t2: 0.4 };
    await bench.store(
      run('16.0', 'x10a'),
      run('17.0', 'x10a'),
      run('17.0', 'x10b', halved),
      run('18.0', 'x10b', halved),
    );
    expect(await getConfigLines(bench.database)).toMatchObject({
      lines: [],
      proposals: [
        {
          from: 'x10a',
          to: 'x10b',
          reason: 'measured with both, tests differ',
          shared: { version: '17.0', moved: 3, tests: 12, movedTests: ['t0', 't1', 't2'] },
        },
      ],
    });
    const join = { product: PRODUCT, from: 'x10a', to: 'x10b', action: 'join', by: 'jo' } as const;
    await expect(decideLine(bench.database, join)).rejects.toThrow(
      '17.0 was measured with x10a and x10b, and 3 of 12 tests differ beyond the noise (t0, t1, t2)',
    );
    // Where another server has no such test, the decision counts there, and only there.
    await bench.store(
      ...['15.0 x10a', '16.0 x10a', '18.0 x10b'].map((name) => {
        const [version = '', config = ''] = name.split(' ');
        return versionRun(version, {}, { config, server: 'other' });
      }),
    );
    await decideLine(bench.database, join);
    await recomputeRegressions(bench.database);
    const found = await getConfigLines(bench.database);
    expect(found.lines.map(({ server, seams }) => [server, seams[0]?.reason])).toEqual([
      ['other', 'decision'],
    ]);
    expect(found.proposals.map(({ server, reason }) => [server, reason])).toEqual([
      ['pn53', 'measured with both, tests differ'],
    ]);
    expect(await bench.recordTexts()).toEqual([]);
  });
});

describe('a config step', () => {
  const HALVED = { t0: 0.4, t1: 0.4, t2: 0.4 };
  const STEP = { product: PRODUCT, from: 'x10a', to: 'x10b', action: 'step', by: 'jo' } as const;
  const setConfigTexts = () =>
    bench.database.pool.query(`UPDATE configs SET text = 'io_workers=' || ascii(right(name, 1))`);
  const storeStepped = async () => {
    await bench.storeOnly(
      run('16.0', 'x10a'),
      run('17.0', 'x10a'),
      run('17.0', 'x10b', HALVED),
      run('18.0', 'x10b', HALVED),
      run('18.1', 'x10b', { ...HALVED, t5: 0.5 }),
      run('18.2', 'x10b', { ...HALVED, t5: 0.5 }),
    );
    await setConfigTexts();
    return recomputeRegressions(bench.database);
  };

  it('is proposed, and blamed on no version when it is confirmed, with undo and history', async () => {
    await addWebhook();
    await storeStepped();
    const { proposals } = await getConfigLines(bench.database);
    expect(proposals).toMatchObject([
      { from: 'x10a', to: 'x10b', canStep: true, changed: [{ name: 'io_workers', before: '97' }] },
    ]);
    expect(proposals[0]?.shared?.ratio).toBeCloseTo(0.4 ** (3 / 12), 2);
    expect(await countWaitingJoins(bench.database)).toEqual({ joins: 1, pending: 0 });
    await expect(decideLine(bench.database, { ...STEP, action: 'join' })).rejects.toThrow(
      'Confirm a config step, which no version is blamed for',
    );
    const [records, sent] = [await bench.recordTexts(), await deliveries()];

    const decision = await decideLine(bench.database, STEP);
    // Until it is judged, its heatmap has the old answer.
    const waiting = await getConfigLines(bench.database);
    expect(waiting.proposals).toMatchObject([{ isBeingJudged: true }]);
    await recomputeRegressions(bench.database);
    const found = await getConfigLines(bench.database);
    expect(found.steps).not.toMatchObject([{ isBeingJudged: true }]);
    expect(found).toMatchObject({
      lines: [],
      proposals: [],
      steps: [
        { server: 'pn53', from: 'x10a', to: 'x10b', lineBefore: 'x10a', line: 'x10b', shared: { moved: 3 } },
      ],
    });
    const { steps } = await getCompareView(bench.database, await place());
    expect(steps).toMatchObject([{ from: 'x10a', to: 'x10b' }]);
    expect(await bench.recordTexts()).toEqual(records);
    expect(records).toEqual([expect.stringContaining('t5 18.0→18.1')]);
    expect(await deliveries()).toBe(sent);
    const { rows } = await bench.database.pool.query<{ releases: ReleaseLineSummary[] }>(
      'SELECT releases FROM heatmaps',
    );
    expect(rows[0]?.releases).toMatchObject([
      { config: 'x10a', isContinued: true },
      { config: 'x10b', versions: ['17.0', '18.0', '18.1', '18.2'], step: { from: 'x10a', to: 'x10b' } },
    ]);

    expect(await decideLine(bench.database, STEP)).toEqual(decision);
    await undoLineDecision(bench.database, { id: decision.id, by: 'kim' });
    await recomputeRegressions(bench.database);
    expect(await getConfigLines(bench.database)).toMatchObject({
      steps: [],
      proposals: [{ canStep: true }],
      decisions: [{ action: 'step', by: 'jo', undone: { by: 'kim' } }],
    });
  });

  it('is refused where nothing shows one', async () => {
    await bench.store(run('16.0', 'x10a'), run('17.0', 'x10b', HALVED));
    await setConfigTexts();
    await expect(decideLine(bench.database, STEP)).rejects.toThrow('No step: a config step needs');
    await bench.clear();
    // Measured with the same versions: variations, whatever their names.
    await bench.storeOnly(
      ...['16.0', '17.0'].flatMap((version) => [run(version, 'x10a'), run(version, 'x10b', HALVED)]),
    );
    await setConfigTexts();
    await recomputeRegressions(bench.database);
    await expect(decideLine(bench.database, STEP)).rejects.toThrow('No step: a config step needs');
  });

  it('takes a join apart on a server where no version was measured with both', async () => {
    await storeStepped();
    await bench.store(
      ...['15.0 x10a', '16.0 x10a', '18.0 x10b', '18.1 x10b'].map((name) => {
        const [version = '', config = ''] = name.split(' ');
        return versionRun(version, config === 'x10b' ? HALVED : {}, { config, server: 'other' });
      }),
    );
    const ofOther = async () => (await bench.recordTexts({ server: 'other' })).length;
    // Until then the first version with the new config is blamed there.
    expect(await ofOther()).toBe(3);
    await decideLine(bench.database, STEP);
    await recomputeRegressions(bench.database);
    expect(await ofOther()).toBe(0);
    const { steps } = await getConfigLines(bench.database);
    expect(steps.map(({ server, shared }) => [server, shared?.version ?? null])).toEqual([
      ['other', null],
      ['pn53', '17.0'],
    ]);
  });
});

describe('a join that a later upload takes apart', () => {
  it('moves its records with an event, and announces only what the new runs show', async () => {
    await addWebhook();
    await bench.store(
      ...['15.0', '16.0'].map((version) => run(version, 'x10a')),
      ...['17.0', '18.0'].map((version) => run(version, 'x10b', SLOWER)),
    );
    expect(await bench.recordTexts()).toContainEqual(expect.stringContaining('t0 16.0→17.0'));
    const before = await deliveries();
    // Measured with both, the two configs are variations; t5 is slower since 18.0 with the first of them.
    await bench.store(run('17.0', 'x10a'), run('18.0', 'x10a', { t5: 0.5 }));
    expect((await getConfigLines(bench.database)).lines).toEqual([]);
    expect(await bench.recordTexts()).toEqual([expect.stringContaining('t5 17.0→18.0')]);
    const { rows } = await bench.database.pool.query<{ event: string }>(
      'SELECT event FROM webhook_deliveries ORDER BY id OFFSET $1',
      [before],
    );
    expect(rows.map(({ event }) => event)).toEqual(['regression.new']);
  });
});

describe('decisions about lines', () => {
  it('split a line and join it again, with an event and without a message', async () => {
    await addWebhook();
    await storeArchive();
    const before = await deliveries();
    const split = { product: PRODUCT, from: 'x10a', to: 'x10b', action: 'split', by: 'jo' } as const;
    const decision = await decideLine(bench.database, split);
    expect(await decideLine(bench.database, split)).toEqual(decision);
    await recomputeRegressions(bench.database);
    expect((await bench.list())[0]).toMatchObject({ lastSeen: '17.1' });
    expect((await lineOfColumns()).map(([, , line]) => line)).toEqual(Array(6).fill(undefined));
    expect((await getConfigLines(bench.database)).proposals).toMatchObject([{ reason: 'split' }]);

    const undone = await undoLineDecision(bench.database, { id: decision.id, by: 'kim' });
    expect(undone).toMatchObject({ by: 'jo', undone: { by: 'kim' } });
    await recomputeRegressions(bench.database);
    expect((await bench.list())[0]).toMatchObject({ lastSeen: '18.1' });
    expect(await listLineDecisions(bench.database)).toEqual([undone]);
    expect((await history()).filter((text) => text.startsWith('line changed'))).toEqual(
      Array(2).fill('line changed: Moved because the line of configs changed: x10a → x10b.'),
    );
    expect(await deliveries()).toBe(before);
  });

  it('lose no message about runs that arrive before they are carried out', async () => {
    await addWebhook();
    await storeArchive();
    const before = await deliveries();
    await decideLine(bench.database, {
      product: PRODUCT,
      from: 'x10a',
      to: 'x10b',
      action: 'split',
      by: 'jo',
    });
    // Another test is slower since 19.0, which was not announced; the decision moves the record of the first test.
    await bench.storeOnly(
      run('19.0', 'x10b', { ...SLOWER, t5: 0.5 }),
      run('19.1', 'x10b', { ...SLOWER, t5: 0.5 }),
    );
    await recomputeRegressions(bench.database);
    expect(await bench.recordTexts()).toContainEqual(expect.stringContaining('t5 18.1→19.0'));
    expect((await deliveries()) - before).toBe(1);
    // A change that was announced is not announced again by the next decision.
    await decideLine(bench.database, {
      product: PRODUCT,
      from: 'x10a',
      to: 'x10b',
      action: 'join',
      by: 'jo',
    });
    await recomputeRegressions(bench.database);
    expect((await deliveries()) - before).toBe(1);
  });

  it('wait where only a person can make a join', async () => {
    await bench.store(run('15.0', 'x10a'), run('16.0', 'x14a'));
    expect(await countWaitingJoins(bench.database)).toEqual({ joins: 1, pending: 0 });
    // Of another server the same two configs are the same decision.
    await bench.store(
      versionRun('15.0', {}, { config: 'x10a', server: 'other' }),
      versionRun('16.0', {}, { config: 'x14a', server: 'other' }),
    );
    expect(await countWaitingJoins(bench.database)).toEqual({ joins: 1, pending: 0 });
    const ofServers = (...slugs: string[]) => countWaitingJoins(bench.database, slugs);
    expect([await ofServers('other'), await ofServers('pn53', 'other'), await ofServers('none')]).toEqual([
      { joins: 1, pending: 0 },
      { joins: 1, pending: 0 },
      { joins: 0, pending: 0 },
    ]);
    const split = { product: PRODUCT, from: 'x10a', to: 'x14a', action: 'split', by: 'jo' } as const;
    await decideLine(bench.database, split);
    await recomputeRegressions(bench.database);
    expect(await countWaitingJoins(bench.database)).toEqual({ joins: 0, pending: 0 });
  });

  it('name configs that are there', async () => {
    await bench.store(run('15.0', 'x10a'), run('16.0', 'other'));
    const decide = (from: string, to: string) =>
      decideLine(bench.database, { product: PRODUCT, from, to, action: 'join', by: 'jo' });
    await expect(decide('x10a', 'gone')).rejects.toThrow(NotFoundError);
    await expect(decide('x10a', 'x10a')).rejects.toThrow(SettingError);
    await decide('x10a', 'other');
    await recomputeRegressions(bench.database);
    expect((await getConfigLines(bench.database)).lines).toMatchObject([
      { configs: ['x10a', 'other'], seams: [{ reason: 'decision' }] },
    ]);
  });
});

describe('a database from before there were lines', () => {
  it('lists what would move, and moves it when that is confirmed', async () => {
    // Apart first: as it was judged before.
    await storeArchive();
    const split = await decideLine(bench.database, {
      product: PRODUCT,
      from: 'x10a',
      to: 'x10b',
      action: 'split',
      by: 'jo',
    });
    await recomputeRegressions(bench.database);
    await bench.database.pool.query('DELETE FROM line_decisions WHERE id = $1', [split.id]);
    await asBeforeLines();
    const [old] = await bench.list();

    expect((await getConfigLines(bench.database)).pending).toBe(1);
    expect(await countWaitingJoins(bench.database)).toEqual({ joins: 0, pending: 1 });
    expect(await previewLines(bench.database)).toMatchObject([
      { lines: [{ configs: ['x10a', 'x10b'] }], records: [{ change: 'changed', slug: old?.slug }] },
    ]);
    // Newer runs alone move nothing.
    await bench.store(run('18.2', 'x10b', SLOWER));
    expect((await bench.list())[0]).toMatchObject({ lastSeen: '17.1' });

    expect(await applyPendingLines(bench.database)).toBe(1);
    await recomputeRegressions(bench.database);
    const [moved, ...others] = await bench.list();
    expect(others).toEqual([]);
    expect(moved).toMatchObject({ slug: old?.slug, lastSeen: '18.2' });
    expect(await history()).toContain(
      'line changed: Moved because the line of configs changed: x10a → x10b.',
    );
    expect(await previewLines(bench.database)).toEqual([]);
  });
});
