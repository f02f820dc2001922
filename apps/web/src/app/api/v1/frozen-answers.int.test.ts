import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addAnnotation } from '@basecase/db/annotations/annotations';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { nightRuns, nightTime } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { DOCUMENT_KINDS } from '@basecase/views/share';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/root';

const BASE = 'https://bench.example';
const FORMATS = ['json', 'csv', 'tsv', 'md', 'results'];

let bench: RegressionBench;
let folder: string;
let tokens: Record<'reader' | 'upload' | 'admin', string>;
let workload = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-frozen-'));
  Object.assign(process.env, {
    DATABASE_URL: bench.database.url,
    BASECASE_BLOBS: folder,
    BASECASE_LOCAL: '',
    BASECASE_URL: BASE,
    BASECASE_MAX_UPLOAD_BYTES: '20000',
  });
  const tokenOf = async (role: 'reader' | 'upload' | 'admin') =>
    (await createToken(bench.database, { name: role, role })).token;
  tokens = {
    reader: await tokenOf('reader'),
    upload: await tokenOf('upload'),
    admin: await tokenOf('admin'),
  };
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.7 }),
    versionRun('18.0', { t0: [0.8, 0.81], t1: 0.7, t2: null, t3: 1.4 }),
  );
  await bench.store(
    versionRun('8.0.43', {}, { product: 'MySQL', server: 'other' }),
    versionRun('9.5.0', { t0: 0.9 }, { product: 'MySQL', server: 'other' }),
  );
  await bench.store(
    ...nightRuns(0, 20, (night) => ({ t0: night >= 10 ? 0.8 : 1, t1: night === 5 ? null : 1 })),
  );
  await addAnnotation(bench.database, {
    at: nightTime(12),
    label: 'kernel 6.14',
    server: 'pn53',
    product: null,
    by: 'upload',
  });
  await recomputeRegressions(bench.database);
  // Lists are ordered by minutes: the set-up may last over the end of one.
  await bench.database.pool.query('UPDATE regressions SET created_at = $1', [new Date()]);
  const sample = path.join(
    import.meta.dirname,
    '../../../../../../packages/ingest/src/parsers/pgbench/fixtures',
  );
  await ingestPath({ database: bench.database, blobs: openBlobStore(folder, bench.database) }, sample);
  const { lines } = await (await send('GET', '/api/v1/series/lines')).json();
  workload = lines[0].workload;
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Each route of the folder by its address, e.g. `/api/v1/runs/[id]/results`. */
const ROUTES = Object.entries(
  import.meta.glob<Partial<Record<Method, Handler>>>('./**/route.ts', { eager: true }),
).map(([file, handlers]) => {
  const names: string[] = [];
  const pattern = path.posix.join('/api/v1', path.posix.dirname(file)).replaceAll(/\[(\w+)\]/g, (_, name) => {
    names.push(name);
    return '([^/]+)';
  });
  return { pattern: new RegExp(`^${pattern}$`), names, handlers };
});

interface Sent {
  role?: 'reader' | 'upload' | 'admin';
  body?: unknown;
}

