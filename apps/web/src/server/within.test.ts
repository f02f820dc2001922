import { afterEach, expect, it, vi } from 'vitest';
import { within } from './within';

afterEach(() => void vi.useRealTimers());

it('hands on what the work gives or throws', async () => {
  expect(await within(1000, Promise.resolve(7))).toBe(7);
  await expect(within(1000, Promise.reject(new Error('own')))).rejects.toThrow('own');
});

it('does not wait for what never answers', async () => {
  vi.useFakeTimers();
  const outcome = expect(within(5000, new Promise(() => {}))).rejects.toThrow('No answer within 5 s.');
  vi.advanceTimersByTime(5000);
  await outcome;
});
