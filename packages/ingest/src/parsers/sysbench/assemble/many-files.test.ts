import { expect, it } from 'vitest';
import { assembleRuns } from '../../../assemble/assemble-runs';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';

it('joins the logs of a directory of 100,000, where each pair of them would take minutes', async () => {
  const { log } = await parseBytes('sb.o.x', readFixture('sb.o.read-write.range100.pk1.dop2'));
  const names = ['sb.o.read-write.range#.pk1.dop2', 'any-name-#.log'];
  const logs = Array.from({ length: 100_000 }, (_, i) => ({
    path: `run/${names[i % 2]?.replace('#', String(i))}`,
    log: log ?? { type: 'none' },
  }));
  const { runs } = assembleRuns(logs, { rootLabel: 'x', device: undefined });
  expect(runs.reduce((sum, { results }) => sum + results.length, 0)).toBe(100_000);
});
