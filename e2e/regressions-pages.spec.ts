import { expect, type Page, test } from '@playwright/test';
import { collectErrors, expectSoundInWindows } from './page-checks';
import { recordOf } from './regression-page';

const PAGES: readonly (readonly [name: string, path: (page: Page) => Promise<string> | string])[] = [
  ['the list', () => '/regressions'],
  ['the list of improvements', () => '/regressions?kind=improvement'],
  ['an empty list', () => '/regressions?q=no-such-test'],
  ['an event', eventOf],
  ['false alarms', () => '/noise/false-alarms'],
  ['a record', (page) => recordOf(page.request, 'update-zipf 16.11')],
  ['the noise atlas', () => '/noise'],
  ['config lines', () => '/lines'],
  ['the noise of a server', noiseOf],
  ['the method', () => '/method'],
  ['the webhooks', () => '/webhooks'],
];

for (const [name, pathOf] of PAGES) {
  test(`${name}: axe finds nothing, nothing is wider than the page, no cause is claimed`, async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(await pathOf(page));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInWindows(page);
    await expect(page.getByText(/caused by/i)).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

/** Path of an event of the sample data. */
async function eventOf(page: Page): Promise<string> {
  const { events } = await (await page.request.get('/api/v1/events?product=PostgreSQL')).json();
  return new URL(events[0].url).pathname;
}

/** Path of a page of noise that has pairs. */
async function noiseOf(page: Page): Promise<string> {
  await page.goto('/noise');
  const row = page.getByRole('row', { name: /ax162-s/ }).filter({ hasNotText: 'assumed' });
  const href = await row.getByRole('link').first().getAttribute('href');
  expect(href).toMatch(/^\/noise/);
  return href ?? '';
}
