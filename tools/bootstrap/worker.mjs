import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChild } from './children.mjs';
import { root, scriptArgs } from './paths.mjs';
import { isLoopback } from './ports.mjs';

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'exit-with-parent.mjs')).href;

/**
 * Starts the worker as a separate process, so that reading an upload does not affect pages. It waits for the
 * database by itself, so nothing is waited for here.
 * @param {{ databaseUrl: string; blobs: string; host?: string; log?: string }} options blobs: directory
 *   of the blob store; host: the address that the web server listens on, without it only this machine reaches it; log: file for the output, without it the terminal
 */
export function startWorker({ databaseUrl, blobs, host = '127.0.0.1', log }) {
  return startChild(process.execPath, ['--import', PRELOAD, ...scriptArgs('tools/worker.mjs')], {
    cwd: root, // where tsx is found
    log,
    tied: true,
    env: {
      DATABASE_URL: databaseUrl,
      BASECASE_BLOBS: blobs,
      // As the web server has it: both decide from it which addresses a webhook may call.
      BASECASE_LOCAL: isLoopback(host) ? '1' : undefined,
    },
  });
}
