import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importParsed } from '../import/import-parsed';
import { setCampaign } from '../jobs/set-campaign';
import { getRunPage } from '../queries/get-run-page';
import { listColumnSetups } from '../queries/heatmaps/list-column-setups';
import { getUpload } from '../queries/uploads/get-upload';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { getNoiseAtlas } from './noise/noise-atlas';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const atlas = () => getNoiseAtlas(bench.database, HEATMAP);
const campaignOf = async (id: string) => (await getUpload(bench.database, id)).campaign;

/** Stores a version in a separate upload, with the campaigns of its files and its uploader. */
async function send(version: string, { ofFiles, said: campaign }: { ofFiles?: string; said?: string } = {}) {
  const settings: Record<string, string> = campaign === undefined ? {} : { campaign };
  const { uploadId } = await importParsed(bench.database, {
    upload: describeUpload(version, { settings }),
    parsed: makeUpload(versionRun(version, {}, ofFiles === undefined ? {} : { campaign: ofFiles })),
    configTexts: new Map(),
  });
  return String(uploadId);
}

describe('two uploads, a point release each', () => {
  it('are not an repeat pair without a sign that they were measured together', async () => {
    const [one, other] = [await send('17.5'), await send('17.6')];
    expect(await atlas()).toMatchObject({
      calibrated: false,
      used: [],
      refusals: [{ reason: 'different campaign', detail: `upload ${one} and upload ${other}` }],
    });
  });

  it.each([
    { name: 'as their basecase.json say', one: { ofFiles: 'may' }, other: { ofFiles: 'may' } },
    { name: 'as their uploader says', one: { said: 'may' }, other: { said: 'may', ofFiles: 'june' } },
    { name: 'as both say', one: { ofFiles: 'may' }, other: { said: 'may' } },
  ])('are one of the same campaign, $name', async ({ one, other }) => {
    await send('17.5', one);
    await send('17.6', other);
    expect(await atlas()).toMatchObject({
      calibrated: true,
      refusals: [],
      used: [{ kind: 'point releases' }],
    });
    const setups = await listColumnSetups(bench.database, HEATMAP);
    expect(setups.map(({ campaigns }) => campaigns)).toEqual([['may'], ['may']]);
  });

  it('are none of a campaign that only looks like an upload', async () => {
    const one = await send('17.5');
    await send('17.6', { said: `upload ${one}` });
    expect(await atlas()).toMatchObject({ used: [], refusals: [{ reason: 'different campaign' }] });
  });
});

describe('a run that is sent again with the next release', () => {
  it('is of the campaigns of both uploads: its point releases are a pair in either', async () => {
    const first = await send('17.5');
    const again = await importParsed(bench.database, {
      upload: describeUpload('17.5 and 17.6', { settings: { campaign: 'june' } }),
      parsed: makeUpload(versionRun('17.5'), versionRun('17.6')),
      configTexts: new Map(),
    });
    expect(again.runs.map(({ isNew }) => isNew)).toEqual([false, true]);
    expect(await atlas()).toMatchObject({
      calibrated: true,
      refusals: [],
      used: [{ kind: 'point releases' }],
    });
    const setups = await listColumnSetups(bench.database, HEATMAP);
    expect(setups.map(({ campaigns }) => campaigns)).toEqual([['17.5.tar.gz (upload 1)', 'june'], ['june']]);

    await recomputeRegressions(bench.database);
    await setCampaign(bench.database, String(again.uploadId), { campaign: 'july', by: 'local' });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 1 });
    expect(first).toBe('1');
  });
});

describe('naming the campaign of an upload later', () => {
  it('judges its heatmaps again, and keeps who said what', async () => {
    await send('17.5', { said: 'may' });
    const id = await send('17.6', { ofFiles: 'june' });
    await recomputeRegressions(bench.database);
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 0 });

    await setCampaign(bench.database, id, { campaign: 'may', by: 'nightly' });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 1 });
    expect(await atlas()).toMatchObject({ calibrated: true, pairs: 1 });
    expect((await getRunPage(bench.database, '2')).campaign).toBe('may');

    // The same value changes nothing.
    await setCampaign(bench.database, id, { campaign: 'may', by: 'local' });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 0 });

    await setCampaign(bench.database, id, { campaign: null, by: 'local' });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 1 });
    expect((await atlas()).refusals).toMatchObject([{ detail: '"may" and "june"' }]);
    expect(await campaignOf(id)).toMatchObject({
      said: null,
      ofFiles: ['june'],
      changes: [
        { campaign: null, by: 'local' },
        { campaign: 'may', by: 'nightly' },
      ],
    });
    expect((await getUpload(bench.database, id)).knownCampaigns).toEqual(['june', 'may']);
  });

  it('adds a job by itself', async () => {
    const id = await send('17.5');
    await recomputeRegressions(bench.database);
    await bench.database.pool.query('SELECT graphile_worker.remove_job($1)', ['regressions']);
    await setCampaign(bench.database, id, { campaign: 'may', by: 'local' });
    const { rows } = await bench.database.pool.query(
      `SELECT key FROM graphile_worker.jobs WHERE key = 'regressions'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('refuses an invalid name, and an unknown upload', async () => {
    const id = await send('17.5');
    const name = (campaign: string) => setCampaign(bench.database, id, { campaign, by: 'local' });
    await expect(name(' ')).rejects.toThrow('Expected the name of a campaign');
    await expect(name('x'.repeat(101))).rejects.toThrow('Expected the name of a campaign');
    await expect(setCampaign(bench.database, '999', { campaign: 'may', by: 'local' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await campaignOf(id)).toEqual({ said: null, ofFiles: [], changes: [] });
  });
});

describe('a record between two campaigns', () => {
  it('reports different campaigns until they are named as one', async () => {
    await send('16.0', { said: 'may' });
    const { uploadId } = await importParsed(bench.database, {
      upload: describeUpload('17.0', { settings: { campaign: 'june' } }),
      parsed: makeUpload(versionRun('17.0', { t0: [0.6, 0.6] })),
      configTexts: new Map(),
    });
    await recomputeRegressions(bench.database);
    const [record] = await bench.list();
    const doubts = async () =>
      (await getRegression(bench.database, record?.slug ?? '')).evidence.filter(
        ({ title }) => title === 'Two campaigns',
      );
    expect(await doubts()).toMatchObject([{ text: expect.stringContaining('may and june:') }]);
    await setCampaign(bench.database, String(uploadId), { campaign: 'may', by: 'local' });
    expect(await doubts()).toEqual([]);
  });
});
