import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { ofTry, run, upload } from './small-upload';

const TESTS = { 'point-query': 5119.31, insert: 5220.31, delete: 5321.31 };
/** It includes the logs of 10.11.4; 10.11.5 is known from the table only. */
const [WITH_LOGS, TABLE_ONLY] = ['x.ma101104_rel.tables1.pk1', 'x.ma101105_rel.tables1.pk1'];

/** vmstat of ten seconds in which all cores were busy by 40%; the first row is since boot. */
function vmstat(): string {
  const row = ' 1  0      0 900000  10000 500000    0    0     0     0 2000 40000 30 10 60  0  0';
  return [
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----',
    ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
    ...Array.from({ length: 11 }, () => row),
    '',
  ].join('\n');
}

/** A table of costs as their author's scripts print it: a block for each test. */
function costs(): string {
  return Object.entries(TESTS)
    .map(([name, qps]) =>
      [
        `sb.met.${name}.range100.pk1.dop1`,
        '--- absolute',
        'cpu/o\t\tcs/o\tr/o\trKB/o\twKB/o\to/s\tdbms',
        `${(38.4 / qps).toFixed(6)}\t7.500\t0\t0\t0\t${qps.toFixed(0)}\t${WITH_LOGS}`,
        `${(38.4 / qps).toFixed(6)}\t7.500\t0\t0\t0\t${(qps * 0.9).toFixed(0)}\t${TABLE_ONLY}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

test('a table with logs of some columns is one heatmap that names the reported costs', async ({
  page,
  request,
}) => {
  const logs = Object.fromEntries(
    Object.entries(run(`dop1/${WITH_LOGS}`, TESTS)).flatMap(([name, text]) => [
      [name, text],
      [name.replace('sb.o.', 'sb.vm.'), vmstat()],
    ]),
  );
  const { comparePath } = await upload(
    request,
    { ...logs, 'dop1/o.met.all': costs() },
    { server: ofTry('tables-2core'), filename: 'tables.tar.gz' },
  );

  await page.goto(`${comparePath}&metric=cpu%2Fo`);
  await expect(page.getByRole('button', { name: /^10\.11\.4/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^10\.11\.5/ })).toBeVisible();
  await expect(page.getByText('cpu/o of 10.11.5 is as a summary table reported it')).toBeVisible();
  await expect(page.locator('td.reported')).toHaveCount(Object.keys(TESTS).length);
  await expect(page.locator('td.reported').first()).toHaveCSS('text-decoration-style', 'dotted');
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);

  const address = new URL(comparePath, page.url()).searchParams;
  const csv = await request.get(`/api/v1/compare?${address}&metric=cpu%2Fo&format=csv`);
  expect(await csv.text()).toContain(`,${TABLE_ONLY}\n`);
  const json = await (await request.get(`/api/v1/compare?${address}&metric=cpu%2Fo`)).json();
  expect(json.rows[0].reported).toEqual([false, true]);
});

test('published tables open as their authors printed them', async ({ page, request }) => {
  const workload = '2025-05-29-postgres-18-beta1-io_workers-insert-benchmark-18beta1-x10cw2_c32r128';
  const table = await (await request.get(`/api/v1/compare?server=ax162-s&workload=${workload}`)).json();
  expect(table.base).toBe('18beta1 x10cw2_c32r128');
  expect(table.columns).toEqual(
    ['2', '4', '6', '8', '16', '32'].map((workers) => `18beta1 x10cw${workers}_c32r128`),
  );

  await page.goto(`/insert-benchmark?server=ax162-s&workload=${workload}`);
  await expect(page.getByRole('combobox', { name: 'Base' })).toHaveValue(/x10cw2_c32r128$/);

  await page.goto('/fsync?workload=2026-01-07-fsync-latency-fio');
  const each = page.locator('section', { hasText: 'Each measurement, 16 KB writes' });
  await expect(each.getByRole('row', { name: /^dell/ })).toContainText('891.1, 889.2');
  await expectAccessible(page);
});
