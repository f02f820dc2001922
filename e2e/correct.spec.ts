import { expect, type Page, test } from '@playwright/test';
import { cell, columnHead, hydrated } from './compare-page';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { recordOf, storeVersion, versionFiles } from './regression-page';
import { ofTry } from './small-upload';

const changes = (page: Page) => page.getByRole('region', { name: 'What changes' });

test('an upload with a wrong server name is corrected, its link shows that, and the correction is undone', async ({
  page,
  request,
}) => {
  const server = ofTry('correct1');
  await storeVersion(request, server, versionFiles('10.11.2', server));
  const { comparePath } = await storeVersion(request, server, versionFiles('10.11.3', server));
  const slow = versionFiles('11.4.2', server, { 'update-zipf': 0.6 });
  const renamed = ofTry('correct1-renamed');
  const wrong = await storeVersion(request, renamed, slow);
  const input = { path: comparePath };
  const shared = await request.post('/api/trpc/permalinks.create', { data: input });
  const { slug } = (await shared.json()).result.data;

  await page.goto(`/uploads/${wrong.id}`);
  await page.getByRole('link', { name: 'Correct …' }).click();
  await expect(page.getByText('Nothing yet: no field differs')).toBeVisible();
  await page.getByLabel('Server').fill(server);
  await expect(changes(page)).toContainText(`gains MariaDB 11.4.2 rel ${server} (2 → 3 columns).`);
  await expect(changes(page)).toContainText(`${renamed} has no runs left.`);
  await expect(changes(page)).toContainText('update-zipf_range=100 since MariaDB 11.4.2');
  await expect(changes(page)).toContainText('that a correction exists.');
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);
  await page.getByLabel('Reason').fill('host name was changed for one night');
  await page.getByRole('button', { name: 'Correct 8 results of 1 run' }).click();

  await expect(page).toHaveURL(/\/corrections\/\d+$/);
  await expect(page.getByText('host name was changed for one night')).toBeVisible();
  await expectAccessible(page);
  const correction = page.url();
  await recordOf(request, `${server} update-zipf`);

  await page.goto(`/uploads/${wrong.id}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('row').nth(1)).toContainText(`Server ${renamed} → ${server}`);
  await expect(history.getByRole('row').nth(1)).toContainText('local');
  await page.getByRole('region', { name: '1 run' }).getByRole('link').first().click();
  await expect(page.getByText(`corrected; as read: ${renamed}`)).toBeVisible();

  await page.goto(comparePath);
  await hydrated(page);
  await expect(await cell(page, 'update-zipf range=100', '11.4.2')).toContainText('0.60');
  await page.goto(`/p/${slug}`);
  await expect(page.getByText(/^These numbers are from before a correction/)).toContainText(
    'host name was changed for one night',
  );
  await expect(columnHead(page, '11.4.2')).toHaveCount(0);

  await page.goto(correction);
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('is withdrawn');
  await page.getByRole('button', { name: 'Undo it for 1 run' }).click();
  await expect(page.getByText(/^Undone by local/)).toBeVisible();
  await page.goto(comparePath);
  await hydrated(page);
  await expect(columnHead(page, '11.4.2')).toHaveCount(0);
});

test('several runs are chosen in the list, and one field is corrected for all of them', async ({
  page,
  request,
}) => {
  const server = ofTry('correct2');
  await storeVersion(request, server, versionFiles('10.11.2', server));
  await storeVersion(request, server, versionFiles('10.11.3', server));
  await page.goto(`/runs?q=${server}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Correct chosen runs …' }).click();
  await expect(page.getByRole('heading', { name: 'Correct 2 runs' })).toBeVisible();
  await expect(page.getByLabel('Version')).toHaveValue('');
  // The form previews what is typed once its scripts have started.
  await expect(async () => {
    await page.getByLabel('Clients').fill('');
    await page.getByLabel('Clients').fill('4');
    await expect(page.getByText('The logs say 1 client.')).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(changes(page)).toContainText('is empty and goes.');
  await page.getByLabel('Clients').fill('many');
  await expect(changes(page).getByRole('alert')).toContainText('clients: Expected a whole number');
  await page.getByLabel('Clients').fill('4');
  await page.getByLabel('Reason').fill('wrong label');
  await page.getByRole('button', { name: 'Correct 16 results of 2 runs' }).click();
  await expect(page.getByRole('region', { name: '2 runs' })).toContainText('1 → 4');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a run is corrected by forms alone', async ({ page, request }) => {
    const server = ofTry('correct3');
    const { id } = await storeVersion(request, server, versionFiles('10.11.2', server));
    await page.goto(`/correct?upload=${id}`);
    await page.getByLabel('Version').fill('10.11.9');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await expect(changes(page)).toContainText('gains MariaDB 10.11.9');
    await page.getByLabel('Reason').fill('typed wrong');
    await page.getByRole('button', { name: 'Correct 8 results of 1 run' }).click();
    await expect(page.getByText('typed wrong')).toBeVisible();
    await page.getByRole('button', { name: 'Undo it for 1 run' }).click();
    await expect(page.getByText(/^Undone by local/)).toBeVisible();
  });
});
