import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endSessionsOf, listSessions } from '@basecase/db/sessions/sessions';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { GET as CALLBACK } from '../../app/api/sign-in/callback/route';
import { POST as SIGN_IN } from '../../app/api/sign-in/route';
import { GET as START } from '../../app/api/sign-in/start/route';
import { POST as SIGN_OUT } from '../../app/api/sign-out/route';
import { type Env, env } from '../../env';
import { actorOf, findRole } from '../access/auth';
import { guardRequests } from '../access/http-gate';
import { openServer } from '../access/testing/open-server';
import { Browser } from './testing/browser';
import { openProvider, type TestProvider } from './testing/open-provider';

const CLIENT = { id: 'basecase', secret: 'a secret of 32 characters or more' };
const ROUTES: Record<string, (request: Request) => Promise<Response>> = {
  'GET /api/sign-in/start': START,
  'GET /api/sign-in/callback': CALLBACK,
  'POST /api/sign-in': SIGN_IN,
  'POST /api/sign-out': SIGN_OUT,
};

let db: TestDatabase;
let server: Server;
let provider: TestProvider;
let base = '';
let settings: Env;

beforeAll(async () => {
  db = await createTestDatabase();
  // Pages name their reader; the routes of the sign-in are the real ones.
  server = await openServer(async (sent, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of sent) chunks.push(chunk);
    const headers = new Headers(sent.headers as Record<string, string>);
    const body = sent.method === 'POST' ? Buffer.concat(chunks) : null;
    const request = new Request(`http://inner${sent.url}`, { method: sent.method ?? 'GET', headers, body });
    const route = ROUTES[`${sent.method} ${sent.url?.split('?')[0]}`];
    const made = route
      ? await route(request)
      : Response.json({ name: await actorOf(headers, db), role: await findRole(headers, db) });
    for (const cookie of made.headers.getSetCookie()) answer.appendHeader('set-cookie', cookie);
    const location = made.headers.get('location');
    answer.writeHead(made.status, location ? { location } : {}).end(await made.text());
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = await openProvider(`${base}/api/sign-in/callback`, CLIENT);
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    BASECASE_URL: base,
    BASECASE_READING: 'closed',
    BASECASE_OIDC_ISSUER: provider.issuer,
    BASECASE_OIDC_CLIENT_ID: CLIENT.id,
    BASECASE_OIDC_CLIENT_SECRET: CLIENT.secret,
    BASECASE_OIDC_ADMINS: 'alice@bench.example',
  });
  guardRequests();
  settings = { ...env() };
});
afterEach(() => change({}));
afterAll(async () => {
  server.close();
  await provider.close();
  await db.drop();
});

/** Other settings until the end of a test; what the provider said before is forgotten. */
function change(some: Partial<Env>): void {
  Object.assign(env(), settings, some);
  (globalThis as { basecaseProvider?: unknown }).basecaseProvider = undefined;
}

/** Signs in at the provider with its own forms, up to the moment when it leads back. */
async function signInAt(browser: Browser, login: string, to = '/trends?test=a'): Promise<URL> {
  const isBack = (url: URL) => url.origin === base && url.pathname === '/api/sign-in/callback';
  let page = await browser.open(`${base}${to}`, { until: (url) => url.pathname === '/sign-in' });
  expect(page.url.searchParams.get('to')).toBe(to);
  const start = new URL('/api/sign-in/start', base);
  start.searchParams.set('to', to);
  page = await browser.open(start, { until: isBack });
  for (const prompt of ['login', 'consent']) {
    expect(page.body).toContain(`value="${prompt}"`);
    const form = { prompt, ...(prompt === 'login' && { login, password: 'x' }) };
    page = await browser.open(page.url, { form, until: isBack });
    if (isBack(page.url)) break;
  }
  expect(isBack(page.url)).toBe(true);
  return page.url;
}

const me = async (browser: Browser) => (await browser.open(`${base}/me`, { until: isSignIn })).body;
const isSignIn = (url: URL) => url.pathname === '/sign-in';
const problemOf = (browser: Browser, url: URL) =>
  browser.open(url, { until: isSignIn }).then((page) => page.url.searchParams.get('problem'));

it('signs in whom the provider vouches for, leads back, and signs out', async () => {
  const browser = new Browser();
  const back = await signInAt(browser, 'alice');
  const page = await browser.open(back, { until: (url) => url.pathname === '/trends' });
  expect(page.url.href).toBe(`${base}/trends?test=a`);
  expect(JSON.parse(await me(browser))).toEqual({ name: 'alice@bench.example', role: 'admin' });

  // Nothing in the database signs anybody in.
  const [token = ''] = browser.cookiesFor(base).values();
  const { rows } = await db.pool.query('SELECT * FROM sessions');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);

  await browser.open(`${base}/api/sign-out`, { form: {}, until: isSignIn });
  expect(await me(browser)).toBe('');
  expect(await listSessions(db)).toEqual([]);
});

