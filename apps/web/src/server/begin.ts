import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { openDatabase } from '@basecase/db/database';
import { z } from 'zod';
import { env, isDevelopment, wrongSettings } from '../env';
import { guardRequests } from './access/http-gate';
import { openFrontDoor } from './admission/front-door';
import { freeWhenIdle } from './admission/idle-memory';
import { Arrivals, openLanes, takeTurn } from './admission/lanes';
import { findBlobProblem } from './blob-health';
import { answers } from './database';
import { endInOrder } from './ending';
import { letRequestsIn, onHttpServer } from './http-server';
import { logError } from './log';
import { metricsAnswer } from './metrics/answer-metrics';
import { openMetrics } from './metrics/metrics';
import { PageCache } from './page-cache/page-cache';
import { type Rendered, renderApart } from './page-cache/render-apart';
import { within } from './within';

/**
 * Sets up the layers in front of Next.js, and lets requests in. Where that fails this process ends with exit code 1:
 * Next.js would keep listening and answer no request.
 */
export function beginOrEnd(): void {
  const wrong = wrongSettings();
  if (wrong.length > 0) {
    process.stderr.write(wrong.map((line) => `✗ ${line}\n`).join(''));
    process.exit(1);
  }
  try {
    guardRequests();
    limitRequests();
    allowSlowClients();
    endInOrder();
    letRequestsIn();
  } catch (error) {
    logError('start', error);
    process.exit(1);
  }
  // Logged at once, before a log file is needed.
  void findBlobProblem();
}

/**
 * Time for one request to arrive. Node.js allows 5 minutes, in which a gigabyte needs 30 Mbit/s; a request that is cut
 * at that point can be repeated for ever and never gets through. Headers still have a minute.
 */
const REQUEST_TIMEOUT_MS = 6 * 3600 * 1000;

/**
 * Load balancers and proxies keep a connection for a minute. A server that closes it sooner, as Node.js does after 5 seconds,
 * loses the request that is on its way.
 */
const KEEP_ALIVE_MS = 75_000;

/** Gives slow connections the time to send a large upload, and keeps idle ones. Node.js looks at the timeouts from time to time. */
export function allowSlowClients(): void {
  onHttpServer((server) => {
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
  });
}

/** For what must be answered while all others are at work: figures. */
const OWN_CONNECTIONS = 1;
/** A visitor whose page failed waits no longer than this for the reason. */
const LOOK_MS = 2000;
/** The development server compiles a page at its first request. */
const DEV_WAIT_MS = 120_000;

/** Limits what this process works on at the same time, keeps pages, and counts both. See ARCHITECTURE.md. */
function limitRequests(): void {
  const { BASECASE_AT_ONCE, BASECASE_WAITING, BASECASE_MAX_WAIT_MS, BASECASE_PAGE_CACHE_MB, DATABASE_URL } =
    env();
  const database = openDatabase(DATABASE_URL, { maxConnections: OWN_CONNECTIONS });
  const arrivals = new Arrivals();
  const lanes = openLanes(
    {
      atOnce: BASECASE_AT_ONCE,
      waiting: BASECASE_WAITING,
      maxWaitMs: isDevelopment() ? DEV_WAIT_MS : BASECASE_MAX_WAIT_MS,
    },
    arrivals.pause,
  );
  const islands = isDevelopment() ? null : readIslandFiles();
  attachDoor((app, server) => {
    arrivals.count(server);
    const metrics = openMetrics({ lanes, database, pages: () => pages });
    const pages =
      isDevelopment() || BASECASE_PAGE_CACHE_MB === 0
        ? null
        : new PageCache({
            answers: answers(),
            maxBytes: BASECASE_PAGE_CACHE_MB * 1024 ** 2,
            render: async (shared, abandoned) => {
              const done = await takeTurn(lanes[shared.lane], abandoned);
              try {
                return leanPage(await metrics.timeRender(() => renderApart(app, shared)), islands);
              } finally {
                done();
              }
            },
          });
    const countIdle = freeWhenIdle(() => answers().forget());
    const isDatabaseOut = () =>
      within(LOOK_MS, database.pool.query('SELECT')).then(
        () => false,
        () => true,
      );
    return openFrontDoor({
      app,
      lanes,
      pages,
      metrics: metricsAnswer(metrics),
      events: {
        ...metrics.events,
        answered: (kind, status) => {
          metrics.events.answered(kind, status);
          countIdle(kind);
        },
      },
      isDatabaseOut,
    });
  });
}

