// A thread of the command line that reads the requested paths.
import { parentPort, workerData } from 'node:worker_threads';
import { openBundle } from './open-bundle.mjs';

if (parentPort) openBundle(workerData).serve(parentPort);
