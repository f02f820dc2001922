import { expect, type Page, test } from '@playwright/test';
import { cell, columnHead, hydrated } from './compare-page';
import { axe, VIEWPORTS } from './page-checks';
import { reactive, recordOf, storeSlowVersion, storeVersion, versionFiles } from './regression-page';
import { freeze, imageOf, sizeOf } from './share-page';
import { ofTry, sayDedicated } from './small-upload';

/*
 * What people add to a heatmap and take out of it: notes on cells, charts by group, the state of an event; and data that arrives
 * while a page is open.
 */

/** Opens the heatmap of two versions, of which the second has two slower tests. */
async function openSlow(page: Page, server: string, versions: readonly [string, string]): Promise<string> {
  await storeVersion(page.request, server, versionFiles(versions[0], server));
  await sayDedicated(page.request, server);
  const slow = versionFiles(versions[1], server, { 'update-zipf': 0.6, insert: 0.7 });
  const { comparePath } = await storeVersion(page.request, server, slow);
  await page.goto(comparePath);
  await hydrated(page);
  return comparePath;
}

async function openCell(page: Page, name: string, version: string) {
  await (await cell(page, name, version)).click();
  const panel = page.locator('.panel');
  await expect(panel).toBeVisible();
  return panel;
}

test('a note and a highlight on a cell are in its permalink and its report, and can be taken back', async ({
  page,
}) => {
  const server = ofTry('noted');
  await openSlow(page, server, ['10.11.81', '10.11.82']);
  const panel = await openCell(page, 'update-zipf range=100', '10.11.82');
  await panel.getByLabel('Note on this cell').fill('kernel 6.9 was not ruled out');
  await panel.getByLabel('Highlight').check();
  await panel.getByRole('button', { name: 'Add note' }).click();
  const note = panel.locator('.cell-notes li');
  await expect(note).toContainText('kernel 6.9 was not ruled out');
  await hydrated(page);
  await expect(page.locator('.heat td.noted.hl')).toHaveCount(1);
  expect(await axe(page)).toEqual([]);

  const link = await freeze(page);
  await page.goto(`/report?server=${server}`);
  await expect(page.getByRole('main')).toContainText('kernel 6.9 was not ruled out');
  const markdown = await page.request.get(`/api/v1/report?server=${server}&format=md`);
  expect(await markdown.text()).toContain('kernel 6.9 was not ruled out');

  // Frozen: the note stays there when it is taken back here.
  await page.goto(`/compare?server=${server}`);
  await hydrated(page);
  const again = await openCell(page, 'update-zipf range=100', '10.11.82');
  await again.getByRole('button', { name: /^Undo the note/ }).click();
  await expect(page.locator('.heat td.noted')).toHaveCount(0);
  await page.goto(link);
  await hydrated(page);
  await expect(page.locator('.heat td.noted.hl')).toHaveCount(1);
  await expect(page.locator('.cell-notes')).toContainText('kernel 6.9 was not ruled out');
});

test('a page that is open while an upload arrives keeps its numbers, and a new page has all', async ({
  page,
}) => {
  const server = ofTry('late-data');
  const path = await openSlow(page, server, ['10.11.83', '10.11.84']);
  const ratio = await (await cell(page, 'update-zipf range=100', '10.11.84')).textContent();
  const sentence = await page.locator('#sentence').textContent();
  await storeVersion(page.request, server, versionFiles('10.11.85', server));
  await columnHead(page, '10.11.84').getByRole('button').click();
  await expect(columnHead(page, '10.11.84')).toHaveClass(/is-base/);
  await columnHead(page, '10.11.83').getByRole('button').click();
  await expect(page.locator('th.column-head')).toHaveCount(2);
  await expect(await cell(page, 'update-zipf range=100', '10.11.84')).toHaveText(ratio ?? '');
  await expect(page.locator('#sentence')).toHaveText(sentence ?? '');
  const panel = await openCell(page, 'update-zipf range=100', '10.11.84');
  await expect(panel).toContainText('0.60');

  await page.goto(path);
  await expect(page.locator('th.column-head')).toHaveCount(3);
  await expect(page.locator('#sentence')).toContainText('10.11.85');
});

