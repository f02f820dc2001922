import { waitUntil } from '../../bootstrap/wait-until.mjs';

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
export async function useEverything(url) {
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
      '/api/servers/rest',
      '/api/health/ready',
      '/api/trpc/home.heatmaps,home.releases,home.records,home.uploads,runs.list,runs.facets?batch=1&input={"4":{}}',
    ],
  };
}

/**
 * Deletes an upload: its page is gone, and its runs are.
 * @param {string} url
 * @param {string} id
 */
export async function deleteUpload(url, id) {
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
