import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCellEvidence } from '../queries/get-cell-evidence';
import { getValue, listRows } from '../rows';
import { nightRuns } from '../testing/night-runs';
import { failing, openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { createWebhook } from '../webhooks/webhooks';
import { listRegressions } from './list-regressions';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';
import { queueStale } from './regression-job';
import { triageRegression } from './triage';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

/** `t0 failed 16.0→17.0 new`, with the version in which it works again. */
const stops = async () =>
  (await bench.list({ verdict: 'stopped working' }))
    .map(({ test, stop, lastGood, firstBad, state, fix }) =>
      [test.key, stop?.reason, `${lastGood.version}→${firstBad.version}`, state, fix.seen]
        .filter(Boolean)
        .join(' '),
    )
    .sort();

const only = async () => {
  const [record, ...others] = await bench.list({ verdict: 'stopped working' });
  if (!record || others.length > 0) throw new Error(`${others.length} other records`);
  return record;
};

const countOf = (table: string) =>
  getValue<number>(bench.database.pool, `SELECT count(*)::int AS count FROM ${table}`);

describe('a test that stopped working', () => {
  it('has a record without a ratio, with its reason and the value before it', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0', { t1: 0 }), 't0'));
    expect(await stops()).toEqual(['t0 failed 16.0→17.0 new', 't1 0 operations 16.0→17.0 new']);
    const record = (await bench.list()).find(({ test }) => test.key === 't0');
    expect(record).toMatchObject({
      kind: 'regression',
      verdict: 'stopped working',
      mark: 'stopped',
      isNews: true,
      ...{ ratio: null, levelRatio: null, band: null, p: null, explanation: null, nights: null },
      stop: { reason: 'failed', value: expect.closeTo(1000, -1), newName: null },
      cause: { direction: 'stopped', records: 2 },
    });
  });

  it('stays listed in versions that fail, and is fixed in the one that works again', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0'), 't0'));
    const { slug } = await only();
    await bench.store(versionRun('17.1', { t0: 0 }));
    expect(await only()).toMatchObject({ slug, lastSeen: '17.1', stop: { reason: 'failed' } });
    await bench.store(versionRun('18.0'));
    expect(await only()).toMatchObject({ slug, state: 'fixed', fix: { seen: '18.0', status: 'verified' } });
    await bench.remove(3);
    expect(await only()).toMatchObject({ slug, state: 'new', fix: { seen: null } });
    await expect(getRegression(bench.database, `${slug}x`)).rejects.toThrow(`Nearest: ${slug}`);
    const { history } = await getRegression(bench.database, slug);
    expect(history.map(({ text }) => text)).toEqual([
      'Stopped again: 18.0 does not end it.',
      'Works again since 18.0.',
      'Still present in 17.1, was last seen in 17.0.',
      'Found: 17.0 failed, 16.0 worked.',
    ]);
  });

  it('keeps what people decided when a version between shows it first', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0'), 't0'));
    const { slug, triageVersion } = await only();
    await triageRegression(
      bench.database,
      { slug, version: triageVersion, by: 'local' },
      { state: 'wont_fix' },
    );
    await bench.store(failing(versionRun('16.5'), 't0'));
    expect(await only()).toMatchObject({ slug, state: 'wont_fix', firstBad: { version: '16.5' } });
  });

  it('has a separate record next to that of a slower version', async () => {
    const slow = { t0: 0.5 };
    await bench.store(
      versionRun('16.0'),
      versionRun('16.1'),
      versionRun('17.0', slow),
      versionRun('17.1', slow),
    );
    const before = await bench.recordTexts();
    expect(before).toHaveLength(1);
    await bench.store(failing(versionRun('16.2'), 't0'));
    expect(await stops()).toEqual(['t0 failed 16.1→16.2 fixed 17.0']);
    expect(await bench.recordTexts({ verdict: 'regression' })).toEqual(before);
    expect((await bench.list({ state: 'withdrawn' })).length).toBe(0);
  });

  it('has vanished while versions run the others, and a selection of tests stops none', async () => {
    const half = Object.fromEntries(Array.from({ length: 6 }, (_, test) => [`t${test}`, null]));
    await bench.store(versionRun('16.0'), versionRun('17.0', half));
    expect(await stops()).toEqual([]);
    await bench.clear();
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: null }));
    await bench.store(versionRun('18.0', { t0: null }));
    expect(await stops()).toEqual(['t0 not run 16.0→17.0 new']);
    expect(await only()).toMatchObject({ lastSeen: '18.0' });
  });

  it('leads its list by size and by certainty, and is counted once', async () => {
    const slow = { t1: 0.5 };
    await bench.store(versionRun('16.0'), versionRun('16.1'));
    await bench.store(failing(versionRun('17.0', slow), 't0'), failing(versionRun('17.1', slow), 't0'));
    for (const sort of ['size', 'certainty'] as const) {
      const list = await listRegressions(bench.database, { sort });
      expect(list.regressions.map(({ test, verdict }) => `${test.key} ${verdict}`)).toEqual([
        't0 stopped working',
        't1 regression',
      ]);
      expect(list).toMatchObject({ total: 2, counts: { new: 2 } });
      expect(list.regressions.map(({ cause }) => cause.direction)).toEqual(['stopped', 'slower']);
    }
  });

  it('has a page with the words and numbers of a stop', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0'), 't0', 't1'));
    const [record] = await bench.list({ search: 't0' });
    const page = await getRegression(bench.database, record?.slug ?? '');
    expect(page.judged).toMatchObject({ sigma: null, bandSentence: '' });
    expect(page.evidence.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'for: Noise is ruled out',
      'for: Other tests stopped with it',
    ]);
    expect(page.ladder.map(({ version, value, role }) => [version, value === null, role])).toEqual([
      ['16.0', false, 'last good'],
      ['17.0', true, 'first bad'],
    ]);
    expect(JSON.stringify(page)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the log line of a stop', () => {
  /** Stores what reading the newest upload said of a file. */
  const note = async (file: string, message: string) => {
    await bench.database.pool.query(
      `INSERT INTO diagnostics (upload_id, code, severity, file, line, message)
       SELECT max(id), 'TOOL_FAILED', 'warning', $1, 12, $2 FROM uploads`,
      [file, message],
    );
  };
  /** On the page of the record, and in the panel of the cell. */
  const told = async (test: string) => {
    const record = (await bench.list({ verdict: 'stopped working' })).find((one) => one.test.key === test);
    if (!record) throw new Error(`no record of ${test}`);
    const { evidence } = await getRegression(bench.database, record.slug);
    const { server, workload, firstBad } = record;
    const cell = await getCellEvidence(bench.database, {
      ...{ server: server.slug, workload: workload.slug, column: firstBad.column, test },
    });
    return [evidence.find(({ title }) => title === 'Noise is ruled out')?.text, cell.stop];
  };

  it('is that of its own run, never of another one in the upload', async () => {
    const [bad, other] = ['x.pg17.pk1', 'x.pg18.pk1'];
    await bench.store(versionRun('16.0'));
    await bench.store(
      failing(versionRun('17.0', {}, { label: bad }), 't0'),
      failing(versionRun('18.0', {}, { label: other }), 't0'),
    );
    await note(`${other}/sb.o.t0.1`, 'FATAL: of 18.0');
    expect(await told('t0')).toEqual(['The test failed.', undefined]);
    await note(`${bad}/sb.o.t0.1`, 'FATAL: lost connection');
    expect(await told('t0')).toEqual([
      `The test crashed (${bad}/sb.o.t0.1:12: FATAL: lost connection).`,
      expect.objectContaining({ cause: 'crashed', line: 12, text: 'FATAL: lost connection' }),
    ]);
  });

  it('is that of its zero', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t1: 0 }, { label: 'x.pg17.pk1' }));
    expect(await told('t1')).toEqual([
      'The test did no operation (x.pg17.pk1/sb.o.t1.1:29).',
      expect.objectContaining({ cause: 'did no operation', line: 29, artifactId: expect.any(String) }),
    ]);
  });

  it('is on the page of nights, too', async () => {
    const [newest, ...earlier] = nightRuns(0, 14).toReversed();
    if (!newest) throw new Error('no night');
    await bench.store(...earlier);
    await bench.store(failing(newest, 't0'));
    await note(`${newest.label}/sb.o.t0.1`, 'timed out after 600 s');
    expect(await told('t0')).toEqual([
      `The test timed out (${newest.label}/sb.o.t0.1:12: timed out after 600 s).`,
      expect.objectContaining({ cause: 'timed out' }),
    ]);
  });
});

