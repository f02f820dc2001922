import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';
import { ofTry, run, upload } from './small-upload';

const IMAGE = '<img src=x onerror=hacked()>';
const SCRIPT = '"><script>hacked()</script>';

/** Says what the policy refused and whether anything of an upload ran, on every page of a context. */
async function watch(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeFunction('hacked', () => seen.push('a script of an upload ran'));
  await context.exposeFunction('refused', (what: string) => seen.push(`refused: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report = (window as unknown as { refused: (what: string) => void }).refused;
      report(`${violatedDirective} ${blockedURI} ${sourceFile} on ${location.pathname}`);
    });
  });
  return seen;
}

async function freeze(page: Page, path: string): Promise<string> {
  const created = await page.request.post('/api/trpc/permalinks.create', { data: { path } });
  expect(created.ok(), await created.text()).toBe(true);
  return (await created.json()).result.data.slug;
}

/** The page was drawn and has had time to load what it loads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('main').first()).toBeVisible();
}

test('no page needs anything that the content security policy refuses', async ({ context, page }) => {
  const seen = await watch(context);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const cell = 'point-query_range=100@postgresql-18.4-rel-b1_c2r24';
  const slug = await freeze(page, `/compare?server=${RECORDED_SERVER}&cell=${cell}`);
  const paths = [
    '/',
    `/compare?server=${RECORDED_SERVER}`,
    `/p/${slug}`,
    `/embed/${slug}`,
    `/report?server=${RECORDED_SERVER}`,
    '/servers',
    '/trends',
    '/runs',
    '/uploads',
    '/upload',
    '/insert-benchmark',
    '/fsync',
    '/tproc-c',
    '/db-bench',
    '/pgbench',
    '/clients',
    '/tokens',
  ];
  for (const path of paths) await open(page, path);
  expect(errors).toEqual([]);

  await open(page, `/compare?server=${RECORDED_SERVER}&cell=${cell}`);
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  expect(errors).toEqual([]);
  expect(seen).toEqual([]);
});

test('names, labels and notes of an upload stay text on every page', async ({ context, page, request }) => {
  const seen = await watch(context);
  const manifest = {
    basecase: 1,
    server: { name: ofTry(`s ${IMAGE}`), cores: 2, cpu: SCRIPT, os: IMAGE },
    config: SCRIPT,
    workload: { label: IMAGE },
    notes: `${IMAGE} ${SCRIPT}`,
  };
  const files = {
    'basecase.json': JSON.stringify(manifest),
    ...run('x.pg160_rel.h1.pk1', { 'point-query': 161.3 }),
    ...run(`x.pg170_rel.${IMAGE}.pk1`, { 'point-query': 147.9 }),
  };
  const stored = await upload(request, files, { filename: `${SCRIPT}.tar.gz` });
  const [, query = ''] = stored.comparePath.split('?');
  const slug = await freeze(page, stored.comparePath);

  for (const path of [
    '/',
    stored.comparePath,
    `/p/${slug}`,
    `/embed/${slug}`,
    `/report?${query}`,
    '/servers',
    '/trends',
    '/runs',
    '/uploads',
    `/uploads/${stored.id}`,
  ]) {
    await open(page, path);
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
  }
  await open(page, stored.comparePath);
  await expect(page.getByText(IMAGE).first()).toBeVisible();
  expect((await request.get(`/p/${slug}/opengraph-image`)).ok()).toBe(true);
  expect(seen).toEqual([]);
  expect((await request.delete(`/api/v1/uploads/${stored.id}`)).ok()).toBe(true);
});

test('markup that got into a page could not run', async ({ context, page }) => {
  const seen = await watch(context);
  await open(page, '/');
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), IMAGE);
  await expect.poll(() => seen).toEqual([expect.stringMatching(/^refused: script-src/)]);
});

test('other sites may frame an embedded table, and no other page', async ({ page, baseURL }) => {
  const slug = await freeze(page, `/compare?server=${RECORDED_SERVER}`);
  // Another port of this machine is another site to a browser.
  const elsewhere = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(`
      <iframe name="embed" src="${baseURL}/embed/${slug}"></iframe>
      <iframe name="page" src="${baseURL}/p/${slug}"></iframe>`);
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  await expect(page.frameLocator('iframe[name=embed]').getByRole('table')).toBeVisible();
  await expect.poll(() => page.frame('page')?.url()).toMatch(/^chrome-error:/);
  elsewhere.close();
});

test('every answer forbids type sniffing, and keeps its address to this site', async ({ request }) => {
  for (const path of [
    '/',
    `/compare?server=${RECORDED_SERVER}`,
    '/api/health',
    '/icon.svg',
    '/nothing-here',
  ]) {
    const headers = (await request.get(path)).headers();
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('same-origin');
  }
  expect((await request.get('/nothing-here')).headers()['content-security-policy']).toContain(
    "object-src 'none'",
  );
});
