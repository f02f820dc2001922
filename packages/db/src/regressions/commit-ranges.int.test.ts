import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nightBuild, nightRuns } from '../testing/night-runs';
import { openRegressionBench, type RegressionBench } from '../testing/regression-bench';
import { type CommitRange, listMissingRanges, storeCommitRanges } from './commit-ranges';
import { getEventFigures } from './events/event-figures';
import { listEvents } from './events/list-events';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const drop = (night: number) => ({ t0: night < 25 ? 1 : 0.9 });
const [after, upTo] = [nightBuild(24).commit ?? '', nightBuild(25).commit ?? ''];
const rangeOf = (total: number, subject = 'Fix the planner'): CommitRange => ({
  ...{ product: 'PostgreSQL', after, upTo, total },
  commits: Array.from({ length: Math.min(total, 30) }, () => ({
    ...{ hash: upTo, subject, author: 'Ann', at: null },
  })),
});
const suspects = async () => (await bench.list())[0]?.nights?.suspects;

it('missing ranges are those of neighbouring builds and of records, each once, without known ones', async () => {
  await bench.store(...nightRuns(0, 30, drop));
  const missing = await listMissingRanges(bench.database);
  expect(missing).toHaveLength(29);
  expect(missing).toContainEqual({ product: 'PostgreSQL', after, upTo });
  await storeCommitRanges(bench.database, [rangeOf(1)]);
  expect(await listMissingRanges(bench.database)).toHaveLength(28);
  expect(await listMissingRanges(bench.database)).not.toContainEqual({ product: 'PostgreSQL', after, upTo });
});

it('a record and its event name the stored commits, and count those that are not kept', async () => {
  await bench.store(...nightRuns(0, 40, drop));
  expect(await suspects()).toMatchObject({ after, upTo, total: null, commits: [] });
  await storeCommitRanges(bench.database, [rangeOf(5000)]);
  const found = await suspects();
  expect(found).toMatchObject({ total: 5000 });
  expect(found?.commits).toHaveLength(20);
  expect(found?.commits[0]).toEqual({
    ...{ hash: upTo, subject: 'Fix the planner', author: 'Ann', at: null },
    href: `https://github.com/postgres/postgres/commit/${upTo}`,
  });
  const [event] = (await listEvents(bench.database)).events;
  expect((await getEventFigures(bench.database, event?.slug ?? '')).suspects).toEqual(found);
});

it('a build brings its commits with its runs', async () => {
  const { total, commits } = rangeOf(3);
  await bench.store(
    ...nightRuns(0, 40, drop).map((run) =>
      run.build?.commit === upTo
        ? { ...run, build: { ...run.build, commits: { after, total, list: commits } } }
        : run,
    ),
  );
  expect(await suspects()).toMatchObject({ total: 3, commits: [{ author: 'Ann' }, {}, {}] });
});

it('ranges of unknown products and second copies are left out, and hostile subjects are cleaned', async () => {
  await bench.store(...nightRuns(0, 40, drop));
  await storeCommitRanges(bench.database, [
    { ...rangeOf(1), product: 'Gone' },
    rangeOf(1, '\u0000\u001b[31m\u202ered'),
  ]);
  await storeCommitRanges(bench.database, [rangeOf(2, 'another')]);
  expect((await suspects())?.commits.map(({ subject }) => subject)).toEqual(['[31m red']);
});
