// Runs the PostgreSQL included in Basecase, without the web app, for the process that starts this: `basecase backup`
// and `basecase restore` while `npm start` does not run. Ends when that process is gone, however it went.
// usage: fork of `embedded-database.mjs WHAT [--create]`, with an IPC channel that gets { databaseUrl } or { problem }
//   WHAT: the work, shown to a Basecase that is started meanwhile: "is being backed up"
//   --create: makes the database unless it is there
import { existsSync } from 'node:fs';
import { takeStateLock } from './bootstrap/instance/only-instance.mjs';
import { writeBusy } from './bootstrap/instance/runtime-file.mjs';
import { inState } from './bootstrap/paths.mjs';
import { explain } from './bootstrap/step-error.mjs';

const [what = 'is at work', ...options] = process.argv.slice(2);

/** @type {import('./postgres/launcher.mjs').PostgresServer | null} */
let server = null;

/** @param {string} problem */
function refuse(problem) {
  process.exitCode = 1;
  process.send?.({ problem }, () => process.disconnect());
}

async function run() {
  const lock = takeStateLock();
  if ('owner' in lock) {
    return refuse(`Basecase is being started or stopped (process ${lock.owner}): try again when it is done.`);
  }
  process.on('exit', lock.release);
  writeBusy(what);
  if (!options.includes('--create') && !existsSync(inState('postgres'))) {
    return refuse('there is no database yet: this directory has no stored data.');
  }
  const { startPostgres } = await import('./postgres/launcher.mjs');
  const { ensureDatabase } = await import('./bootstrap/database.mjs');
  server = await startPostgres({ home: inState('postgres'), port: 0 });
  const databaseUrl = await ensureDatabase(server.url, 'basecase');
  process.send?.({ databaseUrl });
}

async function stop() {
  await server?.stop();
  process.exit();
}

process.on('disconnect', () => void stop());
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
// Ctrl-C goes to all processes of a terminal: who started this ends first, and then this ends.
process.on('SIGINT', () => {});
try {
  await run();
} catch (error) {
  refuse(explain(error));
}
