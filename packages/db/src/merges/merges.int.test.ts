import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyCorrection } from '../corrections/apply-correction';
import { listCorrections } from '../corrections/list-corrections';
import { undoCorrection } from '../corrections/undo-correction';
import { importParsed } from '../import/import-parsed';
import { getRunPage } from '../queries/get-run-page';
import { getServerPage } from '../servers/get-server-page';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { followMerges } from './follow-merges';
import { listMergeableWorkloads } from './list-mergeable';
import { listWorkloadReads } from './list-workload-reads';
import { mergeServers, previewServerMerge } from './merge-servers';
import { mergeWorkloads, previewWorkloadMerge } from './merge-workloads';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const db = () => bench.database;
const said = { reason: 'one machine', by: 'ann' };

/** Stores a run in a separate upload; the same content again is the same upload. */
async function send(content: string, version: string, sketch: Parameters<typeof versionRun>[2] = {}) {
  const { runs } = await importParsed(db(), {
    upload: describeUpload(content),
    parsed: makeUpload(versionRun(version, {}, { seed: content, ...sketch })),
    configTexts: new Map(),
  });
  return runs[0]?.id ?? 0;
}

async function serverOf(run: number): Promise<string> {
  return (await getRunPage(db(), String(run))).server.slug;
}
async function clientsOf(run: number): Promise<number | null> {
  return (await getRunPage(db(), String(run))).workload.clients;
}
async function workloadOf(run: number): Promise<string> {
  return (await getRunPage(db(), String(run))).workload.slug;
}
async function namesOf(slug: string) {
  const { names } = await getServerPage(db(), slug);
  return names.map((one) => [one.slug, one.runs]);
}

