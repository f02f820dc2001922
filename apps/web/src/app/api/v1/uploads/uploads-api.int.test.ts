import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { readHere } from '@basecase/db/testing/read-here';
import { createToken, revokeToken } from '@basecase/db/tokens/tokens';
import { runWorker } from '@basecase/db/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visits } from '../../../../server/access/visit';
import { MAX_TRIES } from '../../../../server/access/visitor';
import { POST as CANCEL } from './[id]/cancel/route';
import { POST as CONFIRM } from './[id]/confirm/route';
import { POST as REPARSE } from './[id]/reparse/route';
import { DELETE, GET as GET_ONE } from './[id]/route';
import { GET as GET_BY_SHA256 } from './by-sha256/[sha256]/route';
import { GET as LIST, PUT } from './route';

/** Small enough to be exceeded in a test. */
const MAX_BYTES = 20_000;
const BASE = 'https://bench.example';

let db: TestDatabase;
let folder: string;
let token = { upload: '', admin: '' };

beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-api-'));
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    BASECASE_BLOBS: folder,
    BASECASE_LOCAL: '',
    BASECASE_URL: BASE,
    BASECASE_MAX_UPLOAD_BYTES: String(MAX_BYTES),
  });
  token = {
    upload: (await createToken(db, { name: 'u', role: 'upload' })).token,
    admin: (await createToken(db, { name: 'a', role: 'admin' })).token,
  };
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Files that are on their way into the blob store. */
async function onItsWay(): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'tmp'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const sysbench = (mark: string) => `sysbench --threads=1 --time=10 oltp_point_select.lua run # ${mark}
8 CPUs
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Number of threads: 1

SQL statistics:
    queries performed:
        total:                           123450
    transactions:                        123450 (12345.00 per sec.)
    queries:                             123450 (12345.00 per sec.)

General statistics:
    total time:                          10.0002s
    total number of events:              123450

Latency (ms):
         min:                                    0.05
         avg:                                    0.08
         max:                                    3.21
         95th percentile:                        0.10
         sum:                                 9987.65
`;
const FILENAME = 'sb.o.point-query.range100.pk1.dop1';

interface Sent {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  token?: string | null;
}

function put(body: BodyInit, { query = {}, headers = {}, token: given = token.upload }: Sent = {}) {
  const search = new URLSearchParams({ filename: FILENAME, server: 'pn53', ...query });
  const authorization: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
  const init = { method: 'PUT', body, headers: { ...authorization, ...headers }, duplex: 'half' };
  return PUT(new Request(`${BASE}/api/v1/uploads?${search}`, init));
}

type Route = (
  request: Request,
  context: { params: Promise<{ id: string; sha256: string }> },
) => Promise<Response>;

function call(
  route: Route,
  id: string,
  { token: given = null, headers = {}, body }: Sent & { body?: string } = {},
) {
  const authorization: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
  const request = new Request(`${BASE}/api/v1/uploads/${id}`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    ...(body !== undefined && { body }),
  });
  return route(request, { params: Promise.resolve({ id, sha256: id }) });
}

async function codeOf(response: Response | Promise<Response>) {
  const answered = await response;
  const { code } = await answered.json();
  return [answered.status, code];
}

/** Runs a worker until an upload is in one of these states. */
async function workUntil(id: string, state: string) {
  const stop = new AbortController();
  const blobs = openBlobStore(folder, db);
  const worker = runWorker(db, blobs, { signal: stop.signal, readers: readHere(db, blobs) });
  await expect
    .poll(async () => (await (await call(GET_ONE, id)).json()).state, { timeout: 120_000, interval: 20 })
    .toBe(state);
  stop.abort();
  await worker;
}

