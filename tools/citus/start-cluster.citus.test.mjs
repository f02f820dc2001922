import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withClient, withDatabase } from '../bootstrap/database.mjs';
import { isRunning } from '../bootstrap/instance/processes.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { readPidFile } from '../postgres/pid-file.mjs';
import { closeForCopies, copyDatabase, createClusterDatabase } from './cluster-databases.mjs';
import { findCitus } from './find-citus.mjs';
import { startCluster } from './start-cluster.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'basecase-cluster-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const dataDirs = ['coordinator', 'worker-1', 'worker-2'].map((node) => path.join(home, node, 'data'));
const pids = () => dataDirs.map((dataDir) => readPidFile(dataDir)?.pid ?? 0);
const running = () => pids().filter((pid, node) => pid > 0 && isRunning(pid, dataDirs[node] ?? ''));

describe('startCluster', () => {
  it('makes databases that are spread over its workers, and copies of them', async () => {
    const found = await findCitus();
    if ('reason' in found) throw new Error(found.reason);
    const cluster = await startCluster({ home, programs: found.programs, shards: 4 });
    try {
      expect(cluster.workers).toHaveLength(2);
      const url = await createClusterDatabase(cluster, 'first');
      await withClient(url, async (client) => {
        await client.query('CREATE TABLE numbers (place int, n int, PRIMARY KEY (place, n))');
        await client.query(`SELECT create_distributed_table('numbers', 'place')`);
        await client.query('INSERT INTO numbers SELECT n % 20, n FROM generate_series(1, 1000) AS n');
      });
      await closeForCopies(cluster, 'first');
      await copyDatabase(cluster, 'second', 'first');
      await withClient(withDatabase(cluster.url, 'second'), async (client) => {
        const shards = await client.query('SELECT count(DISTINCT nodeport)::int AS nodes FROM citus_shards');
        expect(shards.rows).toEqual([{ nodes: 2 }]);
        const all = await client.query('SELECT count(*)::int AS rows FROM numbers');
        expect(all.rows).toEqual([{ rows: 1000 }]);
        const own = await client.query('SELECT count(*)::int AS rows FROM numbers WHERE place = 7');
        expect(own.rows).toEqual([{ rows: 50 }]);
      });
    } finally {
      await cluster.stop();
    }
    expect(running()).toEqual([]);
  });

  it('takes all nodes down with a parent that is killed', async () => {
    const parent = fork(path.join(import.meta.dirname, 'testing/hold-cluster.mjs'), [home]);
    await new Promise((resolve, reject) => {
      parent.once('message', resolve);
      parent.once('exit', (code) => reject(new Error(`parent ended with ${code}`)));
    });
    expect(running()).toHaveLength(3);
    parent.kill('SIGKILL');
    expect(await waitUntil(() => running().length === 0, { timeoutMs: 120_000 })).toBe(true);
  });
});
