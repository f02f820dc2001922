import { type BenchRow, median, quantile } from '../measure';
import type { UploadTimes } from './follow-uploads';
import { SECONDS, TESTS } from './made-up-uploads';
import type { WarmUp } from './until-warm';

export const WORKERS = 4;
export const PER_SECOND = 10;
const RECORDS_MS = 300;
const MEGABYTES = 400;

export interface Measured {
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

export function rowsOf({ warmUp, kilobytes, atOnce, inTurn, computing, peaks }: Measured): BenchRow[] {
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
  return {
    what: `(n) ${sent.toFixed(1)} of them sent a second, ${load} (${rateOf(times).toFixed(1)}/s stored): from stored to records of its heatmap, median`,
    aim: `≤ ${RECORDS_MS} ms`,
    reached: `${median(waits).toFixed(0)} ms (p95 ${quantile(waits, 0.95).toFixed(0)} ms)`,
    met: median(waits) <= RECORDS_MS,
  };
}

/** Stored each second, from the first one sent to the last one stored. */
export function rateOf({ stored }: UploadTimes): number {
  return (stored.length / Math.max(...stored)) * 1000;
}

function memoryRow(whose: string, peaks: readonly number[]): BenchRow[] {
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
