import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  cell,
  cellTexts,
  collectRequests,
  columnHead,
  hydrated,
  openRecorded,
  RECORDED_SERVER,
} from './compare-page';

const root = path.join(import.meta.dirname, '..');
const samples = readdirSync(path.join(root, 'samples'))
  .filter((name) => name.endsWith('.tar.gz'))
  .sort();
const labels = samples.map((name) => name.replace('.tar.gz', ''));

/** What `basecase compare` prints of the same tarballs, read without a database. */
function commandLineTable(base: string): { rows: { test: string; relative: (number | null)[] }[] } {
  const order = [base, ...labels.filter((label) => label !== base)];
  const files = order.map((label) => path.join('samples', `${label}.tar.gz`));
  const output = execFileSync('npx', ['basecase', 'compare', ...files, '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output);
}

function decimalsOf(text = ''): number {
  return text.split('.')[1]?.length === 3 ? 3 : 2;
}

test('shows the same ratios as the command line, for every test and every version', async ({ page }) => {
  await openRecorded(page);
  const [base = ''] = labels;
  const table = commandLineTable(base);
  expect(table.rows).toHaveLength(12);
  const shown = (await cellTexts(page)).map((row) => row.slice(1));
  // Ratios that would read the same with different verdicts have a third decimal.
  const expected = table.rows.map((row, at) =>
    row.relative.slice(1).map((ratio, column) => ratio?.toFixed(decimalsOf(shown[at]?.[column])) ?? '–'),
  );
  expect(shown).toEqual(expected);
});

test('makes another column the base in the browser, without a request, and keeps it in the URL', async ({
  page,
}) => {
  await openRecorded(page);
  const before = await cellTexts(page);
  const requests = collectRequests(page);

  const heads = await page.locator('th.column-head b').allTextContents();
  const [, second = ''] = heads;
  await columnHead(page, second).getByRole('button').click();
  await expect(columnHead(page, second)).toHaveClass(/is-base/);
  await expect(page).toHaveURL(/[?&]base=postgresql-15/);

  const after = await cellTexts(page);
  expect(after).not.toEqual(before);
  for (const [index, row] of after.entries()) {
    // The old base is now 1 / what the new one was.
    const was = Number(before[index]?.[1]);
    expect(Number(row[0])).toBeGreaterThan(1 / was - 0.02 / was);
    expect(Number(row[0])).toBeLessThan(1 / was + 0.02 / was);
  }
  expect(requests).toEqual([]);

  await page.reload();
  expect(await cellTexts(page)).toEqual(after);
});

test('changes metric and threshold in the browser, without a request', async ({ page }) => {
  await openRecorded(page);
  const requests = collectRequests(page);
  const qps = await cellTexts(page);

  await page.getByRole('button', { name: 'cpu/o', exact: true }).click();
  await expect(page.getByRole('button', { name: 'cpu/o', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page).toHaveURL(/metric=cpu\/o/);
  const cpu = await cellTexts(page);
  expect(cpu).not.toEqual(qps);

  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Threshold').selectOption('0.9');
  await expect(page).toHaveURL(/[?&]t=0\.9/);
  expect(await cellTexts(page)).toEqual(cpu);
  expect(requests).toEqual([]);
});

test('filters tests by words', async ({ page }) => {
  await openRecorded(page);
  await page.getByLabel('Filter tests').fill('update -nonindex');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.locator('tr[data-row]')).toContainText('update-index');
  await page.getByLabel('Filter tests').fill('nothing-like-this');
  await expect(page.getByText('No test matches.')).toBeVisible();
});

test('opens a cell with its numbers and the log lines behind them; the URL shows the same again', async ({
  page,
}) => {
  await openRecorded(page);
  const heads = await page.locator('th.column-head b').allTextContents();
  const target = await cell(page, 'point-query range=100', heads.at(-1) ?? '');
  await target.click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'point-query' })).toBeVisible();
  await expect(page).toHaveURL(/cell=point-query_range=100@postgresql-18/);

  const hit = panel.locator('.log .hit').first();
  await expect(hit).toContainText(/queries:\s+\d+\s+\(\d+\.\d+ per sec\.\)/);
  await expect(panel.getByText('sb.o.point-query.range100.pk1.dop4').first()).toBeVisible();
  const costs = panel.getByRole('region', { name: 'Per operation table' });
  for (const metric of ['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o', 'o/s']) {
    await expect(costs.getByRole('columnheader', { name: metric, exact: true })).toBeVisible();
  }
  await expect(panel.locator('svg.recharts-surface').first()).toBeVisible();

  const lines = await panel.locator('.log .hit').allTextContents();
  await page.reload();
  await expect(panel.getByRole('heading', { name: 'point-query' })).toBeVisible();
  expect(await panel.locator('.log .hit').allTextContents()).toEqual(lines);

  // A key that comes before React has the page is lost.
  await hydrated(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/cell=/);
});

