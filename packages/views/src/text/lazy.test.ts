import { expect, it } from 'vitest';
import { lazy } from './lazy';

it('is made when it is asked for, and once', () => {
  let made = 0;
  const value = lazy(() => {
    made += 1;
    return { made };
  });
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});
