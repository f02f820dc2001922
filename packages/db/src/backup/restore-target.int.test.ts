import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../tools/prisma/migrate.mjs';
import { openDatabase } from '../database';
import { addServer } from '../import/add-server';
import {
  backUp,
  countTables,
  dumpOf,
  type EmptyTarget,
  MIGRATIONS,
  makeEmptyTarget,
} from '../testing/backup-bench';
import { isOnCitus } from '../testing/database';
import { restoreBackup } from './restore-backup';

/** What a later version adds: a column that old rows get a value for, and a table with one row. */
const LATER = `ALTER TABLE servers ADD COLUMN rack TEXT NOT NULL DEFAULT 'none';
  CREATE TABLE racks (id SERIAL PRIMARY KEY, name TEXT, shout TEXT GENERATED ALWAYS AS (upper(name)) STORED);
  INSERT INTO racks (name) VALUES ('none');`;

const SERVER = { name: 'pn53', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null };

let source: EmptyTarget;
let target: EmptyTarget;
let older: Buffer;
let later = '';
beforeAll(async () => {
  source = await makeEmptyTarget();
  await migrate(source.database.url);
  await addServer(source.database, SERVER, 'local');
  ({ bytes: older } = await backUp(source.database, source.blobs));
  later = await mkdtemp(path.join(tmpdir(), 'basecase-later-'));
  await cp(MIGRATIONS, later, { recursive: true });
  await mkdir(path.join(later, '29991231000000_later'));
  await writeFile(path.join(later, '29991231000000_later/migration.sql'), LATER);
});
afterAll(async () => {
  await source.close();
  await rm(later, { recursive: true, force: true });
});
beforeEach(async () => {
  target = await makeEmptyTarget();
  return () => target.close();
});

const restore = (bytes: Buffer, migrations = MIGRATIONS) =>
  restoreBackup(target.database, target.blobs, Readable.from([bytes]), { migrations });

describe('restoreBackup', () => {
  it('brings a backup of an older version up to date', async () => {
    expect(await restore(older, later)).toMatchObject({ migrated: ['29991231000000_later'] });
    const { rows } = await target.database.pool.query('SELECT name, rack FROM servers');
    expect(rows).toEqual([{ name: 'pn53', rack: 'none' }]);
    expect(await migrate(target.database.url, later)).toEqual([]);
  });

  it('accepts tables and rows of later migrations, and what is generated', async () => {
    await restore(older, later);
    await target.database.pool.query(`UPDATE racks SET name = 'upper'`);
    const { bytes } = await backUp(target.database, target.blobs, later);
    const again = await makeEmptyTarget();
    try {
      const input = Readable.from([bytes]);
      await restoreBackup(again.database, again.blobs, input, { migrations: later });
      expect(await dumpOf(again.database)).toEqual(await dumpOf(target.database));
      expect((await again.database.pool.query('SELECT * FROM racks')).rows).toEqual([
        { id: 1, name: 'upper', shout: 'UPPER' },
      ]);
    } finally {
      await again.close();
    }
  });

  it('refuses a backup of a newer version, and says how to go on', async () => {
    await restore(older, later);
    const { bytes } = await backUp(target.database, target.blobs, later);
    const old = await makeEmptyTarget();
    try {
      const restoring = restoreBackup(old.database, old.blobs, Readable.from([bytes]), {
        migrations: MIGRATIONS,
      });
      await expect(restoring).rejects.toMatchObject({
        name: 'MigrationError',
        message:
          'This backup is of a newer version of Basecase: this version does not know 29991231000000_later.',
        hint: 'restore it with the version that wrote it, or a newer one.',
      });
      expect(await countTables(old.database)).toBe(0);
    } finally {
      await old.close();
    }
  });

  it('restores into a database that was only migrated', async () => {
    await migrate(target.database.url);
    await restore(older);
    expect(await dumpOf(target.database)).toEqual(await dumpOf(source.database));
  });

  it('refuses a database with rows, which stay as they are', async () => {
    await migrate(target.database.url);
    await addServer(target.database, { ...SERVER, name: 'other', cores: null }, 'local');
    const before = await dumpOf(target.database);
    await expect(restore(older)).rejects.toMatchObject({
      name: 'RestoreRefusedError',
      message: 'the database is not empty: its table servers has rows. Nothing was changed.',
    });
    expect(await dumpOf(target.database)).toEqual(before);
  });

  it('refuses a database with foreign tables, and one that is newer than the backup', async () => {
    await target.database.pool.query('CREATE TABLE aliens (id INT)');
    await expect(restore(older)).rejects.toThrow('has a table aliens that is not in the backup');
    expect(await countTables(target.database)).toBe(1);
    await target.database.pool.query('DROP TABLE aliens');
    await migrate(target.database.url, later);
    await expect(restore(older, later)).rejects.toThrow('already those of 29991231000000_later');
  });

  it.skipIf(isOnCitus())('needs no rights beyond those of the owner of the database', async () => {
    const name = `owner_${target.database.url.slice(-12)}`;
    const { pool } = target.database;
    await pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p' NOSUPERUSER`);
    const { rows } = await pool.query('SELECT current_database() AS name');
    await pool.query(`ALTER DATABASE ${rows[0].name} OWNER TO ${name}; ALTER SCHEMA public OWNER TO ${name}`);
    const url = new URL(target.database.url);
    [url.username, url.password] = [name, 'p'];
    const asOwner = openDatabase(url.href);
    try {
      await restoreBackup(asOwner, target.blobs, Readable.from([older]), { migrations: MIGRATIONS });
      expect(await dumpOf(asOwner)).toEqual(await dumpOf(source.database));
    } finally {
      await asOwner.close();
      await pool.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
    }
  });

  it('lets one of two restores at once through', async () => {
    const ended = await Promise.allSettled([restore(older), restore(older)]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await dumpOf(target.database)).toEqual(await dumpOf(source.database));
  });
});
