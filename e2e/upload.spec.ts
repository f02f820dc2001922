import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoOverflow, VIEWPORTS } from './page-checks';
import { ofTry, run, tarball } from './small-upload';
import {
  addOn,
  choose,
  countClicks,
  hide,
  intake,
  openUpload,
  realTarball,
  result,
  row,
  testFile,
  writeFolder,
} from './upload-page';

test('a real tarball: preview, confirmation, heatmap, page of the upload', async ({ page }) => {
  const file = realTarball();
  await openUpload(page);
  await choose(page, file);
  const own = row(page, file.name);
  const preview = intake(page);
  await expect(preview).toBeVisible({ timeout: 90_000 });
  await expect(preview).toContainText('Nothing is saved until you add it.');
  await expect(preview.getByRole('term').filter({ hasText: 'Product' })).toBeVisible();
  await expect(preview.getByText(/^PostgreSQL \d/).first()).toBeVisible();
  await expect(
    preview.getByRole('region', { name: 'Diagnostics' }).or(preview.getByText('No diagnostics.')),
  ).toBeVisible();

  if (file.namesServer) {
    await expect(preview.getByText('upload-2core, as basecase.json says')).toBeVisible();
    await preview.getByRole('button', { name: 'Add 1 run' }).click();
  } else {
    await addOn(page, 'upload-48core');
  }
  await expect(own.locator('.upload-status')).toContainText('added', { timeout: 90_000 });
  await result(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/compare\?server=upload-\d+core/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();

  await page.goto('/uploads');
  await page.getByRole('link', { name: file.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
  await page.getByLabel('Search files').fill('point-query -vm');
  await page.getByRole('button', { name: 'Show' }).click();
  const files = page.getByRole('region', { name: 'List of files' });
  await expect(files.getByRole('row').nth(1)).toContainText('point-query');
  await expect(files.getByText('sb.vm.')).toHaveCount(0);
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
});

test('a truncated tarball is explained, and nothing of it is stored', async ({ page }) => {
  const whole = tarball(run('x.pg160_rel.cut1.pk1', { 'point-query': 100, insert: 50 }));
  await openUpload(page);
  const file = testFile('truncated.tar.gz', whole.subarray(0, Math.floor(whole.length / 2)));
  await choose(page, file);
  const own = row(page, file.name);
  await expect(own).toContainText('ARCHIVE_UNREADABLE');
  await expect(own.locator('.upload-status')).toContainText('stopped');
  await expect(own).toContainText('Nothing was stored.');
  await page.goto('/runs?q=cut1');
  await expect(page.getByText('No run matches.')).toBeVisible();
});

test('the same bytes twice are one upload, and are not sent again', async ({ page }) => {
  const file = testFile('twice.tar.gz', tarball(run('x.pg160_rel.twice1.pk1', { 'point-query': 101 })));
  const puts: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  await openUpload(page);
  await choose(page, file);
  await expect(intake(page)).toBeVisible();
  expect(puts).toHaveLength(1);
  const server = ofTry('upload-twice');
  await addOn(page, server);
  await expect(row(page, file.name).locator('.upload-status')).toContainText('added');

  await openUpload(page);
  await choose(page, { ...file, name: ofTry('another-name.tar.gz') });
  const again = row(page, ofTry('another-name.tar.gz'));
  await expect(again.locator('.upload-status')).toContainText('already stored');
  await expect(again).toContainText(`the same bytes as ${file.name}`);
  expect(puts).toHaveLength(1);
  await page.goto(`/uploads?q=${server}`);
  await expect(page.getByRole('region', { name: 'List of uploads' }).getByRole('row')).toHaveCount(2);
});

test('two browsers at once each see their own upload through, and the other', async ({ browser }) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const names = pages.map((_, index) => ofTry(`browser-${index}.tar.gz`));
  const server = ofTry('upload-both');
  await Promise.all(
    pages.map(async (page, index) => {
      await openUpload(page);
      const logs = run(`x.pg16${index}_rel.both1.pk1`, { 'point-query': 200 + index });
      await choose(page, testFile(`browser-${index}.tar.gz`, tarball(logs)));
      await expect(intake(page)).toContainText(names[index] ?? '');
    }),
  );
  const [first, second] = pages;
  if (!first || !second) throw new Error('two pages were opened');
  // Waiting uploads are listed for later visitors.
  await openUpload(second);
  await expect(row(second, names[1] ?? '')).toContainText('nothing counts yet');
  await row(second, names[0] ?? '')
    .getByRole('button', { name: 'Review' })
    .click();
  await addOn(second, server);
  await expect(row(second, names[0] ?? '').locator('.upload-status')).toContainText('added');
  // The first browser learns that there is nothing to confirm any more, and the second of the new server.
  await expect(row(first, names[0] ?? '').locator('.upload-status')).toContainText('added');
  await row(second, names[1] ?? '')
    .getByRole('button', { name: 'Review' })
    .click();
  // A known server has its kind: it is not asked again.
  await intake(second).getByLabel('Server', { exact: true }).fill(server);
  await expect(intake(second).getByRole('radio')).toHaveCount(0);
  await intake(second).getByRole('button', { name: 'Add 1 run' }).click();
  await expect(result(second).getByRole('link', { name: /16\.1 against 16\.0/ })).toBeVisible();
  await Promise.all(contexts.map((context) => context.close()));
});

test('a folder is packed in the browser', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath(ofTry('nov-runs'));
  const logs = run('x.pg161_rel.folder1.pk1', { 'point-query': 300, insert: 20 });
  writeFolder(folder, { ...logs, '.hidden/notes': 'private' });
  await openUpload(page);
  await page.getByLabel('Folder').setInputFiles(folder);
  const preview = intake(page);
  const found = preview.getByRole('region', { name: 'Runs found' }).getByRole('row').last();
  await expect(found).toContainText('PostgreSQL');
  await expect(found).toContainText('16.1');
  await expect(preview).toContainText('1 run, 2 results');
  await expect(page.getByText('1 hidden file left out')).toBeVisible();
  await preview.getByLabel('Server', { exact: true }).fill('a new one');
  await expect(preview.getByRole('radio', { name: 'unknown' })).toBeChecked();
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Discard' }).click();
  await expect(row(page, ofTry('nov-runs.tar')).locator('.upload-status')).toContainText('cancelled');
  await page.goto('/runs?q=folder1');
  await expect(page.getByText('No run matches.')).toBeVisible();
});

// One page with Next's router, one that loads without it.
for (const [path, name] of [
  ['/runs', 'drop1'],
  ['/search', 'drop2'],
] as const)
  test(`a file that is dropped on ${path} is uploaded`, async ({ page }) => {
    const bytes = tarball(run(`x.pg161_rel.${name}.pk1`, { 'point-query': 310 })).toString('base64');
    await page.goto(path);
    // The two run side by side and see each other's uploads.
    const fileName = ofTry(`${name}.tar.gz`);
    const transfer = await page.evaluateHandle(
      ([base64, called]) => {
        const made = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        made.items.add(new File([content], called));
        return made;
      },
      [bytes, fileName] as const,
    );
    await expect(async () => {
      await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
      await expect(page.getByText('Drop to upload')).toBeVisible({ timeout: 3000 });
    }).toPass();
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await expect(page).toHaveURL(/\/upload$/);
    await intake(page).getByRole('button', { name: 'Discard' }).click();
    const own = row(page, fileName);
    await expect(own.locator('.upload-status')).toContainText('cancelled');
  });

test('after a cut the same bytes are sent again', async ({ page }) => {
  await openUpload(page);
  let cuts = 0;
  await page.route('**/api/v1/uploads?*', (route) => {
    cuts += 1;
    return cuts === 1 ? route.abort('connectionreset') : route.fallback();
  });
  const file = testFile('cut-once.tar.gz', tarball(run('x.pg161_rel.cut2.pk1', { insert: 33 })));
  await choose(page, file);
  const own = row(page, file.name);
  await expect(own).toContainText('The connection was cut.');
  await expect(own).toContainText('It is sent again automatically.');
  await intake(page).getByRole('button', { name: 'Discard' }).click();
  expect(cuts).toBe(2);
});

test('reading again keeps the run; deleting lists the deleted data, and can be cancelled', async ({
  page,
}) => {
  await openUpload(page);
  const config = ofTry('gone1');
  const logs = run(`x.pg161_rel.${config}.pk1`, { insert: 44, scan: 3 });
  const file = testFile('to-delete.tar.gz', tarball(logs));
  await choose(page, file);
  const own = row(page, file.name);
  await addOn(page, ofTry('upload-gone'));
  await expect(own.locator('.upload-status')).toContainText('added');
  await own.getByRole('link', { name: file.name }).click();

  const runLink = page.getByRole('region', { name: 'Runs' }).getByRole('link').first();
  const href = await runLink.getAttribute('href');
  // A click before the page's scripts have started is lost.
  await expect(async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/reparse'), {
      timeout: 10_000,
    });
    answer.catch(() => undefined);
    await page.getByRole('button', { name: 'Read again' }).click({ timeout: 5_000 });
    expect((await answer).ok()).toBe(true);
  }).toPass();
  const remove = page.getByRole('button', { name: 'Delete …' });
  await expect(page.locator('.job .upload-status')).toContainText('added');
  await expect(runLink).toHaveAttribute('href', href ?? '');

  const dialog = page.getByRole('dialog');
  // "added" may be from before it was read again; while it is on its way the button is off.
  await expect(async () => {
    await remove.click({ timeout: 3000 });
    await expect(dialog).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(dialog).toContainText('1 run with 2 results');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(page).toHaveURL(/\/uploads$/);
  await page.goto(`/runs?q=${config}`);
  await expect(page.getByText('No run matches.')).toBeVisible();
});

