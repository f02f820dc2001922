import { describe, expect, it } from 'vitest';
import { makeTar } from '../testing/tar';
import { toSafePath } from './entry-path';
import { findCompression, isTar } from './magic';

describe('isTar', () => {
  it('knows an archive by its checksum, also without the ustar magic', async () => {
    const tar = await makeTar([{ name: 'a', content: 'x' }]);
    expect(isTar(tar)).toBe(true);
    const old = Buffer.from(tar);
    // Without magic and version the checksum is smaller by their bytes.
    const removed = old.subarray(257, 265).reduce((sum, byte) => sum + byte, 0);
    const checksum = Number.parseInt(old.toString('latin1', 148, 154), 8) - removed;
    old.fill(0, 257, 265);
    old.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    expect(isTar(old)).toBe(true);
  });

  it.each([
    ['text', Buffer.from('sysbench 1.0.20\n'.repeat(100)), false],
    ['too short', Buffer.alloc(100), false],
    ['an archive without entries', Buffer.alloc(1024), true],
  ])('%s', (_, bytes, expected) => {
    expect(isTar(bytes)).toBe(expected);
  });
});

it('knows what pzstd packs by its first frame, which holds no data', () => {
  expect(findCompression(Buffer.from('502a4d18040000', 'hex'))).toBe('zstd');
  expect(findCompression(Buffer.from('Pxyz'))).toBeNull();
});

describe('toSafePath', () => {
  it.each([
    ['./a/b', 'a/b'],
    ['a//b/', 'a/b'],
    ['a/..b/c..', 'a/..b/c..'],
    ['spaces, and commas/x', 'spaces, and commas/x'],
    ['../a', null],
    ['a/../b', null],
    ['a\\..\\b', null],
    ['/a', null],
    ['\\a', null],
    ['c:/a', null],
    ['a\0b', null],
    ['./', null],
    ['', null],
    ['a/'.repeat(3000), null],
    ['new\nline', 'new\ufffdline'],
    ['a/\u202egol.txt', 'a/\ufffdgol.txt'],
    ['é/日本/مرحبا/👩‍🔬', 'é/日本/مرحبا/👩‍🔬'],
  ])('%j is %j', (name, expected) => {
    expect(toSafePath(name)).toBe(expected);
  });
});
