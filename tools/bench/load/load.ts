import type { ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { stopChild } from '../../bootstrap/children.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import {
  atMost,
  type BenchRow,
  median,
  megabytes,
  quantile,
  timeMs,
  timesOf,
  times as timesText,
} from '../measure';

/** Who waits longer has gone away. */
const PATIENCE_MS = 30_000;
/** A timer of Node.js has a resolution of a millisecond: what is due is sent at each of its turns. */
const TURN_MS = 2;

interface LoadResult {
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

interface OpenLoop {
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
async function openLoop({ url, pathOf, perSecond, seconds, check }: OpenLoop): Promise<LoadResult> {
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

/** Requests per second that are tried one after the other until some are refused. */
const STEPS = [10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 110, 130, 160, 200];
const STEP_SECONDS = 8;
const OVERLOAD_SECONDS = 15;
/** How many people open one page, each second, and for how long. */
const ONE_ADDRESS_RATE = 400;
const ONE_ADDRESS_SECONDS = 10;
/** Requests that make the server's code fast before anything counts. */
const WARM_UP = 150;
const MAX_RECOVERY_MS = 30_000;
/** The server gives memory back after 20 s without a request. */
const QUIET_MS = 30_000;

/**
 * One web process under load: the most it serves of a mix of pages and API without refusing anybody (its capacity), what
 * becomes of five times as much, how soon it is as before, and one page that everybody opens.
 *
 * @param input databaseUrl: with 10 servers of 100 heatmaps, see seedRuns
 */
export async function benchLoad(input: { databaseUrl: string; blobs: string }): Promise<BenchRow[]> {
  const { url, child } = await startWebServer({ ...input, log: `${input.blobs}.load.log` });
  let asked = 0;
  const load = async (perSecond: number, seconds: number) => {
    const from = asked;
    asked += perSecond * seconds;
    return openLoop({ url, pathOf: (index) => mixedAddress(from + index), perSecond, seconds });
  };
  try {
    for (let i = 0; i < WARM_UP; i += 1) await whole(url + mixedAddress(asked++));
    const capacity = await findCapacity(load);
    const quiet = await pageTime(url, () => asked++);
    const before = await memoryOf(url);
    const watch = watchMemory(url);
    const over = await load(5 * capacity.askedPerSecond, OVERLOAD_SECONDS);
    const recoveryMs = await untilQuick(url, 2 * quiet, () => asked++);
    const peak = await watch.stop();
    const after = await memoryOf(url);
    const one = await oneAddress(url);
    await sleep(QUIET_MS);
    const later = await memoryOf(url);
    return rows({ capacity, over, recoveryMs, memory: { before, peak, after, later }, one });
  } finally {
    await stopChild(child as ChildProcess);
  }
}

type Load = (perSecond: number, seconds: number) => Promise<LoadResult>;

/** The last step at which everybody was served. */
async function findCapacity(load: Load): Promise<LoadResult> {
  let best: LoadResult | null = null;
  for (const perSecond of STEPS) {
    const result = await load(perSecond, STEP_SECONDS);
    if (result.refusedPerSecond > 0 || result.failed > 0) break;
    best = result;
  }
  if (!best) throw new Error(`not even ${STEPS[0]} requests per second are served: the machine is too busy`);
  return best;
}

/** One page that was never requested, in milliseconds: the median of five. */
async function pageTime(url: string, next: () => number): Promise<number> {
  return median(await timesOf(5, () => whole(url + mixedAddress(10 * next()))));
}

/** Milliseconds until a new page is served within `limitMs` three times in a row; null when it takes too long. */
async function untilQuick(url: string, limitMs: number, next: () => number): Promise<number | null> {
  const start = performance.now();
  let firstOfRow: number | null = null;
  for (let row = 0; row < 3; ) {
    const since = performance.now() - start;
    if (since > MAX_RECOVERY_MS) return null;
    const index = 10 * next();
    let ok = false;
    const took = await timeMs(async () => {
      ok = await whole(url + mixedAddress(index));
    });
    const quick = ok && took <= limitMs;
    firstOfRow = quick ? (firstOfRow ?? since) : null;
    row = quick ? row + 1 : 0;
  }
  return firstOfRow;
}

/** Everybody opens one page; each response must have a nonce that no other had. */
async function oneAddress(url: string): Promise<LoadResult & { repeated: number; made: number }> {
  const seen = new Set<string>();
  let repeated = 0;
  const made = await figureOf(url, 'basecase_render_seconds_count');
  const result = await openLoop({
    url,
    pathOf: () => ONE_ADDRESS,
    perSecond: ONE_ADDRESS_RATE,
    seconds: ONE_ADDRESS_SECONDS,
    check: (text) => {
      const nonce = / nonce="([^"]+)"/.exec(text)?.[1];
      if (!nonce || seen.has(nonce)) repeated += 1;
      else seen.add(nonce);
    },
  });
  return { ...result, repeated, made: (await figureOf(url, 'basecase_render_seconds_count')) - made };
}

async function whole(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.ok;
}

async function figureOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (!line) throw new Error(`/metrics has no ${name}`);
  return Number(line.slice(name.length));
}

