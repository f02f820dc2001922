import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@basecase/db/database';
import { ended, stopChild } from '../../bootstrap/children.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import { atMost, type BenchRow, median, megabytes, milliseconds, quantile } from '../measure';
import { followUploads, type UploadTimes } from './follow-uploads';
import { makeUploads, SECONDS, TESTS } from './made-up-uploads';

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
  const database = openDatabase(databaseUrl);
  const web = await startWebServer({ databaseUrl, blobs, log: `${blobs}.web.log` });
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

/** Connections that send at the same time. */
const SENDERS = 4;
/** Servers that the uploads are of, in turn: those of `seedLists`. */
const SERVERS = 40;

/**
 * Sends tarballs to the API, each as one of another server than those before.
 *
 * @param options perSecond: at this rate, or at once; from: how many were sent before
 * @throws Error when one is not taken
 */
async function sendUploads(
  url: string,
  { tarballs, perSecond, from }: { tarballs: readonly string[]; perSecond: number; from: number },
): Promise<void> {
  const start = performance.now();
  let next = 0;
  const send = async () => {
    for (let index = next++; index < tarballs.length; index = next++) {
      const due = start + (index * 1000) / perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      await put(url, tarballs[index] ?? '', `bench-${1 + ((from + index) % SERVERS)}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function put(url: string, tarball: string, server: string): Promise<void> {
  const query = new URLSearchParams({ filename: path.basename(tarball), server });
  const body = new Uint8Array(await readFile(tarball));
  const answer = await fetch(`${url}/api/v1/uploads?${query}`, { method: 'PUT', body });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${tarball} was not taken: ${answer.status} ${text}`);
}

/*
 * What Linux tells of processes in /proc: https://man7.org/linux/man-pages/man5/proc.5.html. Elsewhere there is nothing, and
 * of a process that has ended neither.
 */

/** Clock ticks of /proc/PID/stat in a second, on every architecture that Node.js runs on. */
const TICKS = 100;

/** A process and all that it started and that still runs, with what those started. */
function treeOf(pid: number): number[] {
  const tasks = orNothing(() => readdirSync(`/proc/${pid}/task`), []);
  const children = tasks.flatMap((task) =>
    orNothing(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'), '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** The most memory that a process had (resident), in MB; null when it is not told. */
function peakMegabytes(pid: number): number | null {
  const status = orNothing(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1000;
}

/** Computing of a process so far, in milliseconds, and that of what it started and has seen end; 0 when it is not told. */
function cpuMs(pid: number): { own: number; ofEnded: number } {
  const [, user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid);
  const ms = (ticks: number) => (ticks / TICKS) * 1000;
  return { own: ms(user + system), ofEnded: ms(endedUser + endedSystem) };
}

/** @returns null when it is not told */
function parentOf(pid: number): number | null {
  return statOf(pid)[0] ?? null;
}

/** Parent; user and system time, its own and those of what has ended. The name before them may hold anything. */
function statOf(pid: number): number[] {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [parent, ...rest.slice(9, 13)].flatMap((text) => (text === undefined ? [] : [Number(text)]));
}

function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}

const WORKERS = 4;
const PER_SECOND = 10;
const RECORDS_MS = 300;
const MEGABYTES = 400;

interface Measured {
  /** Uploads before the measured ones. */
  warmUp: WarmUp;
  /** Of one tarball. */
  kilobytes: number;
  /** All uploads sent at once. */
  atOnce: UploadTimes;
  /** So many sent each second. */
  inTurn: readonly { perSecond: number; times: UploadTimes }[];
  /** Of one upload sent at once: who computed, and for how many milliseconds. */
  computing: readonly (readonly [string, number])[];
  /** MB of each process at its most; empty where the system does not tell. */
  peaks: { workers: number[]; web: number[] };
}

function rowsOf({ warmUp, kilobytes, atOnce, inTurn, computing, peaks }: Measured): BenchRow[] {
  const perSecond = rateOf(atOnce);
  const spent = computing.reduce((sum, [, ms]) => sum + ms, 0);
  const warm = warmUp.isWarm ? 'until one cost no less' : 'and one still cost less than before';
  return [
    {
      what: `(n) uploads of ${TESTS} tests (${3 * TESTS} logs of ${SECONDS} s, ${kilobytes.toFixed(0)} KB) over HTTP, all at once, ${WORKERS} workers that had read ${warmUp.uploads} before, ${warm}, 500,000 runs stored`,
      aim: `≥ ${PER_SECOND}/s`,
      reached: `${perSecond.toFixed(1)}/s`,
      met: perSecond >= PER_SECOND,
    },
    {
      what: '(n) computing for one of them, all processes',
      aim: '–',
      reached: `${spent.toFixed(0)} ms: ${computing.map(([who, ms]) => `${who} ${ms.toFixed(0)}`).join(', ')}`,
      met: true,
    },
    ...inTurn.map(({ perSecond: sent, times }) => latenessRow(sent, times, perSecond)),
    ...memoryRow(`${WORKERS} workers and their readers`, peaks.workers),
    ...memoryRow('the web process that took the uploads', peaks.web),
  ];
}

/** @param most that were stored each second when all were sent at once */
function latenessRow(sent: number, times: UploadTimes, most: number): BenchRow {
  const waits = times.judged.map((at, index) => at - (times.stored[index] ?? Number.NaN));
  const load =
    sent > most
      ? `more than the ${most.toFixed(1)} above, so they queue`
      : `${Math.round((100 * sent) / most)}% of what is above`;
  const what = `(n) ${sent.toFixed(1)} of them sent a second, ${load} (${rateOf(times).toFixed(1)}/s stored): from stored to records of its heatmap, median`;
  const more = ` (p95 ${quantile(waits, 0.95).toFixed(0)} ms)`;
  return atMost(what, median(waits), { limit: RECORDS_MS, show: milliseconds(0), more });
}

/** Stored each second, from the first one sent to the last one stored. */
function rateOf({ stored }: UploadTimes): number {
  return (stored.length / Math.max(...stored)) * 1000;
}

function memoryRow(whose: string, peaks: readonly number[]): BenchRow[] {
  if (peaks.length === 0) return [];
  const most = Math.max(...peaks);
  const more = ` at most of ${peaks.length}`;
  return [atMost(`(n) peak memory of ${whose}, each`, most, { limit: MEGABYTES, show: megabytes(0), more })];
}

/** Uploads after which is looked whether one costs less than before: some for each reader. */
const BATCH = 40;
/** Of the least that one cost in any batch before: what is above it no longer falls. */
const FALLS = 0.95;
/** So often in a row: one batch alone may have been unlucky. */
const IN_A_ROW = 2;
/** Whatever is found: on a machine with other work, it may never settle. */
const MOST = 10;

interface WarmUp {
  uploads: number;
  /** False: the computing for one still fell when it was ended. */
  isWarm: boolean;
}

/**
 * Sends uploads until the computing for one no longer falls. A reader compiles its code while it reads the first dozens, and
 * those cost several times as much.
 *
 * @param send sends so many, and returns milliseconds of computing for one of them
 */
export async function untilWarm(send: (count: number) => Promise<number>): Promise<WarmUp> {
  let least = Number.POSITIVE_INFINITY;
  let steady = 0;
  for (let batch = 1; batch <= MOST; batch += 1) {
    const ms = await send(BATCH);
    steady = ms < FALLS * least ? 0 : steady + 1;
    least = Math.min(least, ms);
    if (steady === IN_A_ROW) return { uploads: batch * BATCH, isWarm: true };
  }
  return { uploads: MOST * BATCH, isWarm: false };
}
