import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesContainAny, containsAny } from './contains-any';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\n', '€'), maxLength: 40 });
const literal = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 4 });

describe('what a text holds of some literals', () => {
  it('is what a search for each of them finds', () => {
    fc.assert(
      fc.property(letters, fc.array(literal), (text, literals) => {
        expect(containsAny(text, literals)).toBe(literals.some((one) => text.includes(one)));
      }),
    );
  });

  it('is the same in bytes, at any position in memory', () => {
    fc.assert(
      fc.property(letters, fc.array(literal), fc.nat(3), (text, literals, offset) => {
        const bytes = Buffer.from('x'.repeat(offset) + text).subarray(offset);
        expect(bytesContainAny(bytes, literals)).toBe(literals.some((one) => bytes.includes(one)));
      }),
    );
  });
});
