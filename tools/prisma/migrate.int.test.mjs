import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import { migrate } from './migrate.mjs';

describe('migrate', () => {
  let database;
  let folder;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-migrations-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  const add = async (name, sql) => {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'migration.sql'), sql);
  };

  it('applies what is new, in order, and nothing twice', async () => {
    await add('2_b', 'INSERT INTO a VALUES (2); -- a comment; with a semicolon');
    await add('1_a', 'CREATE TABLE a (id INT)');
    expect(await migrate(database.url, folder)).toEqual(['1_a', '2_b']);
    await add('3_c', 'INSERT INTO a VALUES (3)');
    expect(await migrate(database.url, folder)).toEqual(['3_c']);
    expect(await migrate(database.url, folder)).toEqual([]);
    expect((await database.pool.query('SELECT id FROM a ORDER BY id')).rows).toEqual([{ id: 2 }, { id: 3 }]);
  });

  it('applies each migration once when several processes start together', async () => {
    await add('1_a', 'CREATE TABLE a (id INT)');
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
    expect(applied.flat()).toEqual(['1_a']);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await add('1_a', 'CREATE TABLE a (id INT)');
    await migrate(database.url, folder);
    await add('1_a', 'CREATE TABLE a (id BIGINT)');
    await expect(migrate(database.url, folder)).rejects.toThrow('1_a was edited after it was applied');
  });

  it('refuses a database that is not UTF8, and changes nothing', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_latin1`;
    await database.pool.query(
      `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
    );
    try {
      await add('1_a', 'CREATE TABLE a (id INT)');
      const url = database.url.replace(/[^/]*$/, name);
      await expect(migrate(url, folder)).rejects.toMatchObject({
        message: expect.stringContaining('encoding LATIN1'),
        hint: expect.stringContaining("ENCODING 'UTF8'"),
      });
    } finally {
      await database.pool.query(`DROP DATABASE ${name}`);
    }
  });

  it('leaves nothing of a migration that fails, and says next time what to do', async () => {
    await add('1_a', 'CREATE TABLE a (id INT); SELECT nonsense');
    await expect(migrate(database.url, folder)).rejects.toThrow('Migration 1_a failed');
    const { rows } = await database.pool.query(`SELECT to_regclass('a') AS a`);
    expect(rows).toEqual([{ a: null }]);
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      message: expect.stringContaining('1_a failed half-way'),
      hint: expect.stringContaining('migrate resolve --rolled-back 1_a'),
    });
  });

  it('refuses a database of a newer version, and says how to go on', async () => {
    await add('1_a', 'CREATE TABLE a (id INT)');
    await add('2_b', 'CREATE TABLE b (id INT)');
    await migrate(database.url, folder);
    await rm(path.join(folder, '2_b'), { recursive: true });
    await add('3_c', 'CREATE TABLE c (id INT)');
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      message: expect.stringMatching(/newer version of Basecase.*does not know 2_b/),
      hint: expect.stringMatching(/start the newer version again.*restore a backup/),
    });
    const { rows } = await database.pool.query(`SELECT to_regclass('c') AS c`);
    expect(rows).toEqual([{ c: null }]);
  });

  it('names what is newer even when it failed half-way', async () => {
    await add('1_a', 'CREATE TABLE a (id INT)');
    await migrate(database.url, folder);
    await add('2_b', 'SELECT nonsense');
    await expect(migrate(database.url, folder)).rejects.toThrow('Migration 2_b failed');
    await rm(path.join(folder, '2_b'), { recursive: true });
    await expect(migrate(database.url, folder)).rejects.toThrow('does not know 2_b');
  });

  it('says the same as a command, without a stack trace', async () => {
    await migrate(database.url);
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29991231_later', now())`,
    );
    const child = spawnSync(process.execPath, [path.join(import.meta.dirname, 'migrate.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: database.url },
    });
    expect(child.status).toBe(1);
    expect(child.stderr).toMatch(
      /^✗ .*does not know 29991231_later\.\n {2}What to do: start the newer version/,
    );
    expect(child.stderr).not.toContain('    at ');
  });

  it.each([
    [
      'no server answers',
      'postgresql://me:s3cret@127.0.0.1:1/none?password=s3cret',
      /cannot be used: .*ECONNREFUSED.*\n {2}What to do: /,
    ],
    ['the address is none', 'mysql://me:s3cret@host/db', /is not a PostgreSQL address\.\n {2}What to do: /],
    ['there is no address', '', /DATABASE_URL is not set\.\n {2}What to do: /],
  ])('says as a command that %s, without a stack trace or a password', (_, url, said) => {
    const child = spawnSync(process.execPath, [path.join(import.meta.dirname, 'migrate.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    });
    expect(child.status).toBe(1);
    expect(child.stderr).toMatch(said);
    expect(child.stderr).not.toMatch(/ {4}at |s3cret/);
  });
});

it('the migrations make the database of schema.prisma; `npx prisma migrate dev` writes a missing one', async () => {
  const database = await createTestDatabase();
  const args = [
    'migrate',
    'diff',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    'prisma/schema.prisma',
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fromRoot('node_modules/prisma/build/index.js'), ...args, '--exit-code'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    },
  );
  await database.drop();
  expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
});