test('a hostile file name is text', async ({ page }) => {
  const bytes = tarball(run('x.pg161_rel.evil1.pk1', { insert: 55 }));
  const file = testFile('<img src=x onerror=alert(1)>.tar.gz', bytes);
  const { name } = file;
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  await openUpload(page);
  await choose(page, file);
  await intake(page).getByRole('button', { name: 'Discard' }).click();
  const own = row(page, name);
  await own.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto('/uploads');
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(dialogs).toBe(0);
});

test('six tarballs are added in at most four clicks', async ({ page }) => {
  const files = ['16.0', '16.1', '16.2', '16.3', '16.4', '16.5'].map((version, index) => {
    const logs = run(`x.pg${version.replace('.', '')}_rel.six1.pk1`, {
      'point-query': 400 + index,
      insert: 20,
    });
    return testFile(`pg-${version}.tar.gz`, tarball(logs));
  });
  await openUpload(page);
  const clicks = await countClicks(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
  const preview = intake(page);
  const add = preview.getByRole('button', { name: 'Add all 6' });
  await expect(add).toBeEnabled();
  for (const { name } of files) await expect(preview.getByRole('rowheader', { name })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Runs found' }).getByText('PostgreSQL')).toHaveCount(6);
  await preview.getByLabel('Server', { exact: true }).click();
  const server = ofTry('upload-six');
  await page.keyboard.type(server);
  await preview.getByRole('radio', { name: 'dedicated' }).locator('..').click();
  await expect(preview.getByRole('radio', { name: 'dedicated' })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);
  await add.click();
  await expect(preview).toHaveCount(0);
  for (const { name } of files)
    await expect(row(page, name).locator('.upload-status')).toContainText('added');
  expect(await clicks()).toBeLessThanOrEqual(4);
  const { facts } = await (await page.request.get(`/api/v1/servers/${server}`)).json();
  expect(facts).toContainEqual(expect.objectContaining({ fact: 'kind', value: 'dedicated' }));
});

test('what was added is removed again by Undo', async ({ page }) => {
  const [config, server] = [ofTry('undo1'), ofTry('upload-undo')];
  const file = testFile('undone.tar.gz', tarball(run(`x.pg166_rel.${config}.pk1`, { insert: 66 })));
  await openUpload(page);
  await choose(page, file);
  await addOn(page, server);
  await expect(row(page, file.name).locator('.upload-status')).toContainText('added');
  const card = result(page);
  await expect(card.locator(`a[href*="server=${server}"]`)).toBeVisible();
  await card.getByText('Undo', { exact: true }).click();
  await expect(card).toContainText('Delete this upload and its runs?');
  await expect(card.getByRole('listitem')).toHaveText([file.name]);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Delete it' }).click();
  // Results of other tests may take its place.
  await expect(card.locator(`a[href*="server=${server}"]`)).toHaveCount(0);
  await expect(row(page, file.name)).toHaveCount(0);
  await page.goto(`/runs?q=${config}`);
  await expect(page.getByText('No run matches.')).toBeVisible();
});

test('a damaged file does not keep the others from being added', async ({ page }) => {
  const logs = run('x.pg164_rel.beside1.pk1', { 'point-query': 500 });
  const whole = tarball(run('x.pg165_rel.beside1.pk1', { 'point-query': 501 }));
  await openUpload(page);
  const sound = testFile('sound.tar.gz', tarball(logs));
  const half = testFile('damaged.tar.gz', whole.subarray(0, Math.floor(whole.length / 2)));
  await choose(page, sound, half);
  const damaged = row(page, half.name);
  await expect(damaged).toContainText('ARCHIVE_UNREADABLE');
  await intake(page).getByLabel('Server', { exact: true }).fill(ofTry('upload-beside'));
  await intake(page).getByRole('button', { name: 'Add 1, leave out 1' }).click();
  await expect(row(page, sound.name).locator('.upload-status')).toContainText('added');
  await expect(damaged).toContainText('Nothing was stored.');
  // It is still there for later visitors, under its own name, until one of them hides it.
  await openUpload(page);
  await expect(damaged).toContainText('ARCHIVE_UNREADABLE');
  await hide(page, damaged);
  await openUpload(page);
  await expect(damaged).toHaveCount(0);
});

/** Logs of a folder whose parts `alpha` and `beta` no form explains. */
function strangeFolder(tag: string, factor = 1): Record<string, string> {
  const throughput = { alpha: 1000, beta: 2100 };
  return Object.fromEntries(
    Object.entries(throughput).flatMap(([word, value]) =>
      [1, 8].map((clients) => {
        const logs = run('x', { t: value * factor + clients });
        const log = Object.values(logs)[0]?.replaceAll('threads=1', `threads=${clients}`) ?? '';
        const named = log.replace('Number of threads: 1', `Number of threads: ${clients}`);
        return [`res-${tag}/mysql57-${word}/thr${clients}/res.txt`, named];
      }),
    ),
  );
}

test('a folder with a question is added after its suggestion is used', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath(ofTry('asked'));
  writeFolder(folder, strangeFolder('asked'));
  const server = ofTry('upload-asked');
  await openUpload(page);
  await page.getByLabel('Folder').setInputFiles(folder);
  const preview = intake(page);
  const stop = preview.getByRole('alert').filter({ hasText: 'Stop: 2 different experiments' });
  await expect(stop).toContainText('repeats of one experiment don');
  await expect(preview.getByRole('button', { name: /^Add/ })).toBeDisabled();
  await expect(preview).toContainText('1 part has no name yet');
  await preview.getByLabel('Server', { exact: true }).fill(server);
  await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.narrow);
  await expectNoOverflow(page);
  await page.setViewportSize(VIEWPORTS.wide);
  await stop.getByRole('button', { name: 'Use the suggestion' }).click();
  await expect(stop).toHaveCount(0);
  // Typed text stays while the paths are read in another way.
  await expect(preview.getByLabel('Server', { exact: true })).toHaveValue(server);
  await expect(preview.getByRole('button', { name: 'alpha is config' }).first()).toBeVisible();
  await preview.getByRole('button', { name: 'Add all 4' }).click();
  await expect(row(page, ofTry('asked.tar')).locator('.upload-status')).toContainText('added');
  // The answer stays until it is dismissed, also on another page.
  await expect(result(page).getByRole('link', { name: /MySQL 5\.7 at 1 and 8 clients/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/uploads');
  const sweep = result(page).locator(`a[href*="server=${server}"]`);
  await expect(sweep).toHaveAttribute('href', /^\/clients\?/);
  await openUpload(page);
  await hide(page, row(page, ofTry('asked.tar')));
  await expect(row(page, ofTry('asked.tar'))).toHaveCount(0);
  await page.goto('/uploads');
  await expect(sweep).toHaveCount(0);
});

test('the keyboard names a part of a path for all rows', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath(ofTry('named'));
  writeFolder(folder, strangeFolder('named', 1.1));
  await openUpload(page);
  await page.getByLabel('Folder').setInputFiles(folder);
  const preview = intake(page);
  await preview.getByRole('rowheader').getByRole('button', { name: 'alpha has no name yet' }).first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /What is alpha, beta/ });
  await expectAccessible(page);
  await dialog.getByLabel('Name of the config').fill('engine');
  await dialog.getByRole('button', { name: 'config', exact: true }).press('Enter');
  await expect(preview.getByRole('button', { name: 'beta is config.engine' }).first()).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Runs found' })).toContainText('engine=beta');
  await preview.getByRole('button', { name: 'Discard' }).click();
});

test('experiments of unknown relation are kept separate when the visitor chooses that', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath(ofTry('separate'));
  writeFolder(folder, strangeFolder('separate', 1.2));
  await openUpload(page);
  await page.getByLabel('Folder').setInputFiles(folder);
  const preview = intake(page);
  await preview.getByRole('button', { name: 'Keep separate' }).click();
  await expect(preview.getByRole('alert')).toHaveCount(0);
  await preview.getByLabel('Server', { exact: true }).fill(ofTry('upload-separate'));
  await preview.getByRole('button', { name: 'Add all 4' }).click();
  await expect(row(page, ofTry('separate.tar')).locator('.upload-status')).toContainText('added');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says how to upload from the command line', async ({ page }) => {
    await page.goto('/upload');
    await expect(page.getByText('npx basecase upload')).toBeVisible();
    await expect(page.getByText(/curl -T/)).toBeVisible();
    await page.goto('/uploads?state=stored');
    await expect(page.getByRole('row').nth(1)).toContainText('added');
  });
});
