import { ended, stopChildren } from './children.mjs';
import * as commands from './commands.mjs';
import { becomeOnlyInstance, STOPPING } from './instance/only-instance.mjs';
import { writeBusy, writeRuntime } from './instance/runtime-file.mjs';
import { endWithWrapper } from './lifetime/end-with-wrapper.mjs';
import { keepRunning } from './lifetime/keep-running.mjs';
import { rotateLog } from './lifetime/logs.mjs';
import { blobFolder, inState, logFile, shown } from './paths.mjs';
import { choosePort, isLoopback } from './ports.mjs';
import { createProgress, elapsed } from './progress.mjs';
import { explain, StepError } from './step-error.mjs';
import { askNotes, endLeftoverServer, startWebServer } from './web-server.mjs';
import { startWorker } from './worker.mjs';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 3000;
const BLOBS = blobFolder();
/** Logs of what runs for months. */
const LOGS = ['web', 'worker'];
const LOG_LOOK_MS = 60_000;

/** How many ends in a row are too many. */
const WEB_TRIES = 5;
const POSTGRES_TRIES = 8;

function rotateLogs() {
  for (const file of [...LOGS.map(logFile), postgres?.log]) if (file) rotateLog(file);
}

/** @typedef {import('../postgres/launcher.mjs').PostgresServer} PostgresServer */
/** @typedef {import('./from-sources.mjs').Sources} Sources */

/** @type {import('./progress.mjs').Progress} */
let progress;
/** @type {PostgresServer | null} */
let postgres = null;
let stopping = false;

/**
 * Starts everything and stays until a signal or a failure ends it.
 * @param {{ dev?: boolean; sources?: Sources | null }} options dev: hot reload instead of a build; sources: of a checkout
 */
export async function startBasecase({ dev = false, sources = null } = {}) {
  const started = performance.now();
  const lock = await becomeOnlyInstance({ say: (line) => console.log(line) }).catch((error) => {
    console.error(explain(error));
    process.exit(1);
  });
  if ('url' in lock) return reportRunning(lock);
  process.on('exit', lock.release);
  progress = createProgress();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void shutDown(0, 'Stopping.'));
  }
  endWithWrapper(() => void shutDown(0, 'The npm that started this has ended. Stopping.'));
  try {
    const host = process.env.HOST || DEFAULT_HOST;
    const notice = dev ? null : sources?.notice();
    if (notice) progress.line(notice);
    await sources?.install(progress, { dev });
    const wanted = await portOrEnd();
    await endLeftoverServer();
    const choice = await choosePort({ host, port: wanted ?? DEFAULT_PORT, required: wanted !== null });
    if (choice.notice) progress.line(`! ${choice.notice} (PORT=… chooses another.)`);
    const { databaseUrl, samples } = await prepare({ dev, sources });
    const log = dev ? undefined : logFile('web');
    if (log) setInterval(rotateLogs, LOG_LOOK_MS).unref();
    const server = { host, port: choice.port, databaseUrl, blobs: BLOBS, dev, log };
    const startWeb = async () => {
      const web = await startWebServer(server);
      writeRuntime({ databaseUrl, url: web.url, server: web.child.pid });
      return web;
    };
    const [web] = await Promise.all([progress.step('Starting the web server', startWeb), samples]);
    // Beside the pages, which do not wait for it.
    void keepWorker({
      databaseUrl,
      blobs: BLOBS,
      host,
      log: logFile('worker'),
    });
    progress.stop();
    const ready = elapsed(started);
    console.log(welcome({ url: web.url, host, log, ready, notes: await askNotes(web.url) }));
    const end = await keepRunning({
      running: web,
      start: startWeb,
      ended: ({ child }) => endOf(child),
      onEnd: (why) => console.error(`The web server ended (${why}); starting it again.`),
      isStopping: () => stopping,
      tries: WEB_TRIES,
    });
    if (!stopping) throw new StepError(`The web server ended again and again (${end}).`, { log });
  } catch (error) {
    if (stopping) return; // what failed was being ended
    await shutDown(1, explain(error));
  }
}

/**
 * The port that is asked for, null for none. Ends this process when any setting, also of web server and worker, can't be used.
 * It needs installed packages.
 */
async function portOrEnd() {
  const { refuseWrongSettings } = await import('./settings/refuse-settings.mjs');
  const { readSettings } = await import('@basecase/db/settings');
  refuseWrongSettings('start');
  return readSettings('web', process.env).PORT;
}

/** @param {import('node:child_process').ChildProcess} child */
async function endOf(child) {
  const { code, signal } = await ended(child);
  return signal ?? `exit code ${code}`;
}

/** @param {Parameters<typeof startWorker>[0]} options */
function keepWorker(options) {
  return keepRunning({
    start: () => startWorker(options),
    ended: endOf,
    onEnd: (why) => console.error(`The worker ended (${why}); starting it again.`),
    isStopping: () => stopping,
  });
}

/**
 * Database and web app, side by side: they share nothing but the generated client.
 * @param {{ dev: boolean; sources: Sources | null }} options
 * @returns {Promise<{ databaseUrl: string; samples: Promise<void> }>} samples: settles when they are loaded
 */
