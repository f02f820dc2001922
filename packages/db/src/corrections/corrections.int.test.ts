import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeImportLock } from '../import/import-lock';
import { importParsed } from '../import/import-parsed';
import { setCampaign } from '../jobs/set-campaign';
import { createPermalink } from '../permalinks/create-permalink';
import { getRunPage } from '../queries/get-run-page';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import type { CorrectionRequest, RunChanges } from '../types/corrections';
import { applyCorrection } from './apply-correction';
import { listCorrections } from './list-corrections';
import { listPermalinkCorrections } from './permalinks-of';
import { previewCorrection, previewUndo } from './preview-correction';
import { undoCorrection } from './undo-correction';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const db = () => bench.database;
const toRequest = (run: number | number[], changes: RunChanges): CorrectionRequest => ({
  kind: 'runs',
  select: { runs: [run].flat().map(String) },
  changes,
  reason: 'the name was wrong',
  by: 'm.lind',
});
const correct = (run: number | number[], changes: RunChanges) =>
  applyCorrection(db(), toRequest(run, changes));

/** Server, version, clients, column and campaign of a run, as its page has them. */
async function counted(run: number) {
  const { server, product, version, workload, columnSlug, campaign, startedAt, at } = await getRunPage(
    db(),
    String(run),
  );
  return {
    server: server.slug,
    product,
    version,
    clients: workload.clients,
    column: columnSlug,
    campaign,
    startedAt,
    at,
  };
}

/** Stores a run in a separate upload. */
async function send(name: string, version: string, sketch: Parameters<typeof versionRun>[2] = {}) {
  const { uploadId, runs } = await importParsed(db(), {
    upload: describeUpload(name),
    parsed: makeUpload(versionRun(version, {}, sketch)),
    configTexts: new Map(),
  });
  return { uploadId, run: runs[0]?.id ?? 0 };
}

describe('a correction', () => {
  it('makes a run count by the given values, keeps the original ones, and is undone without a trace', async () => {
    const { run } = await send('one', '17.0', { server: 'pn53b', clients: 4 });
    const before = await counted(run);
    const { id, runs, results } = await correct(run, {
      server: 'PN53',
      product: 'postgresql',
      version: '17.1',
      clients: 1,
      campaign: 'nightly',
      startedAt: '2026-11-15T04:11:00.000Z',
    });
    expect({ runs, results }).toEqual({ runs: 1, results: 12 });
    expect(await counted(run)).toMatchObject({
      server: 'pn53',
      product: 'PostgreSQL',
      version: '17.1',
      clients: 1,
      campaign: 'nightly',
      startedAt: '2026-11-15T04:11:00.000Z',
      at: '2026-11-15T04:11:00.000Z',
    });
    const { rows } = await db().pool.query('SELECT as_read, corrected FROM runs');
    expect(rows).toMatchObject([
      {
        as_read: {
          server: { name: 'pn53b', cores: 8 },
          variant: { version: '17.0' },
          workload: { clients: 4 },
        },
        corrected: ['campaign', 'clients', 'product', 'server', 'startedAt', 'version'],
      },
    ]);

    await undoCorrection(db(), id, { by: 'a.roy' });
    expect(await counted(run)).toEqual(before);
    expect((await db().pool.query('SELECT as_read, corrected FROM runs')).rows).toEqual([
      { as_read: null, corrected: [] },
    ]);
    await expect(undoCorrection(db(), id, { by: 'a.roy' })).rejects.toMatchObject({ code: 'UNDONE' });
  });

  it('keeps the facts of a server that is known, and takes those that were read to one that is new', async () => {
    await db().pool.query(`INSERT INTO servers (slug, name) VALUES ('known', 'known')`);
    const { run } = await send('one', '17.0', { server: 'pn53b' });
    await correct(run, { server: 'known' });
    expect((await getRunPage(db(), String(run))).server).toMatchObject({ name: 'known', cores: null });
    await correct(run, { server: 'New one' });
    expect((await getRunPage(db(), String(run))).server).toMatchObject({ slug: 'new-one', cores: 8 });
  });

  it('leaves a run on a server that was given another name since', async () => {
    const { run } = await send('one', '17.0', { server: 'pn53b' });
    await db().pool.query(`UPDATE servers SET name = 'The old one' WHERE slug = 'pn53b'`);
    const { id } = await correct(run, { version: '17.1' });
    expect(await counted(run)).toMatchObject({ server: 'pn53b', version: '17.1' });
    await undoCorrection(db(), id, { by: 'x' });
    await correct(run, { server: 'elsewhere' });
    await correct(run, { server: 'the OLD one' });
    expect(await counted(run)).toMatchObject({ server: 'pn53b' });
    expect((await db().pool.query('SELECT slug FROM servers ORDER BY slug')).rows).toEqual([
      { slug: 'elsewhere' },
      { slug: 'pn53b' },
    ]);
  });

  it('is of all runs that were chosen, and of none when one is not there', async () => {
    const ids = await bench.storeOnly(versionRun('17.0'), versionRun('17.1'), versionRun('17.2'));
    expect(await correct(ids, { config: null })).toMatchObject({ runs: 3, results: 36 });
    await expect(correct([...ids, 99], { config: 'x10b' })).rejects.toThrow('No run 99.');
    const columns = await Promise.all(ids.map(async (id) => (await counted(id)).column));
    expect(columns).toEqual(['postgresql-17.0', 'postgresql-17.1', 'postgresql-17.2']);
  });

  it.each<[string, RunChanges, string]>([
    ['an unknown field', { colour: 'red' } as RunChanges, '"colour" can\'t be corrected'],
    ['no field', {}, 'Nothing to correct was named'],
    ['a version that is taken away', { version: null } as unknown as RunChanges, '"version" can\'t be empty'],
    ['a number that is none', { clients: 0 }, 'clients: Expected a whole number from 1'],
    ['a date that is none', { startedAt: 'yesterday' }, 'startedAt: Expected a time'],
    ['what is so already', { version: '17.0' }, 'The run has these values already'],
  ])('refuses %s', async (_, changes, message) => {
    const { run } = await send('one', '17.0');
    await expect(correct(run, changes)).rejects.toThrow(message);
    expect((await listCorrections(db())).corrections).toEqual([]);
  });

  it('wants a reason', async () => {
    const { run } = await send('one', '17.0');
    const request = { ...toRequest(run, { version: '17.1' }), reason: ' ' };
    await expect(applyCorrection(db(), request)).rejects.toThrow('A reason is required');
  });

  it('masks secrets in given values', async () => {
    const { run } = await send('one', '17.0');
    const request = { ...toRequest(run, { version: '17.1' }), reason: 'ran with --password=hunter2hunter2' };
    await applyCorrection(db(), request);
    expect((await listCorrections(db())).corrections[0]?.reason).not.toContain('hunter2');
  });
});

