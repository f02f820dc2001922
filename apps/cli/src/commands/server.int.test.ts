import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const OLD = 'x.my8044_rel.z12a_c8r32.pk1';
const NEW = 'x.my9500_rel.z12a_c8r32.pk1';

let database: TestDatabase;
let cwd = '';
let remove: () => Promise<void>;

const run = (...args: string[]) =>
  runCaptured(args, { cwd, env: { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') } });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, OLD), { 'insert.range100': 7000 });
  await writeRunDirectory(join(cwd, NEW), { 'insert.range100': 7742.59 });
  await run('ingest', OLD, '--server', 'hetz');
  await run('ingest', NEW, '--server', 'hetz48', '--set', 'workload=small');
});
afterAll(async () => {
  await remove();
  await database.drop();
});

describe('basecase server', () => {
  it('shows values from logs, and given values before them', async () => {
    const { code } = await run('server', 'set', 'hetz', 'cores=48', 'memory=128 GB', 'kind=dedicated');
    expect(code).toBe(0);
    const { stdout } = await run('server', 'show', 'hetz');
    expect(stdout).toContain('hetz: 1 runs of MySQL\n');
    expect(stdout).toContain('  kind: dedicated (said by local)\n');
    expect(stdout).toContain('  cores: 48 (said by local; read: 8 in 1 runs)\n');
    expect(stdout).toContain(
      '  memoryBytes: 137438953472 (said by local; read: 34359738368 in 1 runs, guessed from the config)\n',
    );
    expect(stdout).toContain('  cpu: not known\n');
    await run('server', 'set', 'hetz', 'cores=');
    expect((await run('server', 'show', 'hetz')).stdout).toContain('  cores: 8 (read: 8 in 1 runs)\n');
  });

  it('keeps why a fact was set in the history that it shows, and wants no reason', async () => {
    await run('server', 'set', 'hetz', 'storage=NVMe', '--reason', 'the disk was replaced');
    await run('server', 'set', 'hetz', 'storage=');
    const { stdout } = await run('server', 'show', 'hetz');
    expect(stdout).toMatch(/ UTC, local: Storage not known → NVMe, the disk was replaced\n/);
    expect(stdout).toMatch(/ UTC, local: Storage NVMe → not known, entered value removed\n/);
    expect(await run('server', 'set', 'hetz', 'os=Debian', '--reason', ' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--reason is empty'),
    });
  });

  it('refuses what can not be', async () => {
    expect(await run('server', 'set', 'hetz', 'cores=many')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Expected a whole number'),
    });
    expect((await run('server', 'set', 'hetz', 'kind=cloud')).stderr).toContain('dedicated, virtual');
    expect((await run('server', 'set', 'hetz', 'colour=red')).stderr).toContain('Expected fact=value');
    expect(await run('server', 'show', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No server "nowhere"'),
    });
    expect((await run('server', 'merge', 'hetz48', 'hetz')).stderr).toContain('--reason');
  });

  it('says before what a merge changes, merges, and lists the names', async () => {
    const preview = await run('server', 'merge', 'hetz48', 'hetz', '--preview');
    expect(preview.stdout).toContain('1 runs with 1 results would count elsewhere\n');
    expect(preview.stdout).toContain('  hetz48 has no runs left\n');
    expect((await run('server', 'aliases', 'hetz')).stdout).not.toContain('hetz48');
    const merged = await run('server', 'merge', 'hetz48', 'hetz', '--reason', 'one machine');
    const [, id] = /^correction (\d+): 1 runs of hetz48 count on hetz\n$/.exec(merged.stdout) ?? [];
    expect(id).toBeDefined();
    expect((await run('server', 'aliases', 'hetz')).stdout).toBe(
      `name\truns\tcorrection\tby\treason\nhetz\t1\t\t\tits name\nhetz48\t1\t${id}\tlocal\tone machine\n`,
    );
  });
});

describe('basecase workload', () => {
  it('lists workloads and merges two that are one suite', async () => {
    const listed = (await run('workload', 'list', 'hetz')).stdout;
    const slugs = listed
      .split('\n')
      .slice(1, 3)
      .map((line) => line.split('\t')[0] ?? '');
    const [small = '', plain = ''] = slugs.sort(
      (a, b) => Number(b.includes('small')) - Number(a.includes('small')),
    );
    const preview = await run('workload', 'merge', small, plain, '--server', 'hetz', '--preview');
    expect(preview.stdout).toContain('1 → 2 columns\n');
    const merged = await run('workload', 'merge', small, plain, '--server', 'hetz', '--reason', 'one suite');
    expect(merged.stdout).toContain(`: 1 runs of ${small} count for ${plain}\n`);
    expect((await run('workload', 'list', 'hetz')).stdout.split('\n')).toHaveLength(3);
    expect((await run('workload', 'merge', plain, plain, '--reason', 'x')).stderr).toContain('into itself');
  });
});
