import { expect, test } from '@playwright/test';
import { collectErrors, expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { pgbenchSweep } from './pgbench-sweep';
import { sayDedicated, upload } from './small-upload';

const SERVER = 'clients-spec';

test.describe('a sweep over clients', () => {
  // Sent once.
  test.describe.configure({ mode: 'serial' });
  let heatmap = '';

  test.beforeAll(async ({ request }) => {
    const stored = await upload(request, pgbenchSweep(), { server: SERVER });
    await sayDedicated(request, SERVER);
    heatmap = stored.comparePath;
  });

  test('opens from its heatmap by a link that names the clients, and says where the loss begins', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(heatmap);
    await page.getByRole('link', { name: 'By clients: 1, 8, 32, 96' }).click();
    await expect(page).toHaveURL(/\/clients\?server=clients-spec/);
    await expect(page.locator('#sentence')).toContainText(/17\.5 is slower from 32 clients on: −7%, −15%\./);
    const matrix = page.getByRole('region', { name: 'Versions × clients' }).first();
    await expect(matrix.getByRole('rowheader')).toHaveText(['1', '8', '32', '96']);
    await expect(page.getByRole('img', { name: /^Ratio to 16\.9 of tpcb-like/ })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('is the same finding on the page of pgbench, and in a copy as Markdown', async ({ page, request }) => {
    await page.goto(`/pgbench?server=${SERVER}`);
    await expect(page.locator('#sentence')).toContainText('slower from 32 clients on');
    const copy = await request.get(`/api/v1/views/clients?server=${SERVER}&format=md`);
    expect(await copy.text()).toContain('slower from 32 clients on');
  });

  test('fits wide and narrow windows, in both themes', async ({ page }) => {
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await page.goto(`/clients?server=${SERVER}`);
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
  });
});
