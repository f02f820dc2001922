import { join } from 'node:path';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let database: TestDatabase;
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59, 'delete.range100': 9000 });
});
afterAll(async () => {
  await remove();
  await database.drop();
});

function ingest(...args: string[]) {
  const env = { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') };
  return runCaptured(['ingest', ...args], { cwd, env });
}

describe('basecase ingest', () => {
  it('refuses a value that does not fit, and stores nothing', async () => {
    const { code, stderr } = await ingest(RUN, '--server', 'pn53', '--set', 'cores=many');
    expect([code, stderr]).toEqual([1, expect.stringContaining('whole number')]);
    expect(await listHeatmaps(database)).toEqual([]);
  });

  it('stores a run and prints the link to look at it', async () => {
    const { code, stdout } = await ingest(RUN, '--server', 'pn53', '--set', 'workload=cached, small');
    expect(code).toBe(0);
    expect(stdout).toContain(`${RUN}: stored\n  new: ${RUN}, 1 client, 2 results\n`);
    expect(stdout).toMatch(/look at: http:\/\/127\.0\.0\.1:3000\/compare\?\S*pn53/);
    const [heatmap] = await listHeatmaps(database);
    expect(heatmap?.server.name).toBe('pn53');
    expect(heatmap?.workload.label).toContain('cached, small');
  });

  it('reports that the same bytes were already stored', async () => {
    const { code, stdout } = await ingest(RUN, '--server', 'pn53', '--set', 'workload=cached, small');
    expect(code).toBe(0);
    expect(stdout).toContain('already stored, nothing changed');
    expect(stdout).toContain(`already there: ${RUN}`);
  });

  it('names the campaign, and refuses an invalid name', async () => {
    expect((await ingest(RUN, '--server', 'pn53', '--campaign', 'november 2025')).code).toBe(0);
    const { rows } = await database.pool.query(`SELECT settings ->> 'campaign' AS campaign FROM uploads`);
    expect(rows).toEqual([{ campaign: 'november 2025' }]);
    const { code, stderr } = await ingest(RUN, '--campaign', 'x'.repeat(101));
    expect([code, stderr]).toEqual([1, expect.stringContaining('Expected the name of a campaign')]);
  });

  it('stores the measured build, and keeps given values when the upload is read again', async () => {
    const night = 'x.pg19devel_20260829_g4eb13e8_o2nofp.x10b_c8r32.pk1';
    await writeRunDirectory(join(cwd, night), { 'insert.range100': 7000 });
    const said = [
      '--branch',
      'master',
      '--commit',
      '4eb13e8a1b2c',
      '--committed-at',
      '2026-08-29T18:00:00+02:00',
    ];
    expect((await ingest(night, '--server', 'pn53', ...said)).code).toBe(0);
    await database.pool.query('UPDATE uploads SET parser_version = 1');
    expect((await ingest(night, '--server', 'pn53')).stdout).toContain('read again');
    const { rows } = await database.pool.query(
      `SELECT versions.name AS version, variants.flavour, commit, branch, committed_at AS at FROM variants
       JOIN versions ON versions.id = version_id JOIN builds ON builds.id = build_id`,
    );
    const at = new Date('2026-08-29T16:00:00Z');
    expect(rows).toEqual([
      { version: '19devel', flavour: 'o2nofp', commit: '4eb13e8a1b2c', branch: 'master', at },
    ]);
  });

  it('refuses a branch of no build', async () => {
    const { code, stderr } = await ingest(RUN, '--server', 'pn53', '--branch', 'master');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Expected commit, committedAt or buildNumber'),
    ]);
  });

  it('exits 2 for what cannot be read, after storing what can', async () => {
    expect((await ingest('missing', RUN, '--server', 'other')).code).toBe(0);
    const { code, stderr } = await ingest('missing');
    expect([code, stderr]).toEqual([2, expect.stringContaining('NOT_FOUND')]);
  });

  it('stores nothing in a database of a newer version, and suggests what to do', async () => {
    const before = await database.prisma.upload.count();
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29991231_later', now())`,
    );
    await writeRunDirectory(join(cwd, 'x.my9600.z12a.pk1'), { 'insert.range100': 1 });
    const { code, stderr } = await ingest('x.my9600.z12a.pk1', '--server', 'pn53');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/does not know 29991231_later.*start the newer version again.*restore a backup/),
    ]);
    expect(await database.prisma.upload.count()).toBe(before);
  });
});
