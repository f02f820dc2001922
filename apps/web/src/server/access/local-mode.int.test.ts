import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as CANCEL } from '../../app/api/v1/uploads/[id]/cancel/route';
import { POST as CONFIRM } from '../../app/api/v1/uploads/[id]/confirm/route';
import { POST as REPARSE } from '../../app/api/v1/uploads/[id]/reparse/route';
import { DELETE } from '../../app/api/v1/uploads/[id]/route';
import { createCaller } from '../root';
import { findRole, requireRole } from './auth';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: db.url, BASECASE_LOCAL: '1' });
});
afterAll(() => db.drop());

const host = '127.0.0.1:3000';

describe('local mode', () => {
  it('needs no token', async () => {
    await requireRole(new Headers({ host }), 'admin', db);
    expect(await findRole(new Headers({ host, origin: 'http://127.0.0.1:3000' }), db)).toBe('admin');
  });

  it.each([
    ['a page of another site', { host, origin: 'https://evil.example' }, 'CROSS_SITE'],
    ['a page on another port', { host, 'sec-fetch-site': 'same-site' }, 'CROSS_SITE'],
    ['another name that leads to this machine', { host: 'evil.example:3000' }, 'TOKEN_MISSING'],
    ['a name that is only claimed', { host: 'evil.example', 'x-forwarded-host': host }, 'TOKEN_MISSING'],
    ['who came through a proxy', { host, 'x-forwarded-host': 'bench.example' }, 'TOKEN_MISSING'],
    [
      'who came through a proxy that names the client only',
      { host, 'x-forwarded-for': '10.0.0.9' },
      'TOKEN_MISSING',
    ],
    ['nothing that is a request', {}, 'TOKEN_MISSING'],
    ['a wrong token', { host, authorization: 'Bearer bc_wrong' }, 'TOKEN_WRONG'],
    ['another way to sign in', { host, authorization: 'Basic eDp5' }, 'TOKEN_WRONG'],
  ])('does not help %s', async (_, headers, code) => {
    await expect(requireRole(new Headers(headers), 'upload', db)).rejects.toMatchObject({ code });
  });

  it('takes a token that is given for what it is', async () => {
    const { token } = await createToken(db, { name: 'u', role: 'upload' });
    const headers = new Headers({ host, authorization: `Bearer ${token}` });
    await requireRole(headers, 'upload', db);
    await expect(requireRole(headers, 'admin', db)).rejects.toMatchObject({ code: 'ROLE_MISSING' });
  });
});

describe('the procedures', () => {
  const caller = (headers?: Headers) => createCaller({ db, blobs: {} as never, headers });

  it('of tokens are for admins', async () => {
    const admin = caller(new Headers({ host }));
    const { token, view } = await admin.tokens.create({ name: ' nightly ', role: 'upload' });
    expect([token.slice(0, 3), view.name]).toEqual(['bc_', 'nightly']);
    expect((await admin.tokens.list()).map(({ id }) => id)).toContain(view.id);
    expect((await admin.tokens.revoke({ id: view.id })).revokedAt).not.toBeNull();
    await expect(caller().tokens.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(admin.tokens.create({ name: ' ', role: 'upload' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const uploader = caller(
      new Headers({
        authorization: `Bearer ${(await createToken(db, { name: 'x', role: 'upload' })).token}`,
      }),
    );
    await expect(uploader.tokens.list()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await uploader.tokens.access()).toEqual({ role: 'upload', isLocal: false, name: 'x' });
    expect(await admin.tokens.access()).toEqual({ role: 'admin', isLocal: true, name: 'local' });
    expect(await caller().tokens.access()).toEqual({ role: null, isLocal: false, name: null });
  });

  it('of uploads are open for reading and closed for writing', async () => {
    expect(await caller().uploads.list({})).toEqual({ uploads: [], next: null });
    await expect(caller().uploads.get({ id: '1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const campaign = { id: '1', campaign: 'may' };
    const server = { name: 'pn53', cores: null, cpu: null, memoryBytes: null, storage: null, os: null };
    await expect(caller().uploads.addServer(server)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(caller().uploads.setCampaign(campaign)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(caller(new Headers({ host })).uploads.setCampaign(campaign)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('the routes that change an upload', () => {
  const status = async (route: typeof CANCEL, headers: Record<string, string>) => {
    const request = new Request(`http://${host}/api/v1/uploads/1`, { method: 'POST', headers });
    return (await route(request, { params: Promise.resolve({ id: '1' }) })).status;
  };

  it.each([
    ['cancel', CANCEL],
    ['confirm', CONFIRM],
    ['reparse', REPARSE],
    ['delete', DELETE],
  ])('%s is open to visitors on this machine and to its own pages only', async (_, route) => {
    expect(await status(route, {})).toBe(401);
    expect(await status(route, { host: 'evil.example:3000' })).toBe(401);
    expect(await status(route, { host, origin: 'https://evil.example' })).toBe(403);
    expect(await status(route, { host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status(route, { host, origin: `http://${host}` })).toBe(404);
  });
});
