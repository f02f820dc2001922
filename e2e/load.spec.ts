import { expect, type Page, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';
import { ofTry, run, upload } from './small-upload';

const PATH = `/compare?server=${RECORDED_SERVER}`;

/** The value of a figure of `/metrics`, by its name and labels. */
function figure(metrics: string, name: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? '';

test('a page that many open at once is made once, and every response has its own nonce', async ({
  request,
}) => {
  const address = `${PATH}&many=${Date.now()}`;
  const uses = async () => {
    const text = await (await request.get('/metrics')).text();
    const [miss, joined, hit] = ['miss', 'joined', 'hit'].map((use) =>
      figure(text, `basecase_page_cache_total{use="${use}"}`),
    );
    return { made: miss ?? 0, all: (miss ?? 0) + (joined ?? 0) + (hit ?? 0) };
  };
  const before = await uses();
  const nonces = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const response = await request.get(address);
      expect(response.status()).toBe(200);
      const nonce = nonceOf(response.headers()['content-security-policy']);
      const html = await response.text();
      const used = new Set([...html.matchAll(/<script[^>]* nonce="([^"]*)"/g)].map((match) => match[1]));
      expect([...used]).toEqual([nonce]);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(200);
  const after = await uses();
  expect(after.all - before.all).toBeGreaterThanOrEqual(200);
  // Not exactly one: other tests open pages and write to the same database meanwhile.
  expect(after.made - before.made).toBeLessThan(100);
});

/** What the policy refused, and what went wrong, while a page was opened and used. */
async function openAndUse(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(PATH, { waitUntil: 'load' });
  // React answers a click only when its scripts ran.
  await page.locator('td.c[tabindex="0"]').first().click();
  await expect(page).toHaveURL(/cell=/);
  return wrong;
}

test('a kept page works in a browser like a fresh one, and markup in it cannot run', async ({ context }) => {
  for (let visit = 0; visit < 2; visit += 1) {
    const page = await context.newPage();
    expect(await openAndUse(page)).toEqual([]);
    await page.close();
  }
  const page = await context.newPage();
  const refused: string[] = [];
  await page.exposeFunction('refused', (what: string) => refused.push(what));
  await page.goto(PATH);
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      (window as unknown as { refused: (what: string) => void }).refused(violatedDirective),
    );
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="document.title = \'hacked\'">');
  });
  await expect.poll(() => refused).toContainEqual(expect.stringMatching(/^script-src/));
  expect(await page.title()).not.toBe('hacked');
});

test('a kept page shows what was written as soon as it is written', async ({ request }) => {
  const page = async () => (await request.get('/runs')).text();
  const config = ofTry('kept-page-config');
  await page();
  expect(await page()).not.toContain(config);
  const stored = await upload(request, run(`x.pg180_rel.${config}.pk1`, { 'point-query': 100 }), {});
  expect(await page()).toContain(config);
  expect((await request.delete(`/api/v1/uploads/${stored.id}`)).ok()).toBe(true);
  expect(await page()).not.toContain(config);
});
