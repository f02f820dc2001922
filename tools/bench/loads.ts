import { atMost, type BenchRow, median, milliseconds } from './measure';
import type { Load } from './open-app';

/** Of the largest contentful paint of the peer in the same run. */
const OF_PEER = 0.2;
export const BLOCKING_MS = 30;
export const KILOBYTES = 180;

export interface Loaded {
  lcpMs: number;
  blockingMs: number;
  kilobytes: number;
}

/** What is usual of several loads of one page. */
export function usualOf(loads: readonly Load[]): Loaded {
  return {
    lcpMs: median(loads.map(({ lcpMs }) => lcpMs)),
    blockingMs: median(loads.map(({ blockingMs }) => blockingMs)),
    kilobytes: median(loads.map(({ bytes }) => bytes / 1024)),
  };
}

export const kilobyteText = (value: number) => `${value.toFixed(0)} KB`;
export const lcpLimit = (peer: Load) => OF_PEER * peer.lcpMs;
export const LCP_AIM = `≤ ${OF_PEER} × of the peer`;

/** `220 ms (0.11 ×)`. */
export function lcpText(lcpMs: number, peer: Load): string {
  return `${lcpMs.toFixed(0)} ms (${(lcpMs / peer.lcpMs).toFixed(2)} ×)`;
}

/** One page, in three rows. */
export function loadRows(what: string, loaded: Loaded, peer: Load): BenchRow[] {
  const { lcpMs, blockingMs, kilobytes } = loaded;
  return [
    {
      what: `${what}: largest contentful paint`,
      aim: LCP_AIM,
      reached: lcpText(lcpMs, peer),
      met: lcpMs <= lcpLimit(peer),
    },
    atMost(`${what}: blocking time`, blockingMs, { limit: BLOCKING_MS, show: milliseconds(0) }),
    atMost(`${what}: all bytes, gzip`, kilobytes, { limit: KILOBYTES, show: kilobyteText }),
  ];
}
