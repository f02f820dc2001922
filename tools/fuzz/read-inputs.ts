// A process of its own, started by run-reading.ts: reads inputs and tells each beginning and end, so that its parent can
// see a hang, a crash, and what memory it took.
import { listSources, makeInput } from './inputs';
import { tryInput } from './try-input';

process.on(
  'message',
  async (job: { kind: 'logs'; seed: number; from: number; to: number; corpus?: string }) => {
    const sources = listSources(job.corpus);
    for (let index = job.from; index < job.to; index += 1) {
      const input = makeInput(job.kind, { seed: job.seed, index }, sources);
      process.send?.({ index });
      const start = performance.now();
      let fault: string | null = null;
      let outcome = 'fault';
      try {
        outcome = await tryInput(input);
      } catch (error) {
        fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      const seconds = (performance.now() - start) / 1000;
      const megabytes = process.memoryUsage.rss() / 2 ** 20;
      process.send?.({ index, outcome, fault, seconds, megabytes });
      // The parent's turn, and that of what an input left behind.
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.disconnect();
  },
);
