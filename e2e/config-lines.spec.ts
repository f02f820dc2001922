import { expect, test } from '@playwright/test';
import { hydrated } from './compare-page';
import { collectErrors, expectAccessible } from './page-checks';
import { type Files, ofTry, run, sayDedicated, upload } from './small-upload';

const TESTS = {
  'hot-points': 1000,
  'point-query': 2000,
  'random-points': 3000,
  'range-covered-pk': 4000,
  'read-only-count': 5000,
  'read-only-sum': 6000,
  'update-index': 7000,
  'update-zipf': 8000,
};
/** Tests that the later config slows down, in every version. */
const MOVED = ['random-points', 'update-index', 'update-zipf'];

/** A run of MariaDB with the text of its config. */
function measured(version: string, config: string): Files {
  const directory = `x.ma${version}_rel.${config}_c8r32.pk1`;
  const isLater = config.endsWith('b');
  const factor = (name: string) => (isLater && MOVED.includes(name) ? 0.6 : 1);
  // Each run has its own numbers: the same log is stored once.
  const own = 1 + Number(version) / 1e7 + (isLater ? 0.001 : 0);
  const qps = Object.entries(TESTS).map(([name, value]) => [name, value * own * factor(name)]);
  return {
    ...run(directory, Object.fromEntries(qps)),
    [`${directory}/my.cnf.c${config}_c8r32`]: `[mysqld]\ninnodb_purge_threads=${isLater ? 8 : 4}\n`,
  };
}

/** Names of a config and the one that continues it. */
const configsOf = (stem: string) => [`${stem}a`, `${stem}b`] as const;

test('a config step is proposed at the version that was measured with both, confirmed, and blamed on no version', async ({
  page,
  request,
}) => {
  const errors = collectErrors(page);
  const server = ofTry('config-step');
  // A decision counts for a config on all servers.
  const [before, after] = configsOf(`q${7 + test.info().retry}`);
  const versions = [
    ['100620', before],
    ['101110', before],
    ['101110', after],
    ['110404', after],
    ['110803', after],
  ] as const;
  const { comparePath } = await upload(
    request,
    Object.assign({}, ...versions.map(([version, config]) => measured(version, config))),
    { server },
  );
  await sayDedicated(request, server);

  await page.goto(comparePath);
  await hydrated(page);
  const names = `${before}_c8r32 and ${after}_c8r32`;
  const open = page.getByRole('dialog', { name: `Not joined: ${names}` });
  await page.getByRole('button', { name: '1 join not made' }).click();
  await expect(open).toContainText('innodb_purge_threads 4 → 8');
  await expect(open).toContainText(
    '10.11.10 was measured with both, and 3 of 8 tests differ beyond the noise',
  );
  await expect(open).toContainText('joined with a config step of −17% measured on 10.11.10');
  await open.getByRole('button', { name: 'Join with this step everywhere' }).click();

  await expect(page).toHaveURL('/lines');
  const table = page.getByRole('region', { name: 'Configs that continue each other' });
  const line = table.getByRole('row', { name: before });
  // The worker judges the heatmap again.
  const becomes = (text: string) =>
    expect(async () => {
      await page.goto('/lines');
      await expect(line).toContainText(text, { timeout: 2000 });
    }).toPass();
  await becomes('No version is blamed for it');
  const decisions = page.getByRole('region', { name: 'Decisions' }).getByRole('row', { name: before });
  await expect(decisions.first()).toContainText(`step ${names}`);
  await expectAccessible(page);

  expect(errors).toEqual([]);
});

test('a seam is split, joined again and undone by hand, with and without scripts', async ({
  page,
  browser,
  request,
}) => {
  const errors = collectErrors(page);
  const server = ofTry('config-seam');
  const [before, after] = configsOf(`v${31 + test.info().retry}`);
  const names = `${before}_c8r32 and ${after}_c8r32`;
  const versions = [
    ['100622', before],
    ['101112', before],
    ['110406', after],
    ['110805', after],
  ] as const;
  const { comparePath } = await upload(
    request,
    Object.assign(
      {},
      ...versions.map(([version, config]) =>
        run(`x.ma${version}_rel.${config}_c8r32.pk1`, { 'hot-points': 7000 + Number(version) / 1e5 }),
      ),
    ),
    { server },
  );
  await sayDedicated(request, server);

  // Without scripts the seam opens, and its button leads to the page with the same decision.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(comparePath);
  await plain.getByRole('button', { name: '1 seam' }).click();
  const seam = plain.getByRole('dialog', { name: `Config changed here: ${before}_c8r32 to ${after}_c8r32` });
  await expect(seam).toContainText('Joined because the names and their versions are successive.');
  await seam.getByRole('button', { name: 'Split everywhere' }).click();
  await expect(plain).toHaveURL(/\/lines\?*#lines$/);
  await plain.getByRole('button', { name: `Split ${names}`, exact: true }).click();
  // The row has the worker's answer, or the old one while the heatmap is judged again.
  const row = (on: typeof page) =>
    on.getByRole('region', { name: 'Configs that continue each other' }).getByRole('row', { name: before });
  await expect(row(plain)).toContainText(/joined, being judged again|Split by hand/);
  const becomes = (text: string) =>
    expect(async () => {
      await page.goto('/lines');
      await expect(row(page)).toContainText(text, { timeout: 2000 });
      await expect(row(page)).not.toContainText('being judged again', { timeout: 2000 });
    }).toPass();
  await becomes('Split by hand');
  await expect(page.getByRole('button', { name: `Split ${names}`, exact: true })).toHaveCount(0);
  await plain.close();

  // Joined again at the seam of the heatmap, with scripts.
  await page.goto(comparePath);
  await hydrated(page);
  await page.getByRole('button', { name: '1 join not made' }).click();
  const open = page.getByRole('dialog', { name: `Not joined: ${names}` });
  await open.getByRole('button', { name: 'Join everywhere' }).click();
  await expect(page).toHaveURL('/lines');
  await becomes('Joined by hand');

  // Both decisions are taken back: the names join the configs as at first.
  for (const action of ['join', 'split']) {
    await page.getByRole('button', { name: `Undo: ${action} ${names}` }).click();
    await expect(page.getByRole('button', { name: `Undo: ${action} ${names}` })).toHaveCount(0);
    await becomes(action === 'join' ? 'Split by hand' : 'the names and their versions are successive');
  }
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