describe('an evaluation of what was judged', () => {
  const judged = async () => {
    await createWebhook(bench.database, {
      url: 'https://example.com/hook',
      events: ['regression.new', 'regression.fixed', 'regression.withdrawn'],
      allowPrivate: false,
    });
    const first = await bench.storeOnly(versionRun('16.0'), failing(versionRun('17.0'), 't0'));
    await recomputeRegressions(bench.database);
    return first;
  };

  it('changes nothing and sends no messages', async () => {
    const runIds = await judged();
    const before = [await countOf('regression_events'), await countOf('webhook_deliveries')];
    expect(before).toEqual([1, 1]);
    expect(await recomputeRegressions(bench.database, { runIds })).toMatchObject({
      ...{ created: 0, changed: 0, fixed: 0, withdrawn: 0 },
    });
    expect([await countOf('regression_events'), await countOf('webhook_deliveries')]).toEqual(before);
  });

  it('makes records after an upgrade in silence: no message, no news, and an event that names the upgrade', async () => {
    await judged();
    const { pool } = bench.database;
    await pool.query('DELETE FROM webhook_deliveries');
    await pool.query('DELETE FROM record_places');
    const judgedAt = await getValue<Date>(pool, 'SELECT max(evaluated_at) AS at FROM heatmaps');
    await pool.query('UPDATE heatmaps SET records_stops = false, epoch = (SELECT newest + 1 FROM epochs)');
    await pool.query('UPDATE epochs SET newest = newest + 1');
    await queueStale(bench.database);
    expect(await recomputeRegressions(bench.database)).toMatchObject({ created: 1 });
    const { slug, isNews, createdAt } = await only();
    expect(isNews).toBe(false);
    // Nothing is new for whoever looked since.
    expect(createdAt).toBe(judgedAt.toISOString());
    expect(await bench.list({ onlyNews: true })).toEqual([]);
    expect(await countOf('webhook_deliveries')).toBe(0);
    const { history } = await getRegression(bench.database, slug);
    expect(history.map(({ text }) => text)).toEqual(['Created by an upgrade: 17.0 failed, 16.0 worked.']);
    // Changes in newer runs are news again.
    await bench.store(failing(versionRun('18.0', { t3: 0 }), 't0'));
    expect((await bench.list({ onlyNews: true })).map(({ test }) => test.key)).toEqual(['t3']);
    expect(await countOf('webhook_deliveries')).toBe(1);
  });
});