describe('PUT /api/v1/uploads', () => {
  it('takes new bytes with 202 and knows them again with 200 and the same id', async () => {
    const first = await put(sysbench('new'));
    expect(first.status).toBe(202);
    const { id, url } = await first.json();
    expect(url).toBe(`${BASE}/uploads/${id}`);
    const again = await put(sysbench('new'));
    expect([again.status, (await again.json()).id]).toEqual([200, id]);
    await workUntil(id, 'stored');
    const third = await put(sysbench('new'));
    expect([third.status, (await third.json()).id]).toEqual([200, id]);
  });

  it('makes one upload of the same bytes sent twice at once, and two of different ones', async () => {
    const answers = await Promise.all([
      put(sysbench('twin')),
      put(sysbench('twin')),
      put(sysbench('its neighbour')),
    ]);
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202, 202]);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('leaves nothing behind of a body that is cut, and accepts it when it is sent again', async () => {
    const bytes = Buffer.from(sysbench('cut in the middle'));
    const uploads = await db.prisma.upload.count();
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 500));
      },
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    expect(await codeOf(put(cut))).toEqual([400, 'BODY_CUT']);
    expect(
      await codeOf(put(bytes.subarray(0, 500), { headers: { 'content-length': String(bytes.length) } })),
    ).toEqual([400, 'LENGTH_MISMATCH']);
    expect(await db.prisma.upload.count()).toBe(uploads);
    expect(await onItsWay()).toEqual([]);
    expect((await put(bytes, { headers: { 'content-length': String(bytes.length) } })).status).toBe(202);
  });

  it('checks the hash that the client says', async () => {
    const text = sysbench('hashed');
    const hash = createHash('sha256').update(text);
    const base64 = hash.copy().digest('base64');
    const wrong = 'a'.repeat(64);
    expect(await codeOf(put(text, { query: { sha256: wrong } }))).toEqual([400, 'HASH_MISMATCH']);
    expect(await codeOf(put(`${text} `, { headers: { digest: `sha-256=${base64}` } }))).toEqual([
      400,
      'HASH_MISMATCH',
    ]);
    expect(await codeOf(put(`${text} `, { headers: { 'content-digest': `sha-256=:${base64}:` } }))).toEqual([
      400,
      'HASH_MISMATCH',
    ]);
    expect(await codeOf(put(text, { query: { sha256: 'x' } }))).toEqual([400, 'INPUT_INVALID']);
    expect((await put(text, { query: { sha256: hash.digest('hex') } })).status).toBe(202);
  });

  it('refuses a parameter that it does not have, names what it has, and keeps nothing', async () => {
    const uploads = await db.prisma.upload.count();
    const refused = await put(sysbench('misspelt'), { query: { serverr: 'typo' } });
    const { code, title, errors } = await refused.json();
    expect([refused.status, code]).toEqual([400, 'PARAMETER_INVALID']);
    expect(title).toContain('serverr');
    expect(errors).toMatchObject([{ parameter: 'serverr', known: expect.arrayContaining(['server']) }]);
    expect(await db.prisma.upload.count()).toBe(uploads);
    expect(await onItsWay()).toEqual([]);
  });

  it('knows all that "basecase upload" and the page say', async () => {
    const build = {
      commit: '4eb13e8a',
      branch: 'master',
      committedAt: '2026-08-29T18:00:00Z',
      buildNumber: '7',
    };
    const pages = { buildUrl: 'https://ci.example/7', repository: 'https://git.example/db' };
    const query = { campaign: 'november', device: 'md2', hold: '1', ...build, ...pages };
    expect((await put(sysbench('all said'), { query })).status).toBe(202);
  });

  it('refuses a body that is too large, with or without a stated length, an empty one, and one without a name', async () => {
    const large = 'x'.repeat(MAX_BYTES + 1);
    const stream = () => new Response(large).body ?? '';
    expect(await codeOf(put(large, { headers: { 'content-length': '20001' } }))).toEqual([
      413,
      'UPLOAD_TOO_LARGE',
    ]);
    expect(await codeOf(put(stream()))).toEqual([413, 'UPLOAD_TOO_LARGE']);
    expect(await codeOf(put(''))).toEqual([400, 'BODY_EMPTY']);
    expect(await codeOf(put('x', { headers: { 'content-length': '1e3' } }))).toEqual([400, 'LENGTH_INVALID']);
    expect(await codeOf(put('x', { query: { filename: '' } }))).toEqual([400, 'INPUT_INVALID']);
    expect(await onItsWay()).toEqual([]);
  });

  it('keeps the last part of a name, in one line', async () => {
    const answer = await put(sysbench('odd name'), { query: { filename: '../../etc/a\nb<script>.log' } });
    const { id } = await answer.json();
    const upload = await (await call(GET_ONE, id)).json();
    expect(upload.filename).toBe('a b<script>.log');
  });
});

