import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { findToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const token = (...args: string[]) => runCaptured(['token', ...args], { env: { DATABASE_URL: database.url } });

it('makes a token that works, lists it without its secret, and revokes it', async () => {
  const made = await token('create', '--name', 'nightly', '--role', 'admin');
  const secret = made.stdout.trim();
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('role admin')]);
  expect(await findToken(database, secret)).toMatchObject({ name: 'nightly', role: 'admin' });

  const listed = await token('list');
  expect(listed.stdout).toMatch(/^id\trole\tname\tcreated\tlast used\trevoked\n1\tadmin\tnightly\t/);
  expect(listed.stdout).not.toContain(secret);

  expect((await token('revoke', '1')).stdout).toContain('token 1 (nightly) revoked');
  expect(await findToken(database, secret)).toBeNull();
});

it('exits 1 for what cannot be meant', async () => {
  expect((await token('revoke', '99')).stderr).toContain('No token 99');
  expect((await token('create')).code).toBe(1);
  expect((await token('create', '--name', ' ')).code).toBe(1);
  expect((await token('create', '--name', 'x', '--role', 'king')).code).toBe(1);
});
