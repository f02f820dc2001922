import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { commitOf, NIGHTS_SERVER, STEP, sendNights } from './nights';
import { collectErrors, expectSoundInWindows } from './page-checks';
import { recordOf } from './regression-page';

const short = (night: number) => commitOf(night).slice(0, 8);
/** The first bad night, as people read it. */
const SINCE = `2 Nov 2026 g${short(STEP)}`;
const LINE = encodeURIComponent('19devel@master');

test.beforeAll(async ({ request }) => {
  await sendNights(request);
});

const zipf = (request: APIRequestContext) => recordOf(request, `update-zipf ${NIGHTS_SERVER}`);
const insert = (request: APIRequestContext) => recordOf(request, `insert ${NIGHTS_SERVER}`);
const section = (page: Page, title: string) =>
  page
    .locator('section.page-section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

/** Whether the API reports a recent measurement: the nights have their own dates. */
async function notMeasuredSince(request: APIRequestContext, test: string): Promise<string | null> {
  const query = `line=${LINE}&server=${NIGHTS_SERVER}`;
  const { regressions } = await (await request.get(`/api/v1/regressions?${query}`)).json();
  const record = regressions.find((own: { test: string }) => own.test.startsWith(test));
  return record.nights.notMeasuredSince;
}

test('a record of nights says since which commit, how large, and whose commits are suspects', async ({
  page,
}) => {
  await page.goto(await zipf(page.request));
  const since = await notMeasuredSince(page.request, 'update-zipf');
  const title = since === null ? `is slower since ${SINCE}` : `was slower since ${SINCE} when last measured`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`update-zipf range=100 ${title}`);
  await expect(page.locator('.verdict-line .pill')).toHaveCount(since === null ? 0 : 1);
  await expect(page.locator('.verdict-line')).toContainText(/^Sure\./);
  await expect(page.locator('.verdict-line')).toContainText(
    /The level fell .* 0\.88\d? \(0\.8\d+–0\.8\d+\) over 15 nights\./,
  );
  const suspects = section(page, 'Suspects');
  await expect(suspects.locator('code')).toHaveText(`${short(STEP - 1)}..${short(STEP)}`);
  await expect(suspects).toContainText(`Last good1 Nov 2026 g${short(STEP - 1)}`);
  const rows = section(page, 'Around the change').getByRole('row');
  await expect(rows).toHaveCount(21);
  await expect(rows.nth(11)).toContainText(/^2 Nov.*first bad/);
  await expect(section(page, 'History')).toContainText(`since ${SINCE}: 0.88 of the level before.`);
});

test('its chart has the levels in words, and leads to all nights of the test', async ({ page }) => {
  await page.goto(await zipf(page.request));
  const nights = section(page, 'Nights');
  await expect(nights.getByRole('img')).toHaveAttribute('aria-label', /1\.00 until 1 Nov, 0\.88 since 2 Nov/);
  await nights.getByRole('link', { name: 'All nights of this test' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('update-zipf');
  await expect(page.locator('#sentence')).toContainText(`Slower since 2 Nov, g${short(STEP)}`);
});

test('the compare page has both nights, at the cell of the test', async ({ page }) => {
  await page.goto(await zipf(page.request));
  await section(page, 'Around the change').getByRole('link', { name: 'Open in compare' }).click();
  await expect(page).toHaveURL(/\/compare\?.*cols=/);
  for (const night of [STEP - 1, STEP]) {
    await expect(page.locator('thead').first()).toContainText(`g${short(night)}`);
  }
});

test('what rests on the newest two nights is possible, and says when it can be sure', async ({ page }) => {
  await page.goto(await insert(page.request));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    /may (be|have been) slower since 15 Nov 2026/,
  );
  await expect(page.locator('.verdict-line')).toContainText(
    'Not sure: it rests on the newest two nights. From the third night on it can be sure.',
  );
});

test('a permalink keeps the nights, the chart and the suspects', async ({ page }) => {
  await page.goto(await zipf(page.request));
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const chart = await section(page, 'Nights').getByRole('img').getAttribute('aria-label');
  await page.getByRole('button', { name: 'Create permalink' }).click();
  await page.getByRole('link', { name: /^\/p\// }).click();
  await expect(page).toHaveURL(/\/p\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('The record still has these numbers.')).toBeVisible();
  await expect(section(page, 'Nights').getByRole('img')).toHaveAttribute('aria-label', chart ?? '');
  await expect(section(page, 'Suspects').locator('code')).toHaveText(`${short(STEP - 1)}..${short(STEP)}`);
});

test('the list has lines in place of builds, and what is not measured apart', async ({ page }) => {
  await page.goto(`/regressions?server=${NIGHTS_SERVER}&state=all`);
  const event = page.locator('tr.event', { hasText: `PostgreSQL 19devel ${SINCE}` });
  await expect(event).toContainText('update-zipf');
  await expect(page.getByRole('heading', { name: 'Nights and commits' })).toBeVisible();
  const since = await page.getByLabel('Since').locator('option').allInnerTexts();
  expect(since.filter((text) => /\bg[0-9a-f]{8}/.test(text))).toEqual([]);
  await page.getByLabel('Branch').selectOption('19devel@master');
  await page.getByLabel('Measured').selectOption('yes');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/line=19devel%40master&measured=yes/);
  await expect(page.getByText(/last run \d/)).toHaveCount(0);
  const isMeasured = (await notMeasuredSince(page.request, 'update-zipf')) === null;
  await expect(event).toHaveCount(isMeasured ? 1 : 0);
  await page.goto(`/regressions?server=${NIGHTS_SERVER}&state=all&measured=no`);
  await expect(event).toHaveCount(isMeasured ? 0 : 1);
});

for (const [what, pathOf] of [
  ['a sure record', zipf],
  ['a possible record', insert],
  ['the list of a line', async () => `/regressions?line=${LINE}`],
] as const) {
  test(`${what}: axe finds nothing, nothing is wider than the page`, async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto(await pathOf(page.request));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInWindows(page);
    await expect(page.getByText(/caused by/i)).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}
