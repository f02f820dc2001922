import { expect, test } from '@playwright/test';
import { hydrated } from './compare-page';
import { expectAccessible } from './page-checks';
import { run, upload } from './small-upload';

/** A server that no other spec looks at. */
const SERVER = 'warm-ups-8';
const FILES = {
  ...run('x.my8043_rel.z12a_c8r32.pk1', { 'point-query': 1000, 'point-query.warm': 800 }, 0),
  ...run('x.my8044_rel.z12a_c8r32.pk1', { 'point-query': 1010, 'point-query.warm': 400 }, 0),
};

test('warm-ups are shown when they are asked for, with a ratio and without a verdict', async ({ page }) => {
  const { comparePath } = await upload(page.request, FILES, { server: SERVER, filename: 'warm-ups.tar.gz' });
  await page.goto(comparePath);
  await hydrated(page);
  const warm = page.getByRole('rowheader', { name: /^point-query\.warm/ });
  await expect(page.getByRole('rowheader', { name: /^point-query/ }).first()).toBeVisible();
  await expect(warm).toHaveCount(0);

  await page.goto(`${comparePath}&warmups=1`);
  await expect(warm).toBeVisible();
  const cell = page.locator('tr[data-row]').filter({ has: warm }).locator('td.c').last();
  await expect(cell).toHaveText('0.50');
  await expect(cell).not.toHaveClass(/\bc (?:r|b)\d/);
  await page.getByText('Options', { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Warm-ups' })).toBeChecked();
  await expectAccessible(page);

  await page.goto(`/runs?server=${SERVER}&q=8.0.44`);
  await page.getByRole('link', { name: 'MySQL 8.0.44' }).click();
  await expect(page.getByText('1 warm-up, left out of comparisons')).toBeVisible();
});
