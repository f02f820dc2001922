import { describe, expect, it } from 'vitest';
import { drawable } from './draw-frame';

describe('text in images', () => {
  it('keeps what the font has', () => {
    const text = 'update-index range=100: 0.85 of 8.0.43 – sysbench, 1 table × 50M rows, ≤ 0.95 µs é ß';
    expect(drawable(text)).toBe(text);
  });

  it('replaces what a font service would have to be asked for, one sign for each character', () => {
    expect(drawable('日本 😀 x\u0000y')).toBe('?? ? x?y');
  });

  it('has a word for an arrow, which the font lacks', () => {
    expect(drawable('kernel 6.8 → 6.14')).toBe('kernel 6.8 to 6.14');
  });

  it('keeps groups of digits apart', () => {
    expect(drawable('12\u202f345')).toBe('12\u00a0345');
  });
});
