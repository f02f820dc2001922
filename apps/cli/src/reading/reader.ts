import type { MessagePort } from 'node:worker_threads';
import { type Request, readOutcome } from './outcome';

/**
 * What a thread does that reads for the command line: one path after the other, each answered by its outcome. An error
 * that is not about the input ends the thread.
 */
export function serve(port: MessagePort): void {
  port.on('message', async (request: Request) => {
    port.postMessage(await readOutcome(request));
  });
}
