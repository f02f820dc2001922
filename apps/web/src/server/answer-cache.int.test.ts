import { addServer } from '@basecase/db';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const countServers = async () => {
  const { rows } = await database.pool.query<{ count: number }>('SELECT count(*)::int FROM servers');
  return { count: rows[0]?.count };
};

it('keeps an answer until something is written, by whatever connection', async () => {
  const cache = new AnswerCache(database);
  const [first, second] = await Promise.all([
    cache.get('servers', countServers),
    cache.get('servers', countServers),
  ]);
  expect(first).toEqual({ count: 0 });
  expect(second).toBe(first);
  expect(await cache.get('servers', countServers)).toBe(first);

  const facts = { cores: 8, cpu: null, memoryBytes: null, storage: null, os: null };
  await addServer(database, { name: 'pn53', ...facts }, 'local');
  expect(await cache.get('servers', countServers)).toEqual({ count: 1 });
});

it('never shows what is not committed, and shows it as soon as it is', async () => {
  const cache = new AnswerCache(database);
  const { count = 0 } = await cache.get('servers', countServers);
  const writer = await database.pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query(`INSERT INTO servers (slug, name) VALUES ('late', 'late')`);
    expect(await cache.get('servers', countServers)).toEqual({ count });
    await writer.query('COMMIT');
  } finally {
    writer.release();
  }
  expect(await cache.get('servers', countServers)).toEqual({ count: count + 1 });
});

it('keeps no failure, and its answers cannot be changed', async () => {
  const cache = new AnswerCache(database);
  await expect(cache.get('servers', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  const answer = await cache.get('servers', countServers);
  expect(() => {
    answer.count = 7;
  }).toThrow(TypeError);
});