test('the chart by group is a PNG and an SVG in one click each, with base, server and the cut of its axis', async ({
  page,
}) => {
  const server = ofTry('group-chart');
  await openSlow(page, server, ['10.11.86', '10.11.87']);
  await page.locator('summary', { hasText: 'Export' }).click();
  const link = (format: string) => page.getByRole('link', { name: `Chart by group (${format})` });
  const [download] = await Promise.all([page.waitForEvent('download'), link('SVG').click()]);
  expect(download.suggestedFilename()).toBe('groups.svg');
  const answer = await page.request.get((await link('SVG').getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('image/svg+xml');
  const svg = await answer.text();
  for (const text of [server, '10.11.86', '10.11.87', 'Point queries', 'Writes']) expect(svg).toContain(text);
  expect(svg).toMatch(/cut|begins at/);
  const png = await imageOf(page.request, (await link('PNG').getAttribute('href')) ?? '');
  expect(sizeOf(png)[0]).toBeGreaterThan(600);
});

test('tabs without data are hidden, named in one line, and open what is to be recorded', async ({ page }) => {
  const server = ofTry('no-tabs');
  await openSlow(page, server, ['10.11.88', '10.11.89']);
  const panel = await openCell(page, 'update-zipf range=100', '10.11.89');
  const tabs = panel.getByRole('navigation', { name: 'Why it is as it is' });
  const missing = panel.locator('.why-missing');
  await expect(missing).toHaveText(/^Not recorded: .*Flamegraph.*\. Each tab names what to record\.$/);
  await expect(tabs.getByRole('link', { name: 'Flamegraph' })).toHaveCount(0);
  await expect(tabs.getByRole('link', { name: 'Costs' })).toBeVisible();
  await missing.getByRole('link', { name: 'Flamegraph' }).click();
  await expect(tabs.getByRole('link', { name: 'Flamegraph' })).toBeVisible();
  await expect(panel).toContainText(/perf/);
});

test('state, owner, mute and the version of the fix are of the whole event, and home follows them', async ({
  page,
}) => {
  const server = ofTry('triaged');
  const major = 42 + 10 * test.info().retry;
  await storeSlowVersion(page.request, server, [`${major}.4.1`, `${major}.4.2`]);
  await recordOf(page.request, `${server} insert`);
  const event = async () =>
    (await (await page.request.get(`/api/v1/events?server=${server}&state=all`)).json()).events[0];
  const { url } = await event();
  await page.goto(new URL(url).pathname);
  await reactive(page);
  const press = async (name: string | RegExp) => {
    await page.locator('.event-triage').getByRole('button', { name, exact: true }).click();
    await reactive(page);
  };
  await press('Confirm');
  await expect.poll(async () => (await event()).state).toBe('confirmed');
  await page.getByLabel('Owner').fill('dana');
  await press('Save');
  await expect.poll(async () => (await event()).owner).toBe('dana');
  const search = encodeURIComponent(`${server} update-zipf`);
  const { regressions } = await (await page.request.get(`/api/v1/regressions?search=${search}`)).json();
  expect(regressions).toMatchObject([{ owner: 'dana', state: 'confirmed' }]);

  const lines = async () => {
    await page.goto('/?since=30d');
    return page.locator('.inbox li', { hasText: server }).count();
  };
  expect(await lines()).toBe(1);
  await page.goto(new URL(url).pathname);
  await reactive(page);
  await press('Mute');
  await expect.poll(async () => (await event()).muted).toBe(true);
  expect(await lines()).toBe(0);
  await page.goto(new URL(url).pathname);
  await reactive(page);
  await press('Unmute');
  await expect.poll(async () => (await event()).muted).toBe(false);
  await page.getByLabel('Known until').fill(`${major}.4.9`);
  await press('Set version');
  await expect.poll(async () => (await event()).knownUntil).toBe(`${major}.4.9`);
  expect(await lines()).toBe(0);
  await page.goto(`/regressions?server=${server}`);
  await expect(page.locator('tr.event').filter({ hasText: server })).toContainText(`${major}.4.9`);
});

test('home keeps the table of versions on the first screen, whatever is new', async ({ page }) => {
  await page.setViewportSize(VIEWPORTS.wide);
  await page.goto('/?since=30d');
  const all = await page.locator('.inbox li').count();
  expect(all).toBeGreaterThan(0);
  const box = await page.getByRole('heading', { name: 'Newest version of everything' }).boundingBox();
  expect(box?.y).toBeLessThan(VIEWPORTS.wide.height);
  const rest = page.locator('.inbox summary');
  if ((await rest.count()) === 0) return;
  await expect(rest).toHaveText(new RegExp(`^All ${all} `));
  await expect(page.locator('.inbox details li').first()).toBeHidden();
  await rest.click();
  await expect(page.locator('.inbox details li').first()).toBeVisible();
});
