// A thread of the command line that reads what it is told to.
import { parentPort, workerData } from 'node:worker_threads';
import { openBundle } from './open-bundle.mjs';

if (parentPort) openBundle(workerData).serve(parentPort);
