import { type APIRequestContext, expect, test } from '@playwright/test';
import { reactive, recordOf, storeSlowVersion, storeVersion, versionFiles } from './regression-page';
import { imageOf } from './share-page';
import { ofTry, sayDedicated } from './small-upload';

/**
 * Two events: MariaDB `major`.2.2 slow in two tests on two servers, and `major`.3.2 in one test on the second. An event has all
 * servers with its version: each try of each test uses a different major.
 */
async function storeEvents(request: APIRequestContext, name: string, major: number) {
  const slow = { 'update-zipf': 0.6, insert: 0.7 };
  for (const server of [`${name}a`, `${name}b`]) {
    const store = (release: string, factors = {}) =>
      storeVersion(request, server, versionFiles(`${major}.${release}`, server, factors));
    await store('1.2');
    await sayDedicated(request, server);
    await store('1.3');
    await store('2.2', slow);
    await store('2.3', slow);
    await store('3.2', { ...slow, ...(server === `${name}b` && { 'random-points': 0.5 }) });
  }
  await recordOf(request, `${name}b random-points`);
  await recordOf(request, `${name}a update-zipf`);
}

test('triage by keyboard: move, unfold, select, decide, undo', async ({ page }) => {
  const [name, major] = [ofTry('keys1'), 21 + 10 * test.info().retry];
  await storeEvents(page.request, name, major);
  await page.goto(`/regressions?q=${name}b&sort=size`);
  await reactive(page);
  const rows = page.locator('a[data-row]');
  await expect(rows).toHaveText([`MariaDB ${major}.3.2`, `MariaDB ${major}.2.2`]);
  await page.getByRole('checkbox', { name: 'Select all: Releases' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 selected')).toBeHidden();

  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  const tests = page.getByRole('link', { name: 'random-points 100', exact: true });
  await expect(tests).toBeHidden();
  await page.keyboard.press('o');
  await expect(tests).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('n');
  await expect(page.getByRole('status').filter({ hasText: 'noise' })).toBeVisible();
  // It left the list of what is open; the next one has the focus.
  await expect(rows).toHaveText([`MariaDB ${major}.2.2`]);
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('u');
  await expect(rows).toHaveText([`MariaDB ${major}.3.2`, `MariaDB ${major}.2.2`]);

  await rows.nth(0).focus();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('row', { name: new RegExp(`${major}\\.3\\.2`) })).toContainText('Confirmed');
  await rows.nth(0).focus();
  await page.keyboard.press('a');
  await expect(page.getByPlaceholder('owner')).toBeFocused();
  await page.keyboard.type('mk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: new RegExp(`${major}\\.3\\.2`) })).toContainText('mk');
  await expect(page.getByRole('row', { name: new RegExp(`${major}\\.3\\.2`) })).toContainText('Confirmed');

  await page.goto(`/regressions?q=${name}b&sort=size`);
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
    new RegExp(`MariaDB ${major}\\.3\\.2 .*: 1 of 7 tests slower: random-points`),
  );
});

test('an event has all its servers; what is changed of it is in all its tests, and a server is split off', async ({
  page,
}) => {
  const [name, major] = [ofTry('event1'), 22 + 10 * test.info().retry];
  await storeEvents(page.request, name, major);
  await page.goto(`/regressions?q=${name}a`);
  await page.getByRole('link', { name: `MariaDB ${major}.2.2` }).click();
  await expect(page).toHaveURL(new RegExp(`/regressions/mariadb-${major}\\.2\\.2$`));
  const address = page.url();
  await expect(page.locator('.link-card h2')).toHaveText(
    `MariaDB ${major}.2.2 is slower than ${major}.1.3 in 2 of 7 tests on ${name}a and ${name}b.`,
  );
  await expect(
    page.getByRole('row', { name: new RegExp(`^${major}\\.2\\.2 first bad version`) }),
  ).toBeVisible();
  await imageOf(page.request, `${address}/opengraph-image`);
  await reactive(page);
  await page.getByLabel('Reported at').fill('https://bugs.example/42');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'https://bugs.example/42' })).toBeVisible();
  const record = await recordOf(page.request, `${name}b insert`);
  await page.goto(record);
  await expect(page.getByRole('link', { name: 'https://bugs.example/42' }).first()).toBeVisible();

  await page.getByRole('link', { name: 'All tests of this event' }).click();
  await expect(page).toHaveURL(address);
  await reactive(page);
  await page.getByRole('button', { name: /^Undo: Reported at/ }).click();
  await expect(page.getByText(/undone by/)).toBeVisible();
  await page.getByLabel('Split off a server').selectOption(`${name}b`);
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  // A page that is left before the answer may take the request with it.
  await expect(page.getByText('The server is now a separate event.')).toBeVisible();
  await page.goto(`${address}@${name}b`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`on ${name}b: 2 of 7 tests slower`),
  );
  await page.goto(`/regressions?q=${name}b`);
  await expect(
    page.locator(`a[data-row][href*="${major}.2.2@${name}b"], a[data-row][href*="${major}.2.2%40${name}b"]`),
  ).toHaveCount(1);
});

