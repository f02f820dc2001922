import { expect, type Page, test } from '@playwright/test';
import { RECORDED_SERVER } from './compare-page';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { ofTry, run, upload } from './small-upload';

const PAGE = (server: string) => `/servers/${server}`;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const factRow = (page: Page, name: string) =>
  section(page, 'Facts')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** Widths, themes and axe of the page as it is. */
async function expectSound(page: Page) {
  await page.setViewportSize(VIEWPORTS.wide);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);
}

test('a server has a page with what was read and measured', async ({ page }) => {
  await page.goto(PAGE(RECORDED_SERVER));
  await expect(page).toHaveTitle(/record-2core/);
  await expect(factRow(page, 'Cores')).toContainText(/2.*read with \d+ runs/);
  await expect(section(page, 'Also called')).toContainText('its name');
  await expectSound(page);
  await section(page, 'Measured here')
    .getByRole('link', { name: /^sysbench/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/compare\?server=record-2core/);
  await page.getByRole('link', { name: 'About the server' }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE(RECORDED_SERVER)}$`));
});

test('what people say of a server stands before what was read, and is taken back', async ({
  page,
  request,
}) => {
  const server = ofTry('facts-said');
  await upload(request, run('x.my8044_rel.z12a.pk1', { 'point-query': 1111 }), { server });
  await page.goto(PAGE(server));
  await expect(factRow(page, 'Cores')).toContainText('needed for CPU µs/o');

  await page.getByRole('link', { name: 'Change facts …' }).click();
  await page.getByLabel('Cores').fill('48');
  await page.getByLabel('Memory').fill('128 GB');
  await page.getByRole('button', { name: 'Save facts' }).click();
  await expect(factRow(page, 'Cores')).toContainText(/48\s*said by local/);
  await expect(factRow(page, 'Memory')).toContainText('128 GiB');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('48-core');

  await page.getByRole('button', { name: 'shared' }).click();
  await expect(page.getByRole('button', { name: 'shared' })).toHaveAttribute('aria-pressed', 'true');
  await expectSound(page);

  const history = section(page, 'History');
  await expect(history.getByRole('row')).toHaveCount(4);
  await history.getByRole('button', { name: /^Undo: Cores/ }).click();
  await expect(factRow(page, 'Cores')).toContainText('not known');
});

test('a new server is asked for its kind once, where its upload is', async ({ page, request }) => {
  const server = ofTry('asked-once');
  const { id } = await upload(request, run('x.my8044_rel.z12a_c2r4.pk1', { 'point-query': 1511 }), {
    server,
  });
  await page.goto(`/uploads/${id}`);
  const question = section(page, 'Is this machine dedicated?');
  await expect(question).toContainText('only a dedicated machine gives sure verdicts');
  await expectSound(page);
  await question.getByRole('button', { name: 'Dedicated' }).click();
  await expect(question).toHaveCount(0);
  await page.goto(PAGE(server));
  await expect(factRow(page, 'Kind')).toContainText(/said by local/);
  await expect(factRow(page, 'Kind').getByRole('button', { name: 'dedicated' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the question of a new server is a plain form', async ({ page, request }) => {
    const { id } = await upload(request, run('x.my8044_rel.z12a_c2r4.pk1', { 'point-query': 1611 }), {
      server: ofTry('asked-plain'),
    });
    await page.goto(`/uploads/${id}`);
    const question = section(page, 'Is this machine dedicated?');
    await question.getByRole('button', { name: 'Don’t know' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(question).toHaveCount(0);
  });
});

test('two names of one machine are merged, later uploads too, and taken apart', async ({ page, request }) => {
  const [kept, away] = [ofTry('merge-kept'), ofTry('merge-away')];
  await upload(request, run('x.my8044_rel.z12a_c8r32.pk1', { 'point-query': 1310 }), { server: kept });
  const { comparePath } = await upload(request, run('x.my8405_rel.z12a_c8r32.pk1', { 'point-query': 1320 }), {
    server: away,
  });
  await page.goto(PAGE(kept));
  await page.getByLabel('Another name, or another server').fill(away);
  await page.getByRole('button', { name: 'Add …' }).click();
  const changes = section(page, 'What changes');
  await expect(changes).toContainText('gains MySQL 8.4.5');
  await expect(changes).toContainText(`${away} has no runs left.`);
  await expectSound(page);
  await page.getByLabel('Reason').fill('the host was renamed');
  await page.getByRole('button', { name: 'Merge 1 run' }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE(kept)}#names$`));
  await expect(section(page, 'Also called')).toContainText('the host was renamed');

  await upload(request, run('x.my9500_rel.z12a_c8r32.pk1', { 'point-query': 1330 }), { server: away });
  await page.goto(PAGE(away));
  await expect(page).toHaveURL(new RegExp(`${PAGE(kept)}$`));
  await expect(page.getByText('3 runs of MySQL')).toBeVisible();
  await page.goto(comparePath);
  await expect(page.getByRole('columnheader', { name: /9\.5\.0/ }).first()).toBeVisible();

  await page.goto(PAGE(kept));
  await page.getByRole('link', { name: `Take out ${away}` }).click();
  await page.getByRole('button', { name: /^Undo it for 2 runs/ }).click();
  await expect(page.getByText(/^Undone by local/)).toBeVisible();
  await page.goto(PAGE(away));
  await expect(page).toHaveURL(new RegExp(`${PAGE(away)}$`));
  await expect(page.getByText('2 runs of MySQL')).toBeVisible();
});

test('workloads that are one suite are merged after a look at both', async ({ page, request }) => {
  const server = ofTry('merge-suites');
  const sent = await upload(request, run('x.my8044_rel.z12a_c8r32.pk1', { 'point-query': 1340 }), {
    server,
  });
  const logs = run('x.my9500_rel.z12a_c8r32.pk1', { 'point-query': 1350 });
  const manifest = JSON.stringify({ basecase: 1, workload: { label: 'night shift' } });
  const other = await upload(request, { ...logs, 'basecase.json': manifest }, { server });
  const slugOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('workload') ?? '';

  await page.goto(PAGE(server));
  await page.getByRole('link', { name: 'Merge those that are one suite …' }).click();
  await page.getByLabel('Keep').selectOption(slugOf(sent.comparePath));
  await page.getByLabel('Merge into it').selectOption(slugOf(other.comparePath));
  await page.getByRole('button', { name: 'Show what changes' }).click();
  const label = section(page, 'Side by side').getByRole('row').filter({ hasText: 'Workload label' });
  await expect(label).toContainText('night shift');
  await expect(section(page, 'What changes')).toContainText('gains MySQL 9.5.0');
  await expectSound(page);
  await page.getByLabel('Reason').fill('the same suite');
  await page.getByRole('button', { name: 'Merge 1 run' }).click();
  await expect(section(page, 'Also called')).toContainText('workloads merged by local');
  await page.goto(other.comparePath);
  await expect(page.getByRole('columnheader', { name: /9\.5\.0/ }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /8\.0\.44/ }).first()).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('facts are shown all the same', async ({ page, request }) => {
    const server = ofTry('facts-plain');
    await upload(request, run('x.my8044_rel.z12a_c8r32.pk1', { 'point-query': 1222 }), { server });
    await page.goto(PAGE(server));
    await page.getByText('Change facts …').last().click();
    await page.getByLabel('Cores').fill('24');
    await page.getByLabel('Reason').fill('lscpu of the host');
    await page.getByRole('button', { name: 'Save facts' }).click();
    await expect(factRow(page, 'Cores')).toContainText(/24\s*said by local/);
    await expect(section(page, 'History')).toContainText('lscpu of the host');
  });
});
