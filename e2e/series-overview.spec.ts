import { expect, type Page, test } from '@playwright/test';
import { commitOf, NIGHTS_SERVER, type SentNights, STEP, sendNights } from './nights';
import { collectErrors, expectSoundInWindows } from './page-checks';

let nights: SentNights;

test.beforeAll(async ({ request }) => {
  nights = await sendNights(request);
});

const row = (page: Page, name: string) => page.locator('tr[data-test]', { hasText: name });
const groups = (page: Page) => page.locator('tr.g .t').allInnerTexts();

/** Scripts run when the table is one tab stop. */
async function openOverview(page: Page, more = ''): Promise<void> {
  await page.goto(nights.overviewPath + more);
  await expect(page.locator('.overview tbody [tabindex="0"]')).toHaveCount(1);
}

test('shows what changed first, against the last release', async ({ page }) => {
  await openOverview(page);
  await expect(page.locator('#sentence')).toContainText(
    '1 of 4 tests is slower than 18.4, the last release. In the last 30 nights 1 of them changed: update-zipf since 2 Nov.',
  );
  expect(await groups(page)).toEqual([
    'Changed',
    'Likely only',
    'Point queries',
    expect.stringMatching(/^Range/),
  ]);
  const zipf = row(page, 'update-zipf');
  await expect(zipf.locator('td.level')).toHaveText(/^0\.8[789] regression± 0\.0\d+$/);
  await expect(zipf.locator('td.since')).toHaveText(`2 Nov g${commitOf(STEP).slice(0, 8)}`);
  await expect(zipf.locator('td.c')).toHaveCount(14);
  await expect(zipf.locator('td.c.step')).toHaveCount(0);
  await expect(row(page, 'insert').locator('td.c.pr')).toHaveCount(2);
  await expect(row(page, 'point-query').locator('td.c.n')).toHaveCount(14);
});

test('more nights as columns show where the level begins, without asking the server', async ({ page }) => {
  await openOverview(page);
  await page.getByRole('group', { name: 'Columns' }).getByRole('button', { name: '30' }).click();
  await expect(page).toHaveURL(/columns=30/);
  const cells = row(page, 'update-zipf').locator('td.c');
  await expect(cells).toHaveCount(30);
  await expect(cells.nth(STEP - 10)).toHaveClass(/\bstep\b/);
  await page.getByRole('group', { name: 'Nights' }).getByRole('button', { name: '200' }).click();
  await expect(page).toHaveURL(/nights=200/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PostgreSQL 19devel, 40 nights');
});

test('the filter and only changes narrow the table', async ({ page }) => {
  await openOverview(page);
  await page.keyboard.press('/');
  await page.keyboard.type('point');
  await expect(page.locator('tr[data-test]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('tr[data-test]')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Only changes' }).check();
  await expect(page.locator('tr[data-test]')).toHaveCount(2);
  await expect(page).toHaveURL(/changed=1/);
});

test('arrows move through the table, and Enter opens the series at that night', async ({ page }) => {
  await openOverview(page);
  await page.locator('.overview tbody [tabindex="0"]').focus();
  await expect(page.locator('a:focus')).toHaveText(/update-zipf/);
  const readout = page.locator('.overview-readout');
  await expect(readout).toContainText(/level 0\.8\d ± 0\.0\d+ since 2 Nov/);
  await page.keyboard.press('End');
  await expect(readout).toContainText('16 Nov 2026');
  await expect(readout).toContainText(/queries\/s/);
  await page.keyboard.press('ArrowLeft');
  await expect(readout).toContainText('15 Nov 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/test=update-zipf_range/);
  expect(new URL(page.url()).searchParams.get('a')).not.toBe('');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('update-zipf');
});

test('is shared as a document', async ({ request }) => {
  const answer = await request.get(`/api/v1/views${nights.overviewPath}&format=csv`);
  const lines = (await answer.text()).split('\n');
  expect(lines.some((line) => /update-zipf.*0\.8\d/.test(line))).toBe(true);
});

test('home counts the tests of the line and leads here', async ({ page }) => {
  await page.goto('/');
  const table = page.getByRole('region', { name: 'Newest version of everything' }).first();
  const line = table.getByRole('row', { name: new RegExp(NIGHTS_SERVER) }).filter({ hasText: '19devel' });
  // Slower and likely slower, as its events count them.
  await expect(line.locator('td.num').nth(0)).toHaveText('1');
  await expect(line.locator('td.num').nth(1)).toHaveText('1');
  await line.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/series\?/);
  await expect(row(page, 'update-zipf')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the table is there, and the view can be changed', async ({ page }) => {
    await page.goto(nights.overviewPath);
    await expect(row(page, 'update-zipf').locator('td.level')).toContainText('regression');
    await page.getByRole('checkbox', { name: 'Only changes' }).check();
    await page.locator('#view').getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/changed=1/);
    await expect(page.locator('tr[data-test]')).toHaveCount(2);
    await page.getByRole('button', { name: 'Changed' }).click();
    await expect(page.locator('tr[data-test]')).toHaveCount(1);
    await row(page, 'insert').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('insert');
  });
});

test('axe finds nothing, nothing is wider than the page or written to the console', async ({ page }) => {
  const errors = collectErrors(page);
  await openOverview(page);
  await expectSoundInWindows(page);
  expect(errors).toEqual([]);
});
