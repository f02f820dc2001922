import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stopChild } from '../../bootstrap/children.mjs';
import { inState, logFile } from '../../bootstrap/paths.mjs';
import { waitUntil } from '../../bootstrap/wait-until.mjs';
import { standaloneDir } from '../../bootstrap/web-files.mjs';
import { startWebServer } from '../../bootstrap/web-server.mjs';
import { startWorker } from '../../bootstrap/worker.mjs';
import { migrate } from '../../prisma/migrate.mjs';
import { ensureSamples } from '../../samples/ensure-samples.mjs';
import { createClusterDatabase } from '../cluster-databases.mjs';

/** What processes write when something broke. */
const IS_ERROR = /error/i;

/**
 * Starts the built web app and a worker on a database of a cluster with the sample data, does there what users do, and opens
 * all pages and documents.
 * @param {import('../cluster-databases.mjs').Nodes} nodes
 * @param {import('../../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<{ opened: number; failures: string[] }>}
 */
export async function runWebOnCluster(nodes, progress) {
  const blobs = inState('test/citus-blobs');
  rmSync(blobs, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });
  const databaseUrl = await createClusterDatabase(nodes, 'web');
  await migrate(databaseUrl);
  await ensureSamples({ databaseUrl, blobs, stamp: 'citus-samples' }, progress);
  const [webLog, workerLog] = [logFile('citus-web'), logFile('citus-worker')];
  const { url, child } = await startWebServer({ databaseUrl, blobs, log: webLog });
  const worker = startWorker({ databaseUrl, blobs, log: workerLog });
  try {
    return await progress.step('The web app on Citus', async (note) => {
      const { uploadId, addresses } = await useEverything(url);
      const { opened, failures } = await openEverything(url, addresses);
      await deleteUpload(url, uploadId);
      const errors = [webLog, workerLog].flatMap((log) => errorsOf(log));
      note(`${opened} addresses`);
      return { opened, failures: [...failures, ...errors] };
    });
  } finally {
    await Promise.all([child, worker].map((each) => stopChild(each)));
  }
}

/** @param {string} log */
function errorsOf(log) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => IS_ERROR.test(line));
}

/** Where it begins; all others are found from there. */
const FIRST = [
  '/',
  '/lines',
  '/noise',
  '/search?q=update',
  '/sign-in',
  '/tokens',
  '/upload',
  '/webhooks',
  '/correct?runs=1',
  '/api/health',
  '/api/health/live',
  '/api/v1/annotations',
  '/api/v1/config-lines',
  '/api/v1/corrections',
  '/api/v1/openapi.json',
  '/api/v1/search?q=update',
  '/api/v1/uploads',
  '/schema/results.v1.json',
];

/** Routes that nothing is opened of, and why. */
const LEFT_OUT = new Map([
  ['/_global-error', 'is shown when a page breaks'],
  ['/_not-found', 'is the page of an address that does not exist'],
  ['/api/sign-in', 'takes a password'],
  ['/api/sign-in/callback', 'is where a provider of identities sends who signed in'],
  ['/api/sign-in/start', 'leads to a provider of identities'],
  ['/api/sign-out', 'ends a session'],
  ['/api/v1/[[...address]]', 'answers that there is nothing'],
  ['/api/v1/annotations/[id]', 'only deletes'],
  ['/api/v1/cell-notes/[id]', 'only deletes'],
  ['/api/v1/config-lines/[id]', 'only deletes'],
  ['/api/v1/corrections/[id]/undo', 'only writes'],
  ['/api/v1/servers/[slug]/merge', 'only writes'],
  ['/api/v1/uploads/[id]/cancel', 'only writes'],
  ['/api/v1/uploads/[id]/confirm', 'only writes'],
  ['/api/v1/uploads/[id]/reparse', 'only writes'],
  ['/api/v1/workloads/[slug]/merge', 'only writes'],
]);

/**
 * Opens pages and their links, images and documents included, until each kind of address that is linked from anywhere was
 * opened once: the same page with the same parameters named.
 * @param {string} url of the web server
 * @param {readonly string[]} [more] addresses that nothing links to
 * @returns {Promise<{ opened: number; failures: string[] }>} failures: answers that are not 200, and routes that nothing
 *   was opened of
 */
