import { expect, type Page, test } from '@playwright/test';
import { commitOf, type SentNights, STEP, sendNights } from './nights';
import { collectErrors, expectAccessible, expectSoundInWindows } from './page-checks';
import { freeze, imageOf, sizeOf } from './share-page';
import { type Files, ofTry, run, upload } from './small-upload';

let nights: SentNights;

test.beforeAll(async ({ request }) => {
  nights = await sendNights(request);
});

const chart = (page: Page) => page.locator('.series-chart');
const readout = (page: Page) => page.locator('.series-readout output');
const ZIPF = 'update-zipf';

/** The chart can be used when its panels are drawn. */
async function openSeries(page: Page, path = nights.seriesPath(ZIPF)): Promise<void> {
  await page.goto(path);
  await expect(chart(page).locator('.panels .dots').first()).toBeVisible();
}

/** Nights that are drawn in the first panel. */
const drawn = (page: Page) =>
  chart(page).evaluate((element) => {
    const panel = element.querySelector('.nights-marks');
    const paths = [...(panel?.querySelectorAll('.dots') ?? [])].map((path) => path.getAttribute('d') ?? '');
    return paths.join('').match(/M/g)?.length ?? 0;
  });

test('shows each change, with its interval, in the sentence, above the chart and in a table', async ({
  page,
}) => {
  await openSeries(page);
  const commit = `g${commitOf(STEP).slice(0, 8)}`;
  await expect(page.locator('#sentence')).toHaveText(
    new RegExp(`^Slower since 2 Nov, ${commit}: 0\\.8\\d+ ± 0\\.0\\d+, sure\\.`),
  );
  await expect(chart(page)).toHaveAttribute(
    'aria-label',
    /^QPS, queries\/s, ratio to 18\.4, over 40 nights: /,
  );
  await expect(chart(page).locator('.over')).toContainText(/0\.8\d+ ± 0\.0\d+2 Nov, sure/);
  await expect(chart(page).locator('.over')).toContainText('1.00 is 18.4');
  const row = page.getByRole('region', { name: 'Changes' }).getByRole('row', { name: /2 Nov/ });
  await expect(row).toContainText(commit);
  await expect(row).toContainText(/0\.8\d/);
  await row.getByRole('link', { name: '2 Nov' }).click();
  await expect(page).toHaveURL(/\/r\//);
});

test('is one stop of the Tab key; arrows move from night to night, c to the change', async ({ page }) => {
  await openSeries(page);
  await chart(page).focus();
  await expect(chart(page)).toHaveAttribute('role', 'application');
  await page.keyboard.press('End');
  await expect(readout(page)).toContainText('16 Nov');
  await expect(readout(page)).toContainText(/\d \/ \d.* queries\/s/);
  await expect(readout(page)).toContainText('slower');
  await page.keyboard.press('ArrowLeft');
  await expect(readout(page)).toContainText('15 Nov');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(readout(page)).toContainText('5 Nov');
  await page.keyboard.press('Home');
  await expect(readout(page)).toContainText('8 Oct');
  await page.keyboard.press('c');
  await expect(readout(page)).toContainText('2 Nov');
  await expect(readout(page)).toContainText(`g${commitOf(STEP).slice(0, 8)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/runs\/\d+/);
});

test('zooms by keyboard and by buttons, and keeps the window in the address', async ({ page }) => {
  await openSeries(page);
  expect(await drawn(page)).toBe(40);
  await chart(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=/);
  expect(await drawn(page)).toBe(20);
  await page.reload();
  await expect(page.getByText('20 of 40 nights in view.')).toBeVisible();
  await openSeries(page, page.url());
  await chart(page).focus();
  await page.keyboard.press('Home');
  expect(await drawn(page), 'the view moves with the night').toBe(20);
  await page.keyboard.press('-');
  await expect(page).not.toHaveURL(/from=/);
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: '30' }).click();
  await expect(page).toHaveURL(/span=30/);
  expect(await drawn(page)).toBe(30);
});

test('two nights are picked and compared', async ({ page }) => {
  await openSeries(page);
  await chart(page).focus();
  await page.keyboard.press('c');
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Picked nights' });
  await expect(bar).toContainText('Pick a second night');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('A 2 Nov');
  await expect(bar).toContainText('B 1 Nov');
  await expect(bar).toContainText('one night after the other');
  await expect(bar.getByRole('button', { name: 'Copy the range of commits' })).toBeVisible();
  await expect(chart(page).locator('.picked-night')).toHaveCount(2);
  await expectAccessible(page);
  await page.reload();
  await bar.getByRole('link', { name: 'Compare these, all 4 tests' }).click();
  await expect(page).toHaveURL(/\/compare\?/);
  await expect(page.locator('th.column-head')).toHaveCount(2);
});

test('the pointer reads, opens a run with a click, and zooms by dragging', async ({ page }) => {
  await openSeries(page);
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('no chart');
  const y = box.y + 200;
  await page.mouse.move(box.x + box.width / 2, y);
  await expect(readout(page)).toContainText(/\d+ (Oct|Nov)/);
  await expect(chart(page).locator('.cursor .hair')).toHaveCount(1);
  await page.mouse.move(box.x + 100, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, y, { steps: 4 });
  await expect(chart(page).locator('.brush')).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/from=.*to=/);
  expect(await drawn(page)).toBeLessThan(30);
  const axis = await chart(page).locator('.panels svg').first().boundingBox();
  await page.mouse.click(box.x + 300, (axis?.y ?? 0) + (axis?.height ?? 0) - 10);
  await expect(page.getByLabel('Date')).toHaveValue(/^2026-1[01]-\d\d$/);
  await page.mouse.click(box.x + 300, y);
  await expect(page).toHaveURL(/\/runs\/\d+/);
});

test('another metric, base, order and test', async ({ page }) => {
  await openSeries(page);
  await page.getByRole('group', { name: 'Metric' }).getByRole('button', { name: 'p95' }).click();
  await expect(page.locator('#sentence')).toContainText('No change in 40 nights.');
  await page.getByRole('combobox', { name: 'Ratio to' }).selectOption('absolute');
  await expect(page).toHaveURL(/base=absolute/);
  await expect(chart(page)).toHaveAttribute('aria-label', /^p95, s, over 40 nights/);
  await page.getByRole('group', { name: 'By' }).getByRole('button', { name: 'commit' }).click();
  await expect(page).toHaveURL(/order=commits/);
  await page.getByRole('combobox', { name: 'Test' }).selectOption({ label: 'insert range=100' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('insert');
  await page.getByRole('group', { name: 'Metric' }).getByRole('button', { name: 'QPS' }).click();
  await expect(page.locator('#sentence')).toContainText('Two newest nights are lower (0.9');
  await expect(page.locator('#sentence')).toContainText('likely, not confirmed');
});

test('leads to releases of the same test and back', async ({ page }) => {
  await openSeries(page);
  await page.getByRole('navigation', { name: 'Points are' }).getByRole('link', { name: 'Releases' }).click();
  await expect(page).toHaveURL(/\/trends\?product=PostgreSQL.*test=update-zipf/);
  await page.getByRole('navigation', { name: 'Points are' }).getByRole('link', { name: 'Nights' }).click();
  await expect(page).toHaveURL(/\/series\?.*test=update-zipf/);
  await page.getByRole('link', { name: 'All 4 tests' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('19devel');
});

test('is frozen with its chart, and drawn as an image', async ({ page, request }) => {
  await openSeries(page);
  const path = await freeze(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ZIPF);
  await expect(page.locator('.still-nights .band.slower').first()).toBeVisible();
  await expect(page.getByText('The live view shows the same numbers.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Nights, table' }).getByRole('row')).toHaveCount(41);
  await expectAccessible(page);
  const query = nights.seriesPath(ZIPF).split('?')[1];
  for (const address of [`/image/series?${query}`, `${path}/opengraph-image`]) {
    expect(sizeOf(await imageOf(request, address))).toEqual([1200, 630]);
  }
  expect(sizeOf(await imageOf(request, `/image/series?${query}&size=table`))[1]).toBeGreaterThan(630);
});

test('the page lists the parts of its address that match no data', async ({ page }) => {
  await page.goto(`${nights.seriesPath('nope')}&colour=red`);
  await expect(page.getByText('There is no parameter “colour”.')).toBeVisible();
  await expect(page.getByText('There is no test “nope_range=100” in these nights.')).toBeVisible();
  await page.getByRole('link', { name: 'update-zipf range=100' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ZIPF);
  await page.goto('/series?server=nowhere');
  await expect(page.getByRole('heading', { name: 'No such nights' })).toBeVisible();
  await expectAccessible(page);
});

/** Three nights of a separate server: events on it affect no other spec. */
const FEW = 'e2e-few';
async function sendFew(request: Parameters<typeof upload>[0]): Promise<string> {
  const files = [0, 1, 2].map((night): Files => {
    const at = `2026-11-1${night}T02:00:00Z`;
    const manifest = {
      basecase: 1,
      server: { name: FEW, cores: 4 },
      product: 'PostgreSQL',
      version: '19devel',
      startedAt: at,
      build: { commit: commitOf(100 + night), branch: 'master', committedAt: at },
    };
    const directory = `few/n${night}`;
    return {
      [`${directory}/basecase.json`]: JSON.stringify(manifest),
      ...run(directory, { 'point-query': 1003.7 - 10.31 * night }, 0),
    };
  });
  const { comparePath } = await upload(request, Object.assign({}, ...files), { filename: 'few.tar.gz' });
  const workload = new URL(comparePath, 'http://localhost').searchParams.get('workload');
  return `/series?server=${FEW}&workload=${workload}&test=point-query_range%3D100`;
}

test('few nights are compared in pairs; an event is added and taken back', async ({ page, request }) => {
  await openSeries(page, await sendFew(request));
  await expect(page.locator('#sentence')).toContainText('3 nights: too few for levels.');
  await expect(page.locator('#sentence')).toContainText('9 more nights until levels.');
  const disk = ofTry('new disk');
  const events = page.getByRole('region', { name: 'Events' });
  await events.getByText('Add an event…').click();
  await events.getByLabel('Date').fill('2026-11-11');
  await events.getByLabel('What happened').fill(disk);
  await events.getByRole('button', { name: 'Add' }).click();
  const event = events.getByRole('listitem').filter({ hasText: disk });
  await expect(event).toContainText('11 Nov');
  await expect(chart(page).locator('.nights-frame')).toContainText(disk);
  await event.getByText('Take back…').click();
  await event.getByRole('button', { name: `Take back ${disk}, for good` }).click();
  await expect(event).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('chart, tables and every choice are there', async ({ page }) => {
    await page.goto(nights.seriesPath(ZIPF));
    await expect(page.locator('.nights-drawing .band.slower').first()).toBeVisible();
    await expect(page.locator('.series-readout')).toBeHidden();
    await page.getByText('All 40 nights as a table').last().click();
    const table = page.getByRole('region', { name: 'All nights, table' });
    await expect(table.getByRole('row')).toHaveCount(41);
    await expect(table.getByRole('row').nth(1)).toContainText('16 Nov');
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: '30' }).click();
    await expect(page).toHaveURL(/span=30/);
    await page.getByRole('group', { name: 'By' }).getByRole('button', { name: 'commit' }).click();
    await expect(page).toHaveURL(/span=30.*order=commits/);
  });

  test('an event is added and taken back', async ({ page, request }) => {
    await page.goto(await sendFew(request));
    const moved = ofTry('moved to rack 7');
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByText('Add an event…').click();
    await events.getByLabel('Date').fill('2026-11-12');
    await events.getByLabel('What happened').fill(moved);
    await events.getByRole('button', { name: 'Add' }).click();
    const event = events.getByRole('listitem').filter({ hasText: moved });
    await expect(event).toContainText('12 Nov');
    await event.getByText('Take back…').click();
    await event.getByRole('button', { name: `Take back ${moved}` }).click();
    await expect(event).toHaveCount(0);
  });
});

test('axe finds nothing, nothing is wider than the page or written to the console', async ({ page }) => {
  const errors = collectErrors(page);
  await openSeries(page);
  await page.getByText('All 40 nights as a table').last().click();
  await expectSoundInWindows(page);
  expect(errors).toEqual([]);
});
