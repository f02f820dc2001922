import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError, evaluate, namesIn, parseExpression } from './expression';

const VALUES: Readonly<Record<string, number>> = { a: 8, b: 4, 'r/s': 100, zero: 0, 'µs.x': 3, huge: 1e308 };
const result = (text: string) => evaluate(parseExpression(text), (name) => VALUES[name] ?? null);

describe('a formula', () => {
  it.each<[string, number | null]>([
    ['a / b', 2],
    ['a+b*2', 16],
    ['(a + b) × 2', 24],
    ['a − b ÷ 2', 6],
    ['a - b - 1', 3],
    ['a / b / 2', 1],
    ["'r/s' / a", 12.5],
    ['µs.x * 1e3', 3000],
    ['0.5*a', 4],
    ['((a))', 8],
    ['a / zero', null],
    ['a / (b - b)', null],
    ['zero / a', 0],
    ['missing + 1', null],
    ['1 + missing', null],
    ['huge * 10', null],
    ['a / missing * zero', null],
  ])('%s is %s', (text, value) => {
    expect(result(text)).toBe(value);
  });

  it.each<[string, string, number]>([
    ['fsync / / write', 'expected a name, a number or "(" at character 9, found "/"', 9],
    ['', 'expected a name, a number or "(" at character 1, found the end', 1],
    ['   ', 'expected a name, a number or "(" at character 1, found the end', 1],
    ['a b', 'expected one of + - * / or the end at character 3, found "b"', 3],
    ['(a + b', 'expected ")" at character 7, found the end', 7],
    ['a + b)', 'expected one of + - * / or the end at character 6, found ")"', 6],
    ['a % b', 'expected a name, a number or one of + - * / ( ) at character 3, found "%"', 3],
    ["a / 'r/s", 'expected a name that ends in \' at character 5, found "\'"', 5],
    ['2a', 'expected a name, a number or one of + - * / ( ) at character 1, found "2"', 1],
    ['-a', 'expected a name, a number or "(" at character 1, found "-"', 1],
    ['a.b(1)', 'expected one of + - * / or the end at character 4, found "("', 4],
    ['a; process.exit()', 'expected a name, a number or one of + - * / ( ) at character 2, found ";"', 2],
  ])('%s is refused with its place', (text, message, at) => {
    expect(() => parseExpression(text)).toThrow(expect.objectContaining({ message, at }));
  });

  it('is refused when it is too long or too deep', () => {
    expect(() => parseExpression('a'.repeat(501))).toThrow(/at most 500 characters/);
    expect(() => parseExpression(`${'('.repeat(51)}a${')'.repeat(51)}`)).toThrow(/at character 51/);
    expect(result(`${'('.repeat(50)}a${')'.repeat(50)}`)).toBe(8);
  });

  it('names its metrics in their order', () => {
    expect(namesIn(parseExpression("'w/s' / (a + a) * 2")).map(({ name, at }) => [name, at])).toEqual([
      ['w/s', 1],
      ['a', 10],
      ['a', 14],
    ]);
  });

  it('of any text is a finite number or nothing, or is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab01 .+-*/()×÷'e_é") }), (text) => {
        try {
          const value = result(text);
          expect(value === null || Number.isFinite(value)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          expect((error as ExpressionError).at).toBeGreaterThan(0);
        }
      }),
    );
  });
});
