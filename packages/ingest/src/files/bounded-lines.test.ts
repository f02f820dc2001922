import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoundedLine, boundedLines, type LineRange } from './bounded-lines';
import { feedLines } from './line-feed';

const ALL = { first: 1, last: Number.POSITIVE_INFINITY, maxBytes: 1000 };

async function* chunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function lines(text: string, size: number, range: Partial<LineRange> = {}) {
  const read = await boundedLines(chunks(text, size), { ...ALL, ...range });
  return read.lines.map((line) => [line.text, line.cut]);
}

/** Lines as parsers see them. */
function parsedLines(text: string): BoundedLine[] {
  const seen: BoundedLine[] = [];
  const line = (bytes: Buffer, start: number, end: number, number: number) => {
    seen.push({ number, text: bytes.toString('utf8', start, end), cut: false, overwritten: false });
  };
  const feed = feedLines({ begin: () => ({ line }) }, 1000);
  feed.write(Buffer.from(text));
  feed.end();
  return seen;
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

  it('gives each line the number that parsers give it', async () => {
    const piece = fc.constantFrom('a', 'ü', ' ', '\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\f');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, size) => {
          // Ingest stores a file without any `\n` with other line ends; with one it stores it as it is.
          const text = `\n${all.join('')}`;
          const { lines: shown } = await boundedLines(chunks(text, size), ALL);
          // Parsers do not see trailing spaces; the reader does.
          const seen = shown.map((line) => ({ ...line, text: line.text.replace(/ +$/, '') }));
          expect(seen).toEqual(parsedLines(text));
        },
      ),
    );
  });

  it.each([1, 4, 1000])('keeps the beginning of a long line, in chunks of %i bytes', async (size) => {
    expect(await lines('abcdef\nabcd\r\nabcde\r\n', size, { maxBytes: 4 })).toEqual([
      ['abcd', true],
      ['abcd', false],
      ['abcd', true],
    ]);
  });

  it.each([1, 4, 1000])(
    'shows what overwrote the progress on a long line, in chunks of %i bytes',
    async (size) => {
      const read = await boundedLines(chunks('1 of 2\r2 of 2\rdone\r\n1\r2\n', size), {
        ...ALL,
        maxBytes: 8,
      });
      expect(read.lines).toEqual([
        { number: 1, text: 'done', cut: false, overwritten: true },
        { number: 2, text: '1\r2', cut: false, overwritten: false },
      ]);
    },
  );

  it('cuts no character in two', async () => {
    expect(await lines('abcü\n', 3, { maxBytes: 4 })).toEqual([['abc', true]]);
  });

  it('gives the lines that are asked for, and says whether there are more', async () => {
    const read = (first: number, last: number) =>
      boundedLines(chunks('a\nb\nc\n', 2), { first, last, maxBytes: 9 });
    const c = { number: 3, text: 'c', cut: false, overwritten: false };
    expect(await read(2, 2)).toEqual({
      lines: [{ number: 2, text: 'b', cut: false, overwritten: false }],
      more: true,
    });
    expect(await read(3, 3)).toEqual({ lines: [c], more: false });
    expect(await read(3, 9)).toEqual({ lines: [c], more: false });
    expect(await read(8, 9)).toEqual({ lines: [], more: false });
  });

  it('has no line for nothing, and none after the last line feed', async () => {
    expect(await lines('', 1)).toEqual([]);
    expect(await lines('a\n', 10)).toEqual([['a', false]]);
  });

  it('holds no more of a line than asked for', async () => {
    async function* endless() {
      for (let index = 0; index < 1000; index++) yield Buffer.alloc(65_536, 'x');
    }
    const read = await boundedLines(endless(), { first: 1, last: 1, maxBytes: 10 });
    expect(read).toEqual({
      lines: [{ number: 1, text: 'xxxxxxxxxx', cut: true, overwritten: false }],
      more: false,
    });
  });
});
