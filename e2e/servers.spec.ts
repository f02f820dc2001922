import { expect, type Page, test } from '@playwright/test';
import { collectRequests } from './compare-page';
import { expectSoundInWindows } from './page-checks';

/** Published tables of 18 beta1 on the small and on the large server; both came with the sample data. */
const PUBLISHED = `/servers?${new URLSearchParams([
  ['product', 'PostgreSQL'],
  ['benchmark', 'sysbench'],
  // The servers of the sample data: other tests add more.
  ['on', 'record-2core@sysbench-cached-1x500k-4c-pk1'],
  ['on', 'pn53@2025-05-24-postgres-18-beta1-small-server-sysbench-14.0-x10a_c8r32'],
  ['on', 'ser7@2025-09-02-postgres-18-beta3-small-server-sysbench-17.6-x10a_c8r32'],
  ['on', 'ax162-s@2025-09-02-postgres-18-beta3-large-server-sysbench-17.4-x10a_c32r128'],
])}`;

/** Scripts run when the cells are one tab stop. */
async function openServers(page: Page, path = PUBLISHED): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.servers-grid td.c a[tabindex="0"]')).toHaveCount(1);
}

const rows = (page: Page) => page.locator('tr[data-test]');

test('puts servers side by side and says above what differs between them', async ({ page }) => {
  await openServers(page);
  await expect(page.locator('#sentence')).toContainText(
    /^(The same on|No test changed on every server|The versions differ|The bases differ)/,
  );
  await expect(page.locator('#sentence')).not.toContainText('Nothing to compare');
  await page.locator('summary', { hasText: 'The servers differ' }).click();

  const facts = page.getByRole('region', { name: 'What differs' });
  for (const name of ['Cores', 'Clients', 'Tables × rows', 'Base', 'Config', 'Figures']) {
    await expect(facts.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(facts.getByRole('row', { name: /ax162-s/ })).toContainText('40 clients');
  await expect(facts.getByRole('row', { name: /PN53/ })).toContainText('1 client');
  await expect(facts).toContainText('17.4, as published');
  await expect(facts).toContainText('not recorded');
  await expect(page.getByText(/Such a table stays relative to its own base/)).toBeVisible();
});

test('never offers cpu/o, which cannot be compared between servers', async ({ page }) => {
  await openServers(page);
  const metrics = page.getByRole('group', { name: 'Metric' });
  await expect(metrics.getByRole('button', { name: /CPU µs\/o/ })).toBeVisible();
  await expect(metrics.getByRole('button', { name: /cpu\/o/ })).toHaveCount(0);
});

test('shows the published ratio of a test, and opens its cell in the heatmap of its server', async ({
  page,
}) => {
  await openServers(page);
  // 2025-09-02 Postgres 18 beta3, large server: scan, 18beta1 with x10b.
  const scan = rows(page).filter({ has: page.getByRole('rowheader', { name: /^scan/ }) });
  const cell = scan.getByRole('link', { name: /18beta1 on ax162-s: 1\.\d\d/ });
  await expect(cell).toBeVisible();
  // The table of the other small server has the test without its range.
  const other = scan.getByRole('link', { name: /18beta1 on SER7/ });
  expect(await other.getAttribute('href')).toMatch(/[?&]server=ser7&.*&cell=scan@/);
  const text = (await cell.textContent()) ?? '';
  await cell.click();
  await expect(page).toHaveURL(/\/compare\?server=ax162-s&.*cell=scan_range=100@/);
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'scan' })).toBeVisible();
  await expect(panel).toContainText(text);
});