async function openEverything(url, more = []) {
  /** @type {Map<string, string>} */
  const ofKind = new Map();
  /** @type {string[]} */
  const waiting = [];
  /** @type {string[]} */
  const failures = [];
  const add = (/** @type {string} */ href) => {
    if (!URL.canParse(href, url)) return;
    const found = new URL(href, url);
    found.hash = '';
    const kind = kindOf(found);
    const isOurs = found.origin === url && !found.pathname.startsWith('/_next/');
    if (!isOurs || ofKind.has(kind)) return;
    ofKind.set(kind, found.pathname);
    waiting.push(found.href);
  };
  for (const href of [...FIRST, ...more]) add(href);
  for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
    const answer = await fetch(href);
    const text = await answer.text();
    if (answer.status !== 200) failures.push(`${href}: ${answer.status} ${text.slice(0, 200)}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      add(link.replaceAll('&amp;', '&'));
  }
  return { opened: ofKind.size, failures: [...failures, ...routesNotOpened([...ofKind.values()])] };
}

/**
 * Numbers and slugs of a path do not count, the name of a view does; of parameters only their names, and the format.
 * @param {URL} address
 */
function kindOf({ pathname, searchParams }) {
  const route = routes().find(({ pattern }) => pattern.test(pathname))?.route;
  const place = route === undefined || route.endsWith('[view]') ? pathname : route;
  const parameters = [...searchParams].map(([name, value]) => (name === 'format' ? `format=${value}` : name));
  return [place, ...[...new Set(parameters)].sort()].join(' ');
}

/** @param {readonly string[]} paths that were opened */
function routesNotOpened(paths) {
  return routes()
    .filter(({ route, pattern }) => !LEFT_OUT.has(route) && !paths.some((each) => pattern.test(each)))
    .map(({ route }) => `${route}: nothing links to it, so it was not opened`);
}

/** @type {{ route: string; pattern: RegExp }[] | null} */
let read = null;

/** The routes that were built, those without a parameter first. */
function routes() {
  if (read) return read;
  const manifest = path.join(standaloneDir, 'apps/web/.next/app-path-routes-manifest.json');
  const names = /** @type {string[]} */ (Object.values(JSON.parse(readFileSync(manifest, 'utf8'))));
  read = names
    .sort((a, b) => a.split('[').length - b.split('[').length)
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.replaceAll('.', '\\.').replace(/\[[^\]]+\]/g, '[^/]+')}$`),
    }));
  return read;
}

/** An upload is read, stored and judged within this. */
const STORED_MS = 120_000;
/** From 12 nights on a line is judged as a history. */
const NIGHTS = 16;
const DAY_MS = 86_400_000;
const FIRST_NIGHT = Date.UTC(2026, 0, 1);
const SERVER = 'spread';

/** Two releases and a line of nights, in which a test becomes slower. */
function nights() {
  const results = Array.from({ length: NIGHTS }, (_, night) => {
    const at = new Date(FIRST_NIGHT + night * DAY_MS).toISOString();
    const commit = (night + 1).toString(16).padStart(8, '0').repeat(5);
    const build = { commit, branch: 'master', committedAt: at };
    const value = (night < NIGHTS / 2 ? 1000 : 800) + (night % 5);
    return { test: 'put', version: '2devel', build, at, value, unit: 'ops/s' };
  });
  for (const [version, value] of Object.entries({ '1.0': 1000, 1.1: 700 }))
    results.push(
      .../** @type {typeof results} */ ([
        { test: 'put', version, at: new Date(FIRST_NIGHT - DAY_MS).toISOString(), value, unit: 'ops/s' },
      ]),
    );
  return JSON.stringify({
    basecaseResults: 1,
    tool: 'mybench',
    product: 'MyStore',
    machine: SERVER,
    results,
  });
}

/**
 * Does what users do, over HTTP: sends an upload and waits for the worker, corrects it and takes that back, triages a record,
 * freezes a view, adds an event to a machine.
 * @param {string} url of the web server; a worker runs next to it
 * @returns {Promise<{ addresses: string[]; uploadId: string }>} addresses: of what it made and of what else nothing links to
 * @throws {Error} with the request that had another answer
 */
