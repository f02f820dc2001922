import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpackZstdByLibrary, unpackZstdByNode } from './zstd';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const FRAME = readFileSync(path.join(import.meta.dirname, 'samples', 'sysbench.log.zst'));
const TEXT = readFileSync(path.join(import.meta.dirname, 'samples', 'sysbench.log'));
/** As pzstd writes before each frame with data. */
const SKIPPED = bytes('502a4d18 04000000 aabbccdd');
/** 3 bytes in a raw block, without a checksum: RFC 8878, section 3.1. */
const RAW = bytes('28b52ffd 2003 190000 616263');
/** The same with a window of 128 MiB, as `zstd --long=27` declares it. */
const WIDE = bytes('28b52ffd 0088 190000 616263');
/** 8 MB of `a`, 131,072 in each of 64 blocks: larger than what is unpacked at once. */
const LARGE = Buffer.concat([bytes('28b52ffd 0048'), ...Array(64).fill(bytes('020010 61')), bytes('010000')]);
/** 5 times `a` in a block of one byte repeated, a block without bytes, and none after it. */
const REPEATED = bytes('28b52ffd 0048 2a0000 61 010000');

const UNPACKERS = { fzstd: unpackZstdByLibrary, 'Node.js': unpackZstdByNode };

describe.each(Object.entries(UNPACKERS))('zstd by %s', (_, unpack) => {
  /** In pieces of a prime length, so that each border of a frame is within one, some time. */
  async function unpackAll(packed: Buffer, piece: number): Promise<Buffer> {
    async function* pieces() {
      for (let at = 0; at < packed.length; at += piece) yield packed.subarray(at, at + piece);
    }
    const parts: Buffer[] = [];
    for await (const part of unpack?.(pieces()) ?? []) parts.push(part);
    return Buffer.concat(parts);
  }
  const unpacks = it.skipIf(unpack === null);

  unpacks.each([
    ['one frame with a checksum', FRAME, TEXT],
    ['two frames, as `cat` joins them', Buffer.concat([FRAME, FRAME]), Buffer.concat([TEXT, TEXT])],
    [
      'frames to skip between those with data',
      Buffer.concat([SKIPPED, FRAME, SKIPPED, RAW]),
      Buffer.concat([TEXT, Buffer.from('abc')]),
    ],
    ['one frame to skip and nothing else', SKIPPED, Buffer.alloc(0)],
    ['a raw block in one segment', RAW, Buffer.from('abc')],
    ['a repeated byte and an empty block', REPEATED, Buffer.from('aaaaa')],
    ['a small frame of large content', LARGE, Buffer.alloc(64 * 131_072, 'a')],
    ['3,000 small frames', Buffer.concat(Array(3000).fill(RAW)), Buffer.from('abc'.repeat(3000))],
  ])('unpacks %s, however it is cut into pieces', async (__, packed, expected) => {
    for (const piece of [7, 257, 1_000_003])
      expect((await unpackAll(packed, piece)).equals(expected)).toBe(true);
  });

  unpacks.each([
    ['the frame ends early', FRAME.subarray(0, FRAME.length - 1), /end/],
    ['a later frame ends early', Buffer.concat([FRAME, FRAME.subarray(0, -20)]), /end/],
    ['the header of a later frame ends early', Buffer.concat([FRAME, FRAME.subarray(0, 3)]), /end/],
    ['a frame to skip ends early', Buffer.concat([FRAME, SKIPPED.subarray(0, -1)]), /end/],
    ['other bytes follow', Buffer.concat([FRAME, Buffer.from('garbage')]), /magic number/],
    ['a block has the reserved type', bytes('28b52ffd 2003 1f0000 616263'), /reserved/],
    ['the window is large', WIDE, /window of more than/],
    ['the window of a later frame is large', Buffer.concat([FRAME, WIDE]), /window of more than/],
  ])('refuses data of which %s', async (__, packed, message) => {
    for (const piece of [7, 1_000_003]) await expect(unpackAll(packed, piece)).rejects.toThrow(message);
  });

  unpacks('lets go of its source when its reader leaves', async () => {
    let isOpen = true;
    async function* endless() {
      try {
        for (;;) yield FRAME;
      } finally {
        isOpen = false;
      }
    }
    for await (const piece of unpack?.(endless()) ?? []) if (piece.length > 0) break;
    expect(isOpen).toBe(false);
  });
});
