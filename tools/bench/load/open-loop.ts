import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { quantile } from '../measure';

/** Who waits longer has gone away. */
const PATIENCE_MS = 30_000;
/** A timer of Node.js has a resolution of a millisecond: what is due is sent at each of its turns. */
const TURN_MS = 2;

export interface LoadResult {
  askedPerSecond: number;
  /** Answers of 2xx for each second until the last answer. */
  servedPerSecond: number;
  refusedPerSecond: number;
  /** Neither served nor refused: other statuses, broken connections, and no answer in 30 s. */
  failed: number;
  /** Of what was served, from when it was due to be asked for until its last byte; null when nothing was. */
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

export interface OpenLoop {
  /** `http://127.0.0.1:…`: never another machine. */
  url: string;
  /** Path of the n-th request, from 0. */
  pathOf: (index: number) => string;
  perSecond: number;
  seconds: number;
  /** Looks at the text of each page that was served; throws for one that is not right. */
  check?: (text: string) => void;
}

/**
 * Asks for pages at a fixed rate, whether or not earlier ones were answered: as people do, who don't know of each
 * other. Ends when all that was asked for is answered or given up.
 *
 * @throws Error for an address of another machine
 */
export async function openLoop({ url, pathOf, perSecond, seconds, check }: OpenLoop): Promise<LoadResult> {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`${url} is not this machine`);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const times: number[] = [];
  const counts = { refused: 0, failed: 0 };
  const asked: Promise<void>[] = [];
  const total = Math.round(perSecond * seconds);
  const start = performance.now();
  while (asked.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1);
    while (asked.length < due) {
      const at = start + (asked.length * 1000) / perSecond;
      asked.push(
        ask(url + pathOf(asked.length), agent, check !== undefined).then(
          ({ status, text }) => {
            if (status === 503) counts.refused += 1;
            else if (status >= 200 && status < 300) times.push(performance.now() - at);
            else counts.failed += 1;
            if (status === 200) check?.(text);
          },
          () => {
            counts.failed += 1;
          },
        ),
      );
    }
    await sleep(TURN_MS);
  }
  await Promise.all(asked).finally(() => agent.destroy());
  const took = Math.max(seconds, (performance.now() - start) / 1000);
  const at = (q: number) => (times.length > 0 ? quantile(times, q) : null);
  return {
    askedPerSecond: perSecond,
    servedPerSecond: times.length / took,
    refusedPerSecond: counts.refused / took,
    failed: counts.failed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

function ask(url: string, agent: Agent, whole: boolean): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    const request = get(url, { agent, headers, timeout: PATIENCE_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => whole && chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const packed = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
        resolve({ status: response.statusCode ?? 0, text: (packed ? gunzipSync(bytes) : bytes).toString() });
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject);
  });
}
