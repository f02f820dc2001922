import { configLinesSchema, lineDecisionSchema } from '@basecase/contract/config-lines';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverCaller } from '../../../../server/root';
import { DELETE } from './[id]/route';
import { GET, POST } from './route';

const URL_OF_LIST = 'https://bench.example/api/v1/config-lines';

let bench: RegressionBench;
let token = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '1' });
  ({ token } = await createToken(bench.database, { name: 'jo', role: 'upload' }));
  await bench.store(versionRun('17.0', {}, { config: 'x10a' }), versionRun('18.0', {}, { config: 'x10b' }));
});
afterAll(() => bench.close());

const headersOf = (isAllowed: boolean): HeadersInit =>
  isAllowed ? { authorization: `Bearer ${token}` } : {};
const post = (body: unknown, isAllowed = true) =>
  POST(
    new Request(URL_OF_LIST, { method: 'POST', body: JSON.stringify(body), headers: headersOf(isAllowed) }),
  );
const undo = (id: string, isAllowed = true) =>
  DELETE(new Request(`${URL_OF_LIST}/${id}`, { method: 'DELETE', headers: headersOf(isAllowed) }), {
    params: Promise.resolve({ id }),
  });
const list = async () => configLinesSchema.strict().parse(await (await GET(new Request(URL_OF_LIST))).json());

const SPLIT = { product: 'PostgreSQL', from: 'x10a', to: 'x10b', action: 'split' };

describe('config lines over HTTP', () => {
  it('are listed, split and joined again by an undo', async () => {
    expect(await list()).toMatchObject({
      lines: [{ server: 'pn53', configs: ['x10a', 'x10b'], seams: [{ reason: 'names' }] }],
      decisions: [],
      pending: 0,
    });
    const decided = await post(SPLIT);
    expect(decided.status).toBe(201);
    const decision = lineDecisionSchema.strict().parse(await decided.json());
    expect(decision).toMatchObject({ ...SPLIT, by: 'jo', undone: null });
    const undone = lineDecisionSchema.parse(await (await undo(decision.id)).json());
    expect(undone.undone).toMatchObject({ by: 'jo' });
    expect((await list()).decisions).toEqual([undone]);
  });

  it('are decided and undone by procedures as over HTTP', async () => {
    const { lines } = serverCaller(new Headers(headersOf(true)));
    const decision = await lines.decide({ ...SPLIT, action: 'split' });
    expect(decision).toMatchObject({ ...SPLIT, by: 'jo', undone: null });
    expect(await lines.undo({ id: decision.id })).toMatchObject({ id: decision.id, undone: { by: 'jo' } });
    await expect(serverCaller(new Headers()).lines.undo({ id: decision.id })).rejects.toThrow(
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    );
  });

  it('refuse a parameter that is not known', async () => {
    expect((await GET(new Request(`${URL_OF_LIST}?product=MySQL`))).status).toBe(400);
  });

  it.each<[unknown, number]>([
    [{ ...SPLIT, product: 'nope' }, 404],
    [{ ...SPLIT, to: 'nope' }, 404],
    [{ ...SPLIT, to: 'x10a' }, 400],
    [{ ...SPLIT, action: 'glue' }, 400],
    [{ ...SPLIT, more: 1 }, 400],
  ])('refuse %j', async (body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  it('need a token to be changed', async () => {
    expect((await post(SPLIT, false)).status).toBe(401);
    expect((await undo('1', false)).status).toBe(401);
    expect((await undo('99')).status).toBe(404);
  });
});
