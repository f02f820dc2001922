import { expect, type Page, test } from '@playwright/test';

/*
 * The reports of the published figures that every new database holds: fsync latency of eight devices, and Insert
 * Benchmark as ratios. TPROC-C, db_bench and pgbench have none, so their pages teach.
 */

const FSYNC = '/fsync?workload=2026-01-07-fsync-latency-fio';
const INSERT =
  '/insert-benchmark?server=pn53&workload=2025-08-26-mysql-5.6-thru-9.4-small-server-insert-benchmark-5.6.51-cz12a_c8r32';

const tableOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Texts of the numbers of a row, without the words for screen readers. */
async function numbersOf(page: Page, title: string, row: string): Promise<string[]> {
  const cells = tableOf(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .getByRole('cell');
  return (await cells.allTextContents()).map((text) => text.replace(/ (regression|improvement)$/, ''));
}

test('fsync latency has eight devices below each other, in the order that is asked for', async ({ page }) => {
  await page.goto(FSYNC);
  await expect(page.getByText(/^An fsync after a 16 KB write takes from/)).toBeVisible();
  const names = tableOf(page, '16 KB writes').locator('tbody').getByRole('rowheader');
  await expect(names).toHaveCount(8);
  await expect(names.first()).toContainText('dell');

  // A choice before the script of the form has started changes nothing.
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Order' }).selectOption('fsync 16 KB');
    await expect(page).toHaveURL(/[?&]sort=fsync/, { timeout: 5000 });
  }).toPass();
  await expect(names.first()).toContainText('socket2');
  await expect(names.last()).toContainText('SER7');
});

test('another device becomes the base by a click on its name', async ({ page }) => {
  await page.goto(FSYNC);
  await tableOf(page, 'Relative to one device').getByRole('link', { name: /^hetz/ }).click();
  await expect(page).toHaveURL(/[?&]base=hetz/);
  const own = await numbersOf(page, 'Relative to one device', 'hetz');
  expect(own).toHaveLength(10);
  expect(new Set(own)).toEqual(new Set(['1.00']));
});

test('an Insert Benchmark of ratios is labelled, and any version becomes its base', async ({ page }) => {
  await page.goto(INSERT);
  await expect(page.getByText(/^Published as ratios to 5\.6\.51/)).toBeVisible();
  expect((await numbersOf(page, 'Relative throughput', '9.4.0')).slice(0, 2)).toEqual(['0.60', '2.53']);

  await page.getByRole('link', { name: /^9\.4\.0/ }).click();
  await expect(page).toHaveURL(/[?&]base=mysql-9\.4\.0/);
  // 1 / 0.60 and 1 / 2.53.
  expect((await numbersOf(page, 'Relative throughput', '5.6.51')).slice(0, 2)).toEqual(['1.67', '0.40']);
  await page.getByRole('link', { name: 'Heatmap' }).click();
  await expect(page).toHaveURL(/\/compare\?server=pn53&workload=2025-08-26/);
});

test('a report without runs teaches which logs it reads', async ({ page }) => {
  for (const [path, command] of [
    ['/tproc-c', /basecase ingest res\.pg\./],
    ['/db-bench', /basecase ingest bm\./],
    ['/pgbench', /basecase ingest pg18\.1/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No .* is loaded yet$/);
    await expect(page.getByText(command)).toBeVisible();
    await expect(page.getByRole('link', { name: 'upload it in the browser' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'fsync latency' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^fsync latency/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form asks for another base', async ({ page }) => {
    await page.goto(INSERT);
    await page.getByRole('combobox', { name: 'Base' }).selectOption('mysql-8.0.43-cz12a_c8r32');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/[?&]base=mysql-8\.0\.43/);
    expect(new Set(await numbersOf(page, 'Relative throughput', '8.0.43'))).toEqual(new Set(['1.00']));
  });
});
