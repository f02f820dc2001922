import { describe, expect, it } from 'vitest';
import { madeOverview, type OverviewSketch, type TestSketch } from '../../testing/test-overview';
import { readTest } from './read-test';

/** Reads one test among twelve that nothing happened to. */
function read(test: TestSketch, { wanted = '', ...sketch }: OverviewSketch & { wanted?: string } = {}) {
  const others = Array.from({ length: 11 }, (_, index) => ({ name: `same${index}` }));
  const overview = madeOverview([test, ...others], sketch);
  const [first] = overview.tests;
  if (!first) throw new Error('no test');
  return readTest(overview, first, wanted);
}

describe('the verdict on a test', () => {
  it('is slower since the change of its newest level, with the interval of the level', () => {
    const found = read({ name: 'a', factor: (night) => (night >= 25 ? 0.9 : 1) });
    expect(found).toMatchObject({ kind: 'slower', began: { firstBad: 25 }, newest: null, isBack: false });
    expect(found.now?.ratio).toBeCloseTo(0.9, 2);
    expect(found.now?.low).toBeLessThan(found.now?.ratio ?? 0);
    expect(found.now?.high).toBeGreaterThan(found.now?.ratio ?? 1);
  });

  it('is slower or faster than the release from the first night on', () => {
    expect(read({ name: 'a', factor: () => 0.85 })).toMatchObject({ kind: 'slower', began: null });
    expect(read({ name: 'a', factor: () => 1.2 })).toMatchObject({ kind: 'faster', began: null });
  });

  it('is possible where the newest two nights left the level, with their numbers', () => {
    const found = read({ name: 'a', factor: (night) => (night >= 38 ? 0.94 : 1) });
    expect(found).toMatchObject({ kind: 'possible', now: { verdict: 'possible regression' } });
    expect(found.began).toBe(found.newest);
    expect(found.now?.ratio).toBeCloseTo(0.94, 1);
  });

  it('stays slower where the newest nights are slower still', () => {
    const steps = (night: number) => (night >= 38 ? 0.8 : night >= 20 ? 0.9 : 1);
    const found = read({ name: 'a', factor: steps });
    expect(found).toMatchObject({ kind: 'slower', began: { firstBad: 20 }, newest: { firstBad: 38 } });
    expect(found.now?.ratio).toBeCloseTo(0.9, 2);
  });

  it('is as the base where a change was taken back, and moved where it came to the base', () => {
    const back = (night: number) => (night >= 15 && night < 28 ? 0.85 : 1);
    expect(read({ name: 'a', factor: back })).toMatchObject({ kind: 'same', isBack: true });
    expect(read({ name: 'a', factor: (night) => (night >= 25 ? 1 : 1.1) })).toMatchObject({ kind: 'moved' });
    // Before the nights that are shown: not news.
    const early = { nights: 60, shown: 30 };
    expect(read({ name: 'a', factor: (night) => (night >= 20 ? 1 : 1.1) }, early)).toMatchObject({
      kind: 'same',
    });
  });

  it('stays since the change of the software where another kernel made it worse', () => {
    const steps = (night: number) => (night >= 30 ? 0.8 : night >= 20 ? 0.9 : 1);
    const breaks = [{ at: 30, label: 'kernel 6.8 → 6.14' }];
    expect(read({ name: 'a', factor: steps }, { breaks }).began).toMatchObject({
      firstBad: 20,
      brokenBy: null,
    });
    const alone = read({ name: 'a', factor: (night) => (night >= 30 ? 0.9 : 1) }, { breaks });
    expect(alone.began).toMatchObject({ firstBad: 30, brokenBy: { label: 'kernel 6.8 → 6.14' } });
  });

  it('attributes a level change to the environment if only the environment changed', () => {
    const breaks = [{ at: 30, label: 'kernel 6.8 → 6.14' }];
    const alone = read({ name: 'a', factor: (night) => (night >= 30 ? 0.93 : 1) }, { breaks });
    expect(alone).toMatchObject({ kind: 'beside', now: { verdict: 'no change' } });
    expect(alone.now?.ratio).toBeCloseTo(0.93, 1);
    // What the software won and the kernel lost: the software is faster, and the number does not show it.
    const both = read({ name: 'a', factor: (night) => (night >= 30 ? 1 : 1.06) }, { breaks });
    expect(both).toMatchObject({ kind: 'faster', now: { verdict: 'improvement', isSeen: false } });
  });

  it('is unclear where the release was run once and the nights are noisy', () => {
    const noisy = (night: number) => 0.985 * (1 + 0.05 * Math.sin(night * 2.4));
    expect(read({ name: 'a', factor: noisy }, { releaseRuns: 1 })).toMatchObject({ kind: 'unclear' });
  });

  it('is not measured where the newest nights do not have it, and not counted as no change', () => {
    expect(read({ name: 'a', factor: (night) => (night >= 38 ? null : 1) })).toMatchObject({
      kind: 'absent',
      now: null,
    });
    expect(read({ name: 'a', factor: (night) => (night === 39 ? null : 1) })).toMatchObject({ kind: 'same' });
  });

  it('stopped working, whatever its level was', () => {
    const slower = (night: number) => (night >= 39 ? null : night >= 20 ? 0.8 : 1);
    expect(read({ name: 'a', factor: slower, stopped: 'failed' })).toMatchObject({
      kind: 'stopped',
      now: null,
    });
    expect(read({ name: 'a', stopped: '0 operations' }, { nights: 7 })).toMatchObject({ kind: 'stopped' });
  });

  it('has no level with few nights', () => {
    expect(read({ name: 'a' }, { nights: 7 })).toMatchObject({
      kind: 'few',
      now: null,
      base: { kind: 'release' },
    });
    expect(read({ name: 'a' }, { nights: 7, release: null })).toMatchObject({ base: { kind: 'median' } });
  });

  it('is against the first level without a release, and where that is asked for', () => {
    const steps = (night: number) => (night >= 25 ? 0.9 : 1.2);
    expect(read({ name: 'a', factor: steps }, { release: null })).toMatchObject({
      kind: 'slower',
      base: { kind: 'level', label: 'the first level' },
    });
    const found = read({ name: 'a', factor: steps }, { wanted: 'first' });
    expect(found.base?.kind).toBe('level');
    expect(found.now?.ratio).toBeCloseTo(0.75, 2);
  });
});
