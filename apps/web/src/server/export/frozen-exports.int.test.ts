import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as COMPARE } from '../../app/api/v1/compare/route';
import { GET as PERMALINK } from '../../app/api/v1/permalinks/[slug]/route';
import { createCaller } from '../root';

let bench: RegressionBench;
let folder: string;
let blobs: BlobStore;
let headers: Headers;
beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-frozen-'));
  blobs = openBlobStore(folder, bench.database);
  await bench.store(
    versionRun('16.0', { t0: [1, 1.02] }),
    versionRun('17.0', { t0: 0.8 }),
    versionRun('18.0', { t0: 0.8 }),
  );
  await bench.database.pool.query(`UPDATE runs SET notes = 'for members only'`);
  const { token } = await createToken(bench.database, { name: 'test', role: 'upload' });
  headers = new Headers({ authorization: `Bearer ${token}` });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const freeze = async (where: string) =>
  (await createCaller({ db: bench.database, blobs, headers }).permalinks.create({ path: where })).slug;
const frozen = (slug: string, query = 'format=results') =>
  PERMALINK(new Request(`http://127.0.0.1/api?${query}`), { params: Promise.resolve({ slug }) });
const live = async () => (await COMPARE(new Request('http://127.0.0.1/api?format=results'))).text();
const linesOf = (text: string) => text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
const withoutNotes = (text: string) => linesOf(text).map(({ notes: _, ...line }) => line);

describe('the runs that were frozen with a permalink', () => {
  it('leave as they were, whatever is written and deleted later', async () => {
    const record = (await bench.list()).find(({ test }) => test.key === 't0');
    const slugs: string[] = [];
    for (const where of ['/compare', '/servers', '/trends', `/r/${record?.slug}`])
      slugs.push(await freeze(where));
    const texts = () => Promise.all(slugs.map(async (slug) => (await frozen(slug)).text()));
    const [before, liveBefore] = [await texts(), await live()];
    for (const text of before) {
      expect(linesOf(text).flatMap(({ version }) => version ?? [])).toEqual(['16.0', '17.0', '18.0']);
      expect(text).not.toContain('members');
    }
    expect(liveBefore).toContain('members');
    expect(linesOf(before[0] ?? '')).toEqual(withoutNotes(liveBefore));

    await bench.database.pool.query('UPDATE measurements SET value = value * 2');
    expect(withoutNotes(await live())).not.toEqual(withoutNotes(liveBefore));
    expect(await texts()).toEqual(before);
    const { rows } = await bench.database.pool.query<{ id: number }>('SELECT id FROM uploads');
    await bench.remove(...rows.map(({ id }) => id));
    expect(await texts()).toEqual(before);

    const parquet = await frozen(slugs[0] ?? '', 'format=parquet');
    const values = (await parquetReadObjects({ file: await parquet.arrayBuffer() })).map(
      ({ value }) => value,
    );
    expect(values).toEqual(linesOf(before[0] ?? '').flatMap(({ value }) => value ?? []));
  });

  it('are those of the columns and tests that its page shows', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0'));
    const slug = await freeze('/compare');
    const { rows } = await bench.database.pool.query<{ slug: string }>(
      `SELECT slug FROM variants WHERE slug LIKE '%16.0%'`,
    );
    const part = linesOf(await (await frozen(slug, `format=results&q=t3&cols=${rows[0]?.slug}`)).text());
    expect(part).toMatchObject([{ version: '16.0' }, { test: 't3', metric: 'throughput' }]);
    const refused = await frozen(slug, 'format=results&cols=nope');
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'PARAMETER_INVALID']);
  });

  it('are missing from an older permalink, until the same view is shared again', async () => {
    const slug = await freeze('/compare');
    const before = await (await frozen(slug)).text();
    await bench.database.pool.query('UPDATE permalinks SET runs = NULL');
    const gone = await frozen(slug);
    expect([gone.status, (await gone.json()).title]).toEqual([
      404,
      'This permalink keeps tables only, without the runs behind them: it is from before runs were kept, or has too many.',
    ]);
    expect((await frozen(slug, 'format=csv')).status).toBe(200);
    expect(await freeze('/compare')).toBe(slug);
    expect(await (await frozen(slug)).text()).toBe(before);
    expect((await frozen('no-such-permalink')).status).toBe(404);
  });
});