async function prepare({ dev, sources }) {
  const client = sources ? sources.generate(progress) : Promise.resolve();
  const web = client.then(async () => {
    if (dev) return;
    if (sources) return sources.build(progress);
    return (await import('../package/unpack-web.mjs')).ensureWebUnpacked(progress);
  });
  const database = prepareDatabase();
  const samples = Promise.all([database, client]).then(([url]) => loadSamples(url));
  samples.catch(() => {}); // heard of when they are waited for
  const [databaseUrl] = await Promise.all([database, web]);
  return { databaseUrl, samples };
}

/** @param {string} databaseUrl */
async function loadSamples(databaseUrl) {
  const { ensureSamples } = await import('../samples/ensure-samples.mjs');
  await ensureSamples({ databaseUrl, blobs: BLOBS }, progress);
}

/** @returns {Promise<string>} the database's URL */
async function prepareDatabase() {
  // These need installed packages, so they cannot be loaded earlier.
  const { connectionAdvice } = await import('@basecase/db/connection');
  const { checkDatabase } = await import('./database.mjs');
  const { migrate } = await import('../prisma/migrate.mjs');
  const given = process.env.DATABASE_URL;
  if (given) await checkDatabase(given);
  const databaseUrl = given || (await startEmbedded());
  await progress.step('Applying migrations', async (note) => {
    const applied = await migrate(databaseUrl, undefined, progress.line).catch((cause) => {
      const hint = cause.hint ?? connectionAdvice(cause.cause ?? cause, given) ?? migrationHint(given);
      throw new StepError(cause.message, { hint, cause });
    });
    note(applied.length === 0 ? 'none new' : applied.join(', '));
  });
  return databaseUrl;
}

/** @param {string | undefined} given DATABASE_URL */
function migrationHint(given) {
  const aside = given
    ? 'give an empty database with DATABASE_URL'
    : `stop here, rename ${shown(inState())}, and start with an empty database`;
  return `if this database belongs to another version of Basecase, start that version, or ${aside}.`;
}

/** @returns {Promise<string>} the URL of the database in the embedded server */
async function startEmbedded() {
  const { startPostgres } = await import('../postgres/launcher.mjs');
  const { ensureDatabase } = await import('./database.mjs');
  const home = inState('postgres');
  const server = await progress.step('Starting PostgreSQL', async (note) => {
    const started = await startPostgres({ home, port: POSTGRES_PORT });
    note(`port ${started.port}${started.created ? ', new' : ''}`);
    return started;
  });
  postgres = server;
  for (const notice of server.notices) progress.line(`! ${notice}`);
  void keepPostgres({ running: server, start: () => startPostgres({ home, port: server.port }) });
  return ensureDatabase(server.url, 'basecase');
}

/**
 * A database that ended (out of memory, killed) is started again; web server and worker connect again by themselves.
 * @param {{ running: PostgresServer; start: () => Promise<PostgresServer> }} options
 */
async function keepPostgres({ running, start }) {
  const { port, log } = running;
  await keepRunning({
    running,
    start: async () => {
      postgres = await start();
      if (postgres.port === port) return postgres;
      await postgres.stop();
      throw new Error(`another program has taken port ${port}`);
    },
    ended: async (server) => {
      const { code, signal } = await server.exited;
      await server.stop(); // lets go of its guardian
      return signal ?? `exit code ${code}`;
    },
    onEnd: (why) => console.error(`PostgreSQL ended (${why}); starting it again.`),
    isStopping: () => stopping,
    tries: POSTGRES_TRIES,
  });
  if (!stopping) {
    const over = new StepError('PostgreSQL ended again and again.', { log, hint: 'start again.' });
    void shutDown(1, explain(over));
  }
}

/** Not 5432: that belongs to the system's own PostgreSQL. */
const POSTGRES_PORT = 54_329;

/**
 * Stops in order, web server before database, and ends this process.
 * @param {number} code
 * @param {string} text
 */
async function shutDown(code, text) {
  if (stopping) return;
  stopping = true;
  // From here on this instance is not announced: a new start waits for its end.
  writeBusy(STOPPING);
  progress.stop({ isOver: true });
  (code === 0 ? console.log : console.error)(`\n${text}`);
  try {
    await stopChildren();
    await postgres?.stop();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
  if (code === 0) {
    console.log(`Stopped. The data stays in ${shown(inState())}; \`${commands.start}\` continues with it.`);
  }
  process.exit(code);
}

/**
 * The message when everything runs.
 * @param {{ url: string; host: string; log: string | undefined; ready: string; notes: readonly string[] }} server log: left out where it goes to the terminal; ready: how long it took; notes: decisions that are open
 */
function welcome({ url, host, log, ready, notes }) {
  const open = isLoopback(host)
    ? []
    : [`  Other machines can read this server (HOST=${host}); writing needs a token.`];
  return [
    '',
    `  Basecase is ready after ${ready}:  ${url}`,
    '',
    `  Compare the recorded PostgreSQL versions   ${url}/compare`,
    `  Add your own sysbench runs                 ${commands.basecase} ingest ./my-run --server NAME`,
    `  Stop                                       Ctrl-C${log ? `   (log: ${shown(log)})` : ''}`,
    ...open,
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

/**
 * Instead of starting a second one.
 * @param {{ url: string; owner: number }} running
 */
function reportRunning({ url, owner }) {
  console.log(
    `Basecase is already running at ${url} (process ${owner}). Stop it with Ctrl-C there, or: kill ${owner}`,
  );
  // Asked for another address than the running one: that was not done.
  process.exitCode = process.env.PORT && !url.endsWith(`:${process.env.PORT}`) ? 1 : 0;
}
