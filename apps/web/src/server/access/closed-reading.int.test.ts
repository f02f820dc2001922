import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { createPermalink } from '@basecase/db/permalinks/create-permalink';
import { setPermalinkPublic } from '@basecase/db/permalinks/get-permalink';
import { createSession } from '@basecase/db/sessions/sessions';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken, revokeToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '../database';
import { requireRole } from './auth';
import { guardRequests } from './http-gate';
import { isLocalMode } from './request-origin';
import { askRaw, openServer } from './testing/open-server';

const ISSUER = 'https://login.example';
const APP = path.join(import.meta.dirname, '../../app');

let db: TestDatabase;
let server: Server;
let token = { reader: '', upload: '', admin: '', revoked: '' };
let session = { alice: '', bob: '', ended: '', elsewhere: '' };
let slug = { open: '', members: '' };

beforeAll(async () => {
  db = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    BASECASE_LOCAL: '1',
    BASECASE_READING: 'closed',
    BASECASE_OIDC_ISSUER: ISSUER,
    BASECASE_OIDC_CLIENT_ID: 'basecase',
    BASECASE_OIDC_CLIENT_SECRET: 'secret',
    BASECASE_OIDC_ADMINS: 'Alice@bench.example',
    BASECASE_OIDC_READERS: '@bench.example, bench-readers',
  });
  guardRequests();
  server = await openServer((_, response) => {
    database();
    response.setHeader('cache-control', 'public, max-age=60');
    response.setHeader('vary', ['rsc', 'Accept-Encoding']);
    response.end('read');
  });
  const role = async (name: 'reader' | 'upload' | 'admin') => createToken(db, { name, role: name });
  const old = await createToken(db, { name: 'old', role: 'admin' });
  await revokeToken(db, old.view.id);
  token = {
    reader: (await role('reader')).token,
    upload: (await role('upload')).token,
    admin: (await role('admin')).token,
    revoked: old.token,
  };
  const person = { issuer: ISSUER, subject: '1', name: 'x', email: null, groups: [] };
  session = {
    alice: await createSession(db, { ...person, email: 'alice@bench.example' }, 60),
    bob: await createSession(db, { ...person, groups: ['bench-readers'] }, 60),
    ended: await createSession(db, { ...person, email: 'alice@bench.example' }, 60),
    elsewhere: await createSession(
      db,
      { ...person, issuer: 'https://other.example', groups: ['bench-readers'] },
      60,
    ),
  };
  await db.pool.query(
    `UPDATE sessions SET created_at = now() - interval '2 days', expires_at = now() - interval '1 second' WHERE id = 3`,
  );
  const view = {
    kind: 'trends',
    path: '/trends',
    title: 'T',
    snapshot: { shape: 1 },
    heatmaps: [],
    parserVersion: 1,
  };
  slug = {
    open: (await createPermalink(db, { ...view, path: '/trends?a' }, true)).slug,
    members: (await createPermalink(db, { ...view, path: '/trends?b' })).slug,
  };
});
afterAll(async () => {
  server.close();
  await db.drop();
});

const host = '127.0.0.1:3000';
const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  askRaw(server, target, { host, ...headers }, method);
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const basic = (value: string) => ({ authorization: `Basic ${Buffer.from(`x:${value}`).toString('base64')}` });

/** As the file system has them. A new route is closed until it is named here, with its reason. */
const ROUTES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
  .map((file) => (path.dirname(file) === '.' ? '/' : `/${path.dirname(file)}`))
  .sort();
const OPEN = new Set([
  // Says nothing of the data.
  '/api/health',
  '/api/health/live',
  '/api/health/ready',
  '/api/v1/openapi.json',
  // The way in and out; what they take by GET or POST is below.
  '/sign-in',
  '/api/sign-in',
  '/api/sign-in/start',
  '/api/sign-in/callback',
  '/api/sign-out',
]);

