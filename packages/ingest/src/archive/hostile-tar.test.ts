import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { IngestError } from '../ingest-error';
import type { ParsedUpload } from '../model/run';
import { readUpload, readUploadStream } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';
import { END_OF_TAR, paxEntry, rawEntry, rawHeader } from '../testing/raw-tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const log = rawEntry({ name: `${RUN}/${LOG}` }, readFixture(LOG));
const junk = Buffer.alloc(512, 'x');

/** Reads an archive whole and in odd pieces; both must say the same. */
async function read(parts: readonly Buffer[]) {
  const bytes = Buffer.concat([...parts, END_OF_TAR]);
  const outcomes = [bytes.length, 77].map(async (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const stream = Readable.from(chunks, { objectMode: false });
    return readUploadStream(stream, 'a.tar').catch((error: unknown) => error);
  });
  const [whole, pieces] = await Promise.all(outcomes);
  expect(pieces).toEqual(whole);
  return whole;
}

describe('headers that leave the next one in doubt end reading, with their place', () => {
  it.each<[string, Buffer[], RegExp]>([
    [
      'a negative size',
      [rawHeader({ name: 'a', size: '-0000000001\0' })],
      /expected a size in octal.*"-0000000001\."/,
    ],
    [
      'a negative binary size',
      [rawHeader({ name: 'a', size: Buffer.alloc(12, 0xff) })],
      /found the bytes f{24}/,
    ],
    ['a size that is text', [rawHeader({ name: 'a', size: 'many bytes!!' })], /found "many bytes!!"/],
    [
      'a size beyond all numbers',
      [rawHeader({ name: 'a', size: Buffer.from([0x80, ...Array(11).fill(0xff)]) })],
      /found the bytes 80f/,
    ],
    [
      'an unknown binary size',
      [rawHeader({ name: 'a', size: Buffer.alloc(12, 0x90) })],
      /found the bytes 90/,
    ],
    ['a wrong checksum', [rawHeader({ name: 'a', checksum: '000001\0 ' })], /checksum 1, not to/],
    ['a checksum that is text', [rawHeader({ name: 'a', checksum: 'checksum' })], /checksum "checksum"/],
    ['text between entries', [junk], /entry 2 at byte \d+: expected a header/],
    [
      'a pax size of -1',
      [paxEntry({ size: '-1' }), rawEntry({ name: 'a' })],
      /expected a whole number of bytes as its size, found "-1"/,
    ],
    ['a pax size that is not a number', [paxEntry({ size: 'nan' }), rawEntry({ name: 'a' })], /found "nan"/],
    [
      'a pax size beyond all numbers',
      [paxEntry({ size: '9'.repeat(30) }), rawEntry({ name: 'a' })],
      /found "9+"/,
    ],
    [
      'one pax size for all',
      [paxEntry({ size: '1' }, 'g'), rawEntry({ name: 'a' })],
      /gives all entries the same size/,
    ],
    [
      'pax records of wrong lengths',
      [rawEntry({ name: 'p', type: 'x' }, '99 size=1\n'), rawEntry({ name: 'a' })],
      /expected records/,
    ],
    [
      'pax records that are none',
      [rawEntry({ name: 'p', type: 'x' }, 'size=1\n'), rawEntry({ name: 'a' })],
      /expected records/,
    ],
    [
      'a pax header of 30 MB',
      [rawHeader({ name: 'p', type: 'x', size: 30_000_000 }), junk],
      /at most 1048576 bytes, found one of 30000000/,
    ],
    [
      'a GNU name of 5 MB',
      [rawHeader({ name: 'l', type: 'L', size: 5_000_000 }), junk],
      /at most 1048576 bytes, found one of 5000000/,
    ],
    [
      'extended headers without end',
      Array.from({ length: 20 }, () => paxEntry({ mtime: '1' })),
      /more than 8 extended headers/,
    ],
    ['an extended header before the end', [paxEntry({ mtime: '1' })], /no entry follows its extended header/],
    [
      'a size that the archive does not have',
      [rawHeader({ name: 'a', size: 5000 }), junk],
      /ends 3584 bytes before the entry does/,
    ],
  ])('%s', async (_, parts, message) => {
    const error = await read([log, ...parts]);
    expect(error).toBeInstanceOf(IngestError);
    expect(error).toMatchObject({ code: 'ARCHIVE_UNREADABLE', message: expect.stringMatching(message) });
    expect((error as IngestError).message).toMatch(/entry 2 at byte \d+/);
  });

  it('and inside an archive of the upload the others are read', async () => {
    const inner = Buffer.concat([log, rawHeader({ name: 'a', size: '-0000000001\0' }), END_OF_TAR]);
    using directory = makeDirectory({ 'a.tar.gz': gzipSync(inner) });
    const upload = await readUpload(directory.path);
    expect(upload.runs).toMatchObject([{ label: `a/${RUN}` }]);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'TRUNCATED_LOG',
        file: 'a.tar.gz',
        message: expect.stringMatching(/entry 2/),
      }),
    );
  });
});

