import { expect, type Page, test } from '@playwright/test';
import { collectRequests, RECORDED_SERVER } from './compare-page';
import { axe, collectErrors, expectSoundInWindows, VIEWPORTS } from './page-checks';

// Other specs upload further releases while this one runs: a place for each major holds still.
const MAJORS = '&x=major';
const POINT_QUERY = '/trends?product=PostgreSQL&benchmark=sysbench&test=point-query_range=100';

/** Scripts run when the points are one tab stop. */
async function openTrends(page: Page, path = '/trends?product=PostgreSQL&benchmark=sysbench'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.trend-chart a[tabindex="0"]')).toHaveCount(1);
}

const points = (page: Page) => page.locator('.trend-chart a[data-line]');
const numbers = (page: Page) => page.getByRole('region', { name: 'Numbers' });

/** Texts of a column of the table, by the name in its head. */
async function columnTexts(page: Page, name: RegExp): Promise<string[]> {
  const heads = await numbers(page).getByRole('columnheader').allTextContents();
  const column = heads.findIndex((head) => name.test(head));
  expect(column, heads.join(' | ')).toBeGreaterThan(0);
  return numbers(page)
    .locator('tbody tr')
    .evaluateAll(
      (all, index) =>
        all.map((row) => row.children[index]?.querySelector('a')?.firstChild?.textContent ?? '–'),
      column,
    );
}

test('draws a line for each server and workload, with the same numbers in a table', async ({ page }) => {
  await openTrends(page, `/trends?product=PostgreSQL&benchmark=sysbench${MAJORS}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All tests, geometric mean');
  await expect(page.locator('#sentence')).toContainText(/lines? (is|are) worse in the newest version/);
  const versions = await numbers(page).getByRole('rowheader').allTextContents();
  expect(versions).toEqual(['14', '15', '16', '17', '18']);
  const recorded = await columnTexts(page, /^\s*2-core/);
  expect(recorded[0]).toBe('1.00');
  expect(recorded).not.toContain('–');
  await expect(page.getByText(/published as ratios keep their own base/)).toBeVisible();
});

test('absolute values start at zero and leave tables of ratios out, with the reason', async ({ page }) => {
  await openTrends(page, POINT_QUERY + MAJORS);
  const requests = collectRequests(page);
  await page.getByRole('button', { name: 'Absolute' }).click();
  await expect(page).toHaveURL(/mode=abs/);
  await expect(page.getByText(/published as ratios, absolute values were not/)).toBeVisible();
  await expect(page.locator('.trend-chart text').first()).toHaveText('0');
  const texts = await columnTexts(page, /^\s*2-core/);
  expect(texts.every((text) => Number(text.replace(/\D/g, '')) > 100)).toBe(true);
  expect(requests).toEqual([]);
});

test('another version becomes the base, in the browser', async ({ page }) => {
  await openTrends(page, POINT_QUERY + MAJORS);
  const before = await columnTexts(page, /^\s*2-core/);
  const [place = ''] = await numbers(page).getByRole('rowheader').nth(2).allTextContents();
  await page.getByRole('combobox', { name: /^Base/ }).selectOption(place);
  await expect(page).toHaveURL(new RegExp(`[?&]base=${place}`));
  const after = await columnTexts(page, /^\s*2-core/);
  expect(after).not.toEqual(before);
  expect(after[2]).toBe('1.00');
});

test('every release as a place leaves gaps where a server did not run it', async ({ page }) => {
  await openTrends(page);
  await page.getByRole('button', { name: 'Each release' }).click();
  await expect(page).toHaveURL(/x=release/);
  const recorded = await columnTexts(page, /^\s*2-core/);
  expect(recorded.filter((text) => text !== '–')).toHaveLength(5);
  expect(recorded).toContain('–');
});

test('a point is read in the line below by pointer and keys, and opens its cell', async ({ page }) => {
  await openTrends(page, `${POINT_QUERY}&x=release`);
  const readout = page.locator('.trend-readout');
  await page.locator('.trend-chart a[tabindex="0"]').focus();
  await expect(readout).toContainText('base');
  const first = await readout.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(readout).not.toHaveText(first ?? '');
  const href = await page.locator('a:focus').getAttribute('href');
  expect(href).toMatch(/cell=point-query/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?.*cell=point-query/);
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('a test and its lines are chosen by the form', async ({ page }) => {
  await openTrends(page);
  await page.getByRole('combobox', { name: /^Test/ }).selectOption('point-query_range=100');
  await expect(page).toHaveURL(/test=point-query_range/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('point-query range=100');

  await page.goto(`${POINT_QUERY}&on=${RECORDED_SERVER}@sysbench-cached-1x500k-4c-pk1`);
  await expect(numbers(page).getByRole('columnheader')).toHaveCount(2);
  await expect(points(page)).toHaveCount(5);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the chart and its numbers are there, and the view can be changed', async ({ page }) => {
    await page.goto(POINT_QUERY);
    await expect(numbers(page).getByRole('rowheader').first()).toBeVisible();
    await expect(points(page).first()).toBeVisible();
    await expect(page.locator('.trend-readout')).toBeHidden();
    await page.getByRole('button', { name: 'Absolute' }).click();
    await expect(page).toHaveURL(/mode=abs/);
    await expect(page.getByText(/published as ratios, absolute values were not/)).toBeVisible();
  });
});

test('axe finds nothing, nothing is wider than the page or written to the console', async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await openTrends(page);
  await page.getByText('Versions, base and threshold').click();
  await page.getByRole('button', { name: 'Each release' }).click();
  await expect(page).toHaveURL(/x=release/);
  await expectSoundInWindows(page);
  expect(errors).toEqual([]);
});

test('marks where a regression record starts, in the sentence, above the chart and in the table', async ({
  page,
}) => {
  await openTrends(page, `/trends?product=PostgreSQL&benchmark=sysbench&test=update-zipf_range=100${MAJORS}`);
  await expect(page.locator('#sentence')).toContainText(
    /slower since 16\.11 on 48-core, IO-bound \/ 15\.15 \(0\.85\)/i,
  );
  const marks = page.getByRole('list', { name: 'Regression records' });
  const mark = marks.getByRole('link', { name: /slower since 16\.11 on 48-core, IO-bound \/ 15\.15: 0\.85/ });
  const inTable = numbers(page).getByRole('link', { name: 'slower since 16.11', exact: true });
  const href = (await inTable.getAttribute('href')) ?? '';
  expect(href).toMatch(/^\/r\//);
  await expect(mark).toHaveAttribute('href', href);
  expect(await axe(page)).toEqual([]);

  await mark.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('update-zipf');
  expect(new URL(page.url()).pathname).toBe(href);
});

test('has no marks on a mean: a record is of one test', async ({ page }) => {
  await openTrends(page);
  await expect(page.getByRole('list', { name: 'Regression records' })).toHaveCount(0);
});

test('Esc closes the menu of lines and gives the focus back', async ({ page }) => {
  await openTrends(page);
  const menu = page.locator('details.menu', { hasText: 'Heatmaps' });
  await menu.locator('summary').click();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(menu.locator('summary')).toBeFocused();
});
