import { expect, type Page, test } from '@playwright/test';
import { cell, columnHead, hydrated } from './compare-page';
import { recordOf, storeVersion, versionFiles } from './regression-page';
import { ofTry } from './small-upload';

const SLOW_TEST = 'update-zipf range=100';

async function openHeatmap(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

test('a run that is marked as bad on its page counts for nothing, until that is taken back', async ({
  page,
  request,
}) => {
  const server = ofTry('badrun1');
  await storeVersion(request, server, versionFiles('10.11.2', server));
  await storeVersion(request, server, versionFiles('10.11.3', server));
  const mark = page.getByRole('main').getByText('Mark as bad …');
  const slow = versionFiles('11.4.2', server, { 'update-zipf': 0.6 });
  const { comparePath } = await storeVersion(request, server, slow);
  const record = await recordOf(request, `${server} update-zipf`);
  const isWithdrawn = async () =>
    (await (await request.get(`/api/v1/regressions?state=withdrawn&search=${server}`)).text()).includes(
      record,
    );

  await page.goto(`/runs?q=${server}+11.4.2`);
  await page.getByRole('link', { name: 'MariaDB 11.4.2' }).click();
  await mark.click();
  await page.getByLabel(/^The whole run/).fill('fan failed');
  await page.getByRole('button', { name: 'Mark as bad' }).click();
  await expect(page.getByRole('main').getByText(/^Bad run: fan failed, by local, \d/)).toBeVisible();
  await expect(mark).toHaveCount(0);
  const runPath = new URL(page.url()).pathname;

  await openHeatmap(page, comparePath);
  await expect(columnHead(page, '11.4.2')).toContainText('bad run');
  await expect(await cell(page, SLOW_TEST, '11.4.2')).toHaveText('bad');
  await expect.poll(isWithdrawn, { timeout: 90_000 }).toBe(true);

  await page.goto(runPath);
  await page.getByRole('button', { name: 'Undo: fan failed' }).click();
  await expect(mark).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Bad run/)).toHaveCount(0);
  await openHeatmap(page, comparePath);
  await expect(columnHead(page, '11.4.2')).not.toContainText('bad run');
  await expect(await cell(page, SLOW_TEST, '11.4.2')).toContainText('0.60');
  await expect.poll(isWithdrawn, { timeout: 90_000 }).toBe(false);
});
