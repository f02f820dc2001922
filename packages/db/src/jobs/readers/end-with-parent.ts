import path from 'node:path';
import { Worker } from 'node:worker_threads';

const WATCH = path.join(import.meta.dirname, 'parent-watch.mjs');

/**
 * Ends this process when its parent is gone, in any state: a stuck reader could not be ended by anything else.
 *
 * @param parent process id
 */
export function endWithParent(parent: number): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // Without the loaders that this process was started with.
  new Worker(WATCH, { execArgv: [], workerData: { parent } }).unref();
}
