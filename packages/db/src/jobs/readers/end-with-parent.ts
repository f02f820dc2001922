import path from 'node:path';
import { Worker } from 'node:worker_threads';

const WATCH = path.join(import.meta.dirname, 'parent-watch.mjs');

/**
 * Ends this process when its parent is gone, whatever it does then: nobody would be left to end a reader that is stuck.
 *
 * @param parent process id
 */
export function endWithParent(parent: number): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // Without the loaders that this process was started with.
  new Worker(WATCH, { execArgv: [], workerData: { parent } }).unref();
}