async function useEverything(url) {
  const ask = asker(url);
  const { id } = await ask('PUT', '/api/v1/uploads?filename=results.json', nights());
  const { sha256, runs } = await untilStored(ask, id);
  const { server, workload } = Object.fromEntries(new URL(runs[0].compareUrl).searchParams);
  const query = `server=${server}&workload=${workload}`;
  const permalink = await ask('POST', '/api/trpc/permalinks.create', { path: `/compare?${query}` });
  const report = await ask('POST', '/api/trpc/permalinks.create', { path: `/report?${query}` });
  const record = await triageFirst(ask);
  const frozen = await ask('POST', '/api/trpc/permalinks.create', { path: `/r/${record}` });
  await ask('POST', '/api/v1/annotations', { at: '2026-01-09', label: 'new kernel', server });
  const correction = await correctAndBack(ask, id);
  const slugOf = (/** @type {{ result: { data: { slug: string } } }} */ { result }) => result.data.slug;
  const views = [permalink, report].map(slugOf);
  return {
    uploadId: id,
    addresses: [
      ...views.flatMap((slug) => [`/p/${slug}`, `/p/${slug}/opengraph-image`, `/api/v1/permalinks/${slug}`]),
      `/p/${slugOf(frozen)}`,
      `/embed/${slugOf(permalink)}`,
      `/r/${record}/opengraph-image`,
      `/corrections/${correction}`,
      `/api/v1/corrections/${correction}`,
      `/api/v1/uploads/${id}`,
      `/api/v1/uploads/by-sha256/${sha256}`,
      `/uploads?q=${SERVER}`,
      `/api/v1/servers/${server}`,
      `/servers/${server}/merge-workloads`,
      `/api/v1/regressions`,
      `/series?${query}`,
      `/series?${query}&test=put`,
      `/image/series?${query}`,
      `/compare/image?${query}`,
      `/api/v1/series?${query}&test=put`,
      `/api/v1/series/lines?${query}`,
      `/api/v1/series/nights?${query}`,
      `/api/compare/values?${query}&metric=throughput`,
      `/api/compare/data?${query}`,
      `/api/v1/cell-notes?${query}`,
      `/p/${slugOf(permalink)}/data`,
      '/api/servers/rest',
      '/api/health/ready',
      '/api/trpc/home.newest,home.servers,home.unseen,events.facets,runs.list,runs.facets?batch=1&input={"4":{}}',
    ],
  };
}

/**
 * Deletes an upload: its page is gone, and its runs are.
 * @param {string} url
 * @param {string} id
 */
async function deleteUpload(url, id) {
  const ask = asker(url);
  const { runs } = await ask('DELETE', `/api/v1/uploads/${id}`);
  if (runs.length === 0) throw new Error(`Upload ${id} was deleted without a run.`);
  for (const address of [`/uploads/${id}`, `/runs/${runs[0].id}`]) {
    const { status } = await fetch(url + address);
    if (status !== 404) throw new Error(`${address} is ${status} after its upload was deleted.`);
  }
}

/** @typedef {(method: string, address: string, body?: string | object) => Promise<any>} Ask */

/**
 * @param {string} url
 * @returns {Ask}
 */
function asker(url) {
  return async (method, address, body) => {
    const isJson = typeof body === 'object';
    const answer = await fetch(url + address, {
      method,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      headers: isJson ? { 'content-type': 'application/json' } : {},
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

/**
 * @param {Ask} ask
 * @param {string} id
 */
async function untilStored(ask, id) {
  const upload = await waitUntil(
    async () => {
      const found = await ask('GET', `/api/v1/uploads/${id}`);
      return ['stored', 'failed'].includes(found.state) && found;
    },
    { timeoutMs: STORED_MS },
  );
  if (upload?.state !== 'stored') throw new Error(`Upload ${id} was not stored: ${JSON.stringify(upload)}`);
  return upload;
}

/** @param {Ask} ask */
async function triageFirst(ask) {
  const { result } = await ask('GET', `/api/trpc/regressions.list?input=${encodeURIComponent('{}')}`);
  const [{ slug, triageVersion }] = result.data.regressions;
  const change = { state: 'investigating', owner: 'me' };
  await ask('POST', '/api/trpc/regressions.triage', { slug, triageVersion, change });
  return slug;
}

/**
 * @param {Ask} ask
 * @param {string} upload
 */
async function correctAndBack(ask, upload) {
  const correction = { select: { upload }, changes: { config: 'other' }, reason: 'to see that it works' };
  const { id } = await ask('POST', '/api/v1/corrections', correction);
  await ask('POST', `/api/v1/corrections/${id}/undo`, {});
  return id;
}
