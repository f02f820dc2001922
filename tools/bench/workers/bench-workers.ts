import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '@basecase/db';
import { ended, stopChild } from '../../bootstrap/children.mjs';
import { tryPort } from '../../bootstrap/ports.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import type { BenchRow } from '../measure';
import { followUploads } from './follow-uploads';
import { makeUploads } from './made-up-uploads';
import { cpuMs, parentOf, peakMegabytes, treeOf } from './process-tree';
import { sendUploads } from './send-uploads';
import { type Measured, PER_SECOND, rowsOf, WORKERS } from './worker-rows';

const HOST = '127.0.0.1';
/** So many uploads bring up every reader of every worker, and make its code fast. */
const WARM_UP = 160;
/** All at once: how many four workers get through. */
const AT_ONCE = 80;
/** At a fixed rate: how late records are. */
const IN_TURN = 40;

/**
 * Uploads over HTTP to one web process, read by four workers, where 500,000 runs are stored: how many a second, how soon
 * records follow, what computing one takes, and what memory each process took. It ends by itself: whatever is not stored in
 * time is an error, and so is a worker that ends.
 *
 * @param input databaseUrl: filled by `seedLists`, with nothing to be judged
 */
export async function benchWorkers(input: { databaseUrl: string; scratch: string }): Promise<BenchRow[]> {
  const { databaseUrl, scratch } = input;
  const blobs = path.join(scratch, 'blobs-workers');
  await mkdir(blobs, { recursive: true });
  const tarballs = await makeUploads(path.join(scratch, 'uploads'), WARM_UP + AT_ONCE + IN_TURN);
  const port = await tryPort(HOST, 0);
  if (port === null) throw new Error('no free port');
  const database = openDatabase(databaseUrl);
  const web = await startWebServer({ host: HOST, port, databaseUrl, blobs, log: `${blobs}.web.log` });
  const workers = Array.from({ length: WORKERS }, () => startWorker({ databaseUrl, blobs }));
  const broken = workers.map(async (worker) => {
    const { code, signal } = await ended(worker);
    throw new Error(`A worker ended while uploads were read (${signal ?? `exit code ${code}`}).`);
  });
  // They end when all is measured, too.
  for (const end of broken) end.catch(() => {});
  const run = (from: number, count: number, perSecond: number) => {
    const sent = { tarballs: tarballs.slice(from, from + count), perSecond, from };
    return Promise.race([
      ...broken,
      followUploads(database, { count, send: () => sendUploads(web.url, sent) }),
    ]);
  };
  try {
    await run(0, WARM_UP, Number.POSITIVE_INFINITY);
    const parents: Parents = {
      workers: workers.flatMap(({ pid }) => pid ?? []),
      web: [web.child.pid ?? 0],
      postmaster: await postmasterOf(database.pool),
    };
    const before = computing(parents);
    const atOnce = await run(WARM_UP, AT_ONCE, Number.POSITIVE_INFINITY);
    const after = computing(parents);
    const inTurn = await run(WARM_UP + AT_ONCE, IN_TURN, PER_SECOND);
    const measured: Measured = {
      kilobytes: (await stat(tarballs[0] ?? '')).size / 1000,
      atOnce,
      inTurn,
      computing: after.map(([who, ms], index) => [who, (ms - (before[index]?.[1] ?? 0)) / AT_ONCE]),
      peaks: {
        workers: parents.workers.flatMap(treeOf).flatMap((pid) => peakMegabytes(pid) ?? []),
        web: parents.web.flatMap((pid) => peakMegabytes(pid) ?? []),
      },
    };
    return rowsOf(measured);
  } finally {
    await Promise.all([web.child, ...workers].map((child) => stopChild(child)));
    await database.close();
  }
}

/** Processes that started all others that take part. */
interface Parents {
  workers: number[];
  web: number[];
  postmaster: number[];
}

/** Milliseconds so far. */
function computing({ workers, web, postmaster }: Parents): [string, number][] {
  const own = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid).own, 0);
  const all = (pids: number[]) =>
    pids.flatMap(treeOf).reduce((sum, pid) => sum + cpuMs(pid).own + cpuMs(pid).ofEnded, 0);
  return [
    ['readers', all(workers) - own(workers)],
    ['workers', own(workers)],
    ['web', all(web)],
    ['PostgreSQL', all(postmaster)],
  ];
}

async function postmasterOf(pool: ReturnType<typeof openDatabase>['pool']): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return [parentOf(rows[0]?.pid ?? 0)].flatMap((pid) => pid ?? []);
}
