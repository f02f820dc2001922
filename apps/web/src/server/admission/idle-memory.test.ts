import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freeWhenIdle } from './idle-memory';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('frees once, after 20 seconds without a request', () => {
  const done: string[] = [];
  const answered = freeWhenIdle(
    () => done.push('forgot'),
    () => done.push('collected'),
  );
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([]);
  answered('page');
  vi.advanceTimersByTime(19_000);
  answered('api');
  vi.advanceTimersByTime(19_000);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['forgot', 'collected']);
  vi.advanceTimersByTime(60_000);
  expect(done).toHaveLength(2);
  answered('page');
  vi.advanceTimersByTime(20_000);
  expect(done).toHaveLength(4);
});

it('counts neither health nor files of the build', () => {
  const done: string[] = [];
  const answered = freeWhenIdle(
    () => done.push('forgot'),
    () => done.push('collected'),
  );
  answered('page');
  vi.advanceTimersByTime(19_000);
  answered('control');
  answered('static');
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['forgot', 'collected']);
});

it('collects with the collector of V8', () => {
  const answered = freeWhenIdle(() => {});
  answered('page');
  expect(() => vi.advanceTimersByTime(20_000)).not.toThrow();
});