describe('reading again', () => {
  it('keeps corrections, with what is read now under them', async () => {
    const { run, uploadId } = await send('one', '17.0', { server: 'pn53b', label: 'x.pg' });
    await correct(run, { server: 'pn53' });
    const again = await importParsed(db(), {
      upload: describeUpload('one'),
      parsed: makeUpload(versionRun('17.5', {}, { server: 'pn53b', label: 'x.pg' })),
      configTexts: new Map(),
    });
    expect(again).toMatchObject({ uploadId, isReparsed: true });
    const id = again.runs[0]?.id ?? 0;
    expect(await counted(id)).toMatchObject({ server: 'pn53', version: '17.5' });
    const { rows } = await db().pool.query(`SELECT as_read #>> '{server,name}' AS server FROM runs`);
    expect(rows).toEqual([{ server: 'pn53b' }]);
  });

  it('keeps the time at which a run without a date was loaded, whatever date a correction gave it', async () => {
    const { run } = await send('one', '17.0');
    const { at } = await counted(run);
    const { id } = await correct(run, { startedAt: '2020-02-02T00:00:00Z' });
    await send('one', '17.0');
    expect(await counted(run)).toMatchObject({ at: '2020-02-02T00:00:00.000Z' });
    await undoCorrection(db(), id, { by: 'm.lind' });
    expect(await counted(run)).toMatchObject({ at, startedAt: null });
  });

  it('applies the correction of a whole upload to a run that is found later', async () => {
    const { uploadId } = await send('one', '17.0', { server: 'pn53b' });
    await applyCorrection(db(), {
      ...toRequest(1, { server: 'pn53' }),
      select: { upload: String(uploadId) },
    });
    const { runs } = await importParsed(db(), {
      upload: describeUpload('one'),
      parsed: makeUpload(
        versionRun('17.0', {}, { server: 'pn53b' }),
        versionRun('18.0', {}, { server: 'pn53b' }),
      ),
      configTexts: new Map(),
    });
    const servers = await Promise.all(runs.map(async ({ id }) => (await counted(id)).server));
    expect(servers).toEqual(['pn53', 'pn53']);
    expect((await listCorrections(db())).corrections).toMatchObject([
      { runs: 2, before: { server: ['pn53b'] } },
    ]);
  });

  it('applies again to deleted logs that are sent in another upload', async () => {
    const { run } = await send('one', '17.0', { server: 'pn53b' });
    await correct(run, { server: 'pn53' });
    await bench.remove(1);
    const back = await send('two', '17.0', { server: 'pn53b' });
    expect(back.run).not.toBe(run);
    expect(await counted(back.run)).toMatchObject({ server: 'pn53' });
  });
});

