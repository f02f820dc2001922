import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '@basecase/db';
import { stopChild } from '../../bootstrap/children.mjs';
import { tryPort } from '../../bootstrap/ports.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import { type BenchRow, median, quantile } from '../measure';
import { followUploads, type UploadTimes } from './follow-uploads';
import { makeUploads, SECONDS, TESTS } from './made-up-uploads';
import { peakMemory } from './peak-memory';
import { sendUploads } from './send-uploads';

const HOST = '127.0.0.1';
const WORKERS = 4;
const PER_SECOND = 10;
const RECORDS_MS = 300;
const MEGABYTES = 400;
/** So many uploads bring up every reader of every worker, and make its code fast. */
const WARM_UP = 32;
/** All at once: how many four workers get through. */
const AT_ONCE = 80;
/** At a fixed rate: how late records are. */
const IN_TURN = 40;

/**
 * Uploads over HTTP to one web process, read by four workers, where 500,000 runs are stored: how many a second, how soon
 * records follow, and what memory each process took. It ends by itself: whatever is not stored in time is an error.
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
  const log = `${blobs}.web.log`;
  const web = await startWebServer({ host: HOST, port, databaseUrl, blobs, log });
  const workers = Array.from({ length: WORKERS }, () => startWorker({ databaseUrl, blobs }));
  const run = (from: number, count: number, perSecond: number) => {
    const sent = { tarballs: tarballs.slice(from, from + count), perSecond, from };
    return followUploads(database, { count, send: () => sendUploads(web.url, sent) });
  };
  try {
    await run(0, WARM_UP, Number.POSITIVE_INFINITY);
    const atOnce = await run(WARM_UP, AT_ONCE, Number.POSITIVE_INFINITY);
    const inTurn = await run(WARM_UP + AT_ONCE, IN_TURN, PER_SECOND);
    const kilobytes = (await stat(tarballs[0] ?? '')).size / 1000;
    const pids = (processes: typeof workers) => processes.flatMap(({ pid }) => pid ?? []);
    return [
      throughputRow(atOnce, kilobytes),
      recordsRow(inTurn),
      ...memoryRow(`${WORKERS} workers and their readers`, pids(workers)),
      ...memoryRow('the web process that took the uploads', pids([web.child])),
    ];
  } finally {
    await Promise.all([web.child, ...workers].map((child) => stopChild(child)));
    await database.close();
  }
}

function throughputRow({ stored }: UploadTimes, kilobytes: number): BenchRow {
  const perSecond = (stored.length / Math.max(...stored)) * 1000;
  return {
    what: `(n) uploads of ${TESTS} tests (${3 * TESTS} logs of ${SECONDS} s, ${kilobytes.toFixed(0)} KB) over HTTP, ${WORKERS} workers, from sent to stored`,
    aim: `≥ ${PER_SECOND}/s`,
    reached: `${perSecond.toFixed(1)}/s`,
    met: perSecond >= PER_SECOND,
  };
}

function recordsRow({ stored, judged }: UploadTimes): BenchRow {
  const waits = judged.map((at, index) => at - (stored[index] ?? Number.NaN));
  const perSecond = (stored.length / Math.max(...stored)) * 1000;
  return {
    what: `(n) the same, ${PER_SECOND} sent a second (${perSecond.toFixed(1)} stored): from stored to records of its heatmap, median`,
    aim: `≤ ${RECORDS_MS} ms`,
    reached: `${median(waits).toFixed(0)} ms (p95 ${quantile(waits, 0.95).toFixed(0)} ms)`,
    met: median(waits) <= RECORDS_MS,
  };
}

function memoryRow(whose: string, pids: readonly number[]): BenchRow[] {
  const peaks = peakMemory(pids).map(({ megabytes }) => megabytes);
  if (peaks.length === 0) return [];
  const most = Math.max(...peaks);
  return [
    {
      what: `(n) peak memory of ${whose}, each`,
      aim: `≤ ${MEGABYTES} MB`,
      reached: `${most.toFixed(0)} MB at most of ${peaks.length}`,
      met: most <= MEGABYTES,
    },
  ];
}
