import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, type Page, test } from '@playwright/test';
import { commitOf, STEP, sendNights } from './nights';
import { expectSoundInWindows, VIEWPORTS } from './page-checks';
import { recordOf, storeSlowVersion, storeVersion, versionFiles } from './regression-page';
import { ofTry, sayDedicated, tarball } from './small-upload';
import { choose, countClicks, intake, openUpload, result, testFile } from './upload-page';

/*
 * The tasks of five users, with the clicks that each may take: an engineer after an upload, a release manager on a phone, a
 * consultant with two versions of a customer, a CI engineer after a bad night, and a sceptic.
 */

/** Expects that each text is within the window, without scrolling. */
async function expectOnFirstScreen(page: Page, texts: readonly RegExp[]): Promise<void> {
  const { height } = VIEWPORTS.narrow;
  for (const one of texts) {
    const box = await page.locator('.link-card').getByText(one).first().boundingBox();
    expect(box, String(one)).not.toBeNull();
    expect((box?.y ?? height) + (box?.height ?? 0), String(one)).toBeLessThanOrEqual(height);
  }
}

test('an engineer reads what is slower and since when without a click after the upload', async ({ page }) => {
  const server = ofTry('user-dba');
  await storeVersion(page.request, server, versionFiles('10.11.2', server));
  await sayDedicated(page.request, server);
  await storeVersion(page.request, server, versionFiles('10.11.3', server));
  const slow = versionFiles('11.4.2', server, { 'update-zipf': 0.6, insert: 0.7 });
  const { id } = await storeVersion(page.request, server, slow);
  const { answers } = await (await page.request.get(`/api/v1/uploads/${id}/answers`)).json();
  const [{ url, sentence }] = answers;
  expect(sentence).toMatch(/2 of 7 tests are slower in 11\.4\.2 than in 10\.11\.3/);
  await page.goto(url);
  await expect(page.getByRole('main')).toContainText('2 of 7 tests are slower in 11.4.2 than in 10.11.3');
  const row = page.locator('tr[data-row]').filter({ hasText: 'update-zipf' });
  await expect(row).toContainText('0.60');
});

test('the first screen of a phone has the change, its size, certainty, place and time', async ({ page }) => {
  const server = ofTry('user-phone');
  await storeSlowVersion(page.request, server);
  const record = await recordOf(page.request, `${server} update-zipf`);
  await page.setViewportSize(VIEWPORTS.narrow);
  await page.goto(record);
  await expectOnFirstScreen(page, [
    /MariaDB 11\.4\.2 .*40% fewer .*than 10\.11\.3/,
    /^Sure$/,
    new RegExp(`^${server}`),
    /First seen \d+ \w+ \d{4}, \d\d:\d\d UTC/,
  ]);
  const slug = await page.evaluate(async (of) => {
    const { events } = await (await fetch(`/api/v1/events?server=${of}`)).json();
    return new URL(events[0].url).pathname;
  }, server);
  await page.goto(slug);
  await expectOnFirstScreen(page, [/MariaDB 11\.4\.2 is slower/, /^Sure$/]);
});

test('a consultant needs three clicks from dropped logs to a sentence', async ({ page }) => {
  const name = ofTry('user-client');
  const files = ['10.6.18', '10.6.19'].map((version, index) =>
    testFile(
      `${name}-${version}.tar.gz`,
      tarball(versionFiles(version, name, index === 0 ? {} : { 'update-zipf': 0.5 })),
    ),
  );
  await openUpload(page);
  const clicks = await countClicks(page);
  await choose(page, ...files);
  await intake(page).getByLabel('Server', { exact: true }).fill(name);
  await intake(page).getByRole('button', { name: /^Add / }).click();
  await expect(result(page)).toContainText(/of 7 tests (is|are) .*10\.6\.19 than in 10\.6\.18/, {
    timeout: 90_000,
  });
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('a CI engineer gets a Slack message and is two clicks from the suspect commit', async ({ page }) => {
  await sendNights(page.request);
  await page.goto('/regressions?line=19devel%40master&state=all');
  const short = commitOf(STEP).slice(0, 8);
  await page.getByRole('link', { name: new RegExp(`g${short}`) }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^update-zipf/ })
    .first()
    .click();
  await expect(page.locator('#suspects, section').filter({ hasText: 'Suspects' }).first()).toContainText(
    short,
  );

  const server = ofTry('user-slack');
  const messages: string[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    if (body.includes(server)) messages.push(body);
    response.writeHead(200).end('ok');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/services/T/B/X`;
  const hook = { url, format: 'slack', events: ['regression.new'] };
  const made = await page.request.post('/api/trpc/webhooks.create', { data: hook });
  expect(made.ok(), await made.text()).toBe(true);
  try {
    // Its own versions, so that the event is of this server alone.
    await storeSlowVersion(page.request, server, ['11.4.71', '11.4.72']);
    await expect.poll(() => messages.length, { timeout: 120_000 }).toBeGreaterThan(0);
    expect(JSON.parse(messages[0] ?? '').text).toContain('MariaDB 11.4.71');
  } finally {
    const { id } = (await made.json()).result.data.view;
    await page.request.post('/api/trpc/webhooks.delete', { data: { id } });
    receiver.close();
  }
});

test('a sceptic is two clicks from a record to the log line of its number', async ({ page }) => {
  const server = ofTry('user-sceptic');
  await storeSlowVersion(page.request, server);
  await page.goto(await recordOf(page.request, `${server} update-zipf`));
  await page.getByRole('link', { name: 'Open in compare' }).first().click();
  await page.locator('a[href^="/artifacts/"]').first().click();
  await expect(page).toHaveURL(/\/artifacts\/\d+/);
  await expect(page.getByRole('main')).toContainText('queries:');
  await page.goto(`/noise?q=${server}`);
  await expect(page.getByRole('region', { name: 'Servers and workloads' })).toContainText(server);
});

test('agents, config lines, noise and an unknown server are accessible in each window', async ({ page }) => {
  for (const path of ['/agents', '/lines', '/noise', '/noise/false-alarms', '/compare?server=nowhere-near']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInWindows(page);
  }
});
