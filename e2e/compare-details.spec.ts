import { expect, type Page, test } from '@playwright/test';
import { cell, collectRequests, columnHead, hydrated, openRecorded, RECORDED_SERVER } from './compare-page';
import { axe } from './page-checks';
import { ofTry, run, upload } from './small-upload';

/** Of 10,000 events, whose average, 95th percentile and largest are what the summary of `run` prints. */
const HISTOGRAM = `Latency histogram (values are in milliseconds)
       value  ------------- distribution ------------- count
       0.050 |****                                     122
       0.054 |*******                                  227
       0.058 |************                             381
       0.062 |*******************                      584
       0.066 |**************************               813
       0.070 |*********************************        1031
       0.074 |**************************************   1188
       0.078 |**************************************** 1247
       0.082 |**************************************   1188
       0.086 |*********************************        1031
       0.090 |**************************               813
       0.094 |*******************                      584
       0.098 |************                             381
       0.102 |*******                                  227
       0.106 |****                                     122
       0.110 |**                                       60
       3.208 |                                         1
 `;

/** Ratios of a column, top to bottom. */
async function columnRatios(page: Page, version: string): Promise<number[]> {
  const heads = await page.locator('th.column-head b').allTextContents();
  const cells = page.locator(`tr[data-row] td:nth-child(${heads.indexOf(version) + 2})`);
  return (await cells.allTextContents()).map(Number);
}

async function newest(page: Page): Promise<string> {
  return (await page.locator('th.column-head b').allTextContents()).at(-1) ?? '';
}

/** Opens the newest cell of point-query and returns its panel. */
async function openNewest(page: Page) {
  await openRecorded(page);
  await (await cell(page, 'point-query range=100', await newest(page))).click();
  return page.getByRole('complementary');
}

test('sorts by a column in both directions, by mouse and by key, and keeps it in the URL', async ({
  page,
}) => {
  await openRecorded(page);
  const requests = collectRequests(page);
  const version = await newest(page);
  const domain = await columnRatios(page, version);
  const rising = [...domain].sort((a, b) => a - b);

  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Sort').selectOption({ label: `by ${version}` });
  await expect(page).toHaveURL(/[?&]sort=postgresql-18/);
  expect(await columnRatios(page, version)).toEqual(rising);
  await expect(columnHead(page, version)).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'smallest first', exact: true }).click();
  await expect(page).toHaveURL(/[?&]sort=-postgresql-18/);
  expect(await columnRatios(page, version)).toEqual([...rising].reverse());
  expect(requests).toEqual([]);

  await page.reload();
  await hydrated(page);
  expect(await columnRatios(page, version)).toEqual([...rising].reverse());

  await columnHead(page, version).getByRole('button').focus();
  await page.keyboard.press('s');
  await expect(page).not.toHaveURL(/sort=/);
  expect(await columnRatios(page, version)).toEqual(domain);
});

test('says the focused cell in words, and how often it was measured', async ({ page }) => {
  await openRecorded(page);
  const target = await cell(page, 'point-query range=100', await newest(page));
  const ratio = await target.textContent();
  await page.locator('.heat [tabindex="0"]').focus();
  await page.keyboard.press('End');
  await expect(target).toBeFocused();
  await expect(target).toHaveAttribute(
    'aria-label',
    new RegExp(
      `^point-query range=100, PostgreSQL 18\\.\\d+ against 14\\.\\d+: ${ratio}(, (small |likely )?(regression|improvement)|, no change|, within noise)$`,
    ),
  );
  await expect(page.locator('.readout output')).toContainText(/\d+ rounds, [+−]\d+\.\d% ± \d+\.\d%/);

  await page.keyboard.press('b');
  await expect(target).toHaveAttribute('aria-label', /the base: [\d\u202f]+ queries\/s$/);
  await page.keyboard.press('ArrowLeft');
  await expect(target).not.toHaveAttribute('aria-label', /./);
});

