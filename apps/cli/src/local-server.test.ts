import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from './exit';
import type { Io, Settings } from './io';
import { databaseUsageError, findLocalServer } from './local-server';
import { makeTemporaryDirectory } from './testing/run-directory';

let root = '';
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: root, remove } = await makeTemporaryDirectory());
  await mkdir(join(root, '.basecase'));
});
afterAll(() => remove());

const RUNNING = {
  databaseUrl: 'postgresql://local/basecase',
  url: 'http://127.0.0.1:3100/',
  pid: process.pid,
};

describe('findLocalServer', () => {
  it('suggests what to do without a database', async () => {
    await expect(findLocalServer(ioWith({}), join(root, 'nowhere'))).rejects.toThrow(
      /Run "npm start" in another terminal.*or set DATABASE_URL/,
    );
  });

  it('takes the database, the address and the blobs of the running server', async () => {
    await writeRuntime(RUNNING);
    expect(await findLocalServer(ioWith({}), root)).toEqual({
      databaseUrl: 'postgresql://local/basecase',
      blobs: join(root, '.basecase/blobs'),
      migrations: join(root, 'prisma/migrations'),
      url: 'http://127.0.0.1:3100',
      isRunning: true,
    });
  });

  it('prefers what the environment says', async () => {
    await writeRuntime(RUNNING);
    const env = { DATABASE_URL: 'postgresql://other/db', BASECASE_BLOBS: '/var/blobs' };
    expect(await findLocalServer(ioWith(env), root)).toMatchObject({
      databaseUrl: 'postgresql://other/db',
      blobs: '/var/blobs',
      // Its pages show another database.
      isRunning: false,
    });
  });

  it('names the file it cannot read and what to do, and needs none with DATABASE_URL', async () => {
    const state = join(root, 'circle');
    await mkdir(state);
    await symlink('runtime.json', join(state, 'runtime.json'));
    const env = { BASECASE_STATE: state };
    await expect(findLocalServer(ioWith(env), root)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/circle\/runtime\.json.*cannot be read \(ELOOP\).*set DATABASE_URL/),
    });
    const given = { ...env, DATABASE_URL: 'postgresql://other/db' };
    expect(await findLocalServer(ioWith(given), root)).toMatchObject({
      databaseUrl: 'postgresql://other/db',
    });
  });

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)('names the user of a file that is not ours', async () => {
    const state = join(root, 'theirs');
    await mkdir(state);
    await writeFile(join(state, 'runtime.json'), '{}');
    await chmod(join(state, 'runtime.json'), 0);
    await expect(findLocalServer(ioWith({ BASECASE_STATE: state }), root)).rejects.toThrow(
      /cannot be read \(EACCES\)\. Run this as the user who runs "npm start"/,
    );
  });

  it('takes a file that is no JSON for none', async () => {
    await writeFile(join(root, '.basecase/runtime.json'), '{"databaseU');
    await expect(findLocalServer(ioWith({}), root)).rejects.toThrow(/no database found/);
  });

  it('takes no address for a folder, but that of a bucket of S3', async () => {
    await writeRuntime(RUNNING);
    expect(await findLocalServer(ioWith({ BASECASE_BLOBS: 'S3://bucket/x' }), root)).toMatchObject({
      blobs: 'S3://bucket/x',
    });
    const refused = findLocalServer(ioWith({ BASECASE_BLOBS: 'gs://bucket/x' }), root);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow('BASECASE_BLOBS is "gs://bucket/x": expected a folder');
  });

  it('does not believe a file that a killed server left', async () => {
    // Above the largest process id that Linux can give.
    await writeRuntime({ ...RUNNING, pid: 2 ** 22 + 1 });
    await expect(findLocalServer(ioWith({}), root)).rejects.toThrow(/no database/);
  });
});

describe('databaseUsageError', () => {
  const server = { databaseUrl: 'postgresql://me:secret@db.example:5433/basecase' };

  it('says where it tried and what to do, without the password', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const message = databaseUsageError(refused, server)?.message ?? '';
    expect(message).toContain('db.example:5433 cannot be used: the connection was refused. Is "npm start"');
    expect(message).not.toContain('secret');
  });

  it('names a certificate that cannot be opened, and no other file', () => {
    const missing = Object.assign(new Error('open'), { code: 'ENOENT', path: '/etc/root.crt' });
    const databaseUrl = `${server.databaseUrl}?sslmode=verify-full&sslrootcert=/etc/root.crt`;
    expect(databaseUsageError(missing, { databaseUrl })?.message).toMatch(/names a file that is not there/);
    expect(databaseUsageError(missing, server)).toBeNull();
  });

  it('leaves other errors alone', () => {
    expect(databaseUsageError(new Error('a bug'), server)).toBeNull();
    expect(databaseUsageError(Object.assign(new Error('x'), { code: '23505' }), server)).toBeNull();
  });
});

async function writeRuntime(runtime: unknown): Promise<void> {
  await writeFile(join(root, '.basecase/runtime.json'), JSON.stringify(runtime));
}

function ioWith(env: Settings): Io {
  return { print: () => Promise.resolve(), note: () => undefined, cwd: root, env, progress: () => undefined };
}
