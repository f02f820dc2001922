import { expect, type Page, test } from '@playwright/test';
import { hydrated } from './compare-page';
import { collectErrors, expectSoundInWindows } from './page-checks';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');

/** Scripts run when the shortcut is answered. */
async function openSearch(page: Page, path = '/method'): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 3000 });
  }).toPass();
}

test('axe finds nothing in the search, and nothing is wider than the page', async ({ page }) => {
  const errors = collectErrors(page);
  await openSearch(page);
  await expectSoundInWindows(page);
  await field(page).fill('point-query 18');
  await expect(options(page).first()).toBeVisible();
  await expectSoundInWindows(page);
  expect(errors).toEqual([]);
});

test('a test, a version and the cores of a server lead to the cell, against the release before', async ({
  page,
}) => {
  await openSearch(page);
  await field(page).fill('point-query 18.4 2-core');
  await expect(options(page).first()).toContainText('point-query, PostgreSQL 18.4');
  await expect(options(page).first()).toContainText('against');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?.*base=.*&cell=point-query_range=100@.*18\.4/);
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'point-query' })).toBeVisible();

  // Where it was opened, it is offered again.
  await openSearch(page);
  await expect(dialog(page).getByRole('group', { name: 'Opened lately' })).toContainText('point-query');
});

test('keys move through all kinds, keep one kind, empty the field and close', async ({ page }) => {
  await openSearch(page);
  await field(page).fill('postgresql 18');
  const groups = dialog(page).getByRole('group');
  await expect(groups.nth(1)).toBeVisible();
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'search-option-0');

  await page.keyboard.press('Tab');
  await expect(groups).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(groups.nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('/ opens the search where the page has no own filter; g and a letter open pages', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // Until the next frame is drawn, keys go to the field of the dialog that was closed.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // On a busy machine the second key may come too late to belong to the first.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/regressions$/, { timeout: 3000 });
  }).toPass();
});

test('a word that is not stored gets the nearest one', async ({ page }) => {
  await page.goto('/search?q=piont-query+18.9');
  await expect(page.getByText('Near it: point-query')).toBeVisible();
  await expect(page.getByText(/Near it: 18\.\d+ \(newest 18\)/)).toBeVisible();
  await expect(page.getByText(/Looked in: \d+ tests, \d+ versions/)).toBeVisible();
  await page.getByRole('link', { name: /^point-query 18/ }).click();
  await expect(
    page.getByRole('region', { name: 'Test at a version' }).or(page.locator('.results')).first(),
  ).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a form and its results are links', async ({ page }) => {
    await page.goto('/runs');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Words' }).fill('point-query 18.4');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=point-query\+18\.4/);
    await page.locator('.results a').first().click();
    await expect(page).toHaveURL(/\/compare\?.*cell=point-query_range=\d+@/);
    await expect(page.getByRole('complementary')).toBeVisible();
  });

  test('home has everything, servers are listed by size', async ({ page }) => {
    await page.goto('/');
    const table = page.getByRole('region', { name: 'Newest version of everything' }).first();
    await expect(
      table.getByRole('img', { name: /^Mean by version, relative to the oldest: 1\.00/ }).first(),
    ).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).click();
    await expect(page).toHaveURL(/\/servers$/);
    const cores = await page
      .getByRole('region', { name: 'Servers' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    const known = cores.map(Number).filter(Number.isFinite);
    expect(known.length).toBeGreaterThan(1);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    await page.getByRole('link', { name: 'PostgreSQL', exact: true }).click();
    await expect(page).toHaveURL(/\/servers\?product=PostgreSQL/);
    await expect(page.locator('#sentence')).toBeVisible();
  });
});

test('the API answers by kind, and refuses what it does not know', async ({ request }) => {
  const found = await request.get('/api/v1/search?q=point-query+18.4&kind=test&limit=1');
  expect(found.ok()).toBe(true);
  const { kinds } = await found.json();
  expect(kinds).toHaveLength(1);
  expect(kinds[0]).toMatchObject({ kind: 'test', results: [{ title: expect.stringContaining('18.4') }] });
  expect(kinds[0].results[0].url).toMatch(/^http.*\/compare\?.*cell=point-query/);
  for (const query of ['', 'q=a', 'q=zipf&kind=nope', 'q=zipf&foo=1']) {
    const refused = await request.get(`/api/v1/search?${query}`);
    expect(refused.status()).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'INPUT_INVALID' });
  }
});

test('Compare in the bar leads to the heatmap that was looked at last, else to one with versions to compare', async ({
  page,
}) => {
  await page.goto('/runs');
  const compare = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compare' });
  await compare.click();
  await expect(page.locator('th.column-head').nth(1)).toBeVisible();

  await page.goto('/compare?server=ser7');
  await hydrated(page);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto('/uploads');
  await expect(compare).toHaveAttribute('href', /server=ser7/);
  await compare.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');

  // One that is gone is forgotten.
  await page.goto('/uploads');
  await page.evaluate(() => localStorage.setItem('last-heatmap', '/compare?server=gone&workload=gone'));
  await page.reload();
  await expect(compare).toHaveAttribute('href', /gone/);
  await compare.click();
  await expect(page.getByRole('heading', { name: 'No such server' })).toBeVisible();
  await page.goto('/uploads');
  await expect(compare).toHaveAttribute('href', '/compare');
});

test('two versions in one box open the heatmap that has both', async ({ page }) => {
  await page.goto('/compare?of=14.23..18.4');
  await expect(page).toHaveURL(/\/compare\?server=.*base=.*14\.23.*cols=/);
  await expect(page.locator('.heat th.column-head')).toHaveCount(2);
  await page.goto('/search?q=14.23+vs+18.4');
  await expect(page.getByText('Compare two versions').first()).toBeVisible();
  await page.goto('/compare?of=1.2.3..4.5.6');
  await expect(page).toHaveURL(/\/search\?q=/);
});
