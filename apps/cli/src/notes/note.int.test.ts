import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

let bench: RegressionBench;
let cell: [server: string, workload: string, test: string, column: string];

beforeAll(async () => {
  bench = await openRegressionBench();
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
  const [record] = await bench.list();
  if (!record) throw new Error('no record');
  cell = [record.server.slug, record.workload.slug, record.test.key, record.firstBad.column];
});
afterAll(() => bench.close());

const note = (...args: string[]) =>
  runCaptured(['note', ...args], { env: { DATABASE_URL: bench.database.url } });

it('writes a note and a highlight, lists both, and undoes one', async () => {
  const [server, workload, test, column] = cell;
  expect(await note('add', ...cell, 'known bug')).toMatchObject({
    code: 0,
    stdout: `note 1 on ${test} in ${column}: known bug\n`,
    stderr: expect.stringContaining('basecase note undo 1'),
  });
  expect((await note('add', ...cell, '--highlight')).stdout).toBe(
    `note 2 on ${test} in ${column}, highlighted\n`,
  );
  expect((await note('undo', '1')).stdout).toBe(`undone: note 1 on ${test} in ${column}: known bug\n`);
  const rows = (await note('list', server, workload)).stdout.trimEnd().split('\n').slice(1);
  expect(rows).toEqual([
    expect.stringMatching(/^2\t\S+\t\S+\t\tyes\tlocal\t20/),
    expect.stringMatching(/^1\t\S+\t\S+\tknown bug\t\tlocal\t20\S+\tby local, 20/),
  ]);
});

it('refuses a note without words, and an id that is not there', async () => {
  expect((await note('add', ...cell)).code).not.toBe(0);
  expect((await note('undo', '99')).stderr).toContain('No note 99');
});
