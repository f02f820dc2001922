import { describe, expect, it } from 'vitest';
import { tallyOf, withMissing } from './turbo.mjs';

/** @type {(taskId: string, exitCode: number) => import('./turbo.mjs').Task} */
const ran = (taskId, exitCode) => ({
  taskId,
  task: taskId.replace(/^.*#/, ''),
  directory: '',
  execution: { exitCode, startTime: 0, endTime: 1 },
  cache: { status: 'MISS' },
  command: 'x',
});

describe('tasks of turbo', () => {
  it('fail when the summary of turbo lacks them', () => {
    const tasks = withMissing(['lint', '@basecase/web#build', 'test:int'], [ran('@basecase/views#lint', 0)]);
    expect(tasks.map(({ taskId }) => taskId)).toEqual([
      '@basecase/views#lint',
      '@basecase/web#build',
      'test:int',
    ]);
    expect(tasks.map((task) => tallyOf(task).failed)).toEqual([0, 1, 1]);
  });

  it('fail with an exit code other than 0', () => {
    expect(tallyOf(ran('@basecase/views#lint', 1))).toMatchObject({ passed: 0, failed: 1 });
  });
});
