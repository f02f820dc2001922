import { ROWS_ON_PAGE } from '@basecase/views/compare';
import { heatmapData } from '@basecase/views/testing';
import { expect, it } from 'vitest';
import { laterAnswer, laterData } from './later-data';

const ofTests = (tests: number) => heatmapData({ throughput: Array.from({ length: tests }, () => [1, 2]) });

it('a page that draws all of its tests has their data', () => {
  for (const tests of [1, 20, ROWS_ON_PAGE]) expect(laterData(ofTests(tests), '/data')).toBeUndefined();
});

it('a page that draws some of its tests names where their data is', async () => {
  const data = ofTests(ROWS_ON_PAGE + 1);
  const later = laterData(data, '/data');
  const answer = await laterAnswer(data).json();
  expect(later).toEqual({ path: '/data', key: answer.key });
  expect(answer.value).toEqual(JSON.parse(JSON.stringify(data)));
});

it('other numbers have another key', async () => {
  const later = laterData(ofTests(600), '/data');
  const changed = { ...ofTests(600), columns: [] };
  expect((await laterAnswer(changed).json()).key).not.toBe(later?.key);
});
