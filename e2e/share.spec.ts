import { expect, test } from '@playwright/test';
import {
  cell,
  cellTexts,
  collectRequests,
  columnHead,
  hydrated,
  openRecorded,
  RECORDED_SERVER,
} from './compare-page';
import { axe } from './page-checks';
import { clipboard, freeze, imageOf, openShare, sizeOf } from './share-page';
import { ofTry, run, upload } from './small-upload';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a permalink shows the frozen view: same numbers, same open cell, with a note that it is frozen', async ({
  page,
}) => {
  await openRecorded(page, '&base=postgresql-15.18-rel-b1_c2r24&q=-insert');
  const version = (await page.locator('th.column-head b').allTextContents()).at(-1) ?? '';
  await (await cell(page, 'point-query range=100', version)).click();
  await expect(page).toHaveURL(/cell=/);
  const shown = await cellTexts(page);
  const path = await freeze(page);
  expect(path).toMatch(/^\/p\/[A-Za-z0-9]{10}$/);
  await page.reload();
  expect(await freeze(page), 'the same view with the same numbers').toBe(path);

  await page.goto(path);
  await hydrated(page);
  expect(await cellTexts(page)).toEqual(shown);
  await expect(columnHead(page, '15.18')).toHaveClass(/is-base/);
  await expect(page.getByText(/^Frozen on \d+ \w+ 20\d\d, parser version \d+$/)).toBeVisible();
  await expect(page.getByText('The live view shows the same numbers.')).toBeVisible();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'point-query' })).toBeVisible();
  await expect(panel.locator('.log .hit').first()).toContainText(/queries:\s+\d+/);
  expect(await axe(page)).toEqual([]);

  await page.getByRole('link', { name: 'Open the live view' }).click();
  await expect(page).toHaveURL(/\/compare\?server=record-2core/);
  expect(await cellTexts(page)).toEqual(shown);
});

test('base and metric can be changed over the frozen numbers, without a request, and kept in the address', async ({
  page,
}) => {
  await openRecorded(page, '&metric=cpu/o&only=1');
  const path = await freeze(page);
  await page.goto(path);
  await hydrated(page);
  const frozen = await cellTexts(page);
  const requests = collectRequests(page);
  await page.getByRole('button', { name: 'QPS', exact: true }).click();
  await page.getByLabel('Only changes').uncheck();
  await expect(page).toHaveURL(`${path}?metric=QPS&only=`);
  const changed = await cellTexts(page);
  expect(changed).not.toEqual(frozen);
  expect(requests).toEqual([]);

  await page.reload();
  expect(await cellTexts(page)).toEqual(changed);
  await page.goto(path);
  expect(await cellTexts(page)).toEqual(frozen);
});

test('keeps the old numbers when more is uploaded, and when its sources are deleted', async ({
  page,
  request,
}) => {
  const server = ofTry('share-life');
  const first = await upload(
    request,
    {
      ...run('run1/x.pg160_rel.s1.pk1', { 'point-query': 1000, insert: 500 }),
      ...run('run1/x.pg170_rel.s1.pk1', { 'point-query': 800, insert: 600 }),
    },
    { server },
  );
  await page.goto(first.comparePath);
  await hydrated(page);
  const old = await cellTexts(page);
  expect(old).toEqual([
    ['1\u202f000', '0.80'],
    ['500', '1.20'],
  ]);
  const path = await freeze(page);
  const frozen = async (sentence: string) => {
    await page.goto(path);
    await expect(page.getByText(sentence)).toBeVisible();
    expect(await cellTexts(page)).toEqual(old);
  };
  await frozen('The live view shows the same numbers.');

  // A second run of 17.0: its median with the first is another number.
  const second = await upload(request, run('run2/x.pg170_rel.s1.pk1', { 'point-query': 400 }), {
    server,
  });
  await page.goto(first.comparePath);
  expect(await cellTexts(page)).toEqual([
    ['1\u202f000', '0.60'],
    ['500', '1.20'],
  ]);
  await frozen('The live view now differs in 1 cell.');
  const third = await upload(request, run('x.pg180_rel.s1.pk1', { 'point-query': 900 }), { server });
  await frozen('The live view now differs in 1 cell and has 1 more column.');

  for (const { id } of [first, second, third]) {
    expect((await request.delete(`/api/v1/uploads/${id}`)).ok()).toBe(true);
  }
  await frozen('Its sources were deleted: these numbers exist only here.');
  expect((await request.get(first.comparePath)).status()).toBe(404);
});

