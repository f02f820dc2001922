import { expect, type Locator, type Page, test } from '@playwright/test';
import { cell, hydrated, openRecorded, RECORDED_SERVER } from './compare-page';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { imageOf } from './share-page';
import { type Files, ofTry, run, tarball, upload } from './small-upload';

/** A server and releases that no other spec looks at. */
const SERVER = 'why-48';
const [BASE, OWN] = [
  { directory: 'x.ma120201_rel.z12a_c48r128.pk1', version: '12.2.1' },
  { directory: 'x.ma120301_rel.z12a_c48r128.pk1', version: '12.3.1' },
];

/** Logs of insert at three numbers of clients; the file names say how many. */
function clientLogs(directory: string, qps: Readonly<Record<number, number>>): Files {
  const files: Files = {};
  for (const [clients, value] of Object.entries(qps)) {
    for (const [path, log] of Object.entries(run(directory, { insert: value }, 0))) {
      files[path.replace('.dop1', `.dop${clients}`)] = log
        .replace('--threads=1', `--threads=${clients}`)
        .replace('Number of threads: 1', `Number of threads: ${clients}`)
        // Of one client: with more of them neither would hold.
        .replace(/^ +avg: .*\n/m, '')
        .replace(/Threads fairness:[\s\S]*$/, '');
    }
  }
  return files;
}

/** SHOW GLOBAL STATUS before and after insert, which is of `operations` queries. */
function dumps(directory: string, operations: number, perOperation: Readonly<Record<string, number>>): Files {
  const dump = (counted: number) =>
    ['Aborted_clients', ...Object.keys(perOperation)]
      .map((name) => `${name}\t${Math.round(5000 + counted * (perOperation[name] ?? 0))}\n`)
      .join('');
  return {
    [`${directory}/sb.gs.before.insert.range100.pk1`]: dump(0),
    [`${directory}/sb.gs.insert.range100.pk1`]: dump(operations),
  };
}

const stacks = (search: number, log: number) =>
  `mariadbd;do_command;row_search_mvcc ${search}\nmariadbd;do_command;trans_commit;log_write_up_to ${log}\n`;

const FILES: Files = {
  ...clientLogs(BASE.directory, { 1: 1000, 8: 7000, 32: 16_000.5 }),
  ...clientLogs(OWN.directory, { 1: 1001, 8: 6990, 32: 12_000 }),
  ...dumps(BASE.directory, 10_000, { Innodb_log_writes: 0.4, Innodb_rows_inserted: 1 }),
  ...dumps(OWN.directory, 10_010, { Innodb_log_writes: 0.8, Innodb_rows_inserted: 1 }),
};

/** Opens insert at one client, where the dumps are. */
async function openInsert(page: Page): Promise<Locator> {
  const { comparePath } = await upload(page.request, FILES, { server: SERVER, filename: 'why.tar.gz' });
  const address = new URL(comparePath, 'http://x');
  address.searchParams.set('workload', (address.searchParams.get('workload') ?? '').replace(/-\d+c/, '-1c'));
  await page.goto(address.pathname + address.search);
  await hydrated(page);
  await (await cell(page, 'insert range=100', OWN.version)).click();
  return page.getByRole('complementary');
}