describe('merged servers', () => {
  it('count the runs of both names on one, those that come later too, and are taken apart again', async () => {
    const own = await send('one', '17.0', { server: 'hetz' });
    const other = await send('two', '17.1', { server: 'hetz48' });
    const { id, runs } = await mergeServers(db(), { from: 'hetz48', into: 'hetz', ...said });
    expect(runs).toBe(1);
    const later = await send('three', '17.2', { server: 'Hetz48' });
    expect(await Promise.all([own, other, later].map(serverOf))).toEqual(['hetz', 'hetz', 'hetz']);
    expect(await namesOf('hetz')).toEqual([
      ['hetz', 1],
      ['hetz48', 2],
    ]);
    expect((await getServerPage(db(), 'hetz48')).server.slug).toBe('hetz');

    await undoCorrection(db(), id, { by: 'bob' });
    expect(await Promise.all([own, other, later].map(serverOf))).toEqual(['hetz', 'hetz48', 'hetz48']);
    expect(await namesOf('hetz')).toEqual([['hetz', 1]]);
    expect((await listCorrections(db(), { server: 'hetz48' })).corrections).toMatchObject([
      { kind: 'server_merge', by: 'ann', undone: { by: 'bob' }, runs: 2 },
    ]);
  });

  it('stay merged when an upload is read again', async () => {
    await send('one', '17.0', { server: 'hetz' });
    const other = await send('two', '17.1', { server: 'hetz48' });
    await mergeServers(db(), { from: 'hetz48', into: 'hetz', ...said });
    expect(await send('two', '17.1', { server: 'hetz48' })).toBe(other);
    expect(await serverOf(other)).toBe('hetz');
  });

  it('take a name that nothing carries yet', async () => {
    await send('one', '17.0', { server: 'hetz' });
    const { id, runs } = await mergeServers(db(), { from: 'Helsinki 1', into: 'hetz', ...said });
    expect(runs).toBe(0);
    const later = await send('two', '17.1', { server: 'helsinki-1' });
    expect(await serverOf(later)).toBe('hetz');
    await undoCorrection(db(), id, { by: 'ann' });
    expect(await serverOf(later)).toBe('helsinki-1');
  });

  it('follow a merge of what they were merged into, and are undone together with it or not at all', async () => {
    const run = await send('one', '17.0', { server: 'a' });
    await send('two', '17.1', { server: 'b' });
    await send('three', '17.2', { server: 'c' });
    const first = await mergeServers(db(), { from: 'a', into: 'b', ...said });
    await mergeServers(db(), { from: 'b', into: 'c', ...said });
    const later = await send('four', '17.3', { server: 'a' });
    expect([await serverOf(run), await serverOf(later)]).toEqual(['c', 'c']);
    expect(await namesOf('a')).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 1],
    ]);
    await expect(undoCorrection(db(), first.id, { by: 'ann' })).rejects.toMatchObject({ code: 'BUILT_ON' });
    await undoCorrection(db(), first.id, { by: 'ann', withLater: true });
    expect([await serverOf(run), await serverOf(later)]).toEqual(['a', 'a']);
    expect(await namesOf('b')).toEqual([['b', 1]]);
  });

  it('bring what was read of the machine along, and give it back', async () => {
    await send('one', '17.0', { server: 'hetz' });
    await send('two', '17.1', { server: 'hetz48' });
    const readCores = async () => {
      const { facts } = await getServerPage(db(), 'hetz');
      return facts.find(({ fact }) => fact === 'cores')?.readings.map(({ value, runs }) => [value, runs]);
    };
    const { id } = await mergeServers(db(), { from: 'hetz48', into: 'hetz', ...said });
    expect(await readCores()).toEqual([['8', 2]]);
    await undoCorrection(db(), id, { by: 'ann' });
    expect(await readCores()).toEqual([['8', 1]]);
  });

  it('make a correction that names the old server go to the kept one', async () => {
    await send('one', '17.0', { server: 'hetz' });
    await send('two', '17.1', { server: 'hetz48' });
    const run = await send('three', '17.2', { server: 'typo' });
    await mergeServers(db(), { from: 'hetz48', into: 'hetz', ...said });
    await applyCorrection(db(), {
      kind: 'runs',
      select: { runs: [String(run)] },
      changes: { server: 'hetz48' },
      ...said,
    });
    expect(await serverOf(run)).toBe('hetz');
  });

  it('refuse what makes no sense', async () => {
    await send('one', '17.0', { server: 'hetz' });
    await send('two', '17.1', { server: 'hetz48' });
    await send('three', '17.2', { server: 'pn53' });
    const merge = (from: string, into: string, reason = 'one machine') =>
      mergeServers(db(), { from, into, by: 'ann', reason });
    await expect(merge('hetz', 'HETZ')).rejects.toThrow('that server itself');
    await expect(merge('hetz48', 'nowhere')).rejects.toThrow('No server "nowhere"');
    await expect(merge('hetz48', 'hetz', ' ')).rejects.toThrow('A reason is required');
    await expect(merge('', 'hetz')).rejects.toThrow('server:');
    await merge('hetz48', 'hetz');
    await expect(merge('hetz48', 'hetz')).rejects.toThrow('merged into it already');
    // A typo of the name that leads to another server.
    await expect(merge('pn53', 'htez48')).rejects.toThrow('No server "htez48". Nearest: hetz.');
    await expect(merge('hetz48', 'pn53')).rejects.toThrow('Take it out there first');
    await expect(merge('hetz', 'hetz48')).rejects.toThrow('that server itself');
  });

  it('say before what would change, and change nothing then', async () => {
    await send('one', '17.0', { server: 'hetz' });
    const other = await send('two', '17.1', { server: 'hetz48' });
    const preview = await previewServerMerge(db(), { from: 'hetz48', into: 'hetz' });
    expect(preview).toMatchObject({
      runs: [{ id: String(other), before: { server: 'hetz48' }, after: { server: 'hetz' } }],
      servers: [{ server: { slug: 'hetz48' }, change: 'emptied' }],
    });
    expect(
      preview.heatmaps.map(({ server, columns }) => [server.slug, columns.before, columns.after]),
    ).toEqual([
      ['hetz', 1, 2],
      ['hetz48', 1, 0],
    ]);
    expect(await serverOf(other)).toBe('hetz48');
    await send('three', '17.2', { server: 'hetz48' });
    const late = { from: 'hetz48', into: 'hetz', ...said, revision: preview.revision };
    await expect(mergeServers(db(), late)).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
  });
});

