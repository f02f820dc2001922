import { expect, test } from '@playwright/test';
import { collectErrors, expectSoundInWindows } from './page-checks';
import { pgbenchSweep } from './pgbench-sweep';
import { sayDedicated, upload } from './small-upload';
import { countClicks, intake, openUpload, result, writeFolder } from './upload-page';

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

  test('is where links to its workloads lead: on home, in lists, in the search', async ({ page }) => {
    const sweep = new RegExp(`^/clients\\?server=${SERVER}&workload=pgbench-96c`);
    for (const path of ['/?page=1', `/runs?server=${SERVER}`, `/servers/${SERVER}`]) {
      await page.goto(path);
      const links = page.locator(`main a[href*="server=${SERVER}"][href*="workload="]`);
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const opening = hrefs.filter((href) => /^\/(compare|clients)\?/.test(href));
      expect(opening.length, path).toBeGreaterThan(0);
      for (const href of opening) expect(href, path).toMatch(sweep);
    }
    await page.goto(`/search?q=${SERVER}`);
    await expect(page.locator(`a[href*="server=${SERVER}"][href^="/clients"]`).first()).toBeVisible();
    await expect(
      page.locator(`a[href*="server=${SERVER}"][href^="/compare"][href*="workload="]`),
    ).toHaveCount(0);
  });

  test('stands before the heatmap of one number of clients, which keeps its address', async ({ page }) => {
    await page.goto(heatmap);
    const section = page.locator('.heatmap-sweep');
    await expect(section.locator('summary')).toContainText('1, 8, 32 and 96 clients');
    await expect(section.locator('summary')).toContainText(/17\.5 is slower from 32 clients on: −7%, −15%/);
    await expect(section.getByRole('rowheader')).toHaveText(['1', '8', '32', '96']);
    await expect(page.locator('tr[data-row]')).toHaveCount(1);
    await section.getByRole('link', { name: 'Curves and all numbers, by clients' }).click();
    await expect(page).toHaveURL(/\/clients\?server=clients-spec/);
  });

  test('fits wide and narrow windows, in both themes', async ({ page }) => {
    await page.goto(`/clients?server=${SERVER}`);
    await expectSoundInWindows(page);
  });
});

test('from a dropped folder to the sentence it takes at most three clicks', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('three-clicks');
  // The same bytes again would be no upload: a second try has its own, and its own server.
  writeFolder(folder, pgbenchSweep('three-clicks', 29 + testInfo.retry));
  const server = `clients-three-${testInfo.retry}`;
  await openUpload(page);
  // The folder is there, as after a drop.
  await page.getByLabel('Folder').setInputFiles(folder);
  const clicks = await countClicks(page);
  const preview = intake(page);
  await preview.getByLabel('Server', { exact: true }).click();
  await page.keyboard.type(server);
  await preview.getByRole('radio', { name: 'dedicated' }).locator('..').click();
  await preview.getByRole('button', { name: /^Add / }).click();
  const card = result(page);
  await expect(card.getByRole('heading')).toContainText(/17\.5 is slower from 32 clients on: −\d+%, −1\d%/);
  expect(await clicks()).toBeLessThanOrEqual(3);
  // One link for the four numbers of clients, named by them.
  const links = card.getByRole('link');
  await expect(links).toHaveText([/PostgreSQL 16\.9 to 17\.5 against 16\.9 at 1, 8, 32 and 96 clients/]);

  // It waits on home, too, with its link.
  await page.goto('/');
  const home = result(page);
  const own = home.locator('article', { has: page.locator(`a[href*="server=${server}"]`) });
  await expect(own.getByRole('heading')).toContainText('17.5 is slower from 32 clients on');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(async () => {
    await own.getByRole('button', { name: 'Copy link' }).click({ timeout: 3000 });
    await expect(own.getByRole('button', { name: 'Copied' })).toBeVisible({ timeout: 3000 });
  }).toPass();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/clients?server=${server}`);
});
