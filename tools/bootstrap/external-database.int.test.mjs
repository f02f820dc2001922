import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { restoreBackup } from '@basecase/db/backup/restore-backup';
import { writeBackup } from '@basecase/db/backup/write-backup';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { connectionAdvice } from '@basecase/db/connection';
import { openDatabase } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { enqueueUpload } from '@basecase/db/jobs/queue';
import { createTestDatabase } from '@basecase/db/testing';
import { STANDING_CONNECTIONS } from '@basecase/db/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../postgres/launcher.mjs';
import { migrate } from '../prisma/migrate.mjs';
import { ended } from './children.mjs';
import { checkDatabase, withClient, withDatabase } from './database.mjs';
import { fromRoot } from './paths.mjs';
import { tryPort } from './ports.mjs';
import { explain } from './step-error.mjs';
import { waitUntil } from './wait-until.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'basecase-external-'));
// Of the account of the servers too.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** @param {string} name */
const inFolder = (name) => path.join(folder, name);

/** @param {string} url @returns {Promise<string>} what the operator reads; '' when the database can be used */
const refusal = (url) =>
  checkDatabase(url).then(
    () => '',
    (error) => explain(error),
  );

/** @param {string} program */
function missing(program) {
  const isMissing = spawnSync(program, ['version']).error !== undefined;
  if (isMissing) console.warn(`${program} is not installed: what needs it is skipped.`);
  return isMissing;
}

