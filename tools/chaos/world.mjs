import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ended, stopChild } from '../bootstrap/children.mjs';
import { ensureDatabase } from '../bootstrap/database.mjs';
import { keepRunning } from '../bootstrap/lifetime/keep-running.mjs';
import { tryPort } from '../bootstrap/ports.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';
import { startWorker } from '../bootstrap/worker.mjs';
import { startPostgres } from '../postgres/launcher.mjs';
import { migrate } from '../prisma/migrate.mjs';

const HOST = '127.0.0.1';

/** What can be killed. A backend is one connection's process: PostgreSQL then ends all of them and recovers. */
export const VICTIMS = /** @type {const} */ (['web', 'worker', 'reader', 'postgres', 'backend']);

/** Enough for the stack of one error and what followed. */
const LAST_LINES = 40;

/** @typedef {(typeof VICTIMS)[number]} Victim */

/**
 * @typedef {object} World
 * @property {string} databaseUrl
 * @property {string} blobs directory of the blob store
 * @property {string | null} url of the web server
 * @property {(victim: Victim) => number[]} find process ids of it, none while it is down
 * @property {() => string[]} lastErrors newest lines of the worker's log
 * @property {() => Promise<void>} close
 */

/**
 * The real processes on their own database and folder, each started again when it ends, as `npm start` does.
 * @param {{ hasWeb: boolean }} options
 * @returns {Promise<World>}
 */
export async function createWorld({ hasWeb }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'basecase-chaos-'));
  const blobs = path.join(folder, 'blobs');
  const home = path.join(folder, 'postgres');
  // Synchronous commits, as in production: what was answered must survive a kill.
  const settings = { max_connections: '100' };
  let postgres = await startPostgres({ home, port: 0, settings });
  const { port } = postgres;
  const databaseUrl = await ensureDatabase(postgres.url, 'chaos');
  await migrate(databaseUrl);

  let isStopping = false;
  /** @type {Map<'web' | 'worker', import('node:child_process').ChildProcess>} */
  const children = new Map();
  const common = { onEnd: () => {}, isStopping: () => isStopping };
  /** @param {{ child: import('node:child_process').ChildProcess }} started */
  const endOf = async ({ child }) => String((await ended(child)).signal);

  const kept = [
    keepRunning({
      ...common,
      running: postgres,
      start: async () => {
        postgres = await startPostgres({ home, port, settings });
        return postgres;
      },
      ended: async (server) => {
        const { signal } = await server.exited;
        await server.stop();
        return String(signal);
      },
    }),
    keepRunning({
      ...common,
      start: () => {
        const child = startWorker({ databaseUrl, blobs, log: path.join(folder, 'worker.log') });
        children.set('worker', child);
        return { child };
      },
      ended: endOf,
    }),
  ];
  const webPort = hasWeb ? await tryPort(HOST, 0) : null;
  const web = { port: webPort ?? 0, databaseUrl, blobs, log: path.join(folder, 'web.log') };
  if (hasWeb) {
    const first = await startWebServer(web);
    children.set('web', first.child);
    const start = async () => {
      const started = await startWebServer(web);
      children.set('web', started.child);
      return started;
    };
    kept.push(keepRunning({ ...common, running: first, start, ended: endOf }));
  }

  return {
    databaseUrl,
    blobs,
    url: hasWeb ? `http://${HOST}:${webPort}` : null,
    find(victim) {
      if (victim === 'postgres') return postgres.pid === undefined ? [] : alive([postgres.pid]);
      if (victim === 'backend') return childrenOf(postgres.pid);
      if (victim === 'reader') return childrenOf(children.get('worker')?.pid);
      const child = children.get(victim);
      return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
        ? [child.pid]
        : [];
    },
    lastErrors: () =>
      readFileSync(path.join(folder, 'worker.log'), 'utf8').trim().split('\n').slice(-LAST_LINES),
    async close() {
      isStopping = true;
      await Promise.all([...children.values()].map(stopChild));
      await postgres.stop();
      await Promise.all(kept);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number[]} pids */
const alive = (pids) => pids.filter((pid) => parentOf(pid) !== null);

/**
 * @param {number | undefined} pid
 * @returns {number[]}
 */
function childrenOf(pid) {
  if (pid === undefined) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid);
}

/**
 * @param {number} pid
 * @returns {number | null} null when it is gone, or ended and not yet collected
 */
function parentOf(pid) {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}
