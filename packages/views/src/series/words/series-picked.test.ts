import { expect, it } from 'vitest';
import { testLevels, testNight, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { pickedNights } from './series-readout';

const throughput = testLevels([
  [40, 1000],
  [40, 900],
]);
const repository = { url: 'https://github.com/postgres/postgres', commitUrl: null };
const data = testSeries({ throughput }, { releases: [testRelease('18.4', 20)], repository });
const pick = (a: string, b = '', own = data) => pickedNights(own, testSeriesState({ a, b }));

it('is nothing before a night is picked, and of one that is gone', () => {
  expect(pick('')).toBeNull();
  expect(pick('gone')).toBeNull();
});

it('waits for the second night', () => {
  expect(pick('c39')).toMatchObject({ nights: [{ letter: 'A', day: '9 Jun' }], pair: null });
  expect(pick('c39', 'c39')?.pair).toBeNull();
});

it('compares two nights, with the verdict of their levels', () => {
  const pair = pick('c39', 'c40')?.pair;
  expect(pair).toMatchObject({ tone: 'slower', isUp: false, between: 'one night after the other' });
  expect(pair?.compareHref).toBe('/compare?server=pn53&workload=w&product=PostgreSQL&base=c39&cols=c39,c40');
  expect(pick('c10', 'c20')?.pair).toMatchObject({ tone: 'plain', between: '9 nights between' });
});

it('names the commits after the older one, whichever was picked first', () => {
  const [older, newer] = [data.nights[39]?.commit, data.nights[40]?.commit];
  const range = {
    text: `${older}..${newer}`,
    href: `https://github.com/postgres/postgres/compare/${older}...${newer}`,
  };
  expect(pick('c39', 'c40')?.pair?.range).toEqual(range);
  expect(pick('c40', 'c39')?.pair?.range).toEqual(range);
});

it('has a range to copy without a repository, and none without commits', () => {
  expect(pick('c39', 'c40', { ...data, repository: null })?.pair?.range?.href).toBeNull();
  const nights = data.nights.map((_, day) => testNight(day, { commit: null }));
  expect(pick('c39', 'c40', { ...data, nights })?.pair?.range).toBeNull();
});
