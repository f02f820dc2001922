import { describe, expect, it } from 'vitest';
import { toCopyText } from './copy-rows';

describe('toCopyText', () => {
  it.each([
    [null, '\\N'],
    [true, 't'],
    [false, 'f'],
    [0.1, '0.1'],
    [1e-7, '1e-7'],
    [982_242.123_456_789, '982242.123456789'],
    ['a\tb\nc\rd', 'a\\tb\\nc\\rd'],
    ['C:\\N', 'C:\\\\N'],
    ['a\0b', 'ab'],
    ['', ''],
  ])('%j', (value, text) => {
    expect(toCopyText(value)).toBe(text);
  });
});
