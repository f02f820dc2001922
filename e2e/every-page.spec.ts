import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';
import { collectErrors, expectSoundInWindows, VIEWPORTS } from './page-checks';
import { recordOf } from './regression-page';

const APP = path.join(import.meta.dirname, '../apps/web/src/app');

/** Each page of the app as the file system has it: a new one is looked at by itself. */
const PAGES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file) === '.' ? '' : path.dirname(file)}`)
  .sort();

const jsonOf = async (request: APIRequestContext, address: string) => (await request.get(address)).json();
const frozen = async (request: APIRequestContext) => {
  const input = { path: `/compare?server=${RECORDED_SERVER}` };
  const answer = await request.post('/api/trpc/permalinks.create', { data: input });
  return (await answer.json()).result.data.slug as string;
};
const opened = async (page: Page, list: string, to: string) => {
  await page.goto(list);
  return (await page.locator(`main a[href^="${to}"]`).first().getAttribute('href')) ?? '';
};

type Address = string | ((page: Page) => Promise<string>);

/** Where a page has data; `/` and other pages without a parameter are opened as they are. */
const ADDRESSES: Readonly<Record<string, Address>> = {
  '/artifacts/[id]': async (page) => {
    await page.goto(await opened(page, `/runs?server=${RECORDED_SERVER}`, '/runs/'));
    return opened(page, page.url(), '/artifacts/');
  },
  '/compare': `/compare?server=${RECORDED_SERVER}`,
  '/correct': async (page) => `/correct?run=${(await opened(page, '/runs', '/runs/')).split('/').at(-1)}`,
  '/embed/[slug]': async ({ request }) => `/embed/${await frozen(request)}`,
  '/fsync': '/fsync?workload=2026-01-07-fsync-latency-fio',
  '/insert-benchmark':
    '/insert-benchmark?server=pn53&workload=2025-08-26-mysql-5.6-thru-9.4-small-server-insert-benchmark-5.6.51-cz12a_c8r32',
  '/noise with pairs': async (page) => {
    await page.goto('/noise');
    const row = page.getByRole('row', { name: /ax162-s/ }).filter({ hasNotText: 'assumed' });
    return (await row.getByRole('link').first().getAttribute('href')) ?? '';
  },
  '/p/[slug]': async ({ request }) => `/p/${await frozen(request)}`,
  '/r/[slug]': ({ request }) => recordOf(request, 'update-zipf 16.11'),
  '/regressions/[event]': async ({ request }) => {
    const { events } = await jsonOf(request, '/api/v1/events?product=PostgreSQL');
    return `/regressions/${events[0].slug}`;
  },
  '/report': `/report?server=${RECORDED_SERVER}`,
  '/runs/[id]': (page) => opened(page, `/runs?server=${RECORDED_SERVER}`, '/runs/'),
  '/search': '/search?q=update',
  '/servers/[slug]': `/servers/${RECORDED_SERVER}`,
  '/servers/[slug]/merge': `/servers/${RECORDED_SERVER}/merge`,
  '/servers/[slug]/merge-workloads': `/servers/${RECORDED_SERVER}/merge-workloads`,
  '/uploads/[id]': (page) => opened(page, '/uploads?q=x.pg184', '/uploads/'),
};

/** Its only way there is a correction, which `correct.spec.ts` makes and looks at. */
const ELSEWHERE = ['/corrections/[id]'];

/** Views of a page that have another table. */
const MORE = [
  '/noise with pairs',
  '/no-such-page',
  '/r/nothing',
  '/regressions?kind=improvement',
  '/regressions?q=no-such-test',
  '/search?q=no-such-thing',
  '/servers?product=PostgreSQL',
];

for (const name of [...PAGES.filter((each) => !ELSEWHERE.includes(each)), ...MORE])
  test(`${name}: axe finds nothing, it fits its window, claims no cause, and has its table within eight tab stops`, async ({
    page,
  }) => {
    const known = ADDRESSES[name] ?? name;
    const address = typeof known === 'string' ? known : await known(page);
    expect(address, 'a page with a parameter needs an address in ADDRESSES').not.toMatch(/\[/);
    const errors = collectErrors(page);
    await page.goto(address);
    await expect(page.locator('h1, main, table').first()).toBeVisible();
    const stops = await tabStops(page);
    // Axe looks at the page without a focus.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expectSoundInWindows(page);
    await expect(page.getByText(/caused by/i)).toHaveCount(0);
    // Missing pages answer 404, which the browser writes to its console.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    test.info().annotations.push({ type: 'tab stops', description: String(stops) });
    expect(stops, `tab stops of ${address}`).toBeLessThanOrEqual(8);
  });

/** Presses of Tab on a page that was just opened until the first table is reached, each skip link taken; 0 without a table. */
async function tabStops(page: Page): Promise<number> {
  await page.setViewportSize(VIEWPORTS.wide);
  if ((await page.locator('main table:visible').count()) === 0) return 0;
  for (let stops = 1; stops <= 40; stops += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const { activeElement } = document;
      const table = [...document.querySelectorAll('main table')].find((one) => one.checkVisibility());
      if (!activeElement || !table || activeElement === document.body) return '';
      const isAfter = table.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (table.contains(activeElement) || activeElement.contains(table) || isAfter) return 'table';
      return activeElement.classList.contains('skip') ? 'skip' : '';
    });
    if (at === 'table') return stops;
    if (at === 'skip') await page.keyboard.press('Enter');
  }
  return Number.POSITIVE_INFINITY;
}
