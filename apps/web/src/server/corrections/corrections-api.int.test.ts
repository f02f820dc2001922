import {
  correctionPageSchema,
  correctionPreviewSchema,
  correctionSchema,
  undoneSchema,
} from '@basecase/contract/correction';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as GET_ONE } from '../../app/api/v1/corrections/[id]/route';
import { POST as UNDO } from '../../app/api/v1/corrections/[id]/undo/route';
import { GET as LIST, POST } from '../../app/api/v1/corrections/route';

const BASE = 'https://bench.example';
const URL_OF_LIST = `${BASE}/api/v1/corrections`;

let bench: RegressionBench;
let tokens: Record<'upload' | 'reader', string>;
beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '', BASECASE_URL: BASE });
  const tokenOf = async (role: 'upload' | 'reader') =>
    (await createToken(bench.database, { name: role, role })).token;
  tokens = { upload: await tokenOf('upload'), reader: await tokenOf('reader') };
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.clear();
  await bench.store(versionRun('16.0'), versionRun('17.0'));
  await bench.store(versionRun('18.0', { t0: 0.8 }, { server: 'pn53b' }));
});

const send = (url: string, body: unknown, token: string | null = tokens.upload) =>
  new Request(url, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  });
const post = (body: unknown, { query = '', token }: { query?: string; token?: string | null } = {}) =>
  POST(send(`${URL_OF_LIST}${query}`, body, token === undefined ? tokens.upload : token));
const undo = (id: string, body: unknown, query = '') =>
  UNDO(send(`${URL_OF_LIST}/${id}/undo${query}`, body), { params: Promise.resolve({ id }) });
const list = async (query = '') => {
  const answer = await LIST(new Request(`${URL_OF_LIST}${query}`));
  expect(answer.status).toBe(200);
  return correctionPageSchema.parse(await answer.json());
};

const CORRECTION = { select: { upload: '2' }, changes: { server: 'pn53' }, reason: 'renamed' };

describe('POST /api/v1/corrections', () => {
  it('previews the changes, corrects, lists it and undoes it', async () => {
    const looked = await post(CORRECTION, { query: '?preview' });
    expect(looked.status).toBe(200);
    const preview = correctionPreviewSchema.parse(await looked.json());
    expect(preview).toMatchObject({
      results: 12,
      records: [{ change: 'new', test: 't0', after: { firstBad: '18.0' } }],
      servers: [{ server: { slug: 'pn53b' }, change: 'emptied' }],
    });
    expect((await list()).corrections).toEqual([]);

    const done = await post({ ...CORRECTION, revision: preview.revision });
    expect(done.status).toBe(201);
    const { id, url, ...counts } = (await done.json()) as { id: string; url: string };
    expect(counts).toEqual({ runs: 1, results: 12 });
    expect(url).toBe(`${BASE}/corrections/${id}`);
    expect(done.headers.get('location')).toBe(url);

    const [entry] = (await list('?server=pn53b')).corrections;
    expect(entry).toMatchObject({
      id,
      url,
      by: 'upload',
      reason: 'renamed',
      upload: '2',
      before: { server: ['pn53b'] },
    });
    expect((await list('?upload=1')).corrections).toEqual([]);
    const one = await GET_ONE(new Request(url), { params: Promise.resolve({ id }) });
    expect(correctionSchema.parse(await one.json())).toMatchObject({
      changedRuns: [{ before: { server: 'pn53b' }, after: { server: 'pn53', place: { server: 'pn53' } } }],
    });

    const back = correctionPreviewSchema.parse(await (await undo(id, {}, '?preview=1')).json());
    expect(back.undoes.map((each) => each.id)).toEqual([id]);
    const undone = await undo(id, { revision: back.revision });
    expect(undoneSchema.parse(await undone.json())).toEqual({ ids: [id], runs: 1 });
    expect(await undo(id, {})).toMatchObject({ status: 409 });
    expect((await list()).corrections[0]?.undone).toMatchObject({ by: 'upload' });
  });

  it('answers 409 to the second of two who looked at the same', async () => {
    const { revision } = correctionPreviewSchema.parse(
      await (await post(CORRECTION, { query: '?preview' })).json(),
    );
    expect((await post({ ...CORRECTION, revision })).status).toBe(201);
    const second = await post({ ...CORRECTION, changes: { server: 'pn54' }, revision });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'EDITED_MEANWHILE' });
  });

  it.each([
    ['no token', CORRECTION, null, 401, 'TOKEN_MISSING'],
    ['a token that only reads', CORRECTION, 'reader', 403, 'ROLE_MISSING'],
    ['an unknown field', { ...CORRECTION, changes: { colour: 'red' } }, 'upload', 400, 'INPUT_INVALID'],
    [
      'a value that does not fit',
      { ...CORRECTION, changes: { clients: 'many' } },
      'upload',
      400,
      'SETTING_INVALID',
    ],
    ['no reason', { ...CORRECTION, reason: ' ' }, 'upload', 400, 'INPUT_INVALID'],
    [
      'two ways to choose runs',
      { ...CORRECTION, select: { upload: '2', runs: ['1'] } },
      'upload',
      400,
      'INPUT_INVALID',
    ],
    ['an upload that is not there', { ...CORRECTION, select: { upload: '99' } }, 'upload', 404, 'NOT_FOUND'],
    ['what is so already', { ...CORRECTION, changes: { server: 'pn53b' } }, 'upload', 400, 'SETTING_INVALID'],
  ] as const)('refuses %s', async (_, body, role, status, code) => {
    const answer = await post(body, { token: role && tokens[role] });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ code });
    expect((await list()).corrections).toEqual([]);
  });

  it('refuses what it does not know of a filter', async () => {
    for (const query of ['?colour=red', '?limit=0', '?cursor=x']) {
      expect((await LIST(new Request(`${URL_OF_LIST}${query}`))).status).toBe(400);
    }
  });
});
