import { describe, expect, it } from 'vitest';
import { bytesText } from './words';

describe('size of a file', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [12_345, '12.3 KB'],
    [234_567, '235 KB'],
    [999_960, '1.0 MB'],
    [1_000_000_000, '1.0 GB'],
    [5e15, '5000 TB'],
  ])('%i is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
