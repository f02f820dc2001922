import { expect, test } from '@playwright/test';
import { expectAccessible } from './page-checks';
import { type Files, ofTry, run, tarball, upload } from './small-upload';
import { choose, intake, openUpload, row, testFile } from './upload-page';

const TESTS = ['point-query', 'insert', 'delete', 'update-one'];

/** A MariaDB release in its own tarball, as most people send them. No other spec has the same logs. */
function release(digits: string, factor: number): Files {
  const qps = TESTS.map((name, index) => [name, (7313.37 + 101 * index) * factor] as const);
  return run(`x.ma${digits}_rel.campaign1.pk1`, Object.fromEntries(qps));
}

test('two tarballs that name one campaign are an repeat pair of the noise, and only then', async ({
  page,
  request,
}) => {
  const server = ofTry('campaign-2core');
  const first = await upload(request, release('101102', 1), {
    server,
    filename: 'ma101102-alone.tar.gz',
  });
  const file = testFile('ma101103-campaign.tar.gz', tarball(release('101103', 1.002)));
  await openUpload(page);
  await choose(page, file);
  const own = row(page, file.name);
  const preview = intake(page);
  const campaign = preview.getByRole('combobox', { name: 'Campaign' });
  await expect(campaign).toHaveAttribute('placeholder', 'this upload alone');
  await preview.getByLabel('Server', { exact: true }).fill(server);
  await campaign.fill('one evening');
  await preview.getByRole('button', { name: 'Add 1 run' }).click();
  await expect(own.locator('.upload-status')).toContainText('added');

  const noise = `/noise?${new URL(first.comparePath, 'http://x').searchParams}`;
  await page.goto(noise);
  await expect(page.getByText(/: upload \d+ and "one evening"/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'assumed' })).toBeVisible();

  await page.goto(`/uploads/${first.id}`);
  await expect(page.getByText(/^No campaign was named/)).toBeVisible();
  await page.getByRole('combobox', { name: /^Name it/ }).fill('one evening');
  await page.getByRole('button', { name: 'Name the campaign' }).click();
  await expect(page.getByText('one evening, set after the upload.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changed after the upload' })).toContainText(
    'named “one evening” by local',
  );
  await expectAccessible(page);

  await page.goto(noise);
  await expect(page.getByText('1 repeat pair', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('different campaign')).toHaveCount(0);
  const pair = page.getByRole('row').filter({ hasText: '10.11.2' }).filter({ hasText: '10.11.3' });
  await expect(pair).toContainText('point releases');
});
