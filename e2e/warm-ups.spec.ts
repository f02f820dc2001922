import { expect, test } from '@playwright/test';
import { expectAccessible } from './page-checks';

const HEATMAP = '/compare?server=record-2core&workload=sysbench-cached-1x500k-1c-pk1';

test('warm-ups are shown when they are asked for, with a ratio and without a verdict', async ({ page }) => {
  await page.goto(HEATMAP);
  const warm = page.getByRole('rowheader', { name: /^point-query\.warm/ });
  await expect(page.getByRole('rowheader', { name: /^point-query/ }).first()).toBeVisible();
  await expect(warm).toHaveCount(0);

  await page.goto(`${HEATMAP}&warmups=1`);
  await expect(warm).toBeVisible();
  await page.getByText('Options', { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Warm-ups' })).toBeChecked();
  await expectAccessible(page);
});
