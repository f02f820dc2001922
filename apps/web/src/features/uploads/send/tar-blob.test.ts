import { describe, expect, it } from 'vitest';
import { type PathFile, tarBlob } from './tar-blob';

const file = (path: string, text: string, lastModified = 0): PathFile => ({
  path,
  file: new File([text], path.split('/').at(-1) ?? '', { lastModified }),
});

async function textOf(files: PathFile[]): Promise<string> {
  return new TextDecoder('latin1').decode(await tarBlob(files).arrayBuffer());
}

const at = (archive: string, offset: number, length: number) => archive.slice(offset, offset + length);

describe('tarBlob', () => {
  it('writes a header, the bytes up to a whole block, and two blocks of zeros', async () => {
    const archive = await textOf([file('run/sb.o.scan', 'hello', 1_700_000_000_999)]);
    expect(archive).toHaveLength(4 * 512);
    expect(at(archive, 0, 14)).toBe('run/sb.o.scan\0');
    expect(at(archive, 100, 8)).toBe('0000644\0');
    expect(at(archive, 124, 12)).toBe('00000000005\0');
    // 1700000000 s in octal.
    expect(at(archive, 136, 12)).toBe('14524770400\0');
    expect(at(archive, 156, 1)).toBe('0');
    expect(at(archive, 257, 8)).toBe('ustar\x0000');
    expect(at(archive, 512, 6)).toBe('hello\0');
    expect(at(archive, 1024, 1024)).toBe('\0'.repeat(1024));
  });

  it('sums the bytes of a header with the checksum taken as spaces', async () => {
    const archive = await textOf([file('a', '')]);
    const header = at(archive, 0, 148) + ' '.repeat(8) + at(archive, 156, 356);
    const sum = [...header].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    expect(at(archive, 148, 8)).toBe(`${sum.toString(8).padStart(6, '0')}\0 `);
  });

  it('adds no padding to a file that fills its blocks', async () => {
    expect(await textOf([file('a', 'x'.repeat(512)), file('b', '')])).toHaveLength(5 * 512);
  });

  it('gives a path that is too long, or not ASCII, a pax record that counts its own bytes', async () => {
    const long = `${'d'.repeat(99)}/sb.o.scan`;
    const archive = await textOf([file(long, '')]);
    expect(at(archive, 156, 1)).toBe('x');
    // ` path=` + 109 + line end = 116 bytes, and three digits.
    expect(at(archive, 512, 119)).toBe(`119 path=${long}\n`);
    expect(at(archive, 124, 12)).toBe(`${(119).toString(8).padStart(11, '0')}\0`);
    expect(at(archive, 1024 + 156, 1)).toBe('0');

    const umlaut = await textOf([file('löcher', '')]);
    expect(new TextDecoder().decode(Uint8Array.from(umlaut, (letter) => letter.charCodeAt(0)))).toContain(
      '16 path=löcher\n',
    );
  });

  it('counts one more digit where the digits of the length make it longer', async () => {
    // ` path=` + 92 + line end = 99 bytes; with two digits 101, which needs three: 102.
    const archive = await textOf([file(`é${'x'.repeat(90)}`, '')]);
    expect(at(archive, 512, 9)).toBe('102 path=');
  });

  it('makes the same bytes of the same files', async () => {
    const files = () => [file('a/b', 'text', 5000), file('a/c', 'more', 6000)];
    expect(await textOf(files())).toBe(await textOf(files()));
  });
});