test('is operated by keyboard alone', async ({ page }) => {
  await openRecorded(page);
  await page.locator('.heat [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('td.c:focus');
  await expect(focused).toBeVisible();
  await expect(page.locator('.readout')).toContainText('random-points');

  await page.keyboard.press('b');
  await expect(page).toHaveURL(/[?&]base=/);
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/metric=cpu\/o/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(focused).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Filter tests')).toBeFocused();
});

test('says of a table of ratios that it is one, and has no other metric to offer', async ({ page }) => {
  await page.goto('/');
  const newest = page.getByRole('region', { name: 'Newest version of everything' }).getByRole('row');
  const published = newest.filter({ hasText: /PostgreSQL.*PN53.*cached, 1 client, published/ });
  await published.first().getByRole('link', { name: 'PostgreSQL' }).click();
  await expect(page.getByText(/Published as ratios to/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^cpu\/o/ })).toBeDisabled();
  const base = page.locator('td.c.base').first();
  await expect(base).toHaveText('1.00');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the table, a change of base and an open cell are complete', async ({ page }) => {
    await page.goto(`/compare?server=${RECORDED_SERVER}`);
    await expect(page.locator('tr[data-row]')).toHaveCount(12);
    const before = await cellTexts(page);
    await page.locator('th.column-head').nth(1).getByRole('button').click();
    await expect(page).toHaveURL(/base=/);
    expect(await cellTexts(page)).not.toEqual(before);

    await page.goto(`/compare?server=${RECORDED_SERVER}&metric=wKB/o`);
    await expect(page.getByRole('button', { name: 'wKB/o' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('rowheader', { name: 'point-query' }).getByRole('button').click();
    await expect(page.getByRole('complementary').locator('.log .hit').first()).toContainText('queries:');
  });
});

test('judges by noise, or by the plain threshold: the switch is in the URL, and the page shows which one applies', async ({
  page,
}) => {
  await openRecorded(page);
  await page.getByText('Options', { exact: true }).click();
  const rules = page.getByRole('group', { name: 'Judge by' });
  await expect(rules.getByRole('button', { name: 'Verdicts' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.rule-in-force')).toContainText('Judged by noise');
  await expect(page.locator('#sentence')).toContainText(
    /(^|\. )(None|\d+) of 12 tests (is|are) (clearly )?slower in 18\.\d+ than in 14\.\d+/,
  );
  await expect(page.getByLabel('Threshold')).toHaveCount(0);

  // The ratios and the table are the same: only the verdicts change.
  const texts = await cellTexts(page);
  const requests = collectRequests(page);
  await rules.getByRole('button', { name: 'Thresholds' }).click();
  await expect(page).toHaveURL(/[?&]rule=thresholds/);
  await expect(page.locator('.rule-in-force')).toContainText('Judged by the plain threshold 0.95 / 1.05');
  await expect(page.getByLabel('Threshold')).toBeVisible();
  const after = await cellTexts(page);
  expect(after.map((row) => row.length)).toEqual(texts.map((row) => row.length));
  for (const [at, text] of texts.flat().entries()) {
    const other = after.flat()[at] ?? '';
    // A third decimal tells ratios apart that would read the same with different verdicts.
    if (text !== other) expect(Math.abs(Number(text) - Number(other))).toBeLessThan(0.0051);
  }
  expect(requests).toEqual([]);
  await page.reload();
  await page.getByText('Options', { exact: true }).click();
  await expect(rules.getByRole('button', { name: 'Thresholds' })).toHaveAttribute('aria-pressed', 'true');

  // Costs have no noise that is known.
  await page.getByRole('button', { name: 'cpu/o', exact: true }).click();
  await expect(rules.getByRole('button', { name: 'Verdicts' })).toBeDisabled();
});

test('says the verdict of a cell in words, and in the panel how sure it is', async ({ page, request }) => {
  await openRecorded(page);
  const heads = await page.locator('th.column-head b').allTextContents();
  const newest = heads.at(-1) ?? '';
  const target = await cell(page, 'point-query range=100', newest);
  await page.locator('.heat [tabindex="0"]').focus();
  await page.keyboard.press('End');
  await expect(target).toBeFocused();
  const answer = await request.get(`/api/v1/compare?server=${RECORDED_SERVER}`);
  const table = (await answer.json()) as {
    rule: { name: string };
    rows: { test: string; verdicts: (string | null)[] }[];
  };
  expect(table.rule.name).toBe('verdicts');
  const verdict = table.rows.find((row) => row.test === 'point-query_range=100')?.verdicts.at(-1) ?? '';
  const word = { unclear: 'within noise', 'no change': 'no change' }[verdict];
  expect(word, `the word for ${verdict}`).toBeDefined();
  await expect(target).toHaveAttribute('aria-label', new RegExp(`: \\d\\.\\d\\d, ${word}$`));

  await target.press('Enter');
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('link', { name: new RegExp(`^${word}`, 'i') })).toBeVisible();
  await expect(panel.getByText(/\d+ rounds: [+−]\d+\.\d% ± \d+\.\d%\./)).toBeVisible();
  // The samples are one campaign, and of one build and config.
  await expect(panel.getByText(/More than the version differs/)).toHaveCount(0);
});

test('does not change a verdict by what is filtered', async ({ page }) => {
  await openRecorded(page);
  const classes = () =>
    page
      .locator('tr[data-row]')
      .filter({ hasText: 'update-index' })
      .locator('td.c')
      .evaluateAll((cells) => cells.map((each) => each.className));
  const before = await classes();
  const sentence = await page.locator('#sentence').textContent();
  await page.getByLabel('Filter tests').fill('update-index');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  expect(await classes()).toEqual(before);
  expect(await page.locator('#sentence').textContent()).toBe(sentence);
});
