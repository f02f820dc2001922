import * as commands from '../commands.mjs';
import { shown } from '../paths.mjs';
import { isLoopback } from '../ports.mjs';

/**
 * The message when everything runs.
 * @param {{ url: string; host: string; log: string | undefined; ready: string }} server log: left out where it goes to the terminal; ready: how long it took
 */
export function welcome({ url, host, log, ready }) {
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
    '',
  ].join('\n');
}

/**
 * Instead of starting a second one.
 * @param {{ url: string; owner: number }} running
 */
export function reportRunning({ url, owner }) {
  console.log(
    `Basecase is already running at ${url} (process ${owner}). Stop it with Ctrl-C there, or: kill ${owner}`,
  );
  // Asked for another address than the running one: that was not done.
  process.exitCode = process.env.PORT && !url.endsWith(`:${process.env.PORT}`) ? 1 : 0;
}
