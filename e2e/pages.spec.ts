import { expect, test } from '@playwright/test';
import { openRecorded, RECORDED_SERVER } from './compare-page';
import { collectErrors, expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';

const COMPARE = `/compare?server=${RECORDED_SERVER}`;
const OPEN_CELL = `${COMPARE}&cell=point-query_range=100@`;
const RUNS = `/runs?server=${RECORDED_SERVER}`;
const UPLOADS = '/uploads?q=x.pg184';

for (const [name, viewport] of Object.entries(VIEWPORTS)) {
  test.describe(name, () => {
    test.use({ viewport });

    test('axe finds nothing on home, heatmap and open cell, and nothing is written to the console', async ({
      page,
    }) => {
      const errors = collectErrors(page);
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);

      await page.goto(COMPARE);
      await expect(page.locator('tr[data-row]').first()).toBeVisible();
      await expectAccessible(page);

      const column = await page.locator('th.column-head button').last().getAttribute('value');
      await page.goto(OPEN_CELL + column);
      await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });

    test('axe finds nothing on runs, uploads and their pages', async ({ page }) => {
      for (const path of [RUNS, UPLOADS, '/upload']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
        if (path === '/upload') continue;
        await page.getByRole('rowheader').getByRole('link').first().click();
        await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
        await expectAccessible(page);
      }
    });

    test('nothing is wider than the page', async ({ page }) => {
      for (const path of ['/', COMPARE, '/runs', '/runs/1', '/uploads', '/uploads/1', '/upload']) {
        await page.goto(path);
        await expect(page.getByRole('main')).toBeVisible();
        await expectNoOverflow(page);
      }
    });
  });
}

test('home describes itself, covers every product and server, and links to their heatmaps', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /finds what got slower between database versions, since which one, and why/,
  );
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Upload results' })).toHaveAttribute('href', '/upload');
  await expect(main.getByRole('link', { name: 'Record on your machine' })).toBeVisible();
  for (const product of ['PostgreSQL', 'MySQL']) {
    const card = page.locator('.product-card', { has: page.getByRole('heading', { name: product }) });
    await expect(card.getByText(/\d+ slower/).first()).toBeVisible();
  }
  await expect(page.locator('.product-card', { hasText: 'no releases to compare' })).toBeVisible();
  for (const server of [/8-core/, /48-core/, /2-core/]) {
    await expect(page.getByText(server).first()).toBeVisible();
  }
  await page.locator('.release-counts a').first().click();
  await expect(page).toHaveURL(/\/compare\?.*base=/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
});

test('home and report judge by noise and name the rule; the report keeps plain thresholds when asked', async ({
  page,
}) => {
  await page.goto('/');
  await expect(
    page.getByRole('region', { name: 'Releases' }).or(page.locator('#releases')).first(),
  ).toBeVisible();
  await expect(page.getByText(/newest release against the one before it, beyond noise/)).toBeVisible();
  await expect(page.locator('.lead')).toContainText(/Newest releases: .* slower/);

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
  await page.getByRole('button', { name: /light and dark/i }).click();
  const theme = await page.locator('html').getAttribute('data-theme');
  expect(theme).toMatch(/^(light|dark)$/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme ?? '');
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
  await expect(saved.getByText('None yet.')).toBeVisible();
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
