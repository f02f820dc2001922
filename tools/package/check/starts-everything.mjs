import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../bootstrap/version.mjs';
import { waitUntil } from '../../bootstrap/wait-until.mjs';
import { readPidFile } from '../../postgres/pid-file.mjs';
import { startUp } from './started.mjs';

/** Until an upload is read and stored, on a machine that has other work. */
const UPLOAD_MS = 120_000;

/** @typedef {import('./run-release-checks.mjs').Subject} Subject */

/**
 * From an empty directory to the heatmap, an upload, Ctrl-C, and the second start.
 * @param {Subject} subject
 */
export async function startsEverything({ release, user }) {
  const cwd = user.place('empty directory', release.tarball);
  const tarball = path.basename(release.tarball);
  const what = { cwd, command: 'npx', args: ['--yes', `./${tarball}`] };
  const first = await startUp(user, what);
  let runs = 0;
  try {
    const health = await json(`${first.url}/api/health`);
    assert.equal(health.version, version);
    await showsTheSamples(first.url);
    await readsAnUpload(first.url);
    runs = (await json(`${first.url}/api/health`)).database.runs;
    assert.ok(runs > health.database.runs, 'an upload is a run more');
    // `npx basecase` would be whatever the registry has under that name.
    assert.ok(first.text().includes(`npx ./${tarball} ingest`), first.text());
  } finally {
    assert.match(await first.stop(), /Stopped\. The data stays in \.basecase/);
  }
  assert.deepEqual(readdirSync(cwd).sort(), ['.basecase', tarball]);
  assert.equal(readPidFile(path.join(cwd, '.basecase/postgres/data')), null, 'PostgreSQL has ended');

  const second = await startUp(user, what);
  try {
    assert.equal((await json(`${second.url}/api/health`)).database.runs, runs);
    assert.doesNotMatch(second.text(), /Loading the sample data/);
  } finally {
    await second.stop();
  }
}

/** @param {string} url */
async function showsTheSamples(url) {
  assert.equal((await json(`${url}/api/v1/openapi.json`)).info.version, version);
  const page = await (await fetch(`${url}/compare`)).text();
  for (const text of ['update-index', `Basecase ${version}</footer>`]) assert.ok(page.includes(text), text);
  const docs = await (await fetch(`${url}/docs`)).text();
  assert.ok(docs.includes('Basecase documentation'), 'the documentation site is there');
  const image = await fetch(`${url}/compare/image`);
  assert.equal(image.headers.get('content-type'), 'image/png');
  assert.ok((await image.arrayBuffer()).byteLength > 10_000, 'the image shows something');
}

/**
 * Sends an upload, which the worker gives to a reader.
 * @param {string} url
 */
async function readsAnUpload(url) {
  const head = { basecaseResults: 1, tool: 'mybench', product: 'MyStore', version: '1.1', machine: 'box1' };
  const body = JSON.stringify({ ...head, results: [{ test: 'put', value: 10_250, unit: 'ops/s' }] });
  const sent = await fetch(`${url}/api/v1/uploads?filename=results.json`, { method: 'PUT', body });
  assert.equal(sent.status, 202, await sent.clone().text());
  const { id } = /** @type {any} */ (await sent.json());
  const isRead = async () => {
    const { state } = await json(`${url}/api/v1/uploads/${id}`);
    return ['queued', 'reading'].includes(state) ? null : state;
  };
  assert.equal(await waitUntil(isRead, { timeoutMs: UPLOAD_MS, intervalMs: 100 }), 'stored');
}

/** @param {string} url */
async function json(url) {
  const response = await fetch(url);
  assert.equal(response.status, 200, `${url} answered ${response.status}`);
  return /** @type {any} */ (await response.json());
}
