import { expect, it } from 'vitest';
import { workerProblems } from './worker-health';

const found = (oldestSeconds: number | null, connected: number, silentSeconds: number | null) =>
  workerProblems({
    jobs: { waiting: oldestSeconds === null ? 0 : 1, inWork: 0, failed: 0, oldestSeconds },
    workers: { connected, silentSeconds },
  });

it('reports a frozen worker after a minute, and a missing one as soon as a job waits', () => {
  expect(found(null, 0, null)).toEqual([]);
  expect(found(null, 2, 60)).toEqual([]);
  expect(found(null, 2, 75.4)).toEqual(['A worker has not answered for 75 s: restart it.']);
  expect(found(5, 0, null)).toEqual([]);
  expect(found(11, 0, null)).toEqual(['Jobs wait, and no worker runs: start one.']);
  expect(found(11, 1, 3)).toEqual([]);
  expect(found(5000, 1, 3)).toEqual(["A job has waited for 83 min: the workers can't keep up."]);
  expect(found(5000, 1, 300)).toHaveLength(2);
});