describe('the history', () => {
  it('says who changed what when and why, of an upload, a run, a server and a workload', async () => {
    const { run, uploadId } = await send('one', '17.0', { server: 'pn53b' });
    const other = await send('two', '17.1', { server: 'pn53b' });
    await correct(run, { server: 'pn53', version: '17.2' });
    await undoCorrection(db(), '1', { by: 'a.roy' });
    const [entry, ...rest] = (await listCorrections(db(), { upload: String(uploadId) })).corrections;
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      id: '1',
      kind: 'runs',
      changes: { server: 'pn53', version: '17.2' },
      before: { server: ['pn53b'], version: ['17.0'] },
      reason: 'the name was wrong',
      by: 'm.lind',
      runs: 1,
      undone: { by: 'a.roy' },
    });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(0);
    const found = async (filter: object) => (await listCorrections(db(), filter)).corrections.length;
    expect(await found({ run: String(run) })).toBe(1);
    expect(await found({ run: String(other.run) })).toBe(0);
    expect(await found({ server: 'pn53' })).toBe(1);
    expect(await found({ server: 'pn53b' })).toBe(1);
    expect(await found({ server: 'elsewhere' })).toBe(0);
    expect(await found({ workload: 'sysbench-cached-1x50m-1c-pk1' })).toBe(1);
  });

  it('is paged', async () => {
    const { run } = await send('one', '17.0');
    for (const version of ['17.1', '17.2', '17.3']) await correct(run, { version });
    const first = await listCorrections(db(), { limit: 2 });
    expect(first.corrections.map(({ id }) => id)).toEqual(['3', '2']);
    const second = await listCorrections(db(), { limit: 2, cursor: first.next ?? undefined });
    expect(second).toMatchObject({ corrections: [{ id: '1' }], next: null });
  });
});

describe('undoing one that others build on', () => {
  it('lists them, and undoes all or none; what says other fields stays', async () => {
    const { run } = await send('one', '17.0', { server: 'pn53b' });
    await correct(run, { version: '17.1' });
    await correct(run, { server: 'pn53' });
    await correct(run, { version: '17.2', clients: 8 });
    await correct(run, { clients: 16 });
    await expect(undoCorrection(db(), '1', { by: 'x' })).rejects.toMatchObject({
      code: 'BUILT_ON',
      message: expect.stringContaining('3, 4'),
    });
    expect(await counted(run)).toMatchObject({ version: '17.2', clients: 16 });
    expect((await previewUndo(db(), '1')).undoes.map(({ id }) => id)).toEqual(['4', '3', '1']);
    await undoCorrection(db(), '1', { by: 'x', withLater: true });
    expect(await counted(run)).toMatchObject({ version: '17.0', clients: 1, server: 'pn53' });
  });
});

