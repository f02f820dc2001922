import { type APIRequestContext, expect, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { openShare } from './share-page';

/** The same data as everywhere, behind a server that is closed for reading (see tools/checks/browser-suite.mjs). */
const CLOSED = process.env['CLOSED_URL'] ?? '';

/** The other server is this machine's own and makes tokens for both. */
async function makeToken(request: APIRequestContext, role: 'reader' | 'upload'): Promise<string> {
  const made = await request.post('/api/trpc/tokens.create', { data: { name: `closed ${role}`, role } });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()).result.data.token;
}

test.skip(CLOSED === '', 'needs the server that is closed');

test('a visitor without a session is led to the sign-in and back to the requested page', async ({
  page,
  request,
}) => {
  const token = await makeToken(request, 'upload');
  await page.goto(`${CLOSED}/compare?server=${RECORDED_SERVER}`);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  for (const viewport of [VIEWPORTS.narrow, VIEWPORTS.wide]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }

  await page.getByLabel('Token').fill('bc_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown or revoked token' })).toBeVisible();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${CLOSED}/compare?server=${RECORDED_SERVER}`);
  await expect(page.getByRole('table').first()).toBeVisible();

  await page.goto(`${CLOSED}/tokens`);
  await expect(page.getByText('Signed in as closed upload.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out of Basecase in this browser.')).toBeVisible();
  await page.goto(`${CLOSED}/runs`);
  await expect(page).toHaveURL(`${CLOSED}/sign-in?to=%2Fruns`);
});

test('a permalink that is shared as public opens for everybody, and nothing else does', async ({
  browser,
  page,
  request,
}) => {
  const token = await makeToken(request, 'upload');
  // A view that a failed try made public stays public.
  const view = test.info().retry === 0 ? '/trends' : '/trends?x=release';
  await page.goto(`${CLOSED}/sign-in?to=${encodeURIComponent(view)}`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(CLOSED + view);
  const dialog = await openShare(page);
  await dialog.getByRole('button', { name: 'Create permalink' }).click();
  const address = await dialog.getByRole('textbox', { name: 'permalink' }).inputValue();

  const elsewhere = await browser.newContext();
  const visitor = await elsewhere.newPage();
  await visitor.goto(address);
  await expect(visitor).toHaveURL(/\/sign-in\?to=%2Fp%2F/);

  await dialog.getByLabel('For').selectOption('everyone with the link');
  await expect.poll(async () => (await visitor.request.get(address)).status()).toBe(200);
  await visitor.goto(address);
  await expect(visitor.getByText(/Frozen on/)).toBeVisible();
  // Whether the data changed since is for members.
  await expect(visitor.getByText('The live view is for members.')).toBeVisible();
  await visitor.goto(address.replace('/p/', '/embed/'));
  await expect(visitor.getByRole('table').first()).toBeVisible();
  for (const path of [
    '/trends',
    '/api/v1/uploads',
    '/api/trpc/runs.list',
    '/compare?_rsc=1',
    '/_next/image',
  ]) {
    expect((await visitor.request.get(CLOSED + path, { maxRedirects: 0 })).status(), path).toBe(401);
  }

  await dialog.getByLabel('For').selectOption('members, who sign in');
  await expect.poll(async () => (await visitor.request.get(address)).status()).toBe(401);
  await elsewhere.close();
});

test('a program reads with a token, also as the password of Basic', async ({ playwright, request }) => {
  const token = await makeToken(request, 'reader');
  const password = { username: 'x', password: token, send: 'always' as const };
  const reader = await playwright.request.newContext({ baseURL: CLOSED, httpCredentials: password });
  for (const path of ['/api/v1/regressions.atom', '/api/v1/compare', '/compare/image', '/runs']) {
    const answer = await reader.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(answer.headers()['vary'], path).toMatch(/^Cookie, Authorization/);
  }
  expect((await reader.post('/api/trpc/permalinks.create', { data: { path: '/trends' } })).status()).toBe(
    403,
  );
  await reader.dispose();
});
