import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../tools/prisma/migrate.mjs';
import { type EmptyTarget, MIGRATIONS, makeEmptyTarget } from '../testing/backup-bench';
import { placesOf } from '../testing/citus-bench';
import { createTestDatabase } from '../testing/database';
import { distribute, PLACES } from './distribute.mjs';

/** The last migration before tables could be distributed. */
const BEFORE = '20261127010000_heatmap_rows';
const UPLOAD = `INSERT INTO uploads (sha256, filename, size_bytes, origin, state)
  VALUES (repeat('a', 64), 'a', 1, 'uploaded', 'queued')`;

let older = '';
beforeAll(async () => {
  older = await mkdtemp(path.join(tmpdir(), 'basecase-older-'));
  for (const name of await readdir(MIGRATIONS))
    if (name <= BEFORE) await cp(path.join(MIGRATIONS, name), path.join(older, name), { recursive: true });
});
afterAll(() => rm(older, { recursive: true, force: true }));

const targets: EmptyTarget[] = [];
const emptyDatabase = async () => {
  const target = await makeEmptyTarget();
  targets.push(target);
  return target.database;
};
afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

describe('on a cluster', () => {
  it('each table is where it belongs, and a second time nothing is done', async () => {
    const database = await createTestDatabase();
    try {
      const places = await placesOf(database);
      expect(places).toEqual({ ...PLACES, _prisma_migrations: 'local' });
      expect(await distribute(database.pool)).toBeNull();
      expect(await placesOf(database)).toEqual(places);
    } finally {
      await database.drop();
    }
  });

  it('an empty database of an older version is distributed when it is brought up to date', async () => {
    const { url, pool } = await emptyDatabase();
    await migrate(url, older);
    expect(new Set(Object.values(await placesOf({ pool })))).toEqual(new Set(['local']));
    const notices: string[] = [];
    await migrate(url, MIGRATIONS, (text) => notices.push(text));
    expect(notices).toEqual([]);
    expect(await placesOf({ pool })).toMatchObject(PLACES);
  });

  it('one that was filled before it had workers stays unchanged, with a message', async () => {
    const { url, pool } = await emptyDatabase();
    await migrate(url, older);
    await pool.query(UPLOAD);
    const notices: string[] = [];
    await migrate(url, MIGRATIONS, (text) => notices.push(text));
    expect(notices).toEqual([expect.stringMatching(/all of them are on the coordinator.*restore a backup/)]);
    expect(new Set(Object.values(await placesOf({ pool })))).toEqual(new Set(['local']));
  });

  it('one that has the extension and no workers stays as it is', async () => {
    const { url, pool } = await emptyDatabase();
    await pool.query(
      `SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid`,
    );
    await migrate(url);
    expect(new Set(Object.values(await placesOf({ pool })))).toEqual(new Set(['local']));
  });

  it('a step that fails leaves nothing distributed', async () => {
    const { url, pool } = await emptyDatabase();
    await migrate(url, older);
    // Citus refuses tables with triggers; this one is among the last.
    await pool.query(
      `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER in_the_way AFTER INSERT ON diagnostics FOR EACH ROW EXECUTE FUNCTION nothing()`,
    );
    await expect(migrate(url)).rejects.toThrow(/could not be distributed: .*triggers/);
    expect(new Set(Object.values(await placesOf({ pool })))).toEqual(new Set(['local']));
    await pool.query('DROP TRIGGER in_the_way ON diagnostics');
    await migrate(url);
    expect(await placesOf({ pool })).toMatchObject(PLACES);
  });
});
