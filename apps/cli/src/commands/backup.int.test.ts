import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../tools/prisma/migrate.mjs';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const BIN = resolve(import.meta.dirname, '../../bin/basecase.mjs');
const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let source: TestDatabase;
let target: TestDatabase;
let cwd = '';
let remove: () => Promise<void>;
beforeAll(async () => {
  source = await createTestDatabase();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59, 'delete.range100': 9000 });
  expect((await on(source, 'ingest', RUN, '--server', 'pn53')).code).toBe(0);
  expect((await on(source, 'backup', 'good.tar')).code).toBe(0);
});
afterAll(async () => {
  await remove();
  await source.drop();
});
beforeEach(async () => {
  target = await createTestDatabase();
  await target.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return () => target.drop();
});

const envOf = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  BASECASE_BLOBS: join(cwd, `blobs-${new URL(url).pathname.slice(-8)}`),
});
const on = (database: TestDatabase, ...args: string[]) => runCaptured(args, { cwd, env: envOf(database) });

/** The command as a separate process. */
function start(
  database: TestDatabase,
  args: string[],
  stdio: ('pipe' | 'ignore' | number)[] = [],
): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: { ...process.env, ...envOf(database) },
    stdio: [stdio[0] ?? 'ignore', stdio[1] ?? 'ignore', 'pipe'],
  });
}

async function ended(
  child: ChildProcess,
): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((done) => child.once('close', (code, signal) => done({ code, signal, stderr })));
}