describe('entries other than files are skipped with their content', () => {
  const skipped = (file: string, reason: RegExp) =>
    expect.objectContaining({ code: 'UNSAFE_ENTRY', file, message: expect.stringMatching(reason) });

  it.each<[string, Buffer[], string, RegExp]>([
    [
      'a directory with content',
      [rawEntry({ name: 'd/', type: '5' }, junk)],
      'd/',
      /directory and has 512 bytes/,
    ],
    [
      'a directory before ustar',
      [rawEntry({ name: 'd/', magic: '' }, 'x')],
      'd/',
      /directory and has 1 bytes/,
    ],
    [
      'a directory with a pax size',
      [paxEntry({ size: '512' }), rawHeader({ name: 'd', type: '5' }), junk],
      'd',
      /512 bytes/,
    ],
    [
      'a directory whose header has a size, followed by a file',
      [rawHeader({ name: 'd/', type: '5', size: 4096 })],
      'd/',
      /directory with a size of 4096 bytes and no content/,
    ],
    [
      'a directory with content of several blocks',
      [rawEntry({ name: 'd/', type: '5' }, Buffer.alloc(1300, 'x'))],
      'd/',
      /directory and has 1300 bytes/,
    ],
    [
      'a directory with a size, followed by an extended header',
      [rawHeader({ name: 'd/', type: '5', size: 1 }), paxEntry({ comment: 'c' }, 'g')],
      'd/',
      /size of 1 bytes/,
    ],
    ['a fifo with content', [rawEntry({ name: 'f', type: '6' }, junk)], 'f', /fifo/],
    ['an unknown type with content', [rawEntry({ name: 'q', type: 'q' }, junk)], 'q', /unknown type/],
    [
      'a sparse file of pax',
      [paxEntry({ 'GNU.sparse.major': '1' }), rawEntry({ name: 's' }, junk)],
      's',
      /sparse/,
    ],
    ['a sparse file of GNU', [gnuSparse(), Buffer.alloc(512), junk], 's', /sparse/],
  ])('%s', async (_, parts, name, reason) => {
    const upload = await read([...parts, log]);
    expect(upload).toMatchObject({ runs: [{ label: RUN }], artifacts: [{ path: `${RUN}/${LOG}` }] });
    expect(upload).toMatchObject({ diagnostics: expect.arrayContaining([skipped(name, reason)]) });
  });

  it('a directory with a size at the end of the archive is reported, and the files before it are read', async () => {
    const upload = await read([log, rawHeader({ name: 'd/', type: '5', size: 4096 })]);
    expect(upload).toMatchObject({
      runs: [{ label: RUN }],
      diagnostics: expect.arrayContaining([skipped('d/', /no content/)]),
    });
  });

  it('regular directories give no diagnostic', async () => {
    const upload = await read([
      rawHeader({ name: 'd/', type: '5' }),
      rawHeader({ name: 'e/', magic: '' }),
      log,
    ]);
    expect(upload).toMatchObject({ diagnostics: [] });
  });

  it('an archive from before ustar, extended names and sizes are read', async () => {
    const content = readFixture(LOG);
    const name = `${RUN}/${'long/'.repeat(40)}${LOG}`;
    const upload = await read([
      rawEntry({ name: `${RUN}/${LOG}`, magic: '' }, content),
      paxEntry({ comment: 'a commit' }, 'g'),
      paxEntry({ path: `pax/${name}`, size: String(content.length) }),
      rawEntry({ name: 'cut', size: 7 }, content),
      rawEntry({ name: '././@LongLink', type: 'L' }, `gnu/${name}\0`),
      rawEntry({ name: 'cut' }, content),
    ]);
    const { artifacts } = upload as ParsedUpload;
    expect(artifacts.map((file) => file.path)).toEqual([`${RUN}/${LOG}`, `pax/${name}`, `gnu/${name}`]);
    expect(new Set(artifacts.map(({ sha256 }) => sha256)).size).toBe(1);
  });
});

/** A header whose map continues in one more block, which the test supplies. */
function gnuSparse(): Buffer {
  const header = rawHeader({ name: 's', type: 'S', size: 512, magic: 'ustar  \0' });
  header[482] = 1;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
