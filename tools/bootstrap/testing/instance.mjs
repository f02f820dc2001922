// A process that becomes the instance of a state directory as `npm start` does, for only-instance.test.mjs.
// usage: BASECASE_STATE=… node instance.mjs [--sick] [--impatient], with an IPC channel
//   tells { said }, { became }, { running }, { problem }; a message `run` makes it serve, SIGTERM makes it stop, `end` ends it
//   --sick: does not answer as healthy; --impatient: waits 0.3 s
import { createServer } from 'node:http';
import { becomeOnlyInstance, STOPPING } from '../instance/only-instance.mjs';
import { writeBusy, writeRuntime } from '../instance/runtime-file.mjs';
import { explain } from '../step-error.mjs';

const options = new Set(process.argv.slice(2));
/** @param {object} what */
const tell = (what) => process.send?.(what);

function serve() {
  const server = createServer((_request, response) => {
    response.writeHead(options.has('--sick') ? 503 : 200).end('{}');
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    writeRuntime({ databaseUrl: '', url: `http://127.0.0.1:${port}` });
    tell({ serving: `http://127.0.0.1:${port}` });
  });
}

process.on('SIGTERM', () => {
  writeBusy(STOPPING);
  tell({ stopping: true });
});
process.on('message', (message) => {
  if (message === 'run') serve();
  if (message === 'end') process.exit(0);
});
process.on('disconnect', () => process.exit(0));

try {
  const patience = options.has('--impatient') ? { stop: 300, busy: 300, silent: 300 } : undefined;
  const lock = await becomeOnlyInstance({
    say: (said) => tell({ said }),
    patience,
  });
  if ('release' in lock) process.on('exit', lock.release);
  tell('release' in lock ? { became: process.pid } : { running: lock.url });
} catch (error) {
  tell({ problem: explain(error) });
}
