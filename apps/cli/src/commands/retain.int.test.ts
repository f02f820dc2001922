import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { writeRunDirectory } from '../testing/run-directory';

const DAY = 86_400_000;

let database: TestDatabase;
let cwd = '';
beforeAll(async () => {
  database = await createTestDatabase();
  cwd = await mkdtemp(join(tmpdir(), 'basecase-retain-'));
});
afterAll(async () => {
  await database.drop();
  await rm(cwd, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  runCaptured(args, {
    cwd,
    env: { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs'), ...env },
  });

/** Stores a night that was measured some days ago. */
async function storeNight(days: number) {
  const directory = `night${days}/x.pg19devel.x10a_c8r32.pk1`;
  await writeRunDirectory(join(cwd, directory), { 'insert.range100': 7000 + days });
  const at = new Date(Date.now() - days * DAY).toISOString();
  const build = ['--commit', String(days).padStart(10, 'b'), '--branch', 'master', '--committed-at', at];
  await run(['ingest', directory, '--server', 'pn53', ...build, '--set', `startedAt=${at}`]);
}

describe('basecase retain', () => {
  it('lists what would be deleted without changes, and deletes it with --apply', async () => {
    await storeNight(40);
    await storeNight(20);
    const looked = await run(['retain', '--raw-days', '30']);
    expect(looked).toMatchObject({ code: 0, stderr: '' });
    expect(looked.stdout).toContain('Rule: raw files of nights go after 30 days, numbers stay.\n');
    expect(looked.stdout).toMatch(
      /\npn53, PostgreSQL 19devel@master, x10a_c8r32, sysbench.*: 2 nights\n {2}raw files of 1 upload go, measured 20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d\n/,
    );
    expect(looked.stdout).toMatch(
      /\nWould go: the raw files of 1 upload; would be freed: 1 stored file, 0\.0 MB on disk\. Nothing was changed\.\n$/,
    );
    const done = await run(['retain', '--raw-days', '30', '--apply']);
    expect(done.stdout).toContain('\nGone: the raw files of 1 upload; freed: 1 stored file');
    const again = await run(['retain'], { BASECASE_RETAIN_RAW_DAYS: '30' });
    expect(again.stdout).toBe('Rule: raw files of nights go after 30 days, numbers stay.\nNothing goes.\n');
  });

  it('takes the rule of the worker without days, and no other with some', async () => {
    const env = { BASECASE_RETAIN_RAW_DAYS: '15', BASECASE_RETAIN_THIN_DAYS: '15' };
    const both = await run(['retain'], env);
    expect(both.stdout).toContain('numbers stay; nights are thinned to one a week after 15 days.');
    expect(both.stdout).toContain('raw files of 1 upload go');
    expect(both.stdout).toContain('2 stay: of the newest 60 of the line');
    expect((await run(['retain', '--thin-days', '15'], env)).stdout).not.toContain('raw files');
    expect((await run(['retain'])).stdout).toBe('No rule is set.\nNothing goes.\n');
  });

  it('refuses an invalid number of days', async () => {
    for (const args of [
      ['--raw-days', '0'],
      ['--raw-days', '1.5'],
      ['--thin-days', 'a year'],
    ]) {
      expect(await run(['retain', ...args])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${args[0]}: expected a whole number of days`),
      });
    }
    expect(await run(['retain'], { BASECASE_RETAIN_THIN_DAYS: '-1' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BASECASE_RETAIN_THIN_DAYS: expected'),
    });
  });
});