describe('two people at once', () => {
  it('refuses the second, who looked at what is not so any more', async () => {
    const { run } = await send('one', '17.0');
    const request = toRequest(run, { version: '17.1' });
    const { revision } = await previewCorrection(db(), request);
    const results = await Promise.allSettled([
      applyCorrection(db(), { ...request, revision }),
      applyCorrection(db(), { ...request, changes: { version: '17.2' }, revision }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'EDITED_MEANWHILE' },
    });
  });

  it('reports that an import keeps it waiting', async () => {
    const { run } = await send('one', '17.0');
    const client = await db().pool.connect();
    try {
      await client.query('BEGIN');
      await takeImportLock(client);
      const preview = previewCorrection(db(), toRequest(run, { version: '17.1' }), { lockWaitMs: 50 });
      await expect(preview).rejects.toMatchObject({ code: 'IMPORT_BUSY' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('a preview', () => {
  it('lists the heatmaps, records, servers and permalinks that would change, and changes nothing', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0'));
    const [run = 0] = await bench.storeOnly(versionRun('18.0', { t0: 0.8 }, { server: 'pn53b' }));
    const request = toRequest(run, { server: 'pn53' });
    const before = await counted(run);
    const preview = await previewCorrection(db(), request);
    expect(await counted(run)).toEqual(before);
    expect((await listCorrections(db())).corrections).toEqual([]);
    expect(preview).toMatchObject({
      results: 12,
      runs: [{ id: String(run), before: { server: 'pn53b' }, after: { server: 'pn53' } }],
      heatmaps: [
        {
          server: { slug: 'pn53' },
          runs: { before: 2, after: 3 },
          columns: { before: 2, after: 3 },
          gained: ['PostgreSQL 18.0 x10a_c8r32'],
          lost: [],
        },
        { server: { slug: 'pn53b' }, columns: { before: 1, after: 0 }, gained: [] },
      ],
      records: [{ change: 'new', test: 't0', slug: null, before: null, after: { firstBad: '18.0' } }],
      servers: [{ server: { slug: 'pn53b' }, change: 'emptied' }],
      undoes: [],
    });

    const { id } = await applyCorrection(db(), { ...request, revision: preview.revision });
    await recomputeRegressions(db());
    expect(await bench.recordTexts()).toEqual(['t0 17.0→18.0 0.80 regression new']);

    const back = await previewUndo(db(), id);
    expect(back).toMatchObject({
      records: [{ change: 'withdrawn', test: 't0', before: { firstBad: '18.0' }, after: null }],
      servers: [{ server: { slug: 'pn53b' }, change: 'new' }],
      undoes: [{ id }],
    });
    await undoCorrection(db(), id, { by: 'x', revision: back.revision });
    expect(await recomputeRegressions(db())).toMatchObject({ withdrawn: 1 });
  });

  it('does not count what an upload of just now changed', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0'), versionRun('17.1'));
    // Not judged yet: t0 is slower since 18.0, whoever corrects another run.
    await bench.storeOnly(versionRun('18.0', { t0: 0.8 }));
    const preview = await previewCorrection(db(), toRequest(3, { version: '17.2' }));
    expect(preview.records?.map(({ test, change }) => `${test} ${change}`)).toEqual(['t0 changed']);
  });

  it('keeps a record when only the name of its first bad version was wrong', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0'), versionRun('18.0', { t0: 0.8 }));
    const preview = await previewCorrection(db(), toRequest(3, { version: '18.1' }));
    expect(preview.records).toMatchObject([
      { change: 'changed', before: { firstBad: '18.0' }, after: { firstBad: '18.1' } },
    ]);
  });
});

describe('a permalink', () => {
  const freeze = (server: string, path: string) =>
    createPermalink(db(), {
      kind: 'compare',
      path,
      title: 'x',
      snapshot: { path },
      parserVersion: 1,
      heatmaps: [{ server, workload: 'sysbench-cached-1x50m-1c-pk1' }],
    });
  const since = (slug: string) => listPermalinkCorrections(db(), slug);

  it('lists later corrections of its runs, in the old and in the new heatmap', async () => {
    const { run } = await send('one', '17.0', { server: 'pn53b' });
    await send('two', '17.1', { server: 'pn53' });
    const [left, target, other] = [
      await freeze('pn53b', '/compare?a'),
      await freeze('pn53', '/compare?b'),
      await freeze('elsewhere', '/compare?c'),
    ];
    const request = toRequest(run, { server: 'pn53' });
    expect(await previewCorrection(db(), request)).toMatchObject({ permalinks: 2 });
    expect(await since(left.slug)).toEqual({ count: 0, latest: null });
    const { id } = await applyCorrection(db(), request);
    expect(await since(left.slug)).toMatchObject({ count: 1, latest: { id } });
    expect(await since(target.slug)).toMatchObject({ count: 1, latest: { id } });
    expect(await since(other.slug)).toEqual({ count: 0, latest: null });
    const later = await freeze('pn53', '/compare?d');
    expect(await since(later.slug)).toEqual({ count: 0, latest: null });

    await undoCorrection(db(), id, { by: 'a.roy' });
    // Later than the freezing, also where both fall into one millisecond.
    await db().pool.query('UPDATE corrections SET undone_at = $2 WHERE id = $1', [
      id,
      new Date(Date.now() + 1000),
    ]);
    expect(await since(left.slug)).toEqual({ count: 0, latest: null });
    expect(await since(later.slug)).toMatchObject({ count: 1, latest: { id, undone: { by: 'a.roy' } } });
    await expect(since('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a campaign', () => {
  it('that was corrected takes precedence over the value of the whole upload', async () => {
    const { run, uploadId } = await send('one', '17.0', { campaign: 'of the file' });
    await setCampaign(db(), String(uploadId), { campaign: 'said', by: 'x' });
    await correct(run, { campaign: 'corrected' });
    expect(await counted(run)).toMatchObject({ campaign: 'corrected' });
    await expect(setCampaign(db(), String(uploadId), { campaign: 'again', by: 'x' })).rejects.toMatchObject({
      code: 'CORRECTED',
    });
    await undoCorrection(db(), '1', { by: 'x' });
    expect(await counted(run)).toMatchObject({ campaign: 'said' });
  });
});
