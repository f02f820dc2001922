import { Worker } from 'node:worker_threads';

/** How often the parent is looked for. */
const LOOK_MS = 300;

/**
 * A thread of its own, in plain JavaScript: it looks even while a parser that runs away keeps the main thread busy for
 * ever. A process whose parent is gone gets another one.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
}, ${LOOK_MS});`;

/**
 * Ends this process when its parent is gone, whatever it does then: nobody would be left to end a reader that is stuck.
 *
 * @param parent process id
 */
export function endWithParent(parent: number): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // Without the loaders that this process was started with.
  new Worker(WATCH, { eval: true, execArgv: [], workerData: { parent } }).unref();
}
