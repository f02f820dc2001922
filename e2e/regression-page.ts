import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Files, run, type Stored, sayDedicated, upload } from './small-upload';

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
 * Releases of a product that no other spec looks at, so that nothing of this is seen there. The first two and the next
 * two are point releases of one major.
 */
const RELEASES = ['10.11.2', '10.11.3', '11.4.2', '11.4.3', '11.8.2'] as const;

/**
 * A MariaDB release on its own server: eight tests around 10,000 queries a second, each up to 0.2% off. No two logs
 * are equal: the same log twice is one result, wherever it is sent to.
 *
 * @param factors what a test does instead, as a part of that
 */
export function versionFiles(
  release: string,
  config: string,
  factors: Readonly<Record<string, number>> = {},
): Files {
  const known = RELEASES.findIndex((name) => name === release);
  // Of other releases the digits: no two of a server have one place.
  const place = known === -1 ? (Number(release.replaceAll('.', '')) % 50) + RELEASES.length : known;
  const level = 10_000 + 20 * [...config].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const qps = TESTS.map((test, index) => {
    const wobble = 1 + (((index * 7 + place * 3) % 5) - 2) / 1000;
    const own = (place * TESTS.length + index) / 100;
    return [test, level * (factors[test] ?? 1) * wobble + own] as const;
  });
  const digits = release.split('.').map((part) => part.padStart(2, '0'));
  return run(`x.ma${digits.join('')}_rel.${config}.pk1`, Object.fromEntries(qps));
}

/** Stores one version as its own upload. */
export function storeVersion(request: APIRequestContext, server: string, files: Files): Promise<Stored> {
  return upload(request, files, {
    server,
    filename: `${server}-${Object.keys(files)[0]?.split('/')[0]}.tar.gz`,
  });
}

/** Two good releases and two slow ones: slow in update-zipf and in insert. */
export async function storeSlowVersion(
  request: APIRequestContext,
  server: string,
  slowVersions = ['11.4.2', '11.4.3'],
): Promise<void> {
  const slow = { 'update-zipf': 0.6, insert: 0.7 };
  await storeVersion(request, server, versionFiles('10.11.2', server));
  await sayDedicated(request, server);
  await storeVersion(request, server, versionFiles('10.11.3', server));
  for (const version of slowVersions) {
    await storeVersion(request, server, versionFiles(version, server, slow));
  }
}

/** Path of the record of a test, as soon as the job after the upload has made it. */
export async function recordOf(request: APIRequestContext, search: string): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const answer = await request.get(`/api/v1/regressions?search=${encodeURIComponent(search)}`);
        const { regressions } = await answer.json();
        path = regressions.length > 0 ? new URL(regressions[0].url).pathname : '';
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
