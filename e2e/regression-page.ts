import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Files, run, type Stored, upload } from './small-upload';

const TESTS = [
  'hot-points',
  'point-query',
  'random-points',
  'insert',
  'delete',
  'update-index',
  'update-zipf',
  'scan',
];

/**
 * A version of a server of its own: eight tests around 10,000 queries a second, each a little off.
 *
 * @param factors what a test does instead, as a part of 10,000
 */
export function versionFiles(digits: string, config: string, factors: Record<string, number> = {}): Files {
  const qps = TESTS.map((test, index) => {
    const wobble = 1 + (((index * 7 + Number(digits)) % 5) - 2) / 1000;
    return [test, 10_000 * (factors[test] ?? 1) * wobble] as const;
  });
  return run(`x.pg${digits}_rel.${config}.pk1`, Object.fromEntries(qps));
}

/** Stores one version as an upload of its own. */
export function storeVersion(request: APIRequestContext, server: string, files: Files): Promise<Stored> {
  return upload(request, files, {
    server,
    filename: `${server}-${Object.keys(files)[0]?.split('/')[0]}.tar.gz`,
  });
}

/** Path of the record of a test, as soon as the job after the upload has made it. */
export async function recordOf(request: APIRequestContext, search: string): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const html = await (
          await request.get(`/regressions?state=all&q=${encodeURIComponent(search)}`)
        ).text();
        path = /href="(\/r\/[^"]+)"/.exec(html)?.[1] ?? '';
        return path;
      },
      { timeout: 30_000 },
    )
    .not.toBe('');
  return path;
}

/** Waits until the page reacts: React has its forms. */
export async function reactive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main form button[type="submit"]') ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  );
}
