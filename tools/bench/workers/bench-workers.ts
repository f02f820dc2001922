import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '@basecase/db/database';
import { ended, stopChild } from '../../bootstrap/children.mjs';
import { tryPort } from '../../bootstrap/ports.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import type { BenchRow } from '../measure';
import { followUploads } from './follow-uploads';
import { makeUploads } from './made-up-uploads';
import { cpuMs, parentOf, peakMegabytes, treeOf } from './process-tree';
import { sendUploads } from './send-uploads';
import { untilWarm } from './until-warm';
import { type Measured, PER_SECOND, rateOf, rowsOf, WORKERS } from './worker-rows';

const HOST = '127.0.0.1';
/** All at once: how many four workers get through. */
const AT_ONCE = 80;
/** At a fixed rate: how late records are. */
const IN_TURN = 40;
/** How exactly times are known: to compare rates, and to see how late records are. Looking costs computing. */
const LOOK_MS = { atOnce: 200, inTurn: 20 };
/** Of what they get through: at more than that, whatever is random makes a queue. */
const SUSTAINED = 0.7;

/**
 * Uploads over HTTP to one web process, read by four workers, where 500,000 runs are stored: how many a second, how soon
 * records follow, what computing one takes, and what memory each process took, once readers have read so many that one costs
 * no less than the one before. It ends by itself: whatever is not stored in time is an error, and so is a worker that ends.
 *
 * @param input databaseUrl: filled by `seedLists`, with nothing to be judged
 */
export async function benchWorkers(input: { databaseUrl: string; scratch: string }): Promise<BenchRow[]> {
  const { databaseUrl, scratch } = input;
  const blobs = path.join(scratch, 'blobs-workers');
  await mkdir(blobs, { recursive: true });
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
  const parents: Parents = {
    workers: workers.flatMap(({ pid }) => pid ?? []),
    web: [web.child.pid ?? 0],
    postmaster: await postmasterOf(database.pool),
  };
  let sent = 0;
  let kilobytes = 0;
  const run = async (count: number, perSecond: number) => {
    const from = sent;
    sent += count;
    // Before anything is measured: making them is computing as well.
    const tarballs = await makeUploads(path.join(scratch, 'uploads'), from, count);
    kilobytes = (await stat(tarballs[0] ?? '')).size / 1000;
    const before = computing(parents);
    const send = () => sendUploads(web.url, { tarballs, perSecond, from });
    const lookMs = Number.isFinite(perSecond) ? LOOK_MS.inTurn : LOOK_MS.atOnce;
    const times = await Promise.race([...broken, followUploads(database, { count, lookMs, send })]);
    const spent = computing(parents).map(([who, ms], index): [string, number] => [
      who,
      (ms - (before[index]?.[1] ?? 0)) / count,
    ]);
    return { times, spent };
  };
  try {
    const warmUp = await untilWarm(async (count) => {
      const { spent } = await run(count, Number.POSITIVE_INFINITY);
      return spent.reduce((sum, [, ms]) => sum + ms, 0);
    });
    const atOnce = await run(AT_ONCE, Number.POSITIVE_INFINITY);
    const sustained = Math.min(PER_SECOND, SUSTAINED * rateOf(atOnce.times));
    const measured: Measured = {
      warmUp,
      atOnce: atOnce.times,
      computing: atOnce.spent,
      inTurn: [
        { perSecond: PER_SECOND, times: (await run(IN_TURN, PER_SECOND)).times },
        { perSecond: sustained, times: (await run(IN_TURN, sustained)).times },
      ],
      kilobytes,
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
