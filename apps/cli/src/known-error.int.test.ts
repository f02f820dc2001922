import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { type S3TestServer, startS3Server } from '@basecase/db/testing/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from './io';
import { explainKnown } from './main';
import { runCaptured } from './testing/capture';
import { writeRunDirectory } from './testing/run-directory';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let database: TestDatabase;
let s3: S3TestServer;
let cwd = '';
let env: Settings;
beforeAll(async () => {
  [database, s3] = await Promise.all([createTestDatabase(), startS3Server()]);
  cwd = await mkdtemp(join(tmpdir(), 'basecase-known-'));
  env = { ...s3.env, DATABASE_URL: database.url, BASECASE_BLOBS: `s3://${s3.bucket}/here` };
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59 });
  expect(await runCaptured(['ingest', RUN, '--server', 'pn53'], { cwd, env })).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  await rm(cwd, { recursive: true });
});

describe('what a command says of a blob store that cannot be used', () => {
  const commands = [['gc'], ['backup', 'mine.tar']];

  it.each(commands)('names the key that is wrong, where, and what to do: %s', async (...args) => {
    const secret = 'wrong/S3cret';
    const { code, stderr } = await runCaptured(args, { cwd, env: { ...env, AWS_SECRET_ACCESS_KEY: secret } });
    const [place, advice] = [`It is s3://${s3.bucket}/here at ${s3.endpoint}.`, 'Check AWS_ACCESS_KEY_ID, '];
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    // An answer to HEAD has no body that names the key.
    expect(stderr).toMatch(/^basecase: The blob store \(S3\) can't be used: .*(AWS_SECRET_ACCESS_KEY|403)/);
    expect(stderr).toContain(`${place} ${advice}`);
    expect(stderr).not.toContain(secret);
    expect(await readdir(cwd)).toEqual([RUN]);
  });

  it.each(commands)('reports that the address does not answer: %s', async (...args) => {
    const endpoint = 'http://127.0.0.1:1';
    const { code, stderr } = await runCaptured(args, { cwd, env: { ...env, AWS_ENDPOINT_URL_S3: endpoint } });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /does not answer \(ECONNREFUSED\)\. It is s3:.* at http:\/\/127\.0\.0\.1:1\. Check /,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('repeats nothing of a setting that it cannot read', async () => {
    const blobs = 's3://AKIA:S3cret@bucket';
    const { code, stderr } = await runCaptured(['gc'], { cwd, env: { ...env, BASECASE_BLOBS: blobs } });
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('BASECASE_BLOBS is "s3://…@bucket": expected a folder');
    expect(stderr).not.toContain('S3cret');
  });
});

describe('explainKnown', () => {
  it('names the error of the operating system, and the file', async () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/x/y' });
    expect(await explainKnown(denied, {})).toMatch(/^\/x\/y: no permission \(EACCES\)/);
  });

  it('names the database that ended the connection, without its password', async () => {
    const ended = await database.pool
      .query('SELECT pg_terminate_backend(pg_backend_pid())')
      .catch((error: unknown) => error);
    const given = { DATABASE_URL: 'postgresql://me:s3cret@db.example:5433/basecase' };
    expect(await explainKnown(ended, given)).toMatch(/^the database at db\.example:5433 cannot be used: /);
    expect(await explainKnown(ended, given)).not.toContain('s3cret');
  });

  it('leaves a bug alone', async () => {
    expect(await explainKnown(new TypeError('x is not a function'), {})).toBeNull();
    expect(await explainKnown(Object.assign(new Error('x'), { code: '23505' }), {})).toBeNull();
    expect(await explainKnown('text', {})).toBeNull();
  });
});
