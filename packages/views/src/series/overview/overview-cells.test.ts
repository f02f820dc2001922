import { describe, expect, it } from 'vitest';
import { madeOverview } from '../../testing/test-overview';
import { overviewHeads } from './overview-data';
import { overviewCells } from './overview-row';
import { readTest } from './read-test';

/** Cells of the newest 14 of 40 nights: 26 to 39. */
function cells(factor: (night: number) => number | null, count = 14) {
  const others = Array.from({ length: 11 }, (_, index) => ({ name: `same${index}` }));
  const overview = madeOverview([{ name: 'a', factor }, ...others]);
  const [test] = overview.tests;
  if (!test) throw new Error('no test');
  return overviewCells(readTest(overview, test, ''), overviewHeads(overview, count));
}

const classes = (factor: (night: number) => number | null) =>
  cells(factor).map(({ className }) => className.replace('c ', ''));

describe('cells of the heatmap', () => {
  it('have the fill of their level and their own number, and a mark where the level begins', () => {
    const found = cells((night) => (night >= 30 ? 0.88 : 1));
    expect(found.map(({ className }) => className)).toEqual([
      ...Array(4).fill('c n'),
      'c r2 step',
      ...Array(9).fill('c r2'),
    ]);
    expect(found[4]?.words).toBe('regression, a level begins');
    expect(new Set(found.slice(4).map(({ text }) => text)).size).toBeGreaterThan(1);
    expect(found[13]?.ratio).toBeCloseTo(0.88, 1);
  });

  it('have no colour without a verdict, however far one night is', () => {
    const found = cells((night) => (night === 33 ? 0.7 : 1));
    expect(found[7]).toMatchObject({ text: '0.70', className: 'c n out', words: 'outlier, left out' });
    expect(found.filter(({ className }) => className === 'c n')).toHaveLength(13);
  });

  it('are hollow for the newest nights, in the fill of a level that is slower already', () => {
    expect(classes((night) => (night >= 38 ? 0.93 : 1)).slice(-3)).toEqual(['n', 'pr', 'pr']);
    expect(classes((night) => (night >= 38 ? 1.1 : 1)).slice(-3)).toEqual(['n', 'pb', 'pb']);
    const lower = (night: number) => (night >= 38 ? 0.78 : night >= 20 ? 0.88 : 1);
    expect(classes(lower).slice(-3)).toEqual(['r2', 'r2 more-dn', 'r2 more-dn']);
    expect(cells(lower).at(-1)?.words).toBe('regression, likely slower still');
    const higher = (night: number) => (night >= 38 ? 0.92 : night >= 20 ? 0.82 : 1);
    expect(cells(higher).at(-1)).toMatchObject({
      className: 'c r2 more-up',
      words: 'regression, likely faster',
    });
  });

  it('are gaps where a night has no value', () => {
    expect(cells((night) => (night === 30 ? null : 1))[4]).toMatchObject({
      text: '',
      className: 'c gap',
      words: 'not measured',
      ratio: null,
    });
  });
});

describe('heads of the heatmap', () => {
  const nights = madeOverview([{ name: 'a' }], { nights: 40 });

  it('are days, with the month where it begins', () => {
    const heads = overviewHeads(nights, 30);
    expect(heads).toHaveLength(30);
    expect(heads.slice(-1)).toMatchObject([
      { night: 39, index: 29, day: '16', month: '', time: '', afterGap: false },
    ]);
    expect(heads.flatMap(({ month, day }) => (month ? [`${day} ${month}`] : []))).toEqual([
      '18 Oct',
      '1 Nov',
    ]);
    expect(heads.at(-1)?.name).toMatch(/^16 Nov 2026 g1000002[0-9a-f]{1,2}$/);
  });

  it('say where nights are missing before one', () => {
    const gap = madeOverview([{ name: 'a' }], { nights: 40, gapBefore: 36 });
    const heads = overviewHeads(gap, 14);
    expect(heads.flatMap(({ afterGap, night }) => (afterGap ? [night] : []))).toEqual([36]);
  });

  it('have times where two nights are of one day', () => {
    const [first, second, ...rest] = nights.nights;
    if (!first || !second) throw new Error('no nights');
    const at = first.build.at.replace('T02', 'T14');
    const twice = {
      first: 0,
      nights: [first, { ...second, build: { ...second.build, at } }, ...rest.slice(0, 2)],
    };
    expect(overviewHeads(twice, 7).map(({ time }) => time)).toEqual(['02:00', '14:00', '02:00', '02:00']);
  });
});