test('filters, folds and changes the threshold in the browser, and keeps it in the URL', async ({ page }) => {
  await openServers(page);
  const requests = collectRequests(page);
  const all = await rows(page).count();

  await page.getByLabel('Filter tests').fill('update -zipf');
  await expect(rows(page).first()).toContainText('update');
  const filtered = await rows(page).count();
  expect(filtered).toBeGreaterThan(0);
  expect(filtered).toBeLessThan(all);
  await page.getByRole('button', { name: 'Writes', exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.locator('#rule-in-force')).toContainText('judged by the noise of its server');
  await page.getByRole('group', { name: 'Judge by' }).getByRole('button', { name: 'Thresholds' }).click();
  await expect(page.locator('#rule-in-force')).toContainText('plain threshold 0.95 / 1.05');
  await page.getByLabel('Threshold').selectOption('0.97');
  await expect(page).toHaveURL(/t=0\.97&rule=thresholds&q=update\+-zipf&fold=write/);
  expect(requests).toEqual([]);

  await page.reload();
  await expect(page.getByLabel('Filter tests')).toHaveValue('update -zipf');
  await expect(page.getByLabel('Threshold')).toHaveValue('0.97');
});

test('another workload of a server, and other versions, are chosen and kept in the URL', async ({ page }) => {
  await openServers(page);
  await page.locator('main summary', { hasText: 'Versions' }).click();
  await page.getByRole('checkbox', { name: /^18beta1 x10d/ }).check();
  await page.getByRole('button', { name: 'Show these versions' }).click();
  await expect(page).toHaveURL(/[?&]v=18beta1\+x10d/);
  await expect(page.locator('.servers-grid thead')).toContainText('x10d');

  await page.locator('main summary', { hasText: /^Servers/ }).click();
  await page.getByRole('combobox', { name: /^SER7/ }).selectOption('');
  await page.getByRole('button', { name: 'Show these servers' }).click();
  await expect(page.locator('.servers-grid thead')).not.toContainText('SER7');
});

test('answers in a word for each test, and names the servers that have a version', async ({ page }) => {
  await openServers(page);
  for (const row of (await rows(page).all()).slice(0, 5))
    await expect(row.locator('.servers-summary')).toHaveText(
      /same|only on|opposite|on |no change|within noise|not measured/,
    );
  const version = page.getByRole('combobox', { name: 'Version', exact: true });
  await expect(version.locator('option').first()).toHaveText(/, on \d of \d servers$/);
  const last = await version.locator('option').last().getAttribute('value');
  await version.selectOption(last ?? '');
  await expect(page).toHaveURL(/[?&]version=/);
  const all = await rows(page).count();
  await page.getByLabel('Only differences').check();
  await expect(page).toHaveURL(/only=1/);
  await expect.poll(() => rows(page).count()).toBeLessThanOrEqual(all);
  await expect(page.locator('td.servers-summary > strong', { hasText: /^same$/ })).toHaveCount(0);
});

test('is moved through by arrow keys', async ({ page }) => {
  await openServers(page);
  await page.locator('.servers-grid td.c a[tabindex="0"]').focus();
  const first = await page.locator('a:focus').getAttribute('href');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const second = await page.locator('a:focus').getAttribute('href');
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?.*cell=/);
});

test('an address that names nothing is reported', async ({ page }) => {
  await page.goto('/servers?product=Nothing');
  await expect(page.getByRole('heading', { name: 'No matching runs' })).toBeVisible();
  await expect(page.getByText('There is no product “Nothing”.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open what is shown' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show what is available' }).click();
  await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the table, the facts and the filter are there', async ({ page }) => {
    await page.goto(PUBLISHED);
    await expect(page.locator('#sentence')).toContainText(/server/);
    await page.getByRole('button', { name: 'Thresholds' }).click();
    await expect(page).toHaveURL(/rule=thresholds/);
    await expect(page.locator('#rule-in-force')).toContainText('ignoring noise');
    const all = await rows(page).count();
    await page.getByLabel('Filter tests').fill('scan');
    await page.getByLabel('Filter tests').press('Enter');
    await expect(page).toHaveURL(/q=scan/);
    expect(await rows(page).count()).toBeLessThan(all);
    await expect(page).toHaveURL(/rule=thresholds/);
  });
});

test('axe finds nothing, and nothing is wider than the page', async ({ page }) => {
  await openServers(page);
  await expectSoundInWindows(page);
});