/** Looks until it is so; a process that never gets there fails the test by its time limit. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((done) => setTimeout(done, 20));
}

const isWaiting = async () =>
  // Other tests wait on the same server.
  (
    await source.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount !== 0;
const partials = async () => (await readdir(cwd)).filter((name) => name.includes('.partial'));

/** Runs the work while a backup waits for a transaction that changes a table. */
async function whileBlocked(work: () => Promise<void>): Promise<void> {
  const client = await source.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE workloads IN ACCESS EXCLUSIVE MODE');
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('basecase backup', () => {
  it('lists the content of the file, which only its owner can read, and checks it', async () => {
    const { code, stderr } = await on(source, 'backup', 'mine.tar');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/mine\.tar: backup of .* \(1 runs\), \d+ stored files/),
    ]);
    expect((await stat(join(cwd, 'mine.tar'))).mode & 0o777).toBe(0o600);
    const checked = await runCaptured(['backup', '--verify', 'mine.tar'], { cwd });
    expect([checked.code, checked.stderr]).toEqual([
      0,
      expect.stringContaining('all sums and counts are right'),
    ]);
    expect(await partials()).toEqual([]);
  });

  it('exits 2 for a file that is damaged, and 1 for none', async () => {
    const bytes = await readFile(join(cwd, 'good.tar'));
    await writeFile(join(cwd, 'short.tar'), bytes.subarray(0, 30_000));
    const short = await runCaptured(['backup', 'short.tar', '--verify'], { cwd });
    expect([short.code, short.stderr]).toEqual([
      2,
      expect.stringMatching(/^short\.tar: it ends after 30000 bytes/),
    ]);
    expect((await runCaptured(['backup', '--verify', 'none.tar'], { cwd })).code).toBe(1);
    expect((await runCaptured(['backup', '--verify', '.'], { cwd })).code).toBe(1);
    expect((await on(source, 'backup', 'no/such/folder.tar')).stderr).toContain('no such directory');
  });

  it('leaves nothing when it is asked to end', async () => {
    await whileBlocked(async () => {
      const child = start(source, ['backup', 'stopped.tar']);
      const end = ended(child);
      await until(isWaiting);
      child.kill('SIGTERM');
      expect(await end).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('ended by SIGTERM; nothing was left'),
      });
    });
    expect((await readdir(cwd)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('never leaves half a file under its name when it is killed; the next one cleans up', async () => {
    await writeFile(join(cwd, 'killed.tar'), 'the backup of yesterday');
    await whileBlocked(async () => {
      const child = start(source, ['backup', 'killed.tar']);
      const end = ended(child);
      await until(isWaiting);
      child.kill('SIGKILL');
      expect(await end).toMatchObject({ signal: 'SIGKILL' });
    });
    expect(await readFile(join(cwd, 'killed.tar'), 'utf8')).toBe('the backup of yesterday');
    expect(await partials()).toHaveLength(1);
    expect((await on(source, 'backup', 'killed.tar')).code).toBe(0);
    expect(await partials()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('reports a full disk, and leaves nothing', async () => {
    const child = spawn(
      'sh',
      ['-c', `ulimit -f 8 && exec "$0" "$1" backup large.tar`, process.execPath, BIN],
      {
        cwd,
        env: { ...process.env, ...envOf(source) },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    expect(await ended(child)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('large.tar: the file would be larger'),
    });
    expect((await readdir(cwd)).filter((name) => name.startsWith('large'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('reports that standard output is full', async () => {
    const child = start(source, ['backup', '-'], ['ignore', openSync('/dev/full', 'w')]);
    expect(await ended(child)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the disk is full'),
    });
  });

  // By a link: replacing a device must not be tried on a real one.
  it.skipIf(process.platform !== 'linux')('writes into a device, and reports when it is full', async () => {
    await symlink('/dev/full', join(cwd, 'device'));
    expect(await on(source, 'backup', 'device')).toMatchObject({
      code: 1,
      stderr: 'basecase: device: the disk is full. No backup was made.\n',
    });
    expect((await lstat(join(cwd, 'device'))).isSymbolicLink()).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('takes the names that a shell has for a stream', async () => {
    const script = `"$0" "$1" backup >(cat > substituted.tar) && "$0" "$1" backup /dev/stdout | cat > named.tar`;
    const child = spawn('bash', ['-o', 'pipefail', '-c', script, process.execPath, BIN], {
      cwd,
      env: { ...process.env, ...envOf(source) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await ended(child)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('    at ') });
    for (const name of ['substituted.tar', 'named.tar'])
      expect((await runCaptured(['backup', '--verify', name], { cwd })).code).toBe(0);
  });

  it('goes through standard output and input', async () => {
    const child = start(source, ['backup', '-'], ['ignore', 'pipe']);
    const end = ended(child);
    if (!child.stdout) throw new Error('no standard output');
    await pipeline(child.stdout, createWriteStream(join(cwd, 'piped.tar')));
    expect((await end).code).toBe(0);
    const restoring = start(target, ['restore', '-'], ['pipe']);
    const restored = ended(restoring);
    if (!restoring.stdin) throw new Error('no standard input');
    await pipeline(createReadStream(join(cwd, 'piped.tar')), restoring.stdin);
    expect(await restored).toMatchObject({ code: 0, stderr: expect.stringContaining('Restored -') });
    expect(await target.prisma.run.count()).toBe(1);
  });
});

describe('basecase restore', () => {
  it('restores, refuses a database that is not empty, and suggests what to do', async () => {
    expect(await on(target, 'restore', 'good.tar')).toMatchObject({ code: 0 });
    expect(await target.prisma.run.count()).toBe(1);
    const { code, stderr } = await on(target, 'restore', 'good.tar');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is not empty.*Nothing was changed.*createdb/)]);
  });

  it('leaves nothing that looks finished when it is killed', async () => {
    const bytes = await readFile(join(cwd, 'good.tar'));
    const child = start(target, ['restore', '-'], ['pipe']);
    const end = ended(child);
    child.stdin?.write(bytes.subarray(0, bytes.length - 4096));
    // Its tables are made and filled, in its transaction.
    const holdsTables = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND mode = 'AccessExclusiveLock' AND granted AND relation = to_regclass('runs')`;
    await until(async () => (await target.pool.query(holdsTables)).rowCount !== 0);
    child.kill('SIGKILL');
    expect(await end).toMatchObject({ signal: 'SIGKILL' });
    await until(async () => (await target.pool.query(holdsTables)).rowCount === 0);
    expect((await target.pool.query('SELECT FROM runs')).rowCount).toBe(0);
    for (const command of [
      ['token', 'list'],
      ['ingest', RUN, '--server', 'pn53'],
      ['regressions'],
      ['gc'],
      ['backup', 'empty.tar'],
    ]) {
      const { code, stderr } = await on(target, ...command);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/was not finished.*basecase restore FILE/)]);
    }
    expect(await readdir(cwd)).not.toContain('empty.tar');
    await expect(migrate(target.url)).rejects.toThrow('was not finished');
    expect((await on(target, 'restore', 'good.tar')).code).toBe(0);
  });
});
