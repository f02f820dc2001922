import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as COMPARE } from '../compare/route';
import { POST as MERGE_WORKLOAD } from '../workloads/[slug]/merge/route';
import { POST as MERGE } from './[slug]/merge/route';
import { GET, PATCH } from './[slug]/route';

const BASE = 'https://bench.example';

let bench: RegressionBench;
let token = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '', BASECASE_URL: BASE });
  ({ token } = await createToken(bench.database, { name: 'nightly', role: 'upload' }));
  await bench.store(
    versionRun('16.0', {}, { server: 'hetz' }),
    versionRun('17.0', {}, { server: 'hetz48' }),
    versionRun('18.0', {}, { server: 'hetz', clients: 4 }),
  );
});
afterAll(() => bench.close());

type Handler = (request: Request, route: { params: Promise<{ slug: string }> }) => Promise<Response>;

async function ask(
  handler: Handler,
  slug: string,
  {
    method = 'GET',
    body,
    query = '',
    bearer = token,
  }: {
    method?: string;
    body?: unknown;
    query?: string;
    bearer?: string;
  } = {},
) {
  const request = new Request(`${BASE}/api/v1/x/${slug}${query}`, {
    method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ slug }) });
  return { status: response.status, json: await response.json() };
}

const patch = (body: unknown, bearer = token) => ask(PATCH, 'hetz', { method: 'PATCH', body, bearer });
const merge = (body: unknown, query = '') => ask(MERGE, 'hetz', { method: 'POST', body, query });

describe('a server over HTTP', () => {
  it('shows the values read, to everybody', async () => {
    const { status, json } = await ask(GET, 'hetz', { bearer: '' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ slug: 'hetz', url: `${BASE}/servers/hetz`, runs: 2, seen: '0' });
    expect(json.facts).toContainEqual(expect.objectContaining({ fact: 'cores', value: '8', source: 'read' }));
    expect(json.measured[0].compareUrl).toContain(`${BASE}/compare?server=hetz&workload=`);
    expect(await ask(GET, 'nowhere')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  });

  it('accepts entered facts, and refuses unknown facts, visitors without rights, and late changes', async () => {
    expect(await patch({ cores: 48 }, '')).toMatchObject({ status: 401, json: { code: 'TOKEN_MISSING' } });
    const { status, json } = await patch({ cores: 48, kind: 'dedicated', seen: '0' });
    expect(status).toBe(200);
    expect(json.facts).toContainEqual(
      expect.objectContaining({
        fact: 'cores',
        value: '48',
        said: expect.objectContaining({ by: 'nightly' }),
      }),
    );
    expect(await patch({ cores: 24, seen: '0' })).toMatchObject({
      status: 409,
      json: { code: 'EDITED_MEANWHILE' },
    });
    expect(await patch({ colour: 'red' })).toMatchObject({ status: 400, json: { code: 'INPUT_INVALID' } });
    expect(await patch({ kind: 'cloud' })).toMatchObject({ status: 400, json: { code: 'INPUT_INVALID' } });
  });

  it('merges another one, after a preview that changes nothing', async () => {
    const preview = await merge({ from: 'hetz48' }, '?preview');
    expect(preview.json).toMatchObject({
      runs: [{ before: { server: 'hetz48' }, after: { server: 'hetz' } }],
    });
    expect((await ask(GET, 'hetz48')).json.slug).toBe('hetz48');
    expect(await merge({ from: 'hetz48' })).toMatchObject({ status: 400, json: { code: 'INPUT_INVALID' } });
    const { revision } = preview.json;
    const merged = await merge({ from: 'hetz48', reason: 'one machine', revision });
    expect(merged).toMatchObject({ status: 201, json: { runs: 1 } });
    expect(merged.json.url).toBe(`${BASE}/corrections/${merged.json.id}`);
    expect((await ask(GET, 'hetz48')).json).toMatchObject({ slug: 'hetz', runs: 3 });
    expect(await merge({ from: 'hetz48', reason: 'again' })).toMatchObject({
      status: 400,
      json: { code: 'SETTING_INVALID' },
    });
  });

  it('merges workloads, and an older link opens the kept ones', async () => {
    const { json } = await ask(GET, 'hetz');
    const slugs: string[] = json.measured.map(
      ({ workload }: { workload: { slug: string } }) => workload.slug,
    );
    const [kept = '', away = ''] = slugs.toSorted();
    const body = { from: away, server: 'hetz', reason: 'one suite' };
    const merged = await ask(MERGE_WORKLOAD, kept, { method: 'POST', body });
    expect(merged).toMatchObject({ status: 201, json: { runs: 1 } });
    const link = `${BASE}/api/v1/compare?server=hetz48&workload=${away}&format=json`;
    const view = await (await COMPARE(new Request(link))).json();
    expect(view.columns).toHaveLength(3);
    expect(await ask(MERGE_WORKLOAD, 'nothing', { method: 'POST', body })).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND' },
    });
  });
});
