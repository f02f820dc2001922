import { expect, type Page, test } from '@playwright/test';
import { axe } from './page-checks';
import { clipboard, freeze, imageOf, openShare, sizeOf } from './share-page';
import { ofTry, run, upload } from './small-upload';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const DOCUMENTS = [
  { view: '/servers?product=PostgreSQL', title: /PostgreSQL .* on / },
  { view: '/trends?product=PostgreSQL', title: /of PostgreSQL$/ },
  { view: '/fsync', title: /^fsync latency on / },
] as const;

/** Texts of the cells of the tables of a frozen page, row by row, as `text` or `text (note)`. */
const stillTexts = (page: Page) =>
  page.locator('.benchmark-table tbody tr:has(td)').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => {
        const note = cell.querySelector('small')?.textContent?.trim() ?? '';
        const text = cell.firstChild?.nodeType === Node.TEXT_NODE ? (cell.firstChild.textContent ?? '') : '';
        return note === '' ? text : `${text} (${note})`;
      }),
    ),
  );

/** Cells of the tables of a Markdown text, without the names of rows. */
const markdownTexts = (markdown: string) =>
  markdown
    .split('\n')
    .filter(
      (line, index, lines) =>
        line.startsWith('|') && !/^\| :?--/.test(line) && !/^\| :?--/.test(lines[index + 1] ?? ''),
    )
    .map((line) => line.slice(2, -2).split(' | ').slice(1));

for (const { view, title } of DOCUMENTS) {
  test(`${view} is frozen, copied, drawn and embedded like the heatmap`, async ({ page, request }) => {
    await page.goto(view);
    const dialog = await openShare(page);
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy table as Markdown' }).click();
    await expect(dialog.getByText('Copied as Markdown')).toBeVisible();
    const markdown = await clipboard(page);
    await page.keyboard.press('Escape');
    const path = await freeze(page);
    await page.reload();
    expect(await freeze(page), 'the same view with the same numbers').toBe(path);

    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(/^Frozen on \d+ \w+ 20\d\d, parser version/)).toBeVisible();
    await expect(page.getByText('The live view shows the same numbers.')).toBeVisible();
    const shown = await stillTexts(page);
    expect(shown.length).toBeGreaterThan(2);
    expect(markdownTexts(markdown)).toEqual(shown);
    expect(await axe(page)).toEqual([]);
    const frozen = await openShare(page);
    await expect(frozen.getByLabel('permalink', { exact: true })).toHaveValue(new RegExp(`${path}$`));
    await frozen.getByRole('button', { name: 'Copy table as Markdown' }).click();
    await expect(frozen.getByText('Copied as Markdown')).toBeVisible();
    expect(await clipboard(page)).toBe(markdown);

    for (const address of [view, path]) {
      await page.goto(address);
      const image = await page.locator('meta[property="og:image"]').getAttribute('content');
      for (const size of ['card', 'table']) {
        const url = new URL(image ?? '');
        url.searchParams.set('size', size);
        const [width, height] = sizeOf(await imageOf(request, url.href));
        expect(width).toBeGreaterThanOrEqual(1200);
        expect(size === 'card' ? height : 630).toBe(630);
      }
    }

    await page.goto(path.replace('/p/', '/embed/'));
    expect(await stillTexts(page)).toEqual(shown);
    await expect(page.getByRole('banner')).toHaveCount(0);
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await expect(link).toHaveAttribute('href', path);
    }
    expect(await axe(page)).toEqual([]);
  });
}

test('a view side by side keeps its numbers when more is uploaded, and when its sources are deleted', async ({
  page,
  request,
}) => {
  const server = ofTry('share-trend');
  const first = await upload(
    request,
    {
      ...run('run1/x.pg160_rel.s1.pk1', { 'point-query': 1000 }),
      ...run('run1/x.pg170_rel.s1.pk1', { 'point-query': 800 }),
    },
    { server },
  );
  const workload = new URL(first.comparePath, 'http://x').searchParams.get('workload');
  await page.goto(`/trends?on=${server}@${workload}&x=release`);
  const path = await freeze(page);
  const frozen = async (sentence: string) => {
    await page.goto(path);
    await expect(page.getByText(sentence)).toBeVisible();
    expect(await stillTexts(page)).toEqual([['1.00'], ['0.80']]);
  };
  await frozen('The live view shows the same numbers.');
  const second = await upload(
    request,
    {
      ...run('run2/x.pg180_rel.s1.pk1', { 'point-query': 900 }),
      ...run('run2/x.pg170_rel.s1.pk1', { 'point-query': 400 }),
    },
    { server },
  );
  await frozen('The live view now differs in 1 cell and has 1 more row.');
  for (const { id } of [first, second]) {
    expect((await request.delete(`/api/v1/uploads/${id}`)).ok()).toBe(true);
  }
  await frozen('Its sources were deleted: these numbers exist only here.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const { view, title } of DOCUMENTS) {
    test(`a permalink of ${view} can be read, and leads to the live view`, async ({ page, request }) => {
      const created = await request.post('/api/trpc/permalinks.create', { data: { path: view } });
      const { slug } = (await created.json()).result.data;
      await page.goto(`/p/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(/^Frozen on /)).toBeVisible();
      expect((await stillTexts(page)).length).toBeGreaterThan(2);
      await page.getByRole('link', { name: 'Open the live view' }).click();
      await expect(page).toHaveURL((url) => view.startsWith(url.pathname));
      await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden();
      await page.getByText('Export', { exact: true }).click();
      const markdown = await page.getByRole('link', { name: 'Markdown' }).getAttribute('href');
      expect(await (await request.get(markdown ?? '')).text()).toMatch(/^## .+\n/);
    });
  }
});