test('a record goes from new to fixed by a later version, and its permalink stays', async ({ page }) => {
  const server = ofTry('fix1');
  await storeSlowVersion(page.request, server);
  const record = await recordOf(page.request, `${server} update-zipf`);
  await page.goto(record);
  await expect(page.locator('.big')).toContainText('0.60');
  await expect(page.locator('.triage .pill')).toHaveText('New');
  await page.getByRole('button', { name: 'Create permalink' }).click();
  const permalink = await page.locator('.permalink a').getAttribute('href');
  expect(permalink).toMatch(/^\/p\//);

  await storeVersion(page.request, server, versionFiles('11.8.2', server));
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
  await imageOf(page.request, `${permalink}/opengraph-image`);
});

test('two people edit the notes at once: both texts are there, nothing is lost', async ({
  page,
  context,
}) => {
  const server = ofTry('notes1');
  await storeSlowVersion(page.request, server);
  const record = await recordOf(page.request, `${server} insert`);
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
  const server = ofTry('quick1');
  await storeSlowVersion(page.request, server);
  await page.goto(await recordOf(page.request, `${server} insert`));
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
  const server = ofTry('both1');
  await storeSlowVersion(page.request, server);
  const record = await recordOf(page.request, `${server} insert`);
  const other = await context.newPage();
  await Promise.all([page.goto(record), other.goto(record)]);
  await Promise.all([reactive(page), reactive(other)]);
  await page.getByLabel('Owner').fill('ann');
  await page.getByLabel('Reported at').fill('https://bugs.example/17');
  // React has the forms a moment before the page listens to keys.
  await expect(async () => {
    await other.keyboard.press('c');
    await expect(other.locator('.triage .pill')).toHaveText('Confirmed', { timeout: 5000 });
  }).toPass();
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
  test('an event unfolds to its servers and tests, and its state is set', async ({ page }) => {
    const [name, major] = [ofTry('plain1'), 23 + 10 * test.info().retry];
    await storeEvents(page.request, name, major);
    await page.goto(`/regressions?q=${name}b&since=${major}.3.2`);
    const link = page.getByRole('link', { name: 'random-points 100', exact: true });
    await expect(link).toBeHidden();
    await page.locator('tr.event summary').first().click();
    await expect(link).toBeVisible();
    await page.locator('tr.event input[name="event"]').first().check();
    await page.getByRole('button', { name: /^Won't fix/ }).click();
    // The answer is the list of what is still open.
    await expect(page.locator('tr.event')).toHaveCount(0);
    await page.goto(`/regressions?q=${name}b&state=closed`);
    await page.locator('tr.event summary').first().click();
    await page.getByRole('link', { name: 'random-points 100', exact: true }).click();
    await expect(page.locator('.triage .pill')).toHaveText("Won't fix");
    await page.getByLabel('Edit').fill('Known since 2025.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expect(page.locator('.stored-notes')).toHaveText('Known since 2025.');
  });
});

test('published figures: update-zipf, read-write and write-only slower since 16 on the IO-bound 48-core', async ({
  page,
}) => {
  // An address from when the page listed records.
  await page.goto('/regressions?server=ax162-s&q=IO-bound&since=16.11&flat=1&state=all');
  const row = page.locator('tr.event');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('against 15.15');
  const names = await page.locator('.event-test a').allTextContents();
  expect(new Set(names.map((name) => name.split(' ')[0]))).toEqual(
    new Set(['read-write', 'update-zipf', 'write-only']),
  );
});

test('an admin excludes a pair with a reason, which is kept, and takes it back', async ({ page }) => {
  // Point releases of one upload are a pair.
  const server = ofTry('pair1');
  const files = { ...versionFiles('10.11.2', server), ...versionFiles('10.11.3', server) };
  await storeVersion(page.request, server, files);
  await expect(async () => {
    await page.goto('/noise');
    await page
      .getByRole('row', { name: new RegExp(server) })
      .getByRole('link')
      .first()
      .click({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText(/On this server, one run can't detect less than/)).toBeVisible();
  const pairs = page.getByRole('region', { name: 'repeat pairs' });
  await pairs.locator('summary').first().click();
  await pairs.getByLabel('Reason, shown to everyone').fill('fan failed');
  await pairs.getByRole('button', { name: 'This pair' }).click();
  await expect(page.getByText(/No independent repeat run yet|assumed/).first()).toBeVisible();
  await expect(page.getByText('fan failed').first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(pairs).toBeVisible();
  await expect(page.getByText(/undone by/)).toBeVisible();
});
