import { expect, it } from 'vitest';
import { Recent } from './words';

it('makes a value once, and forgets the one that was not asked for longest', () => {
  const made: string[] = [];
  const recent = new Recent<string>(2);
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect([get('a'), get('b'), get('a')]).toEqual(['A', 'B', 'A']);
  // b was asked for before a.
  get('c');
  get('a');
  expect(made).toEqual(['a', 'b', 'c']);
  get('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  recent.delete('b');
  get('b');
  expect(made).toHaveLength(5);
});
