import { describe, expect, it } from 'vitest';
import { testNight } from '../../testing/test-series';
import { dayOf, momentAt, seriesAxis } from './series-axis';

const nights = (count: number) => Array.from({ length: count }, (_, day) => testNight(day));
const texts = (count: number, first = 0, last = count - 1) =>
  seriesAxis(nights(count), { first, last }, 'dates').ticks.map(({ text }) => text);

describe('seriesAxis', () => {
  it('names months, with the year of the first and where it changes', () => {
    expect(texts(200)).toEqual(['May 2026', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']);
    expect(texts(400)).toContain('Jan 2027');
  });

  it('names days of a short time', () => {
    expect(texts(10)[0]).toMatch(/^\d+ May 2026$/);
    expect(
      texts(10)
        .slice(1)
        .every((text) => /^\d+ May$/.test(text)),
    ).toBe(true);
    expect(texts(200, 100, 114).every((text) => /^\d+ Aug/.test(text))).toBe(true);
  });

  it('never has more names than fit', () => {
    for (const count of [1, 2, 5, 31, 90, 365, 1000, 2000])
      expect(texts(count).length).toBeLessThanOrEqual(9);
  });

  it('holds the nights in view, with room on either side', () => {
    const axis = seriesAxis(nights(40), { first: 10, last: 20 }, 'dates');
    expect(axis.from).toBeLessThan(axis.at[10] ?? 0);
    expect(axis.from).toBeGreaterThan(axis.at[9] ?? 0);
    expect(axis.to).toBeGreaterThan(axis.at[20] ?? 0);
    expect(axis.to).toBeLessThan(axis.at[21] ?? 0);
  });

  it('puts nights side by side in build order, named by their days', () => {
    const own = [testNight(0), testNight(30), testNight(31)];
    const axis = seriesAxis(own, { first: 0, last: 2 }, 'commits');
    expect(axis.at).toEqual([0, 1, 2]);
    expect(axis.ticks).toEqual([
      { value: 0, text: '1 May' },
      { value: 1, text: '31 May' },
      { value: 2, text: '1 Jun' },
    ]);
  });

  it('draws one night, and none', () => {
    expect(seriesAxis(nights(1), { first: 0, last: 0 }, 'dates')).toMatchObject({
      to: dayOf('2026-05-01') + 0.5,
    });
    expect(seriesAxis([], { first: 0, last: 0 }, 'dates').ticks).toEqual([]);
  });
});

it('places a moment at its date, or between two builds', () => {
  const iso = '2026-05-02T12:00:00Z';
  expect(momentAt({ order: 'dates', at: [] }, { iso, night: 2 })).toBe(dayOf(iso));
  expect(momentAt({ order: 'commits', at: [0, 1, 2] }, { iso, night: 2 })).toBe(1.5);
  expect(momentAt({ order: 'commits', at: [0, 1, 2] }, { iso, night: null })).toBe(2.5);
});
