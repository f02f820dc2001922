import { expect, it } from 'vitest';
import { testLine, testTrends } from '../testing/test-trends';
import { trendsModel } from './trends-model';
import { trendsUrl } from './trends-state';
import { notesOf } from './trends-words';

it('says each reason for not drawing a line once, and counts who shares it', () => {
  const lone = ['a', 'b', 'c', 'd', 'e'].map((server, cores) =>
    testLine(['18.0'], [[1]], { server, cores: 2 + cores }),
  );
  const data = testTrends([testLine(['17.0', '18.0'], [[1, 1]]), ...lone]);
  expect(notesOf(trendsModel(data, { ...trendsUrl.defaults, x: 'release' }))).toEqual([
    'Not drawn: 2-core; 3-core; 4-core; 2 more: only 18.0 was run with this config and build.',
  ]);
});
