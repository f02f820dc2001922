import type { SeriesChange, SeriesVerdict } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { changeVerdict, sayOfNight } from './say-of-night';

const NIGHTS = 40;

function change(firstBad: number, own: Partial<SeriesChange> = {}): SeriesChange {
  return {
    firstBad,
    lastGood: firstBad - 1,
    ratio: 0.9,
    low: 0.88,
    high: 0.92,
    p: 0,
    direction: 'slower',
    state: 'sure',
    doubts: [],
    brokenBy: null,
    fixed: null,
    nights: NIGHTS - firstBad,
    ...own,
  };
}

const verdictOf = (...changes: SeriesChange[]): SeriesVerdict => ({
  enough: true,
  nights: NIGHTS,
  better: 'higher-is-better',
  sigma: 0.01,
  rho: 0,
  levels: [],
  changes,
  outliers: [],
});

const say = (now: SeriesChange[], before: SeriesChange[] = [], gaps: readonly number[] = []) =>
  sayOfNight(verdictOf(...now), {
    before: () => verdictOf(...before),
    values: Array.from({ length: NIGHTS }, (_, night) => (gaps.includes(night) ? null : 1000)),
  });

describe('sayOfNight', () => {
  it('reports a change that began within five nights as new, whatever was reported before', () => {
    const step = change(35);
    expect(say([step], [step])).toMatchObject({ change: step, known: [] });
    expect(say([change(34)], [change(34)])).toMatchObject({ change: null, known: [{ firstBad: 34 }] });
  });

  it('counts nights with a value: a test that runs every other night has news later', () => {
    const step = change(33);
    expect(say([step], [step], [36]).change).toBe(null);
    expect(say([step], [step], [36, 38]).change).toBe(step);
  });

  it('takes what this night made visible, or sure, for news: once', () => {
    const step = change(32);
    const weak = change(32, { state: 'possible', doubts: ['weak'] });
    expect(say([step]).change).toBe(step);
    expect(say([step], [weak]).change).toBe(step);
    expect(say([step], [change(33)])).toMatchObject({ change: null, known: [step] });
    expect(say([weak]).change).toBe(weak);
    expect(say([weak], [weak])).toMatchObject({ change: null, known: [weak] });
  });

  it('does not report an old change as new because noise is estimated again', () => {
    expect(say([change(20)])).toMatchObject({ change: null, known: [{ firstBad: 20 }] });
  });

  it('names the worst first, and no improvement as known', () => {
    const faster = change(38, { direction: 'faster', ratio: 1.5 });
    const maybe = change(37, { state: 'possible', ratio: 0.7 });
    expect(say([faster, change(37), maybe]).change).toMatchObject({ state: 'sure', direction: 'slower' });
    expect(say([faster, maybe]).change).toBe(maybe);
    expect(say([change(10, { direction: 'faster' })])).toEqual({ change: null, known: [], event: null });
  });

  it('leaves out fixed changes, and keeps environment changes apart', () => {
    const brokenBy = { at: 37, label: 'machine moved' };
    const moved = change(37, { brokenBy });
    expect(say([change(20, { fixed: 30 }), moved])).toEqual({ change: null, known: [], event: moved });
    expect(say([change(20, { brokenBy })]).event).toBe(null);
  });
});

describe('changeVerdict', () => {
  it('is small up to 5%', () => {
    expect(changeVerdict(change(37))).toBe('regression');
    expect(changeVerdict(change(37, { ratio: 0.96 }))).toBe('small regression');
    expect(changeVerdict(change(37, { direction: 'faster', ratio: 1.1 }))).toBe('improvement');
    expect(changeVerdict(change(37, { state: 'possible' }))).toBe('possible regression');
  });
});
