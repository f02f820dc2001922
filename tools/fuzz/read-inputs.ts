// Its own process, started by run-reading.ts: reads the inputs that it is sent, and reports the result of each. What makes
// them is elsewhere, so that the memory of this process is that of reading.
import type { NamedLog } from './hostile-archive';
import { tryInput } from './try-input';

process.on('message', async ({ name, bytes }: NamedLog) => {
  const start = performance.now();
  let fault: string | null = null;
  let outcome = 'fault';
  try {
    outcome = await tryInput({ name, bytes: Buffer.from(bytes) });
  } catch (error) {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const seconds = (performance.now() - start) / 1000;
  process.send?.({ outcome, fault, seconds, megabytes: process.memoryUsage.rss() / 2 ** 20 });
});