describe('where reading is closed', () => {
  it('every route identifies the visitor, except those on the list', async () => {
    expect(ROUTES.length).toBeGreaterThan(40);
    const open = new Set<string>();
    for (const route of ROUTES) {
      const target = route.replaceAll(/\[\w+\]/g, '1');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
        const answer = await ask(target, { accept: '*/*' }, method);
        if (answer.status === 200) open.add(route);
        else
          expect([answer.status, answer.headers['www-authenticate']]).toEqual([
            401,
            expect.stringContaining('Basic'),
          ]);
      }
    }
    expect(open).toEqual(OPEN);
  });

  it('a token with the role agent reads nothing, and measures plans', async () => {
    const { token: agent } = await createToken(db, { name: 'pn53', role: 'agent' });
    for (const route of ROUTES.filter((each) => !OPEN.has(each))) {
      const answer = await ask(route.replaceAll(/\[\w+\]/g, '1'), { accept: '*/*', ...bearer(agent) });
      expect([route, answer.status]).toEqual([route, 403]);
    }
    for (const target of ['/api/v1/plans/claim', '/api/v1/plans/1/hold', '/api/v1/plans/1/fail'])
      expect((await ask(target, bearer(agent), 'POST')).status).toBe(200);
    expect((await ask('/api/v1/uploads?filename=x', bearer(agent), 'PUT')).status).toBe(200);
    expect((await ask('/api/v1/uploads/1', bearer(agent), 'PUT')).status).toBe(403);
    expect((await ask('/api/trpc/tokens.list', bearer(agent), 'POST')).status).toBe(403);
    expect((await ask(`/p/${slug.open}`, bearer(agent))).status).toBe(200);
  });

  it.each([
    '/%61pi/v1/uploads',
    '/API/v1/uploads',
    '/api/v1/uploads/',
    '//api/health',
    '/api/health/',
    '/api/health/../v1/uploads',
    '/sign-in/../runs',
    '/sign-in;/runs',
    '/_next/static/../../runs',
    '/_next/static/..%2f..%2fruns',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/data/build/runs.json',
    '/runs?_rsc=1',
    '/metrics/',
    '/no-such-page',
    '/api/trpc/tokens.access,runs.list?batch=1',
    'http://127.0.0.1/runs',
    '/p/%6fpen',
  ])('%s is closed', async (target) => {
    const tricks = {
      'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy',
      'x-middleware-rewrite': '/api/health',
      'x-invoke-path': '/api/health',
      'x-original-url': '/api/health',
      'x-http-method-override': 'GET',
      rsc: '1',
      'next-router-prefetch': '1',
      purpose: 'prefetch',
    };
    for (const headers of [{}, tricks]) {
      expect((await ask(target, headers)).body).not.toBe('read');
      expect([400, 401]).toContain((await ask(target, headers)).status);
    }
  });

  it('the way in takes no other method', async () => {
    for (const target of ['/sign-in', '/api/health', '/_next/static/a.js']) {
      expect((await ask(target, { 'next-action': 'abc' }, 'POST')).status).toBe(401);
    }
    expect((await ask('/api/sign-in', {}, 'GET')).status).toBe(401);
  });

  it('leads a browser to the sign-in, and back to what it asked for', async () => {
    const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    const answer = await ask('/compare?server=a&base=b', page);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/sign-in?to=%2Fcompare%3Fserver%3Da%26base%3Db',
    ]);
    // A link to a file of the interface is opened like a page; a script of a page must see that it failed.
    expect((await ask('/api/v1/compare?format=csv', page)).status).toBe(303);
    const script = await ask('/api/trpc/runs.list', { 'sec-fetch-mode': 'cors' });
    expect([script.status, script.headers['www-authenticate']]).toEqual([401, 'Bearer realm="basecase"']);
  });

  it.each([
    ['a token that may only read', () => bearer(token.reader)],
    ['a token that may write', () => bearer(token.upload)],
    ['a token as the password of Basic', () => basic(token.reader)],
    ['the cookie of a token', () => ({ cookie: `basecase_token=${token.reader}` })],
    ['a session, by e-mail', () => ({ cookie: `basecase_session=${session.alice}` })],
    ['a session, by group', () => ({ cookie: `basecase_session=${session.bob}` })],
  ])('%s opens everything, and no cache keeps it for others', async (_, headers) => {
    const answer = await ask('/compare/image', headers());
    expect([answer.status, answer.body]).toEqual([200, 'read']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.vary).toBe('Cookie, Authorization, rsc, Accept-Encoding');
  });

  it.each([
    ['a revoked token', () => bearer(token.revoked), 'TOKEN_WRONG'],
    ['a revoked token in Basic', () => basic(token.revoked), 'TOKEN_WRONG'],
    [
      'a token as the user of Basic',
      () => ({ authorization: `Basic ${btoa(`${token.admin}:`)}` }),
      'TOKEN_WRONG',
    ],
    ['a session that ended', () => ({ cookie: `basecase_session=${session.ended}` }), 'TOKEN_MISSING'],
    [
      'a session of another provider',
      () => ({ cookie: `basecase_session=${session.elsewhere}` }),
      'TOKEN_MISSING',
    ],
    ['a made-up session', () => ({ cookie: `basecase_session=${'a'.repeat(43)}` }), 'TOKEN_MISSING'],
    ['a name of this machine', () => ({}), 'TOKEN_MISSING'],
  ])('%s opens nothing', async (_, headers, code) => {
    const answer = await ask('/api/v1/uploads', headers());
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, code]);
  });

  it('a public permalink is open with its table, image and document; others are not', async () => {
    const targets = (name: string) => [
      `/p/${name}`,
      `/p/${name}?metric=cpu%2Fo&_rsc=1`,
      `/p/${name}/opengraph-image?size=table`,
      `/embed/${name}`,
      `/api/v1/permalinks/${name}?format=csv`,
      `/api/v1/report?permalink=${name}`,
    ];
    for (const target of targets(slug.open)) expect((await ask(target)).status, target).toBe(200);
    for (const target of targets(slug.members)) expect((await ask(target)).status, target).toBe(401);
    for (const target of targets('no-such')) expect((await ask(target)).status, target).toBe(401);
    expect((await ask(`/p/${slug.open}`, { 'next-action': 'abc' }, 'POST')).status).toBe(401);
    expect((await ask(`/api/v1/report?permalink=${slug.open}&permalink=${slug.members}`)).status).toBe(401);
    expect((await ask('/api/v1/report?server=a')).status).toBe(401);
    await setPermalinkPublic(db, slug.open, false);
    expect((await ask(`/p/${slug.open}`)).status).toBe(401);
    await setPermalinkPublic(db, slug.open, true);
  });

  it('sharing the same view for members later does not close what was shared as public', async () => {
    const view = {
      kind: 'trends',
      path: '/trends?c',
      title: 'T',
      snapshot: { shape: 1 },
      heatmaps: [],
      parserVersion: 1,
    };
    const first = await createPermalink(db, view);
    expect((await ask(`/p/${first.slug}`)).status).toBe(401);
    expect(await createPermalink(db, view, true)).toEqual({ slug: first.slug, isNew: false });
    await createPermalink(db, view, false);
    expect((await ask(`/p/${first.slug}`)).status).toBe(200);
  });

  it('local mode is off: visitors on the same machine need a token, too', () => {
    expect(isLocalMode()).toBe(false);
  });

  it('a request that did not come through the gate gets no data', () => {
    expect(() => database()).toThrow('did not show who sent it');
  });

  it('writing needs the role for it, also of who signed in', async () => {
    const cookie = (value: string) => new Headers({ host, cookie: `basecase_session=${value}` });
    await requireRole(cookie(session.alice), 'admin', db);
    await expect(requireRole(cookie(session.bob), 'upload', db)).rejects.toMatchObject({
      code: 'ROLE_MISSING',
    });
    const elsewhere = cookie(session.alice);
    elsewhere.set('origin', 'https://evil.example');
    await expect(requireRole(elsewhere, 'admin', db)).rejects.toMatchObject({ code: 'CROSS_SITE' });
    const reader = new Headers(bearer(token.reader));
    await expect(requireRole(reader, 'upload', db)).rejects.toMatchObject({ code: 'ROLE_MISSING' });
  });
});