describe('a test of nights', () => {
  it('has a record of its line since the first night that failed, and no change of a level', async () => {
    const [newest, ...earlier] = nightRuns(0, 14).toReversed();
    if (!newest) throw new Error('no night');
    await bench.store(...earlier, failing(newest, 't0'));
    const record = await only();
    expect(record.nights).toMatchObject({
      ...{ judgedBy: 'series', low: null, high: null, nights: null, sureness: 'sure', doubts: [] },
    });
    const page = await getRegression(bench.database, record.slug);
    expect(page.series?.costs).toEqual([]);
    expect(page.evidence.map(({ title }) => title)).toEqual(['Noise is ruled out']);
    expect(await bench.list({ line: '19devel@master' })).toHaveLength(1);
    // A record whose night is held is one of a level: this one has none.
    await bench.store(...nightRuns(14, 18));
    expect(await only()).toMatchObject({ slug: record.slug, state: 'fixed' });
  });

  it('has one record before and after its line is long enough for levels', async () => {
    const nights = nightRuns(0, 20);
    await bench.store(...nights.slice(0, 5), failing(nights[5] ?? versionRun('16.0'), 't0'));
    const { slug } = await only();
    for (const night of nights.slice(6, 16)) await bench.store(failing(night, 't0'));
    expect(await only()).toMatchObject({ slug, state: 'new' });
    expect(await listRows(bench.database.pool, 'SELECT id FROM regressions')).toHaveLength(1);
  });
});
