import { expect, it } from 'vitest';
import { returnPath } from './cookies';

it.each(['/', '/compare?server=a&base=b%20c', '/p/abc', '/r/x?to=https://evil.example'])(
  'goes back to %s',
  (to) => expect(returnPath(to)).toBe(to),
);

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/x\\..\\evil',
  '/x/..//evil.example',
  '/./%2e%2e//evil.example',
  '/\n//evil.example',
  'javascript:alert(1)',
  'compare',
  '',
  '/sign-in?to=/sign-in',
  `/${'a'.repeat(5000)}`,
  null,
  undefined,
])('never leads to another site or in a circle: %j', (to) => expect(returnPath(to)).toBe('/'));
