// Watches a database server and ends it when the process that started it is gone, however it went.
// usage: node guardian.mjs PID DATA_DIRECTORY, with an IPC channel to the process it watches
import { isRunning } from '../bootstrap/instance/processes.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';

const [pid, dataDir] = [Number(process.argv[2]), process.argv[3] ?? ''];

/** How long a fast shutdown may take; a server that was just recovering from a crash may never get to its end. */
const STOP_MS = 20_000;

async function endServer() {
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, data is written. After SIGQUIT the next start recovers.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT'])) {
    if (!isRunning(pid, dataDir)) break;
    process.kill(pid, signal);
    await waitUntil(() => !isRunning(pid, dataDir), { timeoutMs: STOP_MS });
  }
  process.exit(0);
}

process.on('disconnect', () => void endServer());
// The event may have come while this program was still being loaded.
if (!process.connected) void endServer();
