import { expect, test } from '@playwright/test';
import { reactive, recordOf, storeSlowVersion, storeVersion, versionFiles } from './regression-page';

test('triage by keyboard: move, tick, decide, undo', async ({ page }) => {
  await storeSlowVersion(page.request, 'keys1');
  await recordOf(page.request, 'keys1 update-zipf');
  await recordOf(page.request, 'keys1 insert');
  await page.goto('/regressions?q=keys1&flat=1');
  await reactive(page);
  const rows = page.locator('a[data-row]');
  await expect(rows).toHaveText(['update-zipf', 'insert']);
  await page.getByRole('checkbox', { name: 'Tick all on this page' }).check();
  await expect(page.getByText('Selected: 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Selected: none')).toBeVisible();

  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('n');
  await expect(page.getByRole('status').filter({ hasText: 'update-zipf' })).toContainText('noise');
  // It left the list of what is open; the next one has the focus.
  await expect(rows).toHaveText(['insert']);
  await expect(rows.nth(0)).toBeFocused();

  await page.keyboard.press('x');
  await expect(page.getByText('Selected: 1')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('row', { name: /insert/ })).toContainText('Confirmed');
  await expect(page.getByRole('link', { name: 'Confirmed 1' })).toBeVisible();

  await page.getByRole('link', { name: 'Noise 1' }).click();
  await reactive(page);
  await page.getByRole('checkbox', { name: /update-zipf/ }).check();
  await page.getByRole('button', { name: 'Back to new' }).click();
  await expect(page.getByText('No record matches.')).toBeVisible();

  await page.goto('/regressions?q=keys1&flat=1');
  // React has the forms a moment before the page listens to keys; pressing twice opens it once.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  // A key that is typed decides nothing.
  await page.keyboard.type('n');
  await page.getByRole('searchbox', { name: 'Search' }).blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /update-zipf .*is slower since MariaDB 11\.4\.2/,
  );
});