test('changes the metric and lists the keys wherever the focus is', async ({ page }) => {
  await openRecorded(page);
  await page.getByRole('link', { name: 'Basecase, home' }).focus();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/metric=cpu\/o/);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toContainText('sort by the column');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('chooses columns by the usual shortcuts, and takes an own threshold', async ({ page }) => {
  await openRecorded(page);
  const all = await page.locator('th.column-head b').allTextContents();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByRole('link', { name: 'Newest against the previous' }).click();
  await expect(page.locator('th.column-head b')).toHaveText(all.slice(-2));
  await expect(columnHead(page, all.at(-2) ?? '')).toHaveClass(/is-base/);
  await page.getByRole('link', { name: `All ${all.length}` }).click();
  await expect(page.locator('th.column-head b')).toHaveText(all);
  await page.keyboard.press('Escape');

  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('button', { name: 'Thresholds' }).click();
  await page.locator('select[name="t"]').selectOption('own');
  await page.getByLabel(/Custom threshold/).fill('0.85');
  await expect(page).toHaveURL(/[?&]t=0\.85/);
});

test('draws what the logs hold over time, once its tab is open', async ({ page }) => {
  const panel = await openNewest(page);
  await panel.getByRole('link', { name: 'Over time' }).click();
  for (const name of [/^Throughput over time in queries\/s: mean/, /^CPU, us \+ sy over time/]) {
    await expect(panel.getByRole('img', { name }).locator('svg path.recharts-curve').first()).toBeVisible();
  }
  expect(await axe(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Costs' }).click();
  await expect(panel.getByText('Both columns ran with the config b1_c2r24.')).toBeVisible();
});

test('draws how latencies are spread where sysbench printed a histogram', async ({ page }) => {
  const logs = run('x.my8044_rel.z12a_c8r32.pk1', { 'point-query': 1000 });
  const files = Object.fromEntries(
    Object.entries(logs).map(([path, log]) => [
      path,
      log.replace('SQL statistics:', `${HISTOGRAM}\nSQL statistics:`),
    ]),
  );
  const { comparePath } = await upload(page.request, files, {
    server: ofTry('histogram-8'),
    filename: 'spread.tar.gz',
  });
  await page.goto(comparePath);
  await hydrated(page);
  await page.locator('td.c').first().click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('link', { name: 'Over time' }).click();
  const histogram = panel.getByRole('img', { name: /^latency.*half of the events/i });
  await expect(histogram.locator('svg path.recharts-curve').last()).toBeVisible();
});

test('leads from a number to its line in the whole file, and from there to the bytes', async ({ page }) => {
  const panel = await openNewest(page);
  await panel.getByRole('link', { name: 'in the file' }).first().click();
  await expect(page).toHaveURL(/\/artifacts\/\d+\?line=\d+#L\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('sb.o.point-query.range100.pk1.dop4');
  const hit = page.locator('.log .hit');
  await expect(hit).toHaveCount(1);
  await expect(hit).toContainText(/queries:\s+\d+/);
  await expect(hit).toBeInViewport();
  expect(await axe(page)).toEqual([]);

  const raw = await page.request.get(
    (await page.getByRole('link', { name: 'Raw file' }).getAttribute('href')) ?? '',
  );
  expect(raw.headers()).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
  });
  expect(await raw.text()).toContain('Threads started!');
  expect((await page.request.get('/api/v1/artifacts/99999999')).status()).toBe(404);
  expect((await page.request.get('/artifacts/99999999')).status()).toBe(404);
});

test('shows another repeat over time, which the URL keeps', async ({ page }) => {
  const panel = await openNewest(page);
  await panel.getByRole('link', { name: 'Over time' }).click();
  const choice = panel.getByRole('combobox', { name: 'Repeat' });
  await expect(choice).toHaveValue('1');
  await expect(panel.getByRole('img', { name: /^Throughput over time/ })).toBeVisible();
  await choice.selectOption('2');
  await expect(page).toHaveURL(/[?&]repeat=2/);

  await page.reload();
  await expect(choice).toHaveValue('2');
  await expect(panel.getByRole('img', { name: /^Throughput over time/ })).toBeVisible();
  // It is of this cell: another one starts with its own first.
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/repeat=|cell=/);
});

test('prints the heatmap in the light theme, with base, day and address, and without what is pressed', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openRecorded(page);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const dark = await ink();
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  const light = await ink();
  expect(dark).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));

  expect(await ink()).toBe(light);
  await expect(page.getByText(/^Base 14\.\d+ · printed \d{4}-\d\d-\d\d · http/)).toBeVisible();
  await expect(page.locator('.printed table.heat')).toBeVisible();
  await expect(page.locator('.work table.heat')).toBeHidden();
  const tests = await page.locator('.work tr[data-row]').count();
  await expect(page.locator('.printed tr[data-row]')).toHaveCount(tests);
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('.printed table')).toHaveCount(0);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the rest of the controls come from below', async ({ page }) => {
    await openRecorded(page, '&rule=thresholds');
    const threshold = page.locator('select[name="t"]');
    await expect(threshold).toBeHidden();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByText('Options', { exact: true }).click();
    await expect(threshold).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await threshold.selectOption('0.9');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(threshold).toBeHidden();
    await expect(page).toHaveURL(/[?&]t=0\.9/);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('sorting, the choice of columns and a file are there', async ({ page }) => {
    await page.goto(`/compare?server=${RECORDED_SERVER}`);
    const [version, all] = [await newest(page), await page.locator('th.column-head').count()];
    const slug = await page.locator('th.column-head button').last().getAttribute('value');
    await page.goto(`/compare?server=${RECORDED_SERVER}&sort=${slug}`);
    const ratios = await columnRatios(page, version);
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));

    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByRole('link', { name: 'Newest against the previous' }).click();
    await expect(page.locator('th.column-head')).toHaveCount(2);
    expect(all).toBe(5);

    await page.goto(`/compare?server=${RECORDED_SERVER}&cell=point-query_range=100@${slug}`);
    await page.getByRole('link', { name: 'in the file' }).first().click();
    await expect(page.locator('.log .hit')).toContainText(/queries:\s+\d+/);
  });
});
