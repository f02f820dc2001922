import { expect, it } from 'vitest';
import { testLevels, testNight, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { readoutSource, seriesReadout } from './series-readout';

const throughput: (number | null)[] = testLevels([
  [40, 1000],
  [40, 900],
  [2, 820],
]);
throughput[50] = null;
const nights = throughput.map((_, day) => testNight(day, day === 50 ? { status: 'failed' } : {}));
const data = testSeries(
  { throughput, cpu_us_per_op: testLevels([[82, 50]]) },
  {
    releases: [testRelease('18.4', 20)],
    nights,
    repository: { url: 'https://github.com/postgres/postgres', commitUrl: 'https://x/{commit}' },
  },
);
const read = (night: number, source = readoutSource(data, testSeriesState())) => seriesReadout(source, night);

it('says everything of a night', () => {
  const readout = read(60);
  expect(readout).toMatchObject({ day: '30 Jun', tone: 'slower', isUp: false, isPossible: false, note: '' });
  expect(readout?.value).toMatch(/^\d{3} \/ 1\u202f000 queries\/s$/);
  expect(readout?.ratio).toMatch(/^0\.9\d$|^0\.8\d$/);
  expect(readout?.parts).toEqual([
    { label: 'level', text: '0.90' },
    { label: 'CPU µs/o', text: expect.stringMatching(/^1\.0\d$|^0\.9\d$/) },
  ]);
  expect(readout).toMatchObject({
    runHref: '/runs/160',
    buildHref: expect.stringMatching(/^https:\/\/x\/a+/),
  });
});

it('marks unconfirmed levels and nights without a run', () => {
  expect(read(81)).toMatchObject({ isPossible: true, tone: 'slower', note: 'likely, not confirmed' });
  expect(read(81)?.parts.some(({ label }) => label === 'level')).toBe(false);
  expect(read(50)).toMatchObject({ value: 'failed', ratio: '', tone: 'plain' });
  expect(read(999)).toBeNull();
});

it('compares few nights in pairs', () => {
  const few = testSeries({ throughput: [1000, 900] });
  expect(read(1, readoutSource(few, testSeriesState()))?.parts).toEqual([
    { label: 'to the night before', text: '0.90' },
  ]);
});

it('says how many CPUs others used', () => {
  const used = testSeries(
    { throughput: [1000, 900, 1000] },
    { nights: [0.04, 1.64, null].map((otherCpus, day) => testNight(day, { otherCpus })) },
  );
  const partsOf = (night: number) => read(night, readoutSource(used, testSeriesState()))?.parts ?? [];
  expect(partsOf(0)).toEqual([{ label: 'CPUs used by others', text: '0.0' }]);
  expect(partsOf(1)).toContainEqual({ label: 'CPUs used by others', text: '1.6' });
  expect(partsOf(2).map(({ label }) => label)).not.toContain('CPUs used by others');
});
