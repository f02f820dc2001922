import { expect, it } from 'vitest';
import { tabOfHash, tabOfKey } from './tabs';

it.each([
  ['', 'costs'],
  ['#costs', 'costs'],
  ['#counters', 'counters'],
  // The link that skips the navigation changes no tab.
  ['#main', null],
])('the hash %j opens %s', (hash, tab) => {
  expect(tabOfHash(hash)).toBe(tab);
});

it.each([
  ['1', 'costs'],
  ['5', 'rounds'],
  ['6', 'clients'],
  ['7', null],
  ['0', null],
  ['m', null],
  ['12', null],
])('the key %s opens %s', (key, tab) => {
  expect(tabOfKey(key)).toBe(tab);
});