describe('the right to write', () => {
  it('needs a good token: none and a wrong one are 401', async () => {
    expect(await codeOf(put('x', { token: null }))).toEqual([401, 'TOKEN_MISSING']);
    const answer = await put('x', { token: 'bc_wrong' });
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await codeOf(answer)).toEqual([401, 'TOKEN_WRONG']);
    for (const route of [CANCEL, CONFIRM, REPARSE, DELETE]) {
      expect(await codeOf(call(route, '1'))).toEqual([401, 'TOKEN_MISSING']);
    }
  });

  it('needs the right role: deleting is for admins', async () => {
    expect(await codeOf(call(DELETE, '999999', { token: token.upload }))).toEqual([403, 'ROLE_MISSING']);
    expect(await codeOf(call(DELETE, '999999', { token: token.admin }))).toEqual([404, 'NOT_FOUND']);
  });

  it('takes no revoked token', async () => {
    const { token: old, view } = await createToken(db, { name: 'old', role: 'admin' });
    await revokeToken(db, view.id);
    expect(await codeOf(put('x', { token: old }))).toEqual([401, 'TOKEN_WRONG']);
  });

  it('is given by the cookie of the sign-in form, from its own pages only', async () => {
    const cookie = `theme=dark; basecase_token=${token.admin}`;
    const own = { cookie, host: 'bench.example', origin: 'https://bench.example' };
    const other = { ...own, origin: 'https://evil.example' };
    for (const route of [CANCEL, CONFIRM, REPARSE, DELETE]) {
      expect(await codeOf(call(route, '999999', { headers: own }))).toEqual([404, 'NOT_FOUND']);
      expect(await codeOf(call(route, '999999', { headers: other }))).toEqual([403, 'CROSS_SITE']);
    }
  });

  it('is asked to wait after too many wrong tokens from its address; a good one always works', async () => {
    const from = <T>(address: string, work: () => T) =>
      visits.run(
        { address, host: 'bench.example', scheme: 'https', isForwarded: false, mayRead: true },
        work,
      );
    const wrong = (address: string, spoofed: number) =>
      from(address, () =>
        put('x', { token: 'bc_wrong', headers: { 'x-forwarded-for': `10.9.9.${spoofed}` } }),
      );
    for (let count = 0; count < MAX_TRIES; count += 1) {
      expect(await codeOf(wrong('10.2.2.2', count))).toEqual([401, 'TOKEN_WRONG']);
    }
    const blocked = await wrong('10.2.2.2', 99);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(blocked)).toEqual([429, 'TOO_MANY_TRIES']);
    expect(await codeOf(wrong('10.3.3.3', 1))).toEqual([401, 'TOKEN_WRONG']);
    expect((await from('10.2.2.2', () => put(sysbench('same address')))).status).toBe(202);
  });
});

