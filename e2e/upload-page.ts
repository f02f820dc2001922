import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ofTry } from './small-upload';

const root = path.join(import.meta.dirname, '..');
const corpus = process.env['BASECASE_CORPUS'] ?? path.join(root, '../shared/corpus');
const ARCHIVE = 'mdcallag+mytools/bench/arc/mar25.pg.workmem.c48/x.pg174_o2nofp.x10a_wm8_c32r128.pk1.tar.gz';
const SAMPLE = 'x.pg184_rel.b1_c2r24.pk1.tar.gz';

export interface TestFile {
  name: string;
  buffer: Buffer;
  mimeType: string;
}

/** A file that is named after this try of the test. */
export function testFile(name: string, buffer: Buffer): TestFile {
  return { name: ofTry(name), buffer, mimeType: 'application/gzip' };
}

/**
 * A tarball of a real run: of a public archive where the corpus is, else of the samples with other bytes in its logs
 * and another server in its manifest, so that nothing of it is stored yet. Both have the same length: a tar archive
 * checks its headers, not its contents. A retry has other bytes again.
 */
export function realTarball(): TestFile & { namesServer: boolean } {
  const { retry } = test.info();
  const ofCorpus = path.join(corpus, ARCHIVE);
  const namesServer = !existsSync(ofCorpus);
  const file = namesServer ? path.join(root, 'samples', SAMPLE) : ofCorpus;
  const bytes = readFileSync(file);
  if (!namesServer && retry === 0) return { ...testFile(path.basename(file), bytes), namesServer };
  const changed = gunzipSync(bytes)
    .toString('latin1')
    .replaceAll('record-2core', 'upload-2core')
    .replaceAll('LuaJIT 2.1.0-beta3', `LuaJIT 2.1.0-beta${4 + retry}`);
  return { ...testFile(path.basename(file), gzipSync(Buffer.from(changed, 'latin1'))), namesServer };
}

/** Writes files to where a browser can choose them from. */
export function writeFolder(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Opens the upload page and waits until it reacts. */
export async function openUpload(page: Page): Promise<void> {
  await page.goto('/upload');
  // The empty list is drawn by the server; the button reacts when React has the page.
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.drop button') ?? {}).some((key) => key.startsWith('__react')),
  );
}

export async function choose(page: Page, ...files: TestFile[]): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles(files);
}

/** Counts the clicks from here on; the result says how many there were. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    window.addEventListener('pointerdown', () => {
      Object.assign(window, { clicks: Reflect.get(window, 'clicks') + 1 });
    });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'clicks')));
}

/** The row of an upload by its file name. */
export function row(page: Page, name: string): Locator {
  return page.locator('.job').filter({ has: page.locator('.what strong', { hasText: name }) });
}

/** Hides an upload from all pages: another page asked before the answer would still have it. */
export async function hide(page: Page, upload: Locator): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('uploads.dismiss'));
  await upload.getByRole('button', { name: 'Hide' }).click();
  await answer;
}

/** The table of uploads that this page is about to add. */
export function intake(page: Page): Locator {
  return page.getByRole('region', { name: /^Preview of/ });
}

/** The card of what was added. */
export function result(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' });
}

/** Says which server it was, and adds everything in the table. */
export async function addOn(page: Page, server: string): Promise<void> {
  await intake(page).getByLabel('Server', { exact: true }).fill(server);
  await intake(page).getByRole('button', { name: /^Add / }).click();
}
