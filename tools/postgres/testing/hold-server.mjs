// A process that starts a server and holds it until it is killed: the parent in launcher.int.test.mjs.
// usage: node hold-server.mjs HOME, with an IPC channel that gets { pid, url }
import { startPostgres } from '../launcher.mjs';

const server = await startPostgres({ home: process.argv[2] ?? '', port: 0, durable: false });
process.send?.({ pid: server.pid, url: server.url, guardian: server.guardian });
setInterval(() => {}, 1000); // alive until a signal
