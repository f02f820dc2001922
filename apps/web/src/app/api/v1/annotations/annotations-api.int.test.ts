import { annotationListSchema, annotationSchema } from '@basecase/contract/series';
import { nightRuns, nightTime } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE } from './[id]/route';
import { GET, POST } from './route';

const URL_OF_LIST = 'https://bench.example/api/v1/annotations';

let bench: RegressionBench;
let tokens: Record<'upload' | 'reader', string>;

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '1' });
  const tokenOf = async (role: 'upload' | 'reader') =>
    (await createToken(bench.database, { name: role, role })).token;
  tokens = { upload: await tokenOf('upload'), reader: await tokenOf('reader') };
  await bench.store(...nightRuns(0, 14));
  await bench.store(...nightRuns(0, 2).map((run) => ({ ...run, server: 'other', seed: run.label })));
});
afterAll(() => bench.close());

const headersOf = (role: 'upload' | 'reader' | null): HeadersInit =>
  role === null ? {} : { authorization: `Bearer ${tokens[role]}` };
const post = (body: unknown, role: 'upload' | 'reader' | null = 'upload') =>
  POST(new Request(URL_OF_LIST, { method: 'POST', body: JSON.stringify(body), headers: headersOf(role) }));
const remove = (id: string, role: 'upload' | 'reader' | null = 'upload') =>
  DELETE(new Request(`${URL_OF_LIST}/${id}`, { method: 'DELETE', headers: headersOf(role) }), {
    params: Promise.resolve({ id }),
  });
const list = async (query = '') => {
  const response = await GET(new Request(`${URL_OF_LIST}${query}`));
  expect(response.status).toBe(200);
  return annotationListSchema.parse(await response.json()).annotations;
};

const KERNEL = { at: nightTime(5), label: ' kernel 6.14 ', server: 'pn53', product: 'postgresql' };

describe('annotations over HTTP', () => {
  it('are added, listed and taken back', async () => {
    const added = await post(KERNEL);
    expect(added.status).toBe(201);
    const annotation = annotationSchema.strict().parse(await added.json());
    expect(annotation).toMatchObject({
      at: nightTime(5),
      label: 'kernel 6.14',
      server: 'pn53',
      product: 'PostgreSQL',
      by: 'upload',
      removed: null,
    });
    const everywhere = await post({ at: '2026-05-03', label: 'compiler 15' });
    expect(await everywhere.json()).toMatchObject({
      at: '2026-05-03T00:00:00.000Z',
      server: null,
      product: null,
    });
    expect((await list()).map(({ label }) => label)).toEqual(['kernel 6.14', 'compiler 15']);
    expect((await list('?server=pn53')).map(({ label }) => label)).toEqual(['kernel 6.14', 'compiler 15']);
    expect((await list('?server=other')).map(({ label }) => label)).toEqual(['compiler 15']);

    const removed = await remove(annotation.id);
    expect(removed.status).toBe(200);
    expect(annotationSchema.parse(await removed.json()).removed).toMatchObject({ by: 'upload' });
    expect((await list('?server=pn53'))[0]).toMatchObject({ id: annotation.id, removed: { by: 'upload' } });
    expect((await remove(annotation.id)).status).toBe(404);
  });

  it.each([
    ['no token', KERNEL, null, 401, 'TOKEN_MISSING'],
    ['a token that only reads', KERNEL, 'reader', 403, 'ROLE_MISSING'],
    ['no time', { label: 'kernel' }, 'upload', 400, 'INPUT_INVALID'],
    ['a value that is not a time', { ...KERNEL, at: 'yesterday' }, 'upload', 400, 'SETTING_INVALID'],
    [
      'a year that is too far away to plan for',
      { ...KERNEL, at: '2099-01-01' },
      'upload',
      400,
      'SETTING_INVALID',
    ],
    ['no text', { ...KERNEL, label: ' ' }, 'upload', 400, 'INPUT_INVALID'],
    ['a text that is too long', { ...KERNEL, label: 'x'.repeat(201) }, 'upload', 400, 'INPUT_INVALID'],
    ['what it does not know', { ...KERNEL, colour: 'red' }, 'upload', 400, 'INPUT_INVALID'],
    ['a server that is not there', { ...KERNEL, server: 'nope' }, 'upload', 404, 'NOT_FOUND'],
    ['a product that is not there', { ...KERNEL, product: 'nope' }, 'upload', 404, 'NOT_FOUND'],
  ] as const)('refuse %s', async (_, body, role, status, code) => {
    const before = (await list()).length;
    const answer = await post(body, role);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    expect(await list()).toHaveLength(before);
  });

  it('are withdrawn with write rights, and listed for existing lines', async () => {
    expect((await remove('1', 'reader')).status).toBe(403);
    expect((await remove('999')).status).toBe(404);
    const get = (query: string) => GET(new Request(`${URL_OF_LIST}?${query}`));
    expect((await get('server=nope')).status).toBe(404);
    expect((await get('colour=red')).status).toBe(400);
  });

  it('need no token from this machine in local mode', async () => {
    const answer = await POST(
      new Request(URL_OF_LIST, {
        method: 'POST',
        body: JSON.stringify({ ...KERNEL, label: 'disk' }),
        headers: { host: '127.0.0.1:3000' },
      }),
    );
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ by: 'local' });
  });
});
