import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerDocs } from './answer-docs';

let folder = '';
let site = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basecase-docs-'));
  site = path.join(folder, 'site');
  mkdirSync(path.join(site, 'decisions'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.json'), '{}');
  for (const name of ['index.html', 'method.html', '404.html', 'decisions/index.html']) {
    writeFileSync(path.join(site, name), `<script>1</script><link rel="modulepreload" href="a"><p>${name}`);
  }
  writeFileSync(path.join(site, 'app.js'), 'a');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('sends a page with the nonce on its scripts, and an asset with its type', async () => {
  const page = answerDocs(['method.html'], 'n1', site);
  expect(page.status).toBe(200);
  expect(await page.text()).toBe(
    '<script nonce="n1">1</script><link rel="modulepreload" nonce="n1" href="a"><p>method.html',
  );
  expect(answerDocs(['app.js'], 'n1', site).headers.get('content-type')).toContain('text/javascript');
});

it('redirects the address of a folder or of a page without its ending', () => {
  const target = (...parts: string[]) => answerDocs(parts, 'n', site).headers.get('location');
  expect([target(), target('method'), target('decisions')]).toEqual([
    '/docs/index.html',
    '/docs/method.html',
    '/docs/decisions/index.html',
  ]);
});

it('sends no file from outside the site, and survives names that no file can have', async () => {
  for (const parts of [
    ['..', 'secret.json'],
    ['../secret.json'],
    ['missing'],
    ['a\0.html'],
    ['a'.repeat(3000)],
  ]) {
    const answer = answerDocs(parts, 'n', site);
    expect([answer.status, (await answer.text()).includes('404.html')]).toEqual([404, true]);
  }
});

it('explains how to build the site if it is not built', async () => {
  const answer = answerDocs([], 'n', null);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run build')]);
});
