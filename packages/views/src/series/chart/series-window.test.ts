import { describe, expect, it } from 'vitest';
import { testNight } from '../../testing/test-series';
import { seriesWindow, windowState, zoomWindow } from './series-axis';

const data = { nights: Array.from({ length: 200 }, (_, day) => testNight(day)) };
const view = { span: 'all', from: '', to: '' } as const;

describe('seriesWindow', () => {
  it('is the newest nights, or all', () => {
    expect(seriesWindow(data, view)).toEqual({ first: 0, last: 199 });
    expect(seriesWindow(data, { ...view, span: '30' })).toEqual({ first: 170, last: 199 });
    expect(seriesWindow({ nights: data.nights.slice(0, 5) }, { ...view, span: '30' })).toEqual({
      first: 0,
      last: 4,
    });
  });

  it('is what was zoomed to, in either order; an unknown end is the end', () => {
    expect(seriesWindow(data, { ...view, from: 'c40', to: 'c60' })).toEqual({ first: 40, last: 60 });
    expect(seriesWindow(data, { ...view, from: 'c60', to: 'c40' })).toEqual({ first: 40, last: 60 });
    expect(seriesWindow(data, { ...view, from: 'c40', to: 'gone' })).toEqual({ first: 40, last: 199 });
  });

  it('survives a round trip through the address', () => {
    const window = { first: 40, last: 60 };
    expect(seriesWindow(data, windowState(data, window))).toEqual(window);
    expect(windowState(data, { first: 0, last: 199 })).toEqual(view);
  });
});

describe('zoomWindow', () => {
  it('halves and doubles, and keeps the night around which it is', () => {
    const near = zoomWindow(data, { first: 0, last: 199 }, { around: 150, isIn: true });
    expect(near.last - near.first + 1).toBe(100);
    expect((150 - near.first) / 99).toBeCloseTo(150 / 199, 1);
    expect(zoomWindow(data, near, { around: 150, isIn: false })).toEqual({ first: 0, last: 199 });
  });

  it('stays within the nights, and has some of them', () => {
    let window = { first: 0, last: 199 };
    for (let step = 0; step < 12; step++) window = zoomWindow(data, window, { around: null, isIn: true });
    expect(window).toEqual({ first: 194, last: 199 });
    for (let step = 0; step < 12; step++) window = zoomWindow(data, window, { around: 199, isIn: false });
    expect(window).toEqual({ first: 0, last: 199 });
  });

  it('does nothing where there are few', () => {
    const few = { nights: data.nights.slice(0, 3) };
    expect(zoomWindow(few, { first: 0, last: 2 }, { around: 1, isIn: true })).toEqual({ first: 0, last: 2 });
  });
});
