import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { ofTry } from './small-upload';
import { choose, intake, openUpload, result, row } from './upload-page';

const CSV = ['query,version,ms', 'q1,1.0,120', 'q1,1.1,150', 'q2,1.0,40', 'q2,1.1,41', ''].join('\n');

/** A file with a name and a number of this try: the same bytes again would be no upload. */
function csv(name: string, text = CSV) {
  const own = text.replace('120', `12${test.info().retry}`);
  return { name: ofTry(name), buffer: Buffer.from(own), mimeType: 'text/csv' };
}

test('a CSV of three columns becomes a heatmap', async ({ page }) => {
  await openUpload(page);
  await choose(page, csv('mybench.csv'));
  const panel = page.getByRole('region', { name: 'Which column is what?' });
  await expect(panel.getByLabel('query is')).toHaveValue('test');
  await expect(panel.getByLabel('version is')).toHaveValue('version');
  await expect(panel.getByLabel('ms is')).toHaveValue('value');
  await expect(panel.getByRole('status')).toHaveText('2 tests, 2 versions, 4 values in ms, less is better');
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);

  await panel.getByLabel('Product').fill('TableDB');
  await panel.getByLabel('Machine').fill(ofTry('upload-table'));
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download this basecase.json' }).click();
  expect((await download).suggestedFilename()).toBe('basecase.json');
  await panel.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(panel).toHaveCount(0);

  const own = row(page, ofTry('mybench.tar'));
  await intake(page).getByRole('button', { name: 'Add all 2' }).click();
  await expect(own.locator('.upload-status')).toContainText('added');
  await result(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?server=${ofTry('upload-table')}`));
  await expect(page.locator('tr[data-row]')).toHaveCount(2);
});

test('a CSV with a column for each version becomes a heatmap', async ({ page }) => {
  await openUpload(page);
  await choose(page, csv('wide.csv', 'test,16.0,16.1,17.0\nq1,120,150,90.5\nq2,40,41,\n'));
  const panel = page.getByRole('region', { name: 'Which column is what?' });
  for (const version of ['16.0', '16.1', '17.0'])
    await expect(panel.getByLabel(`${version} is`)).toHaveValue('version-values');
  await expect(panel.getByLabel('Version', { exact: true })).toHaveCount(0);
  await panel.getByLabel('Unit').fill('ms');
  await expect(panel.getByRole('status')).toHaveText('2 tests, 3 versions, 5 values in ms, less is better');
  // The keyboard takes a version out of it, and back.
  await panel.getByLabel('17.0 is').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('o');
  await expect(panel.getByRole('status')).toHaveText('2 tests, 2 versions, 4 values in ms, less is better');
  await panel.getByLabel('17.0 is').selectOption('values of this version');
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);

  await panel.getByLabel('Machine').fill(ofTry('upload-wide-table'));
  await panel.getByRole('button', { name: 'Upload', exact: true }).click();
  const own = row(page, ofTry('wide.tar'));
  await intake(page).getByRole('button', { name: 'Add all 3' }).click();
  await expect(own.locator('.upload-status')).toContainText('added');
  await result(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?server=${ofTry('upload-wide-table')}`));
  await expect(page.locator('tr[data-row]')).toHaveCount(2);
  for (const version of ['16.0', '16.1', '17.0'])
    await expect(page.locator('#heatmap thead')).toContainText(version);
});

test('errors of a mapping are listed, and the keyboard corrects them', async ({ page }) => {
  await openUpload(page);
  await choose(page, csv('wrong.csv'));
  const panel = page.getByRole('region', { name: 'Which column is what?' });
  await expect(panel.getByRole('heading', { name: 'Which column is what?' })).toBeFocused();
  await panel.getByLabel('ms is').selectOption('version');
  await expect(panel.getByText('Only one column can be the version: version and ms.')).toBeVisible();
  await expect(panel.getByText('Choose at least one column of values')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await panel.getByLabel('ms is').focus();
  await page.keyboard.press('v');
  await page.keyboard.press('a');
  await expect(panel.getByLabel('ms is')).toHaveValue('value');
  await expect(panel.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toHaveCount(0);
});

test('a text without a table is sent unchanged', async ({ page }) => {
  await openUpload(page);
  await choose(page, csv('words.txt', 'words for people\n'));
  await expect(row(page, ofTry('words.txt'))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Which column is what?' })).toHaveCount(0);
});
