import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../backup/format';
import { inTransaction } from '../database';
import { ingestPath } from '../import/ingest-path';
import { type BlobBench, STORES } from '../testing/blob-bench';
import { compiledScript } from '../testing/compiled-script';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { IngestOrder } from '../testing/ingest-process';
import { sampleLogs, writeLogs } from '../testing/sample-logs';
import { listFiles, until, WAITING } from '../testing/upload-bench';
import { collectGarbage } from './collect-garbage';

let script = '';
let database: TestDatabase;
let folder = '';
let directory = '';
beforeAll(async () => {
  script = await compiledScript('ingest-process');
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-killed-'));
  directory = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Each kill is one of the process itself, at a place where something holds it: nothing here depends on time. */
describe.each(STORES)('an import into %s whose process is killed', (_, openBench) => {
  let bench: BlobBench;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    await database.pool.query('TRUNCATE uploads, packs, packed_blobs, runs CASCADE');
    bench = await openBench(database);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await bench.close();
  });

  function start(): ChildProcess {
    const child = fork(script, [], { execArgv: [] });
    children.push(child);
    child.send({ databaseUrl: database.url, access: bench.blobs.access(), directory } satisfies IngestOrder);
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Kills it where it waits for a lock that this transaction has. */
  async function killWhereItWaits(lock: string): Promise<void> {
    await inTransaction(database, async (client) => {
      await client.query(lock);
      const child = start();
      await until(
        async () => (await database.pool.query(WAITING)).rowCount,
        (waiting) => waiting !== 0,
      );
      await kill(child);
    });
  }

  async function expectNothing(): Promise<void> {
    // The server may still have to notice that the process is gone.
    await until(
      async () => (await database.pool.query(WAITING)).rowCount,
      (waiting) => waiting === 0,
    );
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*)::int FROM uploads) AS uploads, (SELECT count(*)::int FROM artifacts) AS artifacts,
         (SELECT count(*)::int FROM packs) AS packs, (SELECT count(*)::int FROM packed_blobs) AS blobs`,
    );
    expect(rows).toEqual([{ uploads: 0, artifacts: 0, packs: 0, blobs: 0 }]);
  }

  async function expectWholeAfterwards(): Promise<void> {
    const { blobs } = bench;
    await ingestPath({ database, blobs }, directory, { server: 'pn53' });
    const files = await database.prisma.artifact.findMany();
    expect(files).toHaveLength(Object.keys(sampleLogs()).length);
    for (const { sha256 } of files) expect(sha256Of(await buffer(await blobs.read(sha256)))).toBe(sha256);
    await collectGarbage(database, blobs);
    expect(await bench.list()).toHaveLength(1);
    const onTheirWay = (await listFiles(blobs.objects.incoming)).filter((name) => name.startsWith('tmp/'));
    expect(onTheirWay).toEqual([]);
    for (const { sha256 } of files) expect(await blobs.has(sha256)).toBe(true);
  }

  it('when its pack is in the store and no row names it leaves garbage, and nothing is lost', async () => {
    await killWhereItWaits('LOCK TABLE packs IN EXCLUSIVE MODE');
    await expectNothing();
    expect(await bench.list()).toHaveLength(1);
    await collectGarbage(database, bench.blobs);
    expect(await bench.list()).toEqual([]);
    await expectWholeAfterwards();
  });

  it('when everything is written and not committed has stored nothing', async () => {
    await killWhereItWaits('SELECT FROM epochs FOR UPDATE');
    await expectNothing();
    expect(await bench.list()).toHaveLength(1);
    await expectWholeAfterwards();
  });

  it('while its pack is on its way to the store has stored nothing', async (context) => {
    const { server } = bench;
    // In a folder a rename has no middle.
    if (!server) return context.skip();
    const asked = new Promise<void>((resolve) => {
      server.misbehave = ({ method, key }) => {
        if (method !== 'PUT' || !key.includes('packs/')) return null;
        resolve();
        return 'silence';
      };
    });
    const child = start();
    await asked;
    await kill(child);
    server.misbehave = () => null;
    await expectNothing();
    expect(await bench.list()).toEqual([]);
    await expectWholeAfterwards();
  });
});
