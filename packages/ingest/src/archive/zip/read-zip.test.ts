import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IngestError } from '../../ingest-error';
import type { ParsedUpload } from '../../model/run';
import { type ReadOptions, readUpload, readUploadStream } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { makeTar, makeTarGz } from '../../testing/tar';
import { makeZip, type ZipMember } from '../../testing/zip';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const log = readFixture(LOG);
const MEMBER: ZipMember = { name: `${RUN}/${LOG}`, content: log };

let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'zip-test-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  const left = readdirSync(temporary);
  rmSync(temporary, { recursive: true });
  expect(left).toEqual([]);
});

const read = (bytes: Buffer, options: ReadOptions = {}) =>
  readUploadStream(Readable.from([bytes]), 'upload.zip', options);

async function errorOf(reading: Promise<unknown>): Promise<IngestError> {
  const error = await reading.then(
    () => new Error('was read'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IngestError)) throw error;
  return error;
}

const pathsOf = ({ artifacts }: ParsedUpload) => artifacts.map((artifact) => artifact.path);
const notesOf = ({ diagnostics }: ParsedUpload) =>
  diagnostics.map(({ code, file, message }) => [code, file, message]);

describe('a zip archive', () => {
  it('has the values of the directory that it was made of', async () => {
    const { runs } = await readUpload(path.join(import.meta.dirname, '../samples/results.zip'));
    expect(runs).toMatchObject([{ variant: { product: 'MySQL', version: '8.0.40' } }]);
    const [first] = runs[0]?.results ?? [];
    expect(first?.measurements.find(({ metric }) => metric === 'throughput')?.value).toBeCloseTo(41000, 0);
  });

  it.each<[string, Buffer]>([
    ['of deflated files', makeZip([MEMBER])],
    ['of stored files', makeZip([{ ...MEMBER, isStored: true }])],
    ['that was written to a pipe', makeZip([{ ...MEMBER, hasDescriptor: true }])],
    ['with sizes of 64 bit', makeZip([{ ...MEMBER, isLarge: true }], { large: true })],
    [
      'behind a program that unpacks it',
      makeZip([MEMBER], { before: Buffer.from('PK\u0003\u0004#!/bin/sh\n') }),
    ],
    ['with a comment', makeZip([MEMBER], { comment: Buffer.from('PK\u0005\u0006 is not the end') })],
    ['with entries for directories', makeZip([{ name: `${RUN}/`, mode: 0o040755 }, MEMBER])],
    ['of Windows, with backslashes', makeZip([{ ...MEMBER, name: `${RUN}\\${LOG}`, system: 0, mode: 0 }])],
  ])('%s is read as its directory', async (_, bytes) => {
    using directory = makeDirectory({ [`${RUN}/${LOG}`]: log });
    const expected = await readUpload(directory.path);
    const upload = await read(bytes);
    expect(upload.artifacts).toEqual(expected.artifacts);
    expect(upload.runs[0]?.results).toEqual(expected.runs[0]?.results);
    expect(upload.diagnostics).toEqual([]);
  });

  it.each<[string, Buffer]>([
    ['zip in a directory', makeZip([{ name: LOG, content: log }])],
    ['zip with a gzip file in it', makeZip([{ name: LOG, content: log, isStored: true }])],
  ])('inside a directory gives its name to the run: %s', async (_, bytes) => {
    using directory = makeDirectory({ [`${RUN}.zip`]: bytes });
    const upload = await readUpload(directory.path);
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`]);
    expect(upload.runs).toMatchObject([{ variant: { product: 'MySQL', version: '9.5.0' } }]);
  });

  it('opens tar archives in zip archives, and zip archives in tar archives', async () => {
    const tars = { a: await makeTar([{ name: LOG, content: log }]), b: await makeTarGz({ [LOG]: log }) };
    const zip = makeZip([
      { name: `${RUN}.tar`, content: tars.a },
      { name: `x.my8044.z12a_c8r32.pk1.tar.gz`, content: tars.b, isStored: true },
    ]);
    expect(pathsOf(await read(zip))).toEqual([`${RUN}/${LOG}`, `x.my8044.z12a_c8r32.pk1/${LOG}`]);
    const tar = await makeTarGz({ [`${RUN}.zip`]: makeZip([{ name: LOG, content: log }]) });
    const upload = await readUploadStream(Readable.from([tar]), 'upload.tar.gz');
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`]);
  });

  it('of an artifact of a CI in a directory is opened, and the tarball in it', async () => {
    using directory = makeDirectory({
      'artifact.zip': makeZip([
        { name: 'results.tar.gz', content: await makeTarGz({ [`${RUN}/${LOG}`]: log }) },
      ]),
    });
    expect(pathsOf(await readUpload(directory.path))).toEqual([`artifact/results/${RUN}/${LOG}`]);
  });

  it('three levels deep is reported, not opened', async () => {
    const inner = makeZip([{ name: 'deep.zip', content: makeZip([MEMBER]) }]);
    const upload = await read(
      makeZip([MEMBER, { name: 'outer.zip', content: makeZip([{ name: 'inner.zip', content: inner }]) }]),
    );
    expect(notesOf(upload)).toEqual([
      [
        'UNKNOWN_FORMAT',
        'outer/inner/deep.zip',
        expect.stringContaining('packed in a way that is not opened (zip)'),
      ],
    ]);
  });

  it('does not open documents, which are zip archives too', async () => {
    const upload = await read(
      makeZip([MEMBER, { name: 'notes.xlsx', content: makeZip([{ name: 'xl/a.xml' }]) }]),
    );
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`, 'notes.xlsx']);
  });

  it.each<[string, ZipMember, string, string]>([
    ['a link', { name: 'a', content: '/etc/passwd', mode: 0o120777 }, 'UNSAFE_ENTRY', 'it is a symlink'],
    ['a device', { name: 'a', mode: 0o020666 }, 'UNSAFE_ENTRY', 'it is not a regular file'],
    ['a path outside', { name: '../a', content: log }, 'UNSAFE_ENTRY', 'its path leaves the archive'],
    [
      'a path of Windows outside',
      { name: '..\\a', system: 0, content: log },
      'UNSAFE_ENTRY',
      'its path leaves',
    ],
    ['an absolute path', { name: '/a', content: log }, 'UNSAFE_ENTRY', 'its path leaves the archive'],
    ['an encrypted file', { name: 'a', content: log, said: { flags: 1 } }, 'UNSAFE_ENTRY', 'it is encrypted'],
    ['LZMA', { name: 'a', content: log, said: { method: 14 } }, 'UNSAFE_ENTRY', 'packed by LZMA'],
    [
      'an unknown method',
      { name: 'a', content: log, said: { method: 77 } },
      'UNSAFE_ENTRY',
      'packed by method 77',
    ],
    ['a directory with content', { name: 'a/', content: log }, 'UNSAFE_ENTRY', 'a directory with content'],
    [
      'a wrong checksum',
      { name: 'sb.o.a', content: log, said: { crc: 1 } },
      'TRUNCATED_LOG',
      'its checksum is not',
    ],
    [
      'more than announced',
      { name: 'sb.o.a', content: log, said: { size: 9 } },
      'TRUNCATED_LOG',
      'more than the 9',
    ],
    [
      'less than announced',
      { name: 'sb.o.a', content: 'a', said: { size: 9 } },
      'TRUNCATED_LOG',
      '1 of the 9',
    ],
    [
      'damaged data',
      { name: 'sb.o.a', content: log, packed: Buffer.alloc(99, 7) },
      'TRUNCATED_LOG',
      'damaged or cut',
    ],
    ['another local name', { name: 'sb.o.a', said: { localName: 'b' } }, 'TRUNCATED_LOG', 'another name'],
    ['the same name', { ...MEMBER, content: 'another' }, 'DUPLICATE_RESULT', 'holds this path twice'],
  ])('reports %s, and reads the others', async (_, member, code, message) => {
    const upload = await read(makeZip([MEMBER, member]));
    expect(pathsOf(upload)).toContain(MEMBER.name);
    expect(upload.runs.flatMap(({ results }) => results).length).toBeGreaterThan(0);
    expect(upload.diagnostics.filter((found) => found.code === code)).toMatchObject([
      { message: expect.stringContaining(message) },
    ]);
  });

  it.each<[string, Buffer | string, number, number, string]>([
    ['UTF-8 with its flag', 'größe/é.txt', 0x0800, 3, 'größe/é.txt'],
    ['UTF-8 without a flag', 'größe.txt', 0, 3, 'größe.txt'],
    ['code page 437', Buffer.from('67729461652e747874', 'hex'), 0, 0, 'gröae.txt'],
  ])('understands names in %s', async (_, name, flags, system, expected) => {
    const upload = await read(makeZip([MEMBER, { name, system, content: 'x', said: { flags } }]));
    expect(pathsOf(upload)).toContain(expected);
  });

  it.each<[string, Buffer, string]>([
    ['is cut', makeZip([MEMBER]).subarray(0, 500), 'the directory at its end is missing'],
    ['has no directory', Buffer.from('PK\u0003\u0004'), 'the directory at its end is missing'],
    ['lacks its first bytes', makeZip([MEMBER]).subarray(0, 4).fill(0), 'it is not an archive'],
  ])('that %s is refused with a reason', async (_, bytes, message) => {
    const error = await errorOf(read(bytes));
    expect(error.code).toBe('ARCHIVE_UNREADABLE');
    expect(error.message).toContain(message);
  });

  it('without entries is empty', async () => {
    expect((await errorOf(read(makeZip([])))).message).toContain('the upload is empty');
  });

  it('that is damaged inside a directory does not sink the others', async () => {
    using directory = makeDirectory({ 'a.zip': makeZip([MEMBER]).subarray(0, 400), [`${RUN}/${LOG}`]: log });
    const upload = await readUpload(directory.path);
    expect(upload.runs).toHaveLength(1);
    expect(notesOf(upload)).toEqual([
      ['TRUNCATED_LOG', 'a.zip', expect.stringContaining('damaged or cut zip archive')],
    ]);
  });

  it('is refused when it unpacks to more than logs do, also when files share their bytes', async () => {
    const zeros: ZipMember = { name: 'zeros', content: Buffer.alloc(3_000_000) };
    const limits = { ratioFromBytes: 1_000_000 };
    const error = await errorOf(read(makeZip([zeros]), { limits }));
    expect(error).toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
      message: expect.stringContaining('unpacks to more'),
    });
  });

  it('keeps the limits of files, bytes and empty entries', async () => {
    const many = makeZip([1, 2, 3].map((index) => ({ name: `f${index}`, content: 'text' })));
    const empty = makeZip([1, 2, 3].map((index) => ({ name: `d${index}/` })));
    const tooMuch: [Buffer, ReadOptions['limits']][] = [
      [many, { entries: 2 }],
      [many, { totalBytes: 10 }],
      [empty, { emptyEntries: 2 }],
    ];
    for (const [bytes, limits = {}] of tooMuch)
      expect((await errorOf(read(bytes, { limits }))).code).toBe('ARCHIVE_TOO_LARGE');
    const upload = await read(makeZip([MEMBER, { name: 'large', content: Buffer.alloc(200_000, 'a b\n') }]), {
      limits: { entryBytes: 100_000 },
    });
    expect(notesOf(upload)).toContainEqual(['ENTRY_TOO_LARGE', 'large', expect.any(String)]);
  });

  it('never fails in another way, whatever bytes are changed or cut', async () => {
    const sound = makeZip([MEMBER, { name: 'a/b', content: 'words\n', hasDescriptor: true }], {
      large: true,
    });
    const change = fc.record({
      at: fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      end: fc.oneof(fc.constant(sound.length), fc.nat(sound.length)),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, end }) => {
        const bytes = Buffer.from(sound);
        for (const [place, value] of at) bytes[place] = value;
        await read(bytes.subarray(0, end)).catch((error: unknown) => {
          if (!(error instanceof IngestError)) throw error;
        });
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

it.each([
  ['7z', '377abcaf271c'],
  ['rar', '526172211a0700'],
])('names %s as a format that is not opened', async (name, magic) => {
  const bytes = Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(600, 1)]);
  const error = await errorOf(readUploadStream(Readable.from([bytes]), `results.${name}`));
  expect(error).toMatchObject({
    code: 'ARCHIVE_UNREADABLE',
    message: `results.${name}: ${name} archives are not opened. Pack the files as zip or tar.gz.`,
  });
  const upload = await read(makeZip([MEMBER, { name: `inner.${name}`, content: bytes }]));
  expect(notesOf(upload)).toEqual([
    ['UNKNOWN_FORMAT', `inner.${name}`, expect.stringContaining(`not opened (${name})`)],
  ]);
});
