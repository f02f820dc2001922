import { expect, type Page, test } from '@playwright/test';
import { collectErrors, expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { recordOf } from './regression-page';

const PAGES: readonly (readonly [name: string, path: (page: Page) => Promise<string> | string])[] = [
  ['the list', () => '/regressions'],
  ['the list of improvements', () => '/regressions?kind=improvement'],
  ['an empty list', () => '/regressions?q=no-such-test'],
  ['a record', (page) => recordOf(page.request, 'update-zipf 16.11')],
  ['the noise atlas', () => '/noise'],
  ['config lines', () => '/lines'],
  ['the noise of a server', noiseOf],
  ['the method', () => '/method'],
  ['the webhooks', () => '/webhooks'],
];

for (const [viewportName, viewport] of Object.entries(VIEWPORTS)) {
  test.describe(`${viewportName}: axe finds nothing, nothing is wider than the page, no cause is claimed`, () => {
    test.use({ viewport });
    for (const [name, pathOf] of PAGES) {
      test(name, async ({ page }) => {
        const errors = collectErrors(page);
        await page.goto(await pathOf(page));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await expect(page.getByText(/caused by/i)).toHaveCount(0);
        await expectNoOverflow(page);
        expect(errors).toEqual([]);
      });
    }
  });
}

/** Path of a page of noise that has pairs. */
async function noiseOf(page: Page): Promise<string> {
  await page.goto('/noise');
  const row = page.getByRole('row', { name: /ax162-s/ }).filter({ hasNotText: 'not calibrated' });
  const href = await row.getByRole('link').first().getAttribute('href');
  expect(href).toMatch(/^\/noise/);
  return href ?? '';
}
