import { describe, expect, it } from 'vitest';
import { madeOverview } from '../../testing/test-overview';
import { overviewSpark, readTest, SPARK, sparkPlaces } from './read-test';

function spark(factor: (night: number) => number | null) {
  const others = Array.from({ length: 11 }, (_, index) => ({ name: `same${index}` }));
  const overview = madeOverview([{ name: 'a', factor }, ...others]);
  const [test] = overview.tests;
  if (!test) throw new Error('no test');
  const found = overviewSpark(overview, readTest(overview, test, ''), sparkPlaces(overview, 'dates'));
  if (!found) throw new Error('no sparkline');
  return found;
}

/** Heights that a path names first at each of its parts. */
const heights = (path: string) => [...path.matchAll(/M\S+ (\S+?)(?=[hHVlz])/g)].map(([, y]) => Number(y));

describe('a sparkline', () => {
  it('has a point for each night, the level line and 1.00 at half of its height', () => {
    const { nights, levels, newest } = spark(() => 1);
    expect(nights.split('M')).toHaveLength(31);
    expect(levels).toMatchObject([{ tone: 'plain' }]);
    expect(heights(levels[0]?.path ?? '')[0]).toBeCloseTo(SPARK.height / 2, 0);
    expect(newest).toBeNull();
  });

  it('has one scale and is cut beyond it', () => {
    const [low] = heights(spark(() => 0.6).nights);
    const [high] = heights(spark(() => 1.5).nights);
    expect([low, high]).toEqual([SPARK.height - 3, 3]);
  });

  it('has a path for each hue, with the step in that of the later level', () => {
    const { levels } = spark((night) => (night >= 25 ? 0.93 : 1));
    expect(levels.map(({ tone }) => tone)).toEqual(['plain', 'slower']);
    expect(levels[1]?.path).toMatch(/^M\S+ \S+V\S+H197$/);
  });

  it('draws the newest nights hollow, and leaves gaps', () => {
    const { nights, newest } = spark((night) => (night >= 38 ? 1.1 : night === 30 ? null : 1));
    expect(newest?.tone).toBe('faster');
    expect(newest?.path.split('z')).toHaveLength(3);
    expect(nights.split('M')).toHaveLength(28);
  });

  it('is drawn by dates, or with nights side by side', () => {
    const gap = madeOverview([{ name: 'a' }], { gapBefore: 35, shown: 10 });
    const distances = (order: 'dates' | 'commits') => {
      const places = sparkPlaces(gap, order);
      return new Set(places.slice(1).map((place, index) => Math.round(place - (places[index] ?? 0))));
    };
    expect(distances('dates').size).toBe(2);
    expect(distances('commits').size).toBe(1);
  });
});
