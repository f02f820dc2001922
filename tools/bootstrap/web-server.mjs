import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ended, startChild, stopChild } from './children.mjs';
import { isRunning } from './instance/processes.mjs';
import { readAny } from './instance/runtime-file.mjs';
import { isLoopback, tryPort } from './ports.mjs';
import { StepError } from './step-error.mjs';
import { waitUntil } from './wait-until.mjs';
import { nextCommand, serverFile, webDir } from './web-files.mjs';

/** The development server compiles on the first request. */
const READY_MS = 90_000;
/** The server of a killed start ends when it looks up from its work. */
const LEFTOVER_MS = 5000;
const PRELOADS = ['exit-with-parent.mjs', 'hold-requests.mjs'].map(
  (file) => pathToFileURL(path.join(import.meta.dirname, file)).href,
);

/**
 * Settings of glibc, by which large buffers are given back to the machine when they are freed, and fewer pools keep small
 * ones. The image has them too (Dockerfile).
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Address to type into a browser on this machine.
 * @param {string} host that the server listens on
 * @param {number} port
 */
function browserUrl(host, port) {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Starts the web server and waits until it and its database answer.
 * @param {{ host?: string; port?: number; databaseUrl: string; blobs: string; dev?: boolean; log?: string;
 *   env?: Record<string, string> }} options without host and port: a free port of this machine; blobs: directory of the blob store; dev: with hot reload; log: file for the
 *   output, without it the terminal; env: more settings
 * @returns {Promise<{ url: string; child: import('node:child_process').ChildProcess }>}
 * @throws {StepError} when the server ends or does not answer in time
 */
export async function startWebServer({
  host = '127.0.0.1',
  port: wanted = 0,
  databaseUrl,
  blobs,
  dev = false,
  log,
  env = {},
}) {
  const port = wanted || /** @type {number} */ (await tryPort(host, 0));
  const args = dev
    ? [nextCommand(), 'dev', '--hostname', host, '--port', String(port)]
    : [...PRELOADS.flatMap((file) => ['--import', file]), serverFile];
  const child = startChild(process.execPath, args, {
    cwd: dev ? webDir : path.dirname(serverFile),
    log,
    tied: !dev, // Next's development server watches its parent itself
    env: {
      NODE_ENV: dev ? 'development' : 'production',
      DATABASE_URL: databaseUrl,
      BASECASE_BLOBS: blobs,
      // Local mode: writing needs no token. Never where other machines can connect.
      BASECASE_LOCAL: isLoopback(host) ? '1' : undefined,
      HOST: host,
      HOSTNAME: host,
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
      ...MALLOC,
      ...env,
    },
  });
  const url = browserUrl(host, port);
  try {
    await untilHealthy(url, child, log);
  } catch (error) {
    // It would hold the port of the next one.
    await stopChild(child);
    throw error;
  }
  return { url, child };
}

/**
 * Waits for the web server of a start that was killed: it ends by itself, but holds its port for as long as what it was
 * doing takes.
 */
export async function endLeftoverServer() {
  const left = readAny();
  const pid = left && 'server' in left ? left.server : undefined;
  if (pid === undefined || pid === process.pid) return;
  for (const signal of /** @type {const} */ ([null, 'SIGKILL'])) {
    if (!isRunning(pid, serverFile)) return;
    if (signal) process.kill(pid, signal);
    await waitUntil(() => !isRunning(pid, serverFile), { timeoutMs: LEFTOVER_MS });
  }
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @param {string | undefined} log
 */
async function untilHealthy(url, child, log) {
  /** @type {{ end: string | null; answer: string }} */
  const seen = { end: null, answer: 'no answer' };
  ended(child).then(
    ({ code, signal }) => {
      seen.end = signal ?? `exit code ${code}`;
    },
    (error) => {
      seen.end = error.message;
    },
  );
  const settled = await waitUntil(
    async () => {
      if (seen.end !== null) return 'ended';
      const { ok, text } = await askHealth(url);
      seen.answer = text;
      return ok && 'healthy';
    },
    { timeoutMs: READY_MS, intervalMs: 50 },
  );
  if (settled === 'healthy') return;
  if (settled === 'ended')
    throw new StepError(`The web server ended while it was starting (${seen.end}).`, { log });
  throw new StepError(
    `The web server did not become healthy in ${READY_MS / 1000} s; last: ${seen.answer}.`,
    { log },
  );
}

/**
 * Decisions that people have yet to make, with the addresses of their pages; none when the server does not answer.
 * @param {string} url of the server
 * @returns {Promise<string[]>}
 */
export async function askNotes(url) {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) });
    const { notes = [] } = /** @type {{ notes?: string[] }} */ (await response.json());
    return notes.map((note) => note.replace(/ (?=\/\w+$)/, ` ${url}`));
  } catch {
    return [];
  }
}

/**
 * @param {string} url of the server
 * @returns {Promise<{ ok: boolean; text: string }>} text: what it said, or why it could not be asked
 */
export async function askHealth(url) {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) });
    return { ok: response.ok, text: `${response.status} ${(await response.text()).slice(0, 200)}` };
  } catch (error) {
    const { cause, message } = /** @type {Error} */ (error);
    return { ok: false, text: cause instanceof Error ? cause.message : message };
  }
}