describe('merged workloads', () => {
  it('count for one on a server, those that come later too, and are taken apart again', async () => {
    const own = await send('one', '17.0', { server: 'hetz', clients: 1 });
    const other = await send('two', '17.1', { server: 'hetz', clients: 4 });
    const elsewhere = await send('three', '17.1', { server: 'pn53', clients: 4 });
    const [into, from] = [await workloadOf(own), await workloadOf(other)];
    const { id, runs } = await mergeWorkloads(db(), { from, into, server: 'hetz', ...said });
    expect(runs).toBe(1);
    const later = await send('four', '17.2', { server: 'hetz', clients: 4 });
    expect(await Promise.all([own, other, later, elsewhere].map(clientsOf))).toEqual([1, 1, 1, 4]);
    expect((await getServerPage(db(), 'hetz')).workloadMerges).toMatchObject([
      { id, from: { slug: from }, into: { slug: into }, isEverywhere: false, runs: 2, by: 'ann' },
    ]);
    await undoCorrection(db(), id, { by: 'bob' });
    expect(await Promise.all([own, other, later].map(clientsOf))).toEqual([1, 4, 4]);
    expect((await getServerPage(db(), 'hetz')).workloadMerges).toEqual([]);
  });

  it('count for one on all servers when that is asked for', async () => {
    const own = await send('one', '17.0', { server: 'hetz', clients: 1 });
    const other = await send('two', '17.1', { server: 'hetz', clients: 4 });
    const elsewhere = await send('three', '17.1', { server: 'pn53', clients: 4 });
    const request = { from: await workloadOf(other), into: await workloadOf(own), server: null };
    const preview = await previewWorkloadMerge(db(), request);
    expect(
      preview.heatmaps.map(({ server, columns }) => [server.slug, columns.before, columns.after]),
    ).toEqual([
      ['hetz', 1, 2],
      ['pn53', 0, 1],
      ['hetz', 1, 0],
      ['pn53', 1, 0],
    ]);
    await mergeWorkloads(db(), { ...request, ...said });
    const later = await send('four', '17.2', { server: 'new', clients: 4 });
    expect(await Promise.all([other, elsewhere, later].map(clientsOf))).toEqual([1, 1, 1]);
  });

  it('refuse themselves, and what is not there', async () => {
    const own = await workloadOf(await send('one', '17.0', { server: 'hetz' }));
    const merge = (from: string, into: string) =>
      mergeWorkloads(db(), { from, into, server: 'hetz', ...said });
    await expect(merge(own, own)).rejects.toThrow('into itself');
    await expect(merge('nothing', own)).rejects.toThrow('No workload "nothing"');
  });
});

describe('workloads that can be merged', () => {
  it('are those of a server by their runs, with how many other servers have them', async () => {
    const product = 'MySQL';
    await send('one', '17.0', { server: 'hetz', clients: 1 });
    await send('two', '17.1', { server: 'hetz', clients: 4 });
    await send('three', '8.0.43', { server: 'hetz', clients: 4, product });
    await send('four', '17.1', { server: 'pn53', clients: 4 });
    const mergeable = await listMergeableWorkloads(db(), 'hetz');
    expect(
      mergeable.map(({ fields, runs, products, otherServers }) => [
        fields.clients,
        runs,
        products,
        otherServers,
      ]),
    ).toEqual([
      [4, 2, ['MySQL', 'PostgreSQL'], 1],
      [1, 1, ['PostgreSQL'], 0],
    ]);
    expect(mergeable[0]?.workload).toMatchObject({ origin: 'uploaded', benchmark: 'sysbench' });
  });

  it('read the median of what all of their results on that server read', async () => {
    const costs = (reads_per_op: number) => ({ costs: { reads_per_op } });
    const own = await workloadOf(await send('one', '17.0', { server: 'hetz', clients: 1 }));
    const other = await workloadOf(await send('two', '17.0', { server: 'hetz', clients: 4, ...costs(0.25) }));
    await send('three', '17.1', { server: 'hetz', clients: 4, ...costs(0.75) });
    await send('four', '17.0', { server: 'pn53', clients: 4, ...costs(8) });
    await send('five', '17.0', { server: 'pn53', clients: 16, ...costs(8) });
    const elsewhere = await workloadOf(await send('five', '17.0', { server: 'pn53', clients: 16 }));
    const workloads = [other, elsewhere, 'nothing', own];
    expect(await listWorkloadReads(db(), { server: 'Hetz', workloads })).toEqual([
      { workload: other, readsPerOp: 0.5 },
      { workload: own, readsPerOp: null },
    ]);
  });
});

describe('old addresses after a merge', () => {
  it('lead to what was kept, and nowhere else', async () => {
    const own = await workloadOf(await send('one', '17.0', { server: 'hetz', clients: 1 }));
    const other = await workloadOf(await send('two', '17.1', { server: 'hetz48', clients: 4 }));
    await mergeServers(db(), { from: 'hetz48', into: 'hetz', ...said });
    await mergeWorkloads(db(), { from: other, into: own, server: 'hetz', ...said });
    const follow = (server: string, workload: string) => followMerges(db(), { server, workload });
    expect(await follow('hetz48', other)).toEqual({ server: 'hetz', workload: own });
    expect(await follow('pn53', other)).toEqual({ server: 'pn53', workload: other });
    expect(await follow('hetz48', '')).toEqual({ server: 'hetz', workload: '' });
  });
});
