import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
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

  it('run again when a document changes that their tests read', () => {
    const inputs = readFileSync(fromRoot('turbo.json'), 'utf8');
    const sources = ['packages', 'apps'].flatMap((group) =>
      readdirSync(fromRoot(group)).map((name) => fromRoot(group, name, 'src')),
    );
    const tests = sources.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.int)\.test\.tsx?$/.test(file))
        .map((file) => path.join(folder, file)),
    );
    const read = tests.flatMap(
      (file) => readFileSync(file, 'utf8').match(/(?<=')(?:README|docs\/[\w/-]+)\.md(?=')/g) ?? [],
    );
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((document) => !inputs.includes(document))).toEqual([]);
  });

  it('fail with an exit code other than 0', () => {
    expect(tallyOf(ran('@basecase/views#lint', 1))).toMatchObject({ passed: 0, failed: 1 });
  });
});
