import { expect, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';

const LIST = 'List of runs';

test('runs are found by words and by what they are', async ({ page }) => {
  await page.goto('/runs');
  await page.getByLabel('Server').selectOption(RECORDED_SERVER);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/server=record-2core/);
  const rows = page.getByRole('region', { name: LIST }).getByRole('row');
  await expect(rows).toHaveCount(6);

  await page.getByRole('searchbox', { name: 'Search' }).fill('postgresql -17.10 -14.23');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText('3 runs match')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing-like-this');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(page.getByText('No run matches.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Show all' }).first().click();
  await expect(page).toHaveURL(/\/runs$/);
});

test('pages follow each other without a run twice', async ({ page }) => {
  const names = async () => {
    const links = page.getByRole('region', { name: LIST }).getByRole('rowheader').getByRole('link');
    return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  };
  // The figures of published reports are older than anything that other tests upload meanwhile.
  await page.goto('/runs?q=-uploaded&product=PostgreSQL');
  const first = await names();
  expect(first).toHaveLength(50);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('link', { name: 'Newest' })).toBeVisible();
  const second = await names();
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((href) => first.includes(href))).toEqual([]);
});

test('the page of a run has its server, numbers, files and config, and leads to its cells', async ({
  page,
}) => {
  await page.goto(`/runs?server=${RECORDED_SERVER}&q=18.4`);
  await page.getByRole('link', { name: 'PostgreSQL 18.4' }).click();
  await expect(page).toHaveTitle(/PostgreSQL 18\.4 on record-2core/);
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('2');
  const results = page.getByRole('region', { name: 'Results by test' });
  const pointQuery = results.getByRole('row').filter({ hasText: 'point-query' });
  await expect(pointQuery).toContainText('queries/s');
  await expect(pointQuery).toContainText(/\d+ rounds/);

  const config = page.getByRole('region', { name: /^Config/ });
  await config.getByText(/^\d+ lines$/).click();
  await expect(config.getByText('shared_buffers')).toBeVisible();

  const shown = await pointQuery.getByRole('cell').first().textContent();
  await pointQuery.getByRole('link').click();
  await expect(page).toHaveURL(/\/compare\?.*base=postgresql-17\.10.*cell=point-query/);
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'point-query' })).toBeVisible();
  await expect(panel).toContainText(shown ?? '–');

  await page.goBack();
  await page.getByRole('region', { name: 'Files of the run' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/artifacts\/\d+/);
  await page.goBack();
  await page.getByRole('link', { name: /\.tar\.gz$/ }).click();
  await expect(page).toHaveURL(/\/uploads\/\d+/);
});

test('a published run has a note that it has no logs; a missing one is not found', async ({ page }) => {
  await page.goto('/runs?product=MySQL&server=pn53');
  await page.getByRole('region', { name: LIST }).getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByText('Published figures have no logs.')).toBeVisible();
  for (const path of ['/runs/999999', '/runs/abc', '/uploads/999999', `/runs/${'9'.repeat(40)}`]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});

test('a product in another spelling is what the filter shows and keeps', async ({ page }) => {
  for (const path of ['/runs', '/regressions']) {
    await page.goto(`${path}?product=postgresql`);
    await expect(page.locator('select[name=product]')).toHaveValue('PostgreSQL');
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('list and page are complete', async ({ page }) => {
    await page.goto('/runs');
    await page.locator('select[name=product]').selectOption('PostgreSQL');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/product=PostgreSQL/);
    await page.getByRole('region', { name: LIST }).getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Results by test' })).toBeVisible();
  });
});
