import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../postgres/launcher.mjs';

const WORKERS = 2;

/** Each database that is used has a process of Citus that looks after it, on each node. */
const MAX_DATABASES = 64;

const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical', // to move shards
  max_connections: '300',
  max_worker_processes: String(MAX_DATABASES + 16),
  // All nodes are on one loopback interface. Otherwise Citus makes certificates and encrypts.
  'citus.node_conninfo': 'sslmode=disable',
  'citus.local_hostname': '127.0.0.1',
};

/**
 * @typedef {object} CitusCluster
 * @property {string} url of the maintenance database of the coordinator, which is what applications connect to
 * @property {string[]} workers the same of each worker
 * @property {string[]} notices see `PostgresServer`
 * @property {() => Promise<void>} stop safe to call twice
 */

/**
 * Starts a coordinator and two workers on loopback, each with its own new directory: nothing is kept between two
 * starts. They end with this process, even when that is killed.
 * @param {{ home: string; programs: import('../postgres/programs.mjs').Programs; port?: number; shards?: number }} options
 *   home: directory of the three; port: preferred one of the coordinator; shards: of each distributed table
 * @returns {Promise<CitusCluster>}
 * @throws {import('../bootstrap/step-error.mjs').StepError} when one of them cannot be started; then none is left
 */
export async function startCluster({ home, programs, port = 0, shards = 32 }) {
  // Nodes sign in to each other as the same user: one password for all.
  const password = randomBytes(24).toString('base64url');
  const settings = { ...SETTINGS, 'citus.shard_count': String(shards) };
  const started = await Promise.allSettled(
    Array.from({ length: 1 + WORKERS }, (_, node) => {
      const own = path.join(home, node === 0 ? 'coordinator' : `worker-${node}`);
      rmSync(own, { recursive: true, force: true });
      return startPostgres({
        home: own,
        port: node === 0 ? port : 0,
        durable: false,
        settings,
        password,
        programs,
      });
    }),
  );
  const nodes = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  const failure = started.find((outcome) => outcome.status === 'rejected');
  const [coordinator, ...workers] = nodes;
  if (failure || !coordinator) {
    await stop();
    throw failure?.reason;
  }
  return {
    url: coordinator.url,
    workers: workers.map(({ url }) => url),
    notices: nodes.flatMap(({ notices }) => notices),
    stop,
  };
}
