// A thread of a reader, in plain JavaScript so that it needs no loader. It looks even while a parser that runs away keeps
// the main thread busy for ever. A process whose parent is gone gets another one.
import { workerData } from 'node:worker_threads';

/** How often the parent is looked for. */
const LOOK_MS = 300;

setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
