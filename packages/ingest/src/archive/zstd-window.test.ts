import { describe, expect, it } from 'vitest';
import { zstdWindow } from './byte-stream';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('zstdWindow', () => {
  it.each([
    // Heads of files that zstd 1.5 wrote.
    ['zstd -1', '28b52ffd 8448 00b03d3f', 512 * 1024],
    ['zstd -3 --long=26', '28b52ffd 8480 00b0', 2 ** 26],
    ['zstd -3 --long=27', '28b52ffd 8488 00a3', 2 ** 27],
    ['zstd -3 --long=27 of 120 MB, one segment', '28b52ffd a4 000e2707', 120_000_000],
    ['pzstd: a frame to skip', '502a4d18 04000000', 0],
    ['cut', '28b5', 0],
  ])('%s', (_, head, expected) => {
    expect(zstdWindow(bytes(head))).toBe(expected);
  });
});
