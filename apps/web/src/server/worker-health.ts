import type { QueueFigures } from '@basecase/db/queries/get-operation-figures';

/** A job that is due for longer was seen by no worker, or all of them are busy. */
const JOB_PATIENCE_S = 600;
/** The same where no worker is connected: it may just be starting. */
const NO_WORKER_PATIENCE_S = 10;
/** A worker that runs shows it every ten seconds. */
const SILENCE_S = 60;

/** What keeps jobs from being done, for the operator. */
export function workerProblems({ jobs: { oldestSeconds }, workers }: QueueFigures): string[] {
  const { connected, silentSeconds } = workers;
  const problems: string[] = [];
  if (silentSeconds !== null && silentSeconds > SILENCE_S)
    problems.push(`A worker has not answered for ${Math.floor(silentSeconds)} s: restart it.`);
  if (oldestSeconds === null) return problems;
  if (connected === 0 && oldestSeconds > NO_WORKER_PATIENCE_S)
    problems.push('Jobs wait, and no worker runs: start one.');
  else if (oldestSeconds > JOB_PATIENCE_S)
    problems.push(`A job has waited for ${Math.floor(oldestSeconds / 60)} min: the workers can't keep up.`);
  return problems;
}