test('a record goes from new to fixed by a later version, and its permalink stays', async ({ page }) => {
  await storeSlowVersion(page.request, 'fix1');
  const record = await recordOf(page.request, 'fix1 update-zipf');
  await page.goto(record);
  await expect(page.locator('.big')).toContainText('0.60');
  await expect(page.locator('.triage .pill')).toHaveText('New');
  await page.getByRole('button', { name: 'Create permalink' }).click();
  const permalink = await page.locator('.permalink a').getAttribute('href');
  expect(permalink).toMatch(/^\/p\//);

  await storeVersion(page.request, 'fix1', versionFiles('11.8.2', 'fix1'));
  await expect(async () => {
    await page.goto(record);
    await expect(page.locator('.triage .pill')).toHaveText('Fixed', { timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /was slower from MariaDB 11\.4\.2 until 11\.8\.2/,
  );
  await expect(page.getByRole('rowheader', { name: /11\.8\.2/ }).first()).toContainText(
    'back at the previous level',
  );
  await expect(page.locator('.history')).toContainText('11.8.2 is back at the previous level');

  await page.goto(permalink ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is slower since MariaDB 11\.4\.2/);
  await expect(page.locator('.big')).toContainText('0.60');
  await expect(page.getByText('Newer data exists: the record has different numbers now.')).toBeVisible();
  await expect(page.getByText(/parser versions? \d.*, rule version \d/)).toBeVisible();
  const image = await page.request.get(`${permalink}/opengraph-image`);
  expect(image.headers()['content-type']).toBe('image/png');
});

test('two people edit the notes at once: both texts are there, nothing is lost', async ({
  page,
  context,
}) => {
  await storeSlowVersion(page.request, 'notes1');
  const record = await recordOf(page.request, 'notes1 insert');
  const other = await context.newPage();
  await Promise.all([page.goto(record), other.goto(record)]);
  await Promise.all([reactive(page), reactive(other)]);

  await page.getByLabel('Edit').fill('**Mine**: see <b>the flame graph</b> <img src=x onerror=alert(1)>');
  await other.getByLabel('Edit').fill('Theirs: bisected to 11.4.2');
  await other.getByRole('button', { name: 'Save notes' }).click();
  await expect(other.locator('.stored-notes')).toHaveText('Theirs: bisected to 11.4.2');

  await page.getByRole('button', { name: 'Save notes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else' })).toBeVisible();
  await expect(page.getByLabel('Saved by someone else')).toHaveValue('Theirs: bisected to 11.4.2');
  await expect(page.getByLabel('Yours, not saved yet')).toHaveValue(/^\*\*Mine\*\*/);
  await page.getByRole('button', { name: 'Append mine to theirs' }).click();
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  const stored = page.locator('.stored-notes');
  await expect(stored).toContainText('Theirs: bisected to 11.4.2');
  await expect(stored.locator('strong')).toHaveText('Mine');
  // What looks like HTML is text.
  await expect(stored).toContainText('<b>the flame graph</b> <img src=x onerror=alert(1)>');
  await expect(stored.locator('img, b')).toHaveCount(0);

  await other.reload();
  await expect(other.locator('.stored-notes')).toContainText('Mine');
});

test('one person confirms and saves at once: both are kept, without a warning', async ({ page }) => {
  await storeSlowVersion(page.request, 'quick1');
  await page.goto(await recordOf(page.request, 'quick1 insert'));
  await reactive(page);
  await page.getByLabel('Owner').fill('ann');
  const version = page.locator('.triage form input[name="triageVersion"]').last();
  const seen = await version.inputValue();
  // The page that returns after the first press is held up, so that the second one is sent with what was seen before.
  const held: (() => void)[] = [];
  await page.route('**/r/**', async (route) => {
    const answer = await route.fetch();
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Confirmed' }).click();
  await expect.poll(() => held.length).toBe(1);
  expect(await version.inputValue()).toBe(seen);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  held[0]?.();
  await expect(page.locator('.history')).toContainText('Owner: ann.');
  await expect(page.locator('.history')).toContainText('State: confirmed, was new.');
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else' })).toHaveCount(0);
});

test('two people decide at once: the second gets a message, and the typed text stays', async ({
  page,
  context,
}) => {
  await storeSlowVersion(page.request, 'both1');
  const record = await recordOf(page.request, 'both1 insert');
  const other = await context.newPage();
  await Promise.all([page.goto(record), other.goto(record)]);
  await Promise.all([reactive(page), reactive(other)]);
  await page.getByLabel('Owner').fill('ann');
  await page.getByLabel('Reported at').fill('https://bugs.example/17');
  await other.keyboard.press('c');
  await expect(other.locator('.triage .pill')).toHaveText('Confirmed');
  await other.getByLabel('Owner').fill('bob');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.locator('.history')).toContainText('Owner: bob.');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else' })).toBeVisible();
  await expect(page.locator('.triage .pill')).toHaveText('Confirmed');
  await expect(page.getByLabel('Owner')).toHaveValue('ann');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'https://bugs.example/17' }).first()).toBeVisible();
  await expect(page.locator('.history')).toContainText('Owner: ann.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a cause is a line that unfolds to its records, the largest effect first', async ({ page }) => {
    await storeSlowVersion(page.request, 'fold1');
    await recordOf(page.request, 'fold1 insert');
    await page.goto('/regressions?q=fold1&fold=all');
    const group = page.locator('summary').filter({ hasText: 'Slower since MariaDB 11.4.2' });
    await expect(group).toContainText('0.60 to 0.70');
    const rows = page.locator('a[data-row]');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toBeHidden();
    await group.click();
    await expect(rows.first()).toBeVisible();
    await expect(rows).toHaveText(['update-zipf', 'insert']);
  });

  test('the list, the record and its triage are there', async ({ page }) => {
    await storeSlowVersion(page.request, 'plain1');
    await recordOf(page.request, 'plain1 insert');
    await page.goto('/regressions?q=plain1&flat=1');
    await page.getByRole('checkbox', { name: /insert/ }).check();
    await page.getByRole('button', { name: /^Won't fix/ }).click();
    await page.goto('/regressions?q=plain1&state=wont_fix');
    await page.getByRole('link', { name: 'insert', exact: true }).click();
    await expect(page.locator('.triage .pill')).toHaveText("Won't fix");
    await page.getByLabel('Edit').fill('Known since 2025.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expect(page.locator('.stored-notes')).toHaveText('Known since 2025.');
  });
});

test('published figures: update-zipf, read-write and write-only slower since 16 on the IO-bound 48-core', async ({
  page,
}) => {
  await page.goto('/regressions?server=ax162-s&q=IO-bound&since=16.11&flat=1&state=all');
  const tests = page.locator('a[data-row]');
  await expect(tests.first()).toBeVisible();
  const names = await tests.allTextContents();
  expect(new Set(names)).toEqual(new Set(['read-write', 'update-zipf', 'write-only']));
  await expect(page.getByRole('row', { name: /update-zipf/ }).first()).toContainText('of 15.15');
});

test('an admin excludes a pair with a reason, which is kept, and takes it back', async ({ page }) => {
  // Point releases of one upload are a pair.
  const files = { ...versionFiles('10.11.2', 'pair1'), ...versionFiles('10.11.3', 'pair1') };
  await storeVersion(page.request, 'pair1', files);
  await expect(async () => {
    await page.goto('/noise');
    await page.getByRole('row', { name: /pair1/ }).getByRole('link').first().click({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText(/On this server, one run can't detect less than/)).toBeVisible();
  const pairs = page.getByRole('region', { name: 'A/A pairs' });
  await pairs.locator('summary').first().click();
  await pairs.getByLabel('Reason, shown to everyone').fill('fan failed');
  await pairs.getByRole('button', { name: 'This pair' }).click();
  await expect(page.getByText(/not calibrated/i).first()).toBeVisible();
  await expect(page.getByText('fan failed').first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(pairs).toBeVisible();
  await expect(page.getByText(/undone by/)).toBeVisible();
});
