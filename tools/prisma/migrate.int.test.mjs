import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

  it('leaves nothing of a migration that fails, and says next time what to do', async () => {
    await add('1_a', 'CREATE TABLE a (id INT); SELECT nonsense');
    await expect(migrate(database.url, folder)).rejects.toThrow('Migration 1_a failed');
    const { rows } = await database.pool.query(`SELECT to_regclass('a') AS a`);
    expect(rows).toEqual([{ a: null }]);
    await expect(migrate(database.url, folder)).rejects.toThrow('migrate resolve --rolled-back 1_a');
  });
});
