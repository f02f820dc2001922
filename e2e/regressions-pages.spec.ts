import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { recordOf } from './regression-page';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const PAGES: readonly (readonly [name: string, path: (page: Page) => Promise<string> | string])[] = [
  ['the list', () => '/regressions'],
  ['the list of improvements', () => '/regressions?kind=improvement'],
  ['an empty list', () => '/regressions?q=no-such-test'],
  ['a record', (page) => recordOf(page.request, 'update-zipf 16.11')],
  ['the noise atlas', () => '/noise'],
  ['the noise of a server', noiseOf],
  ['the method', () => '/method'],
  ['the webhooks', () => '/webhooks'],
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of VIEWPORTS) {
    test.describe(`${colorScheme}, ${viewport.width} px: axe finds nothing, nothing is wider than the page, no cause is claimed`, () => {
      test.use({ colorScheme, viewport });
      for (const [name, pathOf] of PAGES) {
        test(name, async ({ page }) => {
          const errors: string[] = [];
          page.on('pageerror', (error) => errors.push(error.message));
          page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
          await page.goto(await pathOf(page));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
          expect(violations).toEqual([]);
          await expect(page.getByText(/caused by/i)).toHaveCount(0);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow).toBeLessThanOrEqual(0);
          expect(errors).toEqual([]);
        });
      }
    });
  }
}

/** Path of a page of noise that has pairs. */
async function noiseOf(page: Page): Promise<string> {
  await page.goto('/noise');
  const row = page.getByRole('row', { name: /ax162-s/ }).filter({ hasNotText: 'not calibrated' });
  const href = await row.getByRole('link').first().getAttribute('href');
  expect(href).toMatch(/^\/noise/);
  return href ?? '';
}
