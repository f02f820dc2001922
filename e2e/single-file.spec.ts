import { copyFile, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { openRecorded } from './compare-page';
import { axe, collectErrors } from './page-checks';
import { openShare } from './share-page';

/** Saves the permalink of a page, and opens the file where there is no network. */
async function openSaved(
  { page, browser }: { page: Page; browser: Browser },
  options: { width?: number; scripts?: boolean } = {},
): Promise<{ saved: Page; path: string; file: string }> {
  const dialog = await openShare(page);
  await dialog.getByRole('button', { name: 'Create permalink' }).click();
  const link = await dialog.getByLabel('permalink', { exact: true }).inputValue();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Save as one file' }).click();
  const file = await (await download).path();
  const context = await browser.newContext({
    offline: true,
    javaScriptEnabled: options.scripts ?? true,
    viewport: { width: options.width ?? 1440, height: 900 },
  });
  const saved = await context.newPage();
  return { saved, path: new URL(link).pathname, file };
}

/** A browser names a page by the end of its file. */
async function open(saved: Page, file: string, target: string): Promise<void> {
  await copyFile(file, target);
  await saved.goto(pathToFileURL(target).href);
}

/** The cells of a table without the words for screen readers. */
const numbersOf = (table: Locator) =>
  table.evaluate((node) =>
    [...node.querySelectorAll('td')].map((cell) => cell.firstChild?.textContent?.trim() ?? ''),
  );

test('a heatmap as one file has the numbers of its permalink against every base, without network', async ({
  page,
  browser,
}, testInfo) => {
  await openRecorded(page);
  const { saved, path, file } = await openSaved({ page, browser });
  const errors = collectErrors(saved);
  await open(saved, file, testInfo.outputPath('saved.html'));
  const table = saved.locator('#table');
  await page.goto(path.replace('/p/', '/embed/'));
  expect(await numbersOf(table)).toEqual(await numbersOf(page.locator('table.heatstill')));

  const older = await saved.locator('#base option', { hasText: '16.14' }).getAttribute('value');
  await saved.locator('#base').selectOption(older);
  await page.goto(`${path.replace('/p/', '/embed/')}?base=postgresql-16.14-rel-b1_c2r24`);
  expect(await numbersOf(table)).toEqual(await numbersOf(page.locator('table.heatstill')));
  await expect(saved.locator('#sentence')).toContainText('16.14');

  await saved.locator('#filter').fill('update -nonindex');
  await expect(saved.getByText('1 of 12 rows')).toBeVisible();
  await expect(table.getByRole('row', { name: /update-index/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /scan/ })).toBeHidden();
  expect(await axe(saved)).toEqual([]);
  expect(errors).toEqual([]);
  expect(await readFile(file, 'utf8')).toContain(`content="${path.split('/').at(-1)}"`);
  await saved.context().close();
});

test('a record as one file is complete on a phone without scripts', async ({ page, browser }, testInfo) => {
  await page.goto('/regressions');
  await page.locator('a[href^="/regressions/"]').first().click();
  await page.locator('a[href^="/r/"]').first().click();
  const sentence = (await page.locator('#link-sentence').textContent()) ?? '';
  const { saved, file } = await openSaved({ page, browser }, { width: 390, scripts: false });
  await open(saved, file, testInfo.outputPath('record.html'));
  await expect(saved.getByRole('heading', { level: 1 })).toHaveText(sentence);
  await expect(saved.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(saved.locator('#filter')).toBeHidden();
  const width = await saved.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await saved.context().close();
});
