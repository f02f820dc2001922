import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { cellTexts, columnHead, hydrated } from './compare-page';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { run, sayDedicated, upload } from './small-upload';

const SERVER = 'products-side-by-side';
const runOf = (name: string, queries: number, writes: number) =>
  run(`x.${name}.pk1`, { 'point-query': queries, insert: writes }, 0);

/** No other spec sends these numbers: the same log is stored once, wherever it comes from. Three versions of MySQL, the newest with gtid off and on, and two of PostgreSQL: one heatmap. */
async function openProducts(page: Page, request: APIRequestContext, query = ''): Promise<void> {
  const files = {
    ...runOf('my8043_rel.z12a_c8r32', 3170, 1570),
    ...runOf('my8406_rel.z12a_c8r32', 2853, 1567),
    ...runOf('my9500_rel.z12a_c8r32', 2536, 1256),
    ...runOf('my9500_rel.z12a_gtid_c8r32', 2539, 942),
    ...runOf('pg177_rel.x10a_c8r32', 6340, 2512),
    ...runOf('pg181_rel.x10a_c8r32', 7608, 1884),
  };
  await upload(request, files, { server: SERVER });
  await sayDedicated(request, SERVER);
  await page.goto(`/compare?server=${SERVER}${query}`);
  await hydrated(page);
}

const productLink = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Product' }).getByRole('link', { name });
const bases = (page: Page) => page.locator('th.column-head.is-base b').allTextContents();

test('opens one product, adds another as a band with its own base, and keeps it in the URL', async ({
  page,
  request,
}) => {
  await openProducts(page, request);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('MySQL 8.0.43 to 9.5.0');
  await expect(productLink(page, /^MySQL 4/)).toHaveAttribute('aria-current', 'true');
  // The counts of a product that is not shown are the faintest text of the switch.
  await expectAccessible(page);
  await productLink(page, /^PostgreSQL 2/).click({ modifiers: ['ControlOrMeta'] });
  await expect(page).toHaveURL(/product=MySQL&product=PostgreSQL/);
  await expect(page.locator('thead th.product b')).toHaveText(['MySQL', 'PostgreSQL']);
  expect(await bases(page)).toEqual(['8.0.43', '17.7']);
  const query = (await cellTexts(page))[0]?.map((text) => text.replace(/\s/g, ''));
  expect(query).toEqual(['3170', '0.90', '0.80', '0.80', '6340', '1.20']);
  await expect(page.locator('#sentence')).toContainText('PostgreSQL 18.1');

  // A base of one band leaves the other as it is.
  await columnHead(page, '18.1').getByRole('button').click();
  await expect.poll(() => bases(page)).toEqual(['8.0.43', '18.1']);
  expect((await cellTexts(page))[0]?.slice(1, 5)).toEqual(['0.90', '0.80', '0.80', '0.83']);
  await page.reload();
  await hydrated(page);
  expect(await bases(page)).toEqual(['8.0.43', '18.1']);

  // One base for all is a choice, and the sentence names it.
  await page.getByRole('combobox', { name: /^Base/ }).selectOption('one for all');
  await expect(page.locator('#sentence')).toContainText('One base for all products: PostgreSQL 18.1.');
  await expectAccessible(page);
});

test('has one product after a plain click, and says where others have runs', async ({ page, request }) => {
  await openProducts(page, request, '&product=postgresql&product=MYSQL');
  await expect(page.locator('thead th.product')).toHaveCount(2);
  await productLink(page, /^PostgreSQL/).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PostgreSQL 17.7 to 18.1');
  await expect(page.locator('thead th.product')).toHaveCount(0);
});

test('exports each product against its own base, as the page has it', async ({ page, request }) => {
  await openProducts(page, request);
  const api = await request.get(
    `/api/v1/compare?server=${SERVER}&product=mysql&product=postgresql&format=json`,
  );
  const { bases: own, rows } = await api.json();
  expect(new Set(own).size).toBe(2);
  const ratios = rows[0].relative.map((ratio: number) => ratio.toFixed(2));
  expect(ratios).toEqual(['1.00', '0.90', '0.80', '0.80', '1.00', '1.20']);
  const alone = await (await request.get(`/api/v1/compare?server=${SERVER}`)).json();
  expect(alone.columns).toHaveLength(4);
  expect(alone.bases).toBeUndefined();
});

test('puts two configs of a version next to each other', async ({ page, request }) => {
  await openProducts(page, request);
  await page.getByRole('button', { name: 'Configs side by side' }).click();
  await expect(page).toHaveURL(/columns=configs/);
  await expect(page.locator('thead th.product b')).toHaveText(['MySQL 9.5.0']);
  await expect(page.locator('th.column-head b')).toHaveText(['without gtid', 'gtid', 'gtid / without gtid']);
  expect((await cellTexts(page))[1]).toEqual(['1\u202f256', '942', '0.75']);
  await expect(page.locator('#sentence')).toContainText('with gtid than without gtid in MySQL 9.5.0');
  await expectAccessible(page);
});

test('moves by arrows with the panel open, and to the next product by brackets', async ({
  page,
  request,
}) => {
  await openProducts(page, request, '&product=mysql&product=postgresql');
  await page.locator('tr[data-row] td.c').first().click();
  await expect(page.locator('#panel-title')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/cell=point-query_range=100@mysql-8\.4\.6/);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/cell=insert_range=100@mysql-8\.4\.6/);
  await page.keyboard.press('Escape');
  await expect(page.locator('tr[data-row="1"] td.c').nth(1)).toBeFocused();
  await page.keyboard.press(']');
  await expect(page.locator('tr[data-row="1"] td.c').nth(5)).toBeFocused();
  // Sorting redraws the rows, and the focus stays with the cell.
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/sort=postgresql-18\.1/);
  await expect(page.locator('tr[data-row="1"] td.c').nth(5)).toBeFocused();
});

test('chooses columns by words without scripts', async ({ browser, page, request }) => {
  await openProducts(page, request);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(new URL(`/compare?server=${SERVER}&match=gtid`, page.url()).href);
  await expect(plain.locator('th.column-head b')).toHaveText(['9.5.0']);
  await context.close();
});

test('has the first test in the upper half of each window', async ({ page, request }) => {
  const sizes = [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ];
  await openProducts(page, request, '&product=mysql&product=postgresql');
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    const box = await page.locator('tr[data-row] th.t').first().boundingBox();
    expect(box?.y, `${width} × ${height}`).toBeLessThanOrEqual(height / 2);
    await expectNoOverflow(page);
  }
  // The text of an empty table is fully visible.
  await page.goto(`/compare?server=${SERVER}&q=nothing-like-this`);
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    const said = await page.getByText('No test matches.').boundingBox();
    expect(said?.x).toBeGreaterThanOrEqual(0);
    expect((said?.x ?? 0) + (said?.width ?? width)).toBeLessThanOrEqual(width);
  }
});

test('reaches the heatmap by two skip links', async ({ page, request }) => {
  await page.setViewportSize(VIEWPORTS.wide);
  await openProducts(page, request);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the heatmap' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('.heat [tabindex="0"]').first()).toBeFocused();
});