test('the dialog works by keyboard and gives the focus back', async ({ page }) => {
  await openRecorded(page);
  const button = page.getByRole('button', { name: 'Share', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  await expect(dialog).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const metric = page.getByRole('button', { name: 'QPS', exact: true, includeHidden: true });
  await page.keyboard.press('m');
  await expect(metric, 'keys of the page do nothing in here').toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('copies addresses, the embed code, and the visible table in every format', async ({ page, request }) => {
  await openRecorded(page, '&q=update&cols=postgresql-17.10-rel-b1_c2r24,postgresql-18.4-rel-b1_c2r24');
  const live = page.url();
  const dialog = await openShare(page);
  await dialog.getByRole('button', { name: 'Copy live address' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  expect(await clipboard(page)).toBe(live);

  const formats = { Markdown: 'md', TSV: 'tsv', CSV: 'csv', JSON: 'json' };
  for (const [name, format] of Object.entries(formats)) {
    await dialog.getByRole('button', { name: `Copy table as ${name}` }).click();
    await expect(dialog.getByText(`Copied as ${name}`)).toBeVisible();
    const printed = await request.get(`/api/v1/compare${new URL(live).search}&format=${format}`);
    expect(await clipboard(page)).toBe(await printed.text());
  }
  await dialog.getByRole('button', { name: 'Copy table as TSV' }).click();
  await expect(dialog.getByText('Copied as TSV')).toBeVisible();
  const ratios = (await cellTexts(page)).map((row) => row[1]);
  expect(await clipboard(page)).toBe(
    [
      'Relative to: x.pg1710_rel.b1_c2r24.pk1',
      'col-1 : x.pg184_rel.b1_c2r24.pk1',
      '',
      'col-1',
      `${ratios[0]}\tupdate-index_range=100`,
      `${ratios[1]}\tupdate-nonindex_range=100`,
      '',
    ].join('\n'),
  );

  await dialog.getByRole('button', { name: 'Create permalink' }).click();
  await dialog.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  expect(await clipboard(page)).toMatch(
    /^<iframe src="http:[^"]+\/embed\/\w{10}" title="PostgreSQL 17\.10 to 18\.4/,
  );
});

test('says inline what went wrong', async ({ page }) => {
  await openRecorded(page);
  await page.route('**/api/trpc/permalinks.create', (route) => route.abort());
  await page.route('**/api/v1/compare?*', (route) => route.fulfill({ status: 500 }));
  const dialog = await openShare(page);
  await dialog.getByRole('button', { name: 'Create permalink' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/could not be reached/);
  await dialog.getByRole('button', { name: 'Copy table as CSV' }).click();
  await expect(dialog.getByRole('alert').last()).toHaveText(/the server answered 500/);
});

test('has images of 1200 × 630 for social cards, and of the whole table', async ({ page, request }) => {
  await openRecorded(page, '&cell=update-index_range=100@postgresql-18.4-rel-b1_c2r24');
  const path = await freeze(page);
  const live = [
    page.url(),
    /^update-index range=100: PostgreSQL 18\.4 against 14\.23/,
    /^\d\.\d\d of the base, 14\.23/,
  ];
  // A permalink is opened by readers who do not know the product: its words are those of its card.
  const frozen = [
    path,
    /^PostgreSQL 18\.4 handles \d+% more updates per second than 14\.23 on this/,
    /^Sure: \+\d+% /,
  ];
  for (const [address, title, description] of [live, frozen] as [string, RegExp, RegExp][]) {
    await page.goto(address);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toMatch(title);
    expect(await page.locator('meta[property="og:description"]').getAttribute('content')).toMatch(
      description,
    );
    expect(sizeOf(await imageOf(request, image ?? ''))).toEqual([1200, 630]);
  }
  const [width, height] = sizeOf(await imageOf(request, `${path}/opengraph-image?size=table`));
  expect(width).toBe(1200);
  expect(height).toBeGreaterThan(600);
});

test('an embedded table is the table alone, and leads to its permalink in its own tab', async ({ page }) => {
  await openRecorded(page);
  const shown = await cellTexts(page);
  const path = await freeze(page);
  await page.goto(path.replace('/p/', '/embed/'));
  const rows = page.locator('tbody tr:has(td)');
  expect(
    await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((each) => each.firstChild?.textContent ?? '')),
    ),
  ).toEqual(shown);
  await expect(page.getByRole('banner')).toHaveCount(0);
  for (const link of await page.getByRole('main').getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', path);
  }
  expect(await axe(page)).toEqual([]);
});

test('a report says in words what its tables say, as a page and as Markdown', async ({ page, request }) => {
  const query = `?server=${RECORDED_SERVER}&base=postgresql-17.10-rel-b1_c2r24`;
  await page.goto(`/compare${query}`);
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PostgreSQL 14.23 to 18.4 on 2-core');
  const table = page.getByRole('region', { name: 'Relative QPS: Range queries with aggregation, table' });
  const ratios = (
    await table
      .locator('tbody tr:not(.mean) td:last-child')
      .evaluateAll((cells) => cells.map((each) => each.firstChild?.textContent ?? ''))
  ).map(Number);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  const sentence = `18.4 is between ${low}X and ${high}X of 17.10`;
  await expect(page.getByText(sentence).first()).toBeVisible();
  expect(await axe(page)).toEqual([]);

  const markdown = await (await request.get(`/api/v1/report${query}&format=md`)).text();
  expect(markdown).toContain(`- Range queries with aggregation: ${sentence}`);
  expect(markdown).toContain('- Relative to: x.pg1710_rel.b1_c2r24.pk1 (17.10)');

  const path = await freeze(page);
  await page.goto(path);
  await expect(page.getByText(/^Frozen on /)).toBeVisible();
  await expect(page.getByText(sentence).first()).toBeVisible();
});

/** Views that are frozen as they are read, each with something that it shows. */
test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a permalink can be read, and its base changed', async ({ page, request }) => {
    const created = await request.post('/api/trpc/permalinks.create', {
      data: { path: `/compare?server=${RECORDED_SERVER}&cell=insert_range=100@postgresql-18.4-rel-b1_c2r24` },
    });
    const { slug } = (await created.json()).result.data;
    await page.goto(`/p/${slug}`);
    await expect(page.getByText(/^Frozen on /)).toBeVisible();
    expect(await cellTexts(page)).toHaveLength(12);
    await expect(page.locator('.log .hit').first()).toContainText(/queries:/);

    const before = await cellTexts(page);
    await columnHead(page, '16.14').getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`/p/${slug}\\?.*base=postgresql-16`));
    expect(await cellTexts(page)).not.toEqual(before);
    await expect(page.getByText(/^Frozen on /)).toBeVisible();
  });
});

test('an unknown permalink is reported as not found', async ({ page, request }) => {
  expect((await page.goto('/p/nothing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get('/p/nothing/opengraph-image')).status()).toBe(404);
  expect((await request.get('/api/v1/permalinks/nothing')).status()).toBe(404);
  expect((await request.get('/embed/nothing')).status()).toBe(404);
  expect((await request.get('/api/v1/views/nothing')).status()).toBe(404);
  expect((await request.get('/image/nothing')).status()).toBe(404);
  expect((await request.get('/api/v1/views/trends?format=xml')).status()).toBe(400);
});
