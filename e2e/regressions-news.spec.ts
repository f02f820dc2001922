import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { recordOf, storeSlowVersion, storeVersion, versionFiles } from './regression-page';
import { ofTry } from './small-upload';

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A receiver on this machine. Other specs make news as well: only messages about one server are kept.
 *
 * @param server undefined for messages about none: tests
 */
async function openReceiver(server: string | undefined) {
  const messages: Message[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    if (JSON.parse(body).data.server === server) messages.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return {
    messages,
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    close() {
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

/** As any receiver checks it: https://www.standardwebhooks.com */
function expectSigned({ headers, body }: Message, secret: string): void {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
}

/** Calls a mutation of webhooks, and gives what it answers. */
async function webhooks(request: APIRequestContext, procedure: string, input: object) {
  const response = await request.post(`/api/trpc/webhooks.${procedure}`, { data: input });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).result.data;
}

test('a webhook gets a signed message about a new record after an upload, and when it is fixed', async ({
  request,
}) => {
  const server = ofTry('hook1');
  const receiver = await openReceiver(server);
  const events = ['regression.new', 'regression.fixed'];
  const { secret, view } = await webhooks(request, 'create', { url: receiver.url, events });
  try {
    await storeSlowVersion(request, server);
    const told = () =>
      receiver.messages.map(({ body }) => {
        const { type, data } = JSON.parse(body);
        return `${type} ${data.title}`;
      });
    await expect
      .poll(() => told().toSorted(), { timeout: 90_000 })
      .toEqual([
        'regression.new insert_range=100 is slower since MariaDB 11.4.2',
        'regression.new update-zipf_range=100 is slower since MariaDB 11.4.2',
      ]);
    for (const message of receiver.messages) expectSigned(message, secret);
    const { path } = JSON.parse(receiver.messages[0]?.body ?? '').data;
    expect((await request.get(path)).status()).toBe(200);

    await storeVersion(request, server, versionFiles('11.8.2', server));
    await expect
      .poll(() => told().filter((each) => each.startsWith('regression.fixed')), { timeout: 90_000 })
      .toHaveLength(2);
  } finally {
    await webhooks(request, 'delete', { id: view.id });
    receiver.close();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an admin adds a webhook, tests, pauses and removes it', async ({ page }) => {
    const receiver = await openReceiver(undefined);
    await page.goto('/tokens');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('new', { exact: true }).uncheck();
    await page.getByLabel('fixed', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await page.getByRole('status').locator('code').textContent();
    const row = page.getByRole('row').filter({ hasText: receiver.url });
    await expect(row).toContainText('withdrawn');
    await expect(row).toContainText('none so far');

    await row.getByRole('button', { name: 'Send a test' }).click();
    // Records that other tests withdraw meanwhile are news as well.
    const test = () => receiver.messages.find(({ body }) => JSON.parse(body).type === 'webhook.test');
    await expect.poll(test, { timeout: 90_000 }).toBeDefined();
    const message = test();
    if (message) expectSigned(message, secret ?? '');
    await row.getByRole('link', { name: 'All messages' }).click();
    const sent = page.getByRole('region', { name: 'Messages' }).getByRole('row').filter({ hasText: 'test' });
    await expect(async () => {
      await page.reload();
      await expect(sent).toContainText('204', { timeout: 3000 });
    }).toPass();

    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('paused');
    await expect(row.getByRole('button', { name: 'Send a test' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    receiver.close();
  });
});

interface FeedView {
  title: string | null;
  /** Elements that a feed or an entry must have exactly once (RFC 4287) and lacks. */
  missing: string[];
  ids: string[];
  entries: string[];
}

/** Reads a feed with the browser's XML parser. */
async function readFeed(page: Page, path: string): Promise<FeedView> {
  const response = await page.request.get(path);
  expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  return page.evaluate(
    (xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      const error = document.querySelector('parsererror');
      if (error) throw new Error(error.textContent);
      const own = (element: Element, name: string) =>
        [...element.children].filter(
          (child) => child.localName === name && child.namespaceURI === 'http://www.w3.org/2005/Atom',
        );
      const root = document.documentElement;
      const entries = own(root, 'entry');
      const missing = [root, ...entries].flatMap((element) =>
        ['id', 'title', 'updated', ...(element === root ? ['author'] : ['published', 'summary'])].filter(
          (name) => own(element, name).length !== 1 || own(element, name)[0]?.textContent?.trim() === '',
        ),
      );
      const textOf = (element: Element, name: string) => own(element, name)[0]?.textContent ?? '';
      return {
        title: textOf(root, 'title'),
        missing,
        ids: [root, ...entries].map((element) => textOf(element, 'id')),
        entries: entries.map((entry) => textOf(entry, 'title')),
      };
    },
    await response.text(),
  );
}

test('the feeds of everything, of a product and of a server are valid Atom', async ({ page }) => {
  const name = ofTry('feed1');
  await storeSlowVersion(page.request, name);
  await recordOf(page.request, `${name} update-zipf`);
  await page.goto(`/regressions?server=${name}`);
  const href = await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href');
  expect(href).toBe(`/api/v1/events.atom?server=${name}`);
  const [events, all, product, server] = await Promise.all([
    readFeed(page, href ?? ''),
    readFeed(page, '/api/v1/regressions.atom'),
    readFeed(page, '/api/v1/regressions.atom?product=PostgreSQL'),
    readFeed(page, `/api/v1/regressions.atom?server=${name}`),
  ]);
  for (const feed of [events, all, product, server]) {
    expect(feed.missing).toEqual([]);
    expect(feed.entries.length).toBeGreaterThan(0);
    expect(new Set(feed.ids).size).toBe(feed.ids.length);
  }
  for (const { title } of [events, server]) expect(title).toBe(`Regressions on ${name}`);
  expect(events.entries).toEqual([expect.stringMatching(/^MariaDB 11\.4\.2 on .* slower/)]);
  expect(server.entries.toSorted()).toEqual([
    expect.stringMatching(/^insert.* is slower since MariaDB 11\.4\.2 \(0\.70\)$/),
    expect.stringMatching(/^update-zipf.* is slower since MariaDB 11\.4\.2 \(0\.60\)$/),
  ]);
  expect(product.entries.filter((title) => title.includes('MariaDB'))).toEqual([]);
  expect(product.entries.some((title) => title.includes('since PostgreSQL 16.11'))).toBe(true);
});