test('counters per operation are shown next to the base, the largest change first', async ({ page }) => {
  const panel = await openInsert(page);
  await panel.getByRole('link', { name: 'Counters' }).click();
  await expect(page).toHaveURL(/#counters$/);
  const rows = panel.getByRole('region', { name: 'Counters that moved most' }).locator('tbody tr');
  await expect(rows.first()).toContainText('Innodb_log_writes');
  await expect(rows.first().locator('td')).toHaveText(['0.4', '0.8', '2.00', '']);
  await expect(panel.getByText(/^Innodb_log_writes .* is 2\.00 times that of 12\.2\.1/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
});

test('a flame graph without its log is shown at the run of its directory, also by keys', async ({ page }) => {
  const panel = await openInsert(page);
  await panel.getByRole('link', { name: 'Flamegraph' }).click();
  await expect(page).toHaveURL(/#flamegraph$/);
  const name = 'sb.perf.g.cycles.insert.range100.pk1.all.folded';
  const files = {
    [`${BASE.directory}/${name}`]: stacks(80, 20),
    [`${OWN.directory}/${name}`]: stacks(60, 40),
  };
  await uploadProfiles(page, files);
  await page.reload();
  const drawn = panel.locator('.icicle').last();
  const frame = (text: string) => drawn.locator('.icicle-frames > span', { hasText: text });
  await expect(frame('log_write_up_to +20')).toBeVisible();
  await expect(panel.getByRole('region', { name: /^Frames that changed most/ })).toContainText(
    'log_write_up_to',
  );
  await expectAccessible(page);

  await drawn.getByRole('application').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(drawn.locator('output')).toHaveText(
    /^row_search_mvcc: 60% of samples, itself 60%.*itself −20$/,
  );
  await page.keyboard.press('Enter');
  await expect(frame('log_write_up_to')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Zoom out' }).click();
  await expect(frame('log_write_up_to +20')).toBeVisible();
  await panel.getByRole('searchbox', { name: 'Find a frame' }).fill('commit');
  await expect(drawn).toContainText('1 found');
});

/** An upload without a run has no heatmap to lead to. */
async function uploadProfiles(page: Page, files: Files): Promise<void> {
  const query = new URLSearchParams({ filename: 'profiles.tar.gz', server: SERVER });
  const sent = await page.request.put(`/api/v1/uploads?${query}`, { data: tarball(files) });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { id } = await sent.json();
  const view = async () => (await page.request.get(`/api/v1/uploads/${id}`)).json();
  await expect.poll(async () => (await view()).state).toBe('stored');
  expect((await view()).runs).toEqual([]);
}

test('throughput by clients says from which number of clients on it is slower', async ({ page }) => {
  const panel = await openInsert(page);
  await panel.getByRole('link', { name: 'Clients' }).click();
  await expect(
    panel.getByText('The same up to 8 clients (1.00), slower from 32 clients on: 0.75 at 32.'),
  ).toBeVisible();
  await expect(panel.getByRole('img', { name: /^queries\/s by number of clients/ })).toBeVisible();
  const table = panel.getByRole('region', { name: 'Throughput by clients, table' });
  await expect(table.locator('tbody tr').last().locator('td')).toHaveText(['1.00', '1.00', '0.75']);
  await expectAccessible(page);
  await table.getByRole('link', { name: '32' }).click();
  await expect(page).toHaveURL(/-32c.*#clients$/);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
});

test('a tab is kept in the address, over cells and by back, and names the missing recording', async ({
  page,
}) => {
  await openRecorded(page);
  const heads = await page.locator('th.column-head b').allTextContents();
  await (await cell(page, 'point-query range=100', heads.at(-1) ?? '')).click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('link', { name: 'Counters' }).click();
  await expect(panel.getByText(/^No counters were recorded for .* Write SHOW GLOBAL STATUS/)).toBeVisible();
  await panel.getByRole('link', { name: 'Flamegraph' }).click();
  await expect(panel.getByText(/^No flame graph was recorded for/)).toBeVisible();
  await page.goBack();
  await (await cell(page, 'insert range=100', heads.at(-1) ?? '')).click();
  await expect(page).toHaveURL(/insert_range.*#counters$/);
  await expect(panel.getByRole('link', { name: 'Counters' })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('1');
  await expect(panel.getByRole('region', { name: 'Per operation table' })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('link', { name: 'Counters' })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/#/);
});

/** Logs of a version in rounds, each slightly different from the previous one; no other spec has these numbers. */
function roundsOf(name: string, qps: number): Files {
  const rounds = { id: 'e2e-rounds', seconds: 5, warmup: 1, restartEvery: 6 };
  const slices = Array.from({ length: 12 }, (_, index) => {
    const files = run(`round${String(index + 1).padStart(2, '0')}/x.${name}.pk1`, {
      insert: qps * (1 + 0.0013 * ((index * 5) % 12)),
    });
    return files;
  });
  return Object.assign({ 'basecase.json': JSON.stringify({ basecase: 1, rounds }) }, ...slices);
}

test('rounds are drawn one by one, with what they say together', async ({ page, request }) => {
  const server = ofTry('in-rounds');
  await upload(request, roundsOf('my8044_rel.z12a_c8r32', 1717), { server });
  await upload(request, roundsOf('my9500_rel.z12a_c8r32', 1543), { server });
  await page.goto(`/compare?server=${server}&cell=insert_range%3D100@mysql-9.5.0-rel-z12a_c8r32#rounds`);
  const panel = page.getByRole('complementary');
  await expect(panel.getByText(/^12 rounds, −10\.\d% ± \d\.\d%$/)).toBeVisible();
  await expect(panel.getByRole('img', { name: /^Ratio to the base in 12 rounds/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
});

test('the page of a record has the same tabs', async ({ page }) => {
  await page.goto(`/regressions?server=${RECORDED_SERVER}`);
  await page.locator('tr.event summary').first().click();
  await page.locator('a[href^="/r/"]').first().click();
  await expect(page.getByRole('region', { name: 'Per operation' })).toBeVisible();
  await page.getByRole('link', { name: 'Over time' }).click();
  await expect(page).toHaveURL(/\/r\/.*#over-time$/);
  await expect(page.getByRole('img', { name: /^Throughput over time/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all tabs are below each other, those that need a script have a note', async ({ page }) => {
    await page.goto(`/compare?server=${RECORDED_SERVER}&cell=insert_range=100@postgresql-18.4-rel-b1_c2r24`);
    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('region', { name: 'Per operation table' })).toBeVisible();
    await expect(panel.getByText(/^Counters is read from the stored files/)).toBeVisible();
  });
});

test('a report is published as HTML with its picture inside, and as Markdown, short and long', async ({
  page,
}) => {
  await page.goto(`/report?server=${RECORDED_SERVER}`);
  await page.getByText('Copy', { exact: true }).first().click();
  await expectAccessible(page);
  const read = async (name: string) => {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    return (await page.request.get(href ?? '')).text();
  };
  const html = await read('HTML, short form');
  expect(html).toMatch(/<img src="data:image\/png;base64,[\w+/]{1000}/);
  expect(html).not.toContain('What was tested');
  expect(await read('HTML, long form')).toContain('What was tested');
  const origin = new URL(page.url()).origin;
  const markdown = await read('Markdown, long form');
  const picture = /!\[Heatmap: [^\]]+\]\(([^)]+)\)/.exec(markdown)?.[1] ?? '';
  expect(new URL(picture).origin).toBe(origin);
  await imageOf(page.request, picture);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
});
