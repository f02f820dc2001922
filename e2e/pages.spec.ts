import { expect, test } from '@playwright/test';
import { openRecorded, RECORDED_SERVER } from './compare-page';
import { collectErrors, expectAccessible, VIEWPORTS } from './page-checks';

const COMPARE = `/compare?server=${RECORDED_SERVER}`;
const OPEN_CELL = `${COMPARE}&cell=point-query_range=100@`;

test('axe finds nothing in an open cell', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(COMPARE);
  const column = await page.locator('th.column-head button').last().getAttribute('value');
  await page.goto(OPEN_CELL + column);
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('home has what is new, then every product and server, without the pitch', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/What is new|Since your last visit/);
  await expect(page.getByText(/finds what got slower/)).toHaveCount(0);
  const table = page.getByRole('region', { name: 'Newest version of everything' }).first();
  for (const product of ['PostgreSQL', 'MySQL', 'fio'])
    await expect(table.getByRole('link', { name: product }).first()).toBeVisible();
  await expect(table.getByText('no releases to compare').first()).toBeVisible();
  for (const server of ['8-core', '48-core', '2-core'])
    await expect(table.getByText(server, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await table.getByRole('link', { name: 'MySQL' }).first().click();
  await expect(page).toHaveURL(/\/(compare|insert-benchmark|clients)\?/);
});

test('home counts what the regressions page lists, and remembers what was seen', async ({ page }) => {
  await page.goto('/?since=2020-01-01');
  const open = await page.locator('.inbox-counts a').textContent();
  await page.locator('.inbox-counts a').click();
  await expect(page.locator('.page-head strong')).toHaveText(String(open).replace(' in all', ''));
  await page.goto('/?since=2020-01-01');
  const first = page.locator('.inbox li').first();
  await expect(first).not.toHaveClass(/read/);
  const href = await first.getByRole('link').getAttribute('href');
  await expect(async () => {
    await page.goto('/?since=2020-01-01');
    await first.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${href?.replaceAll('.', '\\.')}$`));
    await page.goto('/?since=2020-01-01');
    await expect(first).toHaveClass(/read/, { timeout: 3000 });
  }).toPass();
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(/^Nothing new since/)).toBeVisible();
});

test('the report judges by noise and names the rule; it keeps plain thresholds when asked', async ({
  page,
}) => {
  await page.goto(`/report?server=${RECORDED_SERVER}`);
  await expect(page.locator('#rule-in-force')).toContainText('Judged by noise');
  await expect(page.getByRole('columnheader', { name: 'Verdict' }).first()).toBeVisible();
  await expect(page.getByText('Causes overlap').first()).toBeVisible();
  await page.goto(`/report?server=${RECORDED_SERVER}&rule=thresholds`);
  await expect(page.locator('#rule-in-force')).toContainText('plain threshold 0.95 / 1.05');
  await expect(page.getByRole('columnheader', { name: 'Verdict' })).toHaveCount(0);
});

test('the theme is chosen by a button and kept', async ({ page }) => {
  await openRecorded(page);
  const html = page.locator('html');
  // A click before the button's script has started is lost.
  await expect(async () => {
    await page.getByRole('button', { name: /light and dark/i }).click();
    await expect(html).toHaveAttribute('data-theme', /^(light|dark)$/, { timeout: 3000 });
  }).toPass();
  const theme = await html.getAttribute('data-theme');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', theme ?? '');
});

test('a view is saved in the browser, listed on home, and removed', async ({ page }) => {
  await openRecorded(page, '&metric=cpu/o');
  await page.getByText('Save view').click();
  await page.getByLabel('Name', { exact: true }).fill('CPU of the recorded runs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved as CPU of the recorded runs')).toBeVisible();

  await page.goto('/');
  const saved = page.getByRole('region', { name: 'Saved views' });
  await saved.getByRole('link', { name: 'CPU of the recorded runs' }).click();
  await expect(page).toHaveURL(/metric=cpu\/o/);
  await expect(page.getByRole('button', { name: 'cpu/o', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.goto('/');
  await saved.getByRole('button', { name: 'Remove CPU of the recorded runs' }).click();
  await expect(saved).toHaveCount(0);
});

test('the bar marks the page, and opens its pages on a narrow screen', async ({ page }) => {
  await page.goto('/runs');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Runs' })).toHaveAttribute('aria-current', 'page');
  await expect(main.locator('[aria-current]')).toHaveCount(1);

  await page.setViewportSize(VIEWPORTS.narrow);
  await expect(main).toBeHidden();
  await page.locator('summary', { hasText: 'Runs' }).click();
  await main.getByRole('link', { name: 'Uploads' }).click();
  await expect(page).toHaveURL(/\/uploads$/);
});

test('at 390 px the stepper moves through the versions', async ({ page }) => {
  await page.setViewportSize(VIEWPORTS.narrow);
  await openRecorded(page);
  const shown = page.locator('.stepper strong');
  const newest = await shown.textContent();
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(shown).not.toHaveText(newest ?? '');
  await expect(page.locator('th.column-head:visible')).toHaveCount(1);
});

test('an address that does not exist is reported, with links', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('link', { name: /compare|home/i }).first()).toBeVisible();
});

test('the health check answers for process and database', async ({ request }) => {
  const response = await request.get('/api/health');
  expect(response.ok()).toBe(true);
  expect(await response.json()).toMatchObject({ status: 'ok' });
});

for (const path of [
  `${COMPARE}`,
  '/servers?product=PostgreSQL',
  '/trends',
  '/search?q=update',
  '/servers',
  '/method',
])
  test(`${path} loads nothing of the framework, and its search opens`, async ({ page }) => {
    const errors = collectErrors(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await expect(async () => {
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible({ timeout: 3000 });
    }).toPass();
    expect(scripts.filter((script) => !script.startsWith('/_next/static/islands/'))).toEqual([]);
    expect(errors).toEqual([]);
  });