/**
 * Puts a door in front of what answers the requests of this process's server.
 *
 * @param open makes the door; it is given what answered until now
 */
export function attachDoor(open: (app: RequestListener, server: Server) => RequestListener): void {
  onHttpServer((server) => {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on(
      'request',
      open((request, response) => {
        for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      }, server),
    );
  });
}

const HTML = /^text\/html\b/;
const POLICY_NONCE = /'nonce-([A-Za-z0-9+/=_-]+)'/;
const ISLANDS = /<div class="contents" data-island="([a-z-]+)">/g;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const PRELOADED_SCRIPT = /<link rel="preload" as="script"[^>]*>/g;
const HEAD_END = '</head>';

/** How Next's inline scripts begin: its bootstrap, the page as data, and the clock of its streaming. */
const OF_NEXT = [
  /^\(globalThis\["TURBOPACK"\]/,
  /^\(?self\.__next_/,
  /^requestAnimationFrame\(function\(\)\{\$RT=performance\.now\(\)\}\);$/,
];

/**
 * A page without Next's part in the browser: where the page is one island, the scripts of the framework and its copy of
 * the page as data, two thirds of what a visitor would load, give way to the bundle of that island. What isn't known for
 * certain is left as Next made it, which works as well: another page, a script that is not Next's, a page in several
 * pieces.
 *
 * @param files of islands, by name; null where they were not built
 */
export function leanPage(rendered: Rendered, files: IslandFiles | null): Rendered {
  const { headers, status } = rendered;
  if (files === null || status !== 200 || !HTML.test(String(headers['content-type'] ?? ''))) return rendered;
  const html = rendered.body.toString('utf8');
  const [island, ...others] = [...html.matchAll(ISLANDS)];
  const own = files[island?.[1] ?? ''];
  const nonce = POLICY_NONCE.exec(String(headers['content-security-policy'] ?? ''))?.[1];
  if (!own || others.length > 0 || !nonce) return rendered;
  let isKnown = true;
  const without = html.replace(SCRIPT, (script, attributes: string, text: string) => {
    const kind = kindOf(attributes, text);
    if (kind === 'unknown') isKnown = false;
    return kind === 'next' ? '' : script;
  });
  if (!isKnown || !without.includes(HEAD_END)) return rendered;
  const [entry, ...chunks] = own;
  const loaded = [
    `<script type="module" src="${entry}" nonce="${nonce}"></script>`,
    ...chunks.map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}"/>`),
  ].join('');
  const body = without.replace(PRELOADED_SCRIPT, '').replace(HEAD_END, `${loaded}${HEAD_END}`);
  return { ...rendered, body: Buffer.from(body) };
}

/** @returns `next`: goes; `page`: stays */
function kindOf(attributes: string, text: string): 'next' | 'page' | 'unknown' {
  if (/\btype="application\/json"/.test(attributes)) return 'page';
  if (/\bsrc="\/_next\/static\//.test(attributes)) return 'next';
  if (OF_NEXT.some((start) => start.test(text))) return 'next';
  return text.startsWith('(function(){var d=document.documentElement') ? 'page' : 'unknown';
}

/** By the name of an island: its entry, then what it imports, as paths that a browser asks for. */
type IslandFiles = Readonly<Record<string, readonly string[]>>;

const schema = z.record(z.string(), z.array(z.string().startsWith('/_next/static/')).min(1));

/**
 * Files that apps/web/islands.mjs built, next to the server's own files.
 *
 * @returns null where nothing was built: pages then keep the scripts of Next
 * @throws Error when the list is there and is not one
 */
function readIslandFiles(): IslandFiles | null {
  const file = path.join(process.cwd(), '.next/static/islands/files.json');
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}