describe.skipIf(missing('openssl'))('an external PostgreSQL with SSL', () => {
  /** @type {import('../postgres/launcher.mjs').PostgresServer} */
  let server;
  /** @param {string} parameters @param {string} [host] */
  const address = (parameters, host = 'localhost') => {
    const url = new URL(server.url);
    url.hostname = host;
    return `${url.href}?${parameters}`;
  };

  /** A root certificate, and one that it signs for `localhost`. @param {string} name */
  function makeCertificates(name) {
    const run = (/** @type {string[]} */ ...args) =>
      execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    run(
      'req',
      '-x509',
      ...key,
      '-days',
      '2',
      '-subj',
      `/CN=root of ${name}`,
      '-keyout',
      `${name}-root.key`,
      '-out',
      `${name}-root.crt`,
    );
    run('req', ...key, '-subj', '/CN=localhost', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    writeFileSync(inFolder(`${name}.ext`), 'subjectAltName=DNS:localhost\n');
    const signer = ['-CA', `${name}-root.crt`, '-CAkey', `${name}-root.key`, '-CAcreateserial'];
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signer,
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.crt`,
    );
  }

  beforeAll(async () => {
    makeCertificates('own');
    makeCertificates('other');
    if (process.getuid?.() === 0) chownSync(inFolder('own.key'), 65_534, 65_534);
    server = await startPostgres({
      home: inFolder('postgres'),
      port: 0,
      durable: false,
      settings: { ssl: 'on', ssl_cert_file: inFolder('own.crt'), ssl_key_file: inFolder('own.key') },
    });
  });
  afterAll(() => server?.stop());

  it('is used by verify-full with its root certificate, and every connection is encrypted', async () => {
    const url = address(`sslmode=verify-full&sslrootcert=${inFolder('own-root.crt')}`);
    expect(await refusal(url)).toBe('');
    const database = openDatabase(url);
    try {
      const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      expect((await database.pool.query(sql)).rows).toEqual([{ ssl: true }]);
    } finally {
      await database.close();
    }
    expect(await refusal(address('sslmode=no-verify', '127.0.0.1'))).toBe('');
  });

  it.each([
    [
      'another root certificate',
      () => `sslmode=verify-full&sslrootcert=${inFolder('other-root.crt')}`,
      /(root certificate|authority)/,
    ],
    ['no root certificate', () => 'sslmode=verify-full', /sslrootcert=\/path/],
    [
      'a root certificate that is not there',
      () => `sslmode=verify-full&sslrootcert=${inFolder('none.crt')}`,
      /names a file that is not there/,
    ],
  ])('is refused with %s, in sentences that advise what to do', async (_, parameters, sentence) => {
    const said = await refusal(address(parameters()));
    expect(said).toMatch(/^✗ The database postgresql:\/\/.*:\*\*\*@localhost:\d+.* cannot be used/);
    expect(said).toMatch(sentence);
  });

  it('is refused under a name that its certificate does not have', async () => {
    const parameters = `sslmode=verify-full&sslrootcert=${inFolder('own-root.crt')}`;
    expect(await refusal(address(parameters, '127.0.0.1'))).toMatch(/certificate is for another host/);
  });

  it('tells a client without SSL that the server wants it, and one with SSL that the server has none', async () => {
    const hba = inFolder('postgres/data/pg_hba.conf');
    const rules = readFileSync(hba, 'utf8');
    writeFileSync(hba, rules.replaceAll(/^host /gm, 'hostssl '));
    await withClient(address('sslmode=no-verify'), (client) => client.query('SELECT pg_reload_conf()'));
    await waitUntil(async () => (await refusal(server.url)) !== '', { timeoutMs: 20_000 });
    expect(await refusal(server.url)).toMatch(/the server wants SSL: add sslmode=verify-full/);
    const plain = process.env.TEST_DATABASE_URL ?? '';
    expect(await refusal(`${plain}?sslmode=verify-full`)).toMatch(/SSL switched off/);
  });
});

describe('an external PostgreSQL', () => {
  /** @type {import('@basecase/db/testing').TestDatabase} */
  let admin;
  beforeAll(async () => {
    admin = await createTestDatabase();
  });
  afterAll(() => admin.drop());

  it('needs a user who owns the database and has no other right', async () => {
    const name = `only_${path.basename(new URL(admin.url).pathname).slice(-12)}`;
    await admin.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
    await admin.pool.query(`CREATE DATABASE ${name} OWNER ${name} ENCODING 'UTF8' TEMPLATE template0`);
    const url = new URL(withDatabase(admin.url, name));
    [url.username, url.password] = [name, 'p'];
    const database = openDatabase(url.href);
    const worker = () =>
      spawn(process.execPath, ['--import', 'tsx', fromRoot('tools/worker.mjs')], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url.href,
          DATABASE_CONNECTIONS: '4',
          BASECASE_BLOBS: inFolder('blobs'),
        },
      });
    try {
      expect(await refusal(url.href)).toBe('');
      expect((await migrate(url.href)).length).toBeGreaterThan(30);
      const blobs = openBlobStore(inFolder('blobs'), database);
      await ingestPath({ database, blobs }, fromRoot('samples/x.pg184_rel.b1_c2r24.pk1.tar.gz'));
      const child = worker();
      // One after the other: what a worker holds for good leaves connections for the next upload.
      for (const sample of ['x.pg1518_rel.b1_c2r24.pk1.tar.gz', 'x.pg1710_rel.b1_c2r24.pk1.tar.gz']) {
        const { uploadId } = await enqueueUpload(database, blobs, {
          content: createReadStream(fromRoot('samples', sample)),
          filename: sample,
          origin: 'uploaded',
          server: 'pn53',
          settings: {},
        });
        const stateOf = async () =>
          (await database.pool.query('SELECT state FROM uploads WHERE id = $1', [uploadId])).rows[0].state;
        await waitUntil(async () => ['stored', 'failed'].includes(await stateOf()), { timeoutMs: 120_000 });
        expect(await stateOf()).toBe('stored');
      }
      const sql = 'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()';
      // A worker's, those of its two reading processes, and this one's.
      const most = STANDING_CONNECTIONS + 4 + 2 * 5 + 10;
      expect(Number((await database.pool.query(sql)).rows[0].count)).toBeLessThanOrEqual(most);
      child.kill('SIGTERM');
      expect(await ended(child)).toEqual({ code: 0, signal: null });
    } finally {
      await database.close();
      await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.pool.query(`DROP ROLE ${name}`);
    }
  });

  it('names the right that is missing where a user may not make tables', async () => {
    const name = `none_${path.basename(new URL(admin.url).pathname).slice(-12)}`;
    await admin.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p'`);
    await admin.pool.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
    const url = new URL(withDatabase(admin.url, name));
    [url.username, url.password] = [name, 'p'];
    try {
      const error = await migrate(url.href).catch((cause) => cause);
      expect(connectionAdvice(error)).toMatch(/lacks a right: make it the owner of the database/);
    } finally {
      await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.pool.query(`DROP ROLE ${name}`);
    }
  });

  describe.skipIf(missing('/usr/sbin/pgbouncer'))('behind PgBouncer', () => {
    /**
     * @template T
     * @param {'transaction' | 'session' | 'statement'} mode
     * @param {(url: string) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async function through(mode, work) {
      const target = new URL(admin.url);
      const port = await tryPort('127.0.0.1', 0);
      const file = inFolder(`pgbouncer-${mode}.ini`);
      const database = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`;
      writeFileSync(
        file,
        `[databases]\n* = ${database}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\n`,
      );
      const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const pooler = spawn('/usr/sbin/pgbouncer', ['--quiet', file], {
        ...account,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const url = new URL(admin.url);
      [url.port, url.username, url.password] = [String(port), 'anyone', 'x'];
      try {
        await waitUntil(async () => (await refusal(url.href)) === '', { timeoutMs: 20_000 });
        return await work(url.href);
      } finally {
        pooler.kill('SIGINT');
        await ended(pooler);
      }
    }

    it.each(/** @type {const} */ (['transaction', 'statement']))('is refused in %s mode', async (mode) => {
      const error = await through(mode, (url) => migrate(url).catch((cause) => cause));
      expect(error.name).toBe('MigrationError');
      expect(error.message).toMatch(/PgBouncer, that gives each transaction another connection/);
      expect(error.hint).toMatch(/pool_mode = session/);
    });

    it('takes no backup and no restore in transaction mode: their locks would stay', async () => {
      await through('transaction', async (url) => {
        const database = openDatabase(url, { maxConnections: 2 });
        const blobs = openBlobStore(inFolder('blobs-of-pooler'), database);
        const migrations = fromRoot('prisma/migrations');
        try {
          const out = new PassThrough();
          const refused = expect.objectContaining({ name: 'MigrationError' });
          await expect(writeBackup(database, blobs, out, { version: '0.1.0', migrations })).rejects.toEqual(
            refused,
          );
          await expect(restoreBackup(database, blobs, out, { migrations })).rejects.toEqual(refused);
          const { rows } = await database.pool.query(
            `SELECT count(*)::int AS locks FROM pg_locks JOIN pg_database ON pg_database.oid = database
             WHERE locktype = 'advisory' AND datname = current_database()`,
          );
          expect(rows).toEqual([{ locks: 0 }]);
        } finally {
          await database.close();
        }
      });
    });

    it('works in session mode, with the time zone that times are read in', async () => {
      const { pathname } = new URL(admin.url);
      await admin.pool.query(`ALTER DATABASE ${pathname.slice(1)} SET timezone = 'Asia/Tokyo'`);
      await through('session', async (url) => {
        expect(await migrate(url)).toEqual([]);
        const database = openDatabase(url);
        try {
          expect((await database.pool.query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }]);
        } finally {
          await database.close();
        }
      });
    });
  });
});