function send(method: Method, address: string, { role, body }: Sent = {}): Promise<Response> {
  const url = new URL(address, BASE);
  for (const { pattern, names, handlers } of ROUTES) {
    const handler = handlers[method];
    const found = pattern.exec(url.pathname);
    if (!handler || !found) continue;
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    );
    const request = new Request(url, {
      method,
      headers: role ? { authorization: `Bearer ${tokens[role]}` } : {},
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return handler(request, { params: Promise.resolve(params) });
  }
  throw new Error(`No route has ${method} ${url.pathname}.`);
}

const KEPT = ['content-type', 'content-disposition', 'location', 'retry-after', 'www-authenticate'];

/** The time of this run, which is not frozen. */
function withoutClock(text: string): string {
  return text.replaceAll(/"20\d\d-\d\d-\d\dT[\d:.]+(Z|\+00:00)"|>20\d\d-\d\d-\d\dT[\d:.]+Z</g, (time) => {
    const age = Date.now() - Date.parse(time.slice(1, -1));
    return Math.abs(age) < 3_600_000 ? `${time[0]}NOW${time.at(-1)}` : time;
  });
}

/** Status, headers and body of an answer, as it is sent. */
async function draw(method: Method, address: string, sent: Sent = {}): Promise<string> {
  const answer = await send(method, address, sent);
  const headers = KEPT.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const head = [`${method} ${address}`, String(answer.status), ...headers].join('\n');
  return withoutClock(`${head}\n\n${await answer.text()}\n`);
}

async function expectFrozen(name: string, asked: readonly (readonly [Method, string, Sent?])[]) {
  const drawn: string[] = [];
  for (const [method, address, sent] of asked) drawn.push(await draw(method, address, sent));
  await expect(drawn.join('\n')).toMatchFileSnapshot(`./frozen/${name}.txt`);
}

describe('answers of /api/v1, to the byte', () => {
  it('describe the interface as before', async () => {
    const described = await (await send('GET', '/api/v1/openapi.json')).json();
    await expect(`${JSON.stringify(described, null, 1)}\n`).toMatchFileSnapshot('./frozen/openapi.txt');
  });

  it('list uploads and one upload as before', () =>
    expectFrozen('uploads', [
      ['GET', '/api/v1/uploads'],
      ['GET', '/api/v1/uploads?page=2&state=stored'],
      ['GET', '/api/v1/uploads?state=lost'],
      ['GET', '/api/v1/uploads?colour=red'],
      ['GET', '/api/v1/uploads/1'],
      ['GET', '/api/v1/uploads/4'],
      ['GET', '/api/v1/uploads/1/answers'],
      ['GET', '/api/v1/uploads/999/answers'],
      ['GET', '/api/v1/uploads/999'],
      ['GET', '/api/v1/uploads/none'],
      ['GET', `/api/v1/uploads/by-sha256/${'a'.repeat(64)}`],
      ['GET', '/api/v1/uploads/by-sha256/none'],
    ]));

  it('send files and runs as before', () =>
    expectFrozen('runs', [
      ['GET', '/api/v1/artifacts/1'],
      ['GET', '/api/v1/artifacts/99999'],
      ['GET', '/api/v1/artifacts/%00'],
      ['GET', '/api/v1/runs/1/results'],
      ['GET', '/api/v1/runs/1/results?format=colour'],
      ['GET', '/api/v1/runs/99999/results'],
    ]));

  it('draw the heatmap as before', () =>
    expectFrozen('compare', [
      ...FORMATS.map((format) => ['GET', `/api/v1/compare?server=pn53&format=${format}`] as const),
      ['GET', '/api/v1/compare?server=nope'],
      ['GET', '/api/v1/compare?server=pn53&base=foo'],
      ['GET', '/api/v1/compare?format=colour'],
    ]));

  it('write reports as before', () =>
    expectFrozen('report', [
      ['GET', '/api/v1/report?server=pn53'],
      ['GET', '/api/v1/report?server=pn53&length=short'],
      ['GET', '/api/v1/report?server=pn53&format=json'],
      ['GET', '/api/v1/report?server=nope'],
      ['GET', '/api/v1/report?format=colour'],
    ]));

  it.each(DOCUMENT_KINDS)('draw the view %s as before', (kind) =>
    expectFrozen(`view-${kind}`, [
      ...FORMATS.slice(0, 2).map((format) => ['GET', `/api/v1/views/${kind}?format=${format}`] as const),
      ['GET', `/api/v1/views/${kind}?colour=red`],
    ]),
  );

  it('refuse unknown views as before', () =>
    expectFrozen('view-unknown', [
      ['GET', '/api/v1/views/colour'],
      ['GET', '/api/v1/views/servers?format=colour'],
    ]));

  it('list records as before', async () => {
    const { regressions } = await (await send('GET', '/api/v1/regressions')).json();
    const slug = new URL(regressions[0].url).pathname.split('/').at(-1);
    await expectFrozen('events', [
      ['GET', '/api/v1/events'],
      ['GET', '/api/v1/events?kind=improvement&sort=size'],
      ['GET', '/api/v1/events?state=lost'],
      ['GET', '/api/v1/events?server=nope'],
      ['GET', '/api/v1/events/mysql-9.5.0'],
      ['GET', '/api/v1/events/nope'],
      ['GET', '/api/v1/events?pageSize=1&page=2'],
      ['GET', '/api/v1/events.atom'],
      ['GET', '/api/v1/events.atom?product=MySQL&server=other'],
    ]);
    await expectFrozen('regressions', [
      ['GET', '/api/v1/regressions'],
      ['GET', '/api/v1/regressions?kind=improvement'],
      ['GET', '/api/v1/regressions?product=mysql&sort=ratio'],
      ['GET', '/api/v1/regressions?page=2'],
      ['GET', '/api/v1/regressions?sort=colour'],
      ['GET', '/api/v1/regressions?colour=red&product=nope'],
      ['GET', '/api/v1/regressions?server=nope'],
      ['GET', '/api/v1/regressions.atom'],
      ['GET', '/api/v1/regressions.atom?product=nope'],
      ['GET', `/api/v1/regressions/${slug}/results`],
      ['GET', '/api/v1/regressions/nope/results'],
      ['GET', `/api/v1/regressions/${slug}/results?format=csv`],
    ]);
  });

  it('search as before', () =>
    expectFrozen('search', [
      ['GET', '/api/v1/search?q=t0'],
      ['GET', '/api/v1/search?q=pn53'],
      ['GET', '/api/v1/search'],
    ]));

  it('send series as before', () => {
    const line = `server=pn53&workload=${workload}&branch=master`;
    return expectFrozen('series', [
      ['GET', '/api/v1/series/lines'],
      ['GET', '/api/v1/series/lines?server=nope'],
      ['GET', `/api/v1/series/nights?${line}`],
      ['GET', `/api/v1/series?${line}&test=t0`],
      ['GET', `/api/v1/series?${line}&test=t0&format=csv`],
      ['GET', `/api/v1/series?${line}&test=nope`],
      ['GET', `/api/v1/series?${line}&test=t0&metric=colour`],
      ['GET', `/api/v1/series?${line}&test=t0&format=colour`],
    ]);
  });

  it('have servers as before', () =>
    expectFrozen('servers', [
      ['GET', '/api/v1/servers/pn53'],
      ['GET', '/api/v1/servers/nope'],
      ['PATCH', '/api/v1/servers/pn53', { body: {} }],
      ['PATCH', '/api/v1/servers/pn53', { body: { colour: 'red' }, role: 'upload' }],
      ['PATCH', '/api/v1/servers/pn53', { body: { seen: '0', cores: '12' }, role: 'upload' }],
      ['PATCH', '/api/v1/servers/pn53', { body: { seen: '0', cores: '16' }, role: 'upload' }],
      ['POST', '/api/v1/servers/pn53/merge?preview', { body: { from: 'other' }, role: 'upload' }],
      ['POST', '/api/v1/servers/pn53/merge', { body: { from: 'nope', reason: 'same' }, role: 'upload' }],
      ['POST', '/api/v1/workloads/nope/merge?preview', { body: { from: workload }, role: 'upload' }],
    ]));

  it('freeze and serve permalinks as before', async () => {
    const headers = new Headers({ authorization: `Bearer ${tokens.upload}` });
    const blobs = openBlobStore(folder, bench.database);
    const { permalinks } = createCaller({ db: bench.database, blobs, headers });
    const { slug: heatmap } = await permalinks.create({ path: '/compare?server=pn53' });
    const { slug: trends } = await permalinks.create({ path: '/trends?test=t0' });
    await expectFrozen('permalinks', [
      ...FORMATS.map((format) => ['GET', `/api/v1/permalinks/${heatmap}?format=${format}`] as const),
      ['GET', `/api/v1/permalinks/${heatmap}?base=foo`],
      ['GET', `/api/v1/permalinks/${trends}`],
      ['GET', '/api/v1/permalinks/nope'],
      ['GET', '/api/v1/permalinks/nope?format=results'],
      ['GET', `/api/v1/report?permalink=${heatmap}`],
    ]);
  });

  it('keep annotations as before', () =>
    expectFrozen('annotations', [
      ['POST', '/api/v1/annotations', { body: { at: nightTime(3), label: 'disk' }, role: 'upload' }],
      ['POST', '/api/v1/annotations', { body: { at: nightTime(3), label: 'disk' } }],
      ['POST', '/api/v1/annotations', { body: { at: 'soon' }, role: 'upload' }],
      ['POST', '/api/v1/annotations', { body: 'no', role: 'upload' }],
      ['GET', '/api/v1/annotations'],
      ['GET', '/api/v1/annotations?server=pn53'],
      ['GET', '/api/v1/annotations?server=lost'],
      ['DELETE', '/api/v1/annotations/2', { role: 'upload' }],
      ['DELETE', '/api/v1/annotations/99', { role: 'upload' }],
      ['DELETE', '/api/v1/annotations/1', { role: 'reader' }],
    ]));

  it('keep corrections as before', () => {
    const body = { select: { upload: '2' }, changes: { server: 'renamed' }, reason: 'typo' };
    const write = { body, role: 'upload' } as const;
    return expectFrozen('corrections', [
      ['POST', '/api/v1/corrections?preview', { ...write, body: { ...body, reason: undefined } }],
      ['POST', '/api/v1/corrections', write],
      ['POST', '/api/v1/corrections', { body }],
      ['POST', '/api/v1/corrections', { ...write, body: { ...body, changes: { colour: 'red' } } }],
      ['GET', '/api/v1/corrections'],
      ['GET', '/api/v1/corrections?upload=99'],
      ['GET', '/api/v1/corrections/1'],
      ['GET', '/api/v1/corrections/99'],
      ['POST', '/api/v1/corrections/1/undo?preview', { ...write, body: {} }],
      ['POST', '/api/v1/corrections/1/undo', { ...write, body: {} }],
      ['POST', '/api/v1/corrections/1/undo', { ...write, body: {} }],
    ]);
  });

  it('take, change and delete uploads as before', async () => {
    const log = 'sysbench --threads=1 oltp_point_select.lua run\n';
    const put = '/api/v1/uploads?filename=sb.o.point-query.range100.pk1.dop1&server=pn53';
    const upload = { role: 'upload' } as const;
    const { id } = await (await send('PUT', put, { body: `${log} first`, ...upload })).json();
    const sha256 = createHash('sha256').update(`${log} first`).digest('hex');
    await expectFrozen('upload-changes', [
      ['PUT', put, { body: log, ...upload }],
      ['PUT', put, { body: log, ...upload }],
      ['PUT', put, { body: log }],
      ['PUT', put, { body: log, role: 'reader' }],
      ['PUT', `${put}&serverr=x`, { body: log, ...upload }],
      ['PUT', `${put}&sha256=${'a'.repeat(64)}`, { body: log, ...upload }],
      ['PUT', `${put}&set=colour%3Dred`, { body: `${log} set`, ...upload }],
      ['PUT', put, { body: 'x'.repeat(20_001), ...upload }],
      ['GET', `/api/v1/uploads/by-sha256/${sha256}`],
      ['POST', `/api/v1/uploads/${id}/confirm`, { body: {}, ...upload }],
      ['POST', `/api/v1/uploads/${id}/confirm`, { body: { colour: 1 }, ...upload }],
      ['POST', `/api/v1/uploads/${id}/reparse`, upload],
      ['POST', `/api/v1/uploads/${id}/cancel`, upload],
      ['POST', `/api/v1/uploads/${id}/cancel`, upload],
      ['DELETE', `/api/v1/uploads/${id}`, upload],
      ['DELETE', '/api/v1/uploads/1', { role: 'admin' }],
      ['DELETE', '/api/v1/uploads/1', { role: 'admin' }],
    ]);
  });
});
