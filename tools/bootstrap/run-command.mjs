import { stopChildren } from './children.mjs';
import { createProgress } from './progress.mjs';
import { explain } from './step-error.mjs';

/**
 * Runs a command that shows its steps: a signal ends its children, and a failure is explained.
 * @template T
 * @param {(progress: import('./progress.mjs').Progress) => Promise<T>} work
 * @param {(explained: string) => T} [onFailure]
 * @returns {Promise<T | undefined>}
 */
export async function runCommand(work, onFailure) {
  const progress = createProgress();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => void stopChildren().finally(() => process.exit(1)));
  }
  try {
    return await work(progress);
  } catch (error) {
    const explained = explain(error);
    progress.line(explained);
    process.exitCode = 1;
    return onFailure?.(explained);
  } finally {
    await stopChildren();
    progress.stop();
  }
}