describe('the life of an upload over HTTP', () => {
  it('is held, confirmed, stored, read again and deleted', async () => {
    const { id } = await (await put(sysbench('held'), { query: { hold: '1' } })).json();
    await workUntil(id, 'preview');
    const held = await (await call(GET_ONE, id)).json();
    expect(held.preview).toMatchObject({ results: 1, runs: [{ server: { name: 'pn53', from: 'named' } }] });

    const confirm = (body: string) => call(CONFIRM, id, { token: token.upload, body });
    expect(await codeOf(confirm('{'))).toEqual([400, 'INPUT_INVALID']);
    expect(await codeOf(confirm('{"settings":{"colour":"red"}}'))).toEqual([400, 'SETTING_INVALID']);
    const confirmed = await confirm('{"server":"big","settings":{"product":"PostgreSQL","version":"18.1"}}');
    expect([confirmed.status, (await confirmed.json()).state]).toEqual([200, 'queued']);
    expect(await codeOf(confirm('{}'))).toEqual([409, 'UPLOAD_NOT_WAITING']);
    await workUntil(id, 'stored');

    const stored = await (await call(GET_ONE, id)).json();
    expect(stored).toMatchObject({
      counts: { runs: 1, results: 1 },
      server: 'big',
      runs: [{ server: 'big', results: 1, isOwn: true }],
      preview: null,
    });
    expect(stored.runs[0].compareUrl).toMatch(/^https:\/\/bench\.example\/compare\?server=big&workload=/);
    expect(await codeOf(call(CANCEL, id, { token: token.upload }))).toEqual([409, 'UPLOAD_ENDED']);

    expect((await call(REPARSE, id, { token: token.upload })).status).toBe(200);
    await workUntil(id, 'stored');
    const deleted = await call(DELETE, id, { token: token.admin });
    expect(await deleted.json()).toMatchObject({ id, results: 1, files: 1 });
    expect(await codeOf(call(GET_ONE, id))).toEqual([404, 'NOT_FOUND']);
  });

  it('belongs to the campaign that is sent with it, and to another when it is confirmed as that', async () => {
    expect(await codeOf(put(sysbench('campaign'), { query: { campaign: 'x'.repeat(101) } }))).toEqual([
      400,
      'INPUT_INVALID',
    ]);
    const { id } = await (
      await put(sysbench('campaign'), { query: { hold: '1', campaign: ' may ' } })
    ).json();
    await workUntil(id, 'preview');
    const held = await (await call(GET_ONE, id)).json();
    expect([held.campaign.said, held.preview.runs[0].campaign]).toEqual(['may', 'may']);
    const confirm = (campaign: string) =>
      call(CONFIRM, id, { token: token.upload, body: JSON.stringify({ settings: { campaign } }) });
    expect(await codeOf(confirm(' '))).toEqual([400, 'SETTING_INVALID']);
    expect((await confirm('june')).status).toBe(200);
    await workUntil(id, 'stored');
    expect((await (await call(GET_ONE, id)).json()).campaign).toEqual({
      said: 'june',
      ofFiles: [],
      changes: [],
    });
  });

  it('is cancelled', async () => {
    const { id } = await (await put(sysbench('cancelled'))).json();
    expect(await (await call(CANCEL, id, { token: token.upload })).json()).toMatchObject({
      id,
      state: 'cancelled',
    });
  });

  it('is found by the hash of its bytes, so that they are not sent again', async () => {
    const { id } = await (await put(sysbench('known'))).json();
    const hash = createHash('sha256').update(sysbench('known')).digest('hex');
    expect(await (await call(GET_BY_SHA256, hash.toUpperCase())).json()).toMatchObject({ id, sha256: hash });
    expect(await codeOf(call(GET_BY_SHA256, 'a'.repeat(64)))).toEqual([404, 'NOT_FOUND']);
  });

  it('is in the list, a page at a time', async () => {
    const list = (query: string) => LIST(new Request(`${BASE}/api/v1/uploads?${query}`));
    const page = await (await list('limit=1')).json();
    expect(page.uploads).toHaveLength(1);
    expect(page.next).toBe(page.uploads[0].id);
    expect(await codeOf(list('state=odd'))).toEqual([400, 'INPUT_INVALID']);
  });

  it.each(['0', 'x', '999999999999', '1; DROP TABLE uploads'])('knows no upload "%s"', async (id) => {
    expect(await codeOf(call(GET_ONE, id))).toEqual([404, 'NOT_FOUND']);
  });
});
