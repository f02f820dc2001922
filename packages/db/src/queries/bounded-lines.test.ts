import { describe, expect, it } from 'vitest';
import { boundedLines } from './bounded-lines';

async function* chunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function lines(text: string, size: number, maxBytes = 100) {
  const all: [string, boolean][] = [];
  for await (const { bytes, cut } of boundedLines(chunks(text, size), maxBytes)) {
    all.push([bytes.toString(), cut]);
  }
  return all;
}

describe('bounded lines', () => {
  it.each([1, 2, 3, 7, 1000])('splits the same in chunks of %i bytes', async (size) => {
    expect(await lines('one\r\ntwo\n\nfour', size)).toEqual([
      ['one', false],
      ['two', false],
      ['', false],
      ['four', false],
    ]);
  });

  it.each([1, 4, 1000])('keeps the beginning of a long line, in chunks of %i bytes', async (size) => {
    expect(await lines('abcdef\nabcd\r\nabcde\r\n', size, 4)).toEqual([
      ['abcd', true],
      ['abcd', false],
      ['abcd', true],
    ]);
  });

  it('has no line for nothing, and none after the last line feed', async () => {
    expect(await lines('', 1)).toEqual([]);
    expect(await lines('a\n', 10)).toEqual([['a', false]]);
  });

  it('holds no more of a line than asked for', async () => {
    async function* endless() {
      for (let index = 0; index < 1000; index++) yield Buffer.alloc(65_536, 'x');
    }
    for await (const line of boundedLines(endless(), 10)) {
      expect(line).toEqual({ bytes: Buffer.from('xxxxxxxxxx'), cut: true });
    }
  });
});
