// Stands beside a database server and ends it when the process that started it is gone, however it went.
// usage: node guardian.mjs PID DATA_DIRECTORY, with an IPC channel to the process it watches
import { isRunning } from '../bootstrap/processes.mjs';

const [pid, dataDir] = [Number(process.argv[2]), process.argv[3] ?? ''];

function endServer() {
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, data is written.
  if (isRunning(pid, dataDir)) process.kill(pid, 'SIGINT');
  process.exit(0);
}

process.on('disconnect', endServer);
// The event may have come while this program was still being loaded.
if (!process.connected) endServer();
