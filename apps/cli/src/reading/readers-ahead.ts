import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { threadsFor } from './threads';

/** Commands that read every path of their command line. */
const READING: ReadonlySet<string> = new Set(['check', 'compare', 'parse']);

/**
 * Starts the threads that a command is going to ask for, before it is loaded: each of them loads the parsers as this
 * one
 * does, and takes as long.
 *
 * @param args the command line
 * @param open starts a thread
 * @returns gives a thread that was started, or else a new one
 */
export function readersAhead(args: readonly string[], open: () => Worker): () => Worker {
  const ready = new Set<Worker>();
  const [command = '', ...words] = args;
  const threads = READING.has(command) ? threadsFor(words.filter((word) => existsSync(word))) : 1;
  for (let thread = 1; thread < threads; thread += 1) {
    const worker = open();
    ready.add(worker);
    // An unused thread does not keep the process alive, and an ended one is not handed out.
    worker.unref();
    const leave = () => ready.delete(worker);
    worker.on('error', leave);
    worker.on('exit', leave);
  }
  return () => {
    const [worker] = ready;
    if (!worker) return open();
    ready.delete(worker);
    worker.ref();
    return worker;
  };
}