/** Megabytes. */
async function memoryOf(url: string): Promise<number> {
  return (await figureOf(url, 'process_resident_memory_bytes')) / 1e6;
}

/** The most memory seen until it is stopped, in megabytes. */
function watchMemory(url: string): { stop: () => Promise<number> } {
  const end = new AbortController();
  const watched = (async () => {
    let peak = 0;
    while (!end.signal.aborted) {
      peak = Math.max(peak, await memoryOf(url));
      await sleep(250, undefined, { signal: end.signal }).catch(() => {});
    }
    return peak;
  })();
  return {
    stop: () => {
      end.abort();
      return watched;
    },
  };
}

interface Found {
  capacity: LoadResult;
  over: LoadResult;
  recoveryMs: number | null;
  memory: { before: number; peak: number; after: number; later: number };
  one: LoadResult & { repeated: number; made: number };
}

const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1000).toFixed(2)} s`);
const times = ({ p50, p95, p99 }: LoadResult) =>
  `p50 ${seconds(p50)}, p95 ${seconds(p95)}, p99 ${seconds(p99)}`;

function rows({ capacity, over, recoveryMs, memory, one }: Found): BenchRow[] {
  const ratio = over.servedPerSecond / capacity.servedPerSecond;
  return [
    {
      what: '(k) pages and API mixed, each address once, one process: capacity (all served)',
      aim: '–',
      reached: `${capacity.servedPerSecond.toFixed(0)}/s; ${times(capacity)}`,
      met: capacity.failed === 0,
    },
    {
      what: '(k) five times the capacity asked for',
      aim: 'served ≥ 80% of the capacity, none unanswered',
      reached: `${(100 * ratio).toFixed(0)}% (${over.servedPerSecond.toFixed(0)}/s of ${over.askedPerSecond}/s, ${over.refusedPerSecond.toFixed(0)}/s refused, ${over.failed} unanswered); served: ${times(over)}`,
      met: ratio >= 0.8 && over.failed === 0,
    },
    atMost('(k) memory under five times the capacity', memory.peak, {
      limit: 700,
      show: megabytes(0),
      more: ` at most, ${memory.before.toFixed(0)} MB before, ${memory.after.toFixed(0)} MB after`,
    }),
    atMost('(k) memory after 30 s without a request, against that before', memory.later / memory.before, {
      limit: 1.2,
      show: timesText(2),
      more: ` (${memory.later.toFixed(0)} MB)`,
    }),
    {
      what: '(k) after that, until pages take at most twice as long as before it',
      aim: '≤ 10 s',
      reached: recoveryMs === null ? `not within ${MAX_RECOVERY_MS / 1000} s` : seconds(recoveryMs),
      met: recoveryMs !== null && recoveryMs <= 10_000,
    },
    {
      what: '(k) one heatmap that everybody opens, one process',
      aim: '≥ 300/s, no nonce twice',
      reached: `${one.servedPerSecond.toFixed(0)}/s of ${one.askedPerSecond}/s asked for, made ${one.made} times, ${one.repeated} nonces repeated; ${times(one)}`,
      met: one.servedPerSecond >= 300 && one.repeated === 0,
    },
  ];
}

/** Of the seeded database: servers, and workloads of each. */
const SERVERS = 10;
const WORKLOADS = 100;

const heatmap = (index: number) =>
  `server=bench-${1 + (index % SERVERS)}&workload=bench-${1 + (Math.floor(index / SERVERS) % WORKLOADS)}`;

/** Pages and API as people and scripts ask for them, each as often as it stands here. */
const MIX: readonly ((index: number) => string)[] = [
  (i) => `/compare?${heatmap(i)}`,
  (i) => `/api/v1/compare?${heatmap(i)}&format=json`,
  (i) => `/compare?${heatmap(i)}&metric=cpu/o`,
  () => '/',
  (i) => `/report?${heatmap(i)}`,
  () => '/api/v1/regressions?product=mysql',
  () => '/regressions?',
  (i) => `/api/v1/compare?${heatmap(i)}&format=tsv`,
  () => '/runs?',
  () => '/servers?',
];

/**
 * The n-th address of the mix. Each is asked for once: an unused parameter makes it another address, so
 * nothing that was made before can be served again.
 */
function mixedAddress(index: number): string {
  const path = MIX[index % MIX.length]?.(Math.floor(index / MIX.length)) ?? '/';
  return `${path}${path.includes('?') ? '&' : '?'}utm_content=${index}`;
}

/** What many people open at once: one heatmap. */
const ONE_ADDRESS = `/compare?${heatmap(0)}`;