it('takes no word for an address that the provider did not verify', async () => {
  const browser = new Browser();
  await browser.open(await signInAt(browser, 'mallory'));
  expect(JSON.parse(await me(browser))).toEqual({ name: 'Mallory', role: null });
});

it('keeps cookies from scripts, and from connections that are not encrypted', async () => {
  change({ BASECASE_URL: 'https://bench.example' });
  const answer = await fetch(`${base}/api/sign-in/start`, { redirect: 'manual' });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^basecase_sign_in=[\w-]+; Path=\/api\/sign-in; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  const asked = new URL(answer.headers.get('location') ?? '').searchParams;
  expect(asked.get('redirect_uri')).toBe('https://bench.example/api/sign-in/callback');
  expect(asked.get('code_challenge_method')).toBe('S256');
});

it('refuses a state that this browser did not begin with', async () => {
  const browser = new Browser();
  const back = await signInAt(browser, 'alice');
  const other = new URL(back);
  other.searchParams.set('state', 'made-up');
  expect(await problemOf(browser, other)).toBe('expired');
  // The remembered state is used up: the right one arrives too late.
  expect(await problemOf(browser, back)).toBe('expired');
  expect(await problemOf(new Browser(), back)).toBe('expired');
  expect(await me(browser)).toBe('');
});

it('refuses a code that was used', async () => {
  const browser = new Browser();
  const back = await signInAt(browser, 'alice');
  const cookies = browser.cookiesFor(base);
  await browser.open(back);
  expect(await me(browser)).not.toBe('');
  browser.setCookies(base, cookies);
  expect(await problemOf(browser, back)).toBe('failed');
});

it('refuses an answer of another issuer', async () => {
  const browser = new Browser();
  const back = await signInAt(browser, 'alice');
  back.searchParams.set('iss', 'https://evil.example');
  expect(await problemOf(browser, back)).toBe('failed');
  expect(await me(browser)).toBe('');
});

it('refuses a provider that is not who the setting says', async () => {
  change({ BASECASE_OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') });
  expect(await problemOf(new Browser(), new URL('/api/sign-in/start', base))).toBe('unreachable');
});

it('reports a wrong secret', async () => {
  change({ BASECASE_OIDC_CLIENT_SECRET: 'another secret of enough characters' });
  const browser = new Browser();
  expect(await problemOf(browser, await signInAt(browser, 'alice'))).toBe('failed');
  expect(await me(browser)).toBe('');
});

it('refuses people who are on no list, where there is one', async () => {
  change({ BASECASE_OIDC_READERS: ['@bench.example', 'perf'] });
  const [mallory, alice] = [new Browser(), new Browser()];
  expect(await problemOf(mallory, await signInAt(mallory, 'mallory'))).toBe('not-allowed');
  await alice.open(await signInAt(alice, 'alice'));
  expect(await me(alice)).not.toBe('');
});

it('ends sessions by time, by an admin everywhere, and when another provider is set', async () => {
  const [one, two] = [new Browser(), new Browser()];
  for (const browser of [one, two]) await browser.open(await signInAt(browser, 'alice'));
  change({ BASECASE_OIDC_ISSUER: 'https://other.example' });
  expect(await me(one)).toBe('');
  change({});
  expect(await me(one)).not.toBe('');
  await db.pool.query(
    `UPDATE sessions SET created_at = now() - interval '1 day', expires_at = now() - interval '1 s'
     WHERE id = (SELECT max(id) FROM sessions)`,
  );
  expect(await me(two)).toBe('');
  const [session] = await listSessions(db);
  expect(await endSessionsOf(db, session?.id ?? '')).toBeGreaterThan(0);
  expect(await me(one)).toBe('');
});

it('works with tokens while the provider is down', async () => {
  change({ BASECASE_OIDC_ISSUER: 'http://127.0.0.1:9' });
  const browser = new Browser();
  expect(await problemOf(browser, new URL('/api/sign-in/start?to=/runs', base))).toBe('unreachable');
  const { token } = await createToken(db, { name: 'nightly', role: 'upload' });
  const wrong = await browser.open(`${base}/api/sign-in`, {
    form: { token: 'bc_x', to: '/runs' },
    until: isSignIn,
  });
  expect(wrong.url.search).toBe('?problem=token&to=%2Fruns');
  const page = await browser.open(`${base}/api/sign-in`, { form: { token, to: '//evil.example' } });
  expect([page.url.href, JSON.parse(page.body)]).toEqual([`${base}/`, { name: 'nightly', role: 'upload' }]);
});

it('lets no other site sign its visitors in or out', async () => {
  for (const path of ['/api/sign-in', '/api/sign-out']) {
    const headers = { origin: 'https://evil.example' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, redirect: 'manual' });
    expect(answer.status).toBe(403);
  }
});
