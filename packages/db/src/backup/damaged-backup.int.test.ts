import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, countTables, type EmptyTarget, MIGRATIONS, makeEmptyTarget } from '../testing/backup-bench';
import { sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { BackupError } from './format';
import { restoreBackup } from './restore-backup';
import { verifyBackup } from './verify-backup';

let bench: UploadBench;
let target: EmptyTarget;
let whole: Buffer;
beforeAll(async () => {
  bench = await openUploadBench();
  const sent = await bench.send(await tarOf(sampleLogs()));
  await bench.workUntil(sent.uploadId, 'stored');
  ({ bytes: whole } = await backUp(bench.database, bench.blobs));
  target = await makeEmptyTarget();
});
afterAll(async () => {
  await bench.close();
  await target.close();
});

const BLOCK = 512;

interface Piece {
  name: string;
  /** Where its header begins, its content, and its padded content ends. */
  from: number;
  start: number;
  size: number;
  end: number;
}

/** The files of a tar file, by its headers. */
function piecesOf(tar: Buffer): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < tar.length && tar[from] !== 0; ) {
    const text = (at: number, length: number) =>
      tar.toString('latin1', from + at, from + at + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const prefix = text(345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`;
    const start = from + BLOCK;
    const end = start + Math.ceil(size / BLOCK) * BLOCK;
    pieces.push({ name, from, start, size, end });
    from = end;
  }
  return pieces;
}

/** The same tar file with one file replaced and valid headers. */
function withContent(name: string, change: (content: Buffer) => Buffer): Buffer {
  const piece = piecesOf(whole).find((each) => each.name.endsWith(name));
  if (!piece) throw new Error(`no ${name}`);
  const content = change(whole.subarray(piece.start, piece.start + piece.size));
  const header = Buffer.from(whole.subarray(piece.from, piece.start));
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return Buffer.concat([whole.subarray(0, piece.from), header, content, padding, whole.subarray(piece.end)]);
}

const verify = (bytes: Buffer) => verifyBackup(Readable.from([bytes]));

/** What is wrong with it, said by the check and by a restore, which leaves no table. */
async function problemOf(bytes: Buffer): Promise<string> {
  const problem = await verify(bytes).then(
    () => 'nothing',
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(BackupError);
  const restoring = restoreBackup(target.database, target.blobs, Readable.from([bytes]), {
    migrations: MIGRATIONS,
  });
  await expect(restoring).rejects.toBeInstanceOf(BackupError);
  expect(await countTables(target.database)).toBe(0);
  return (problem as Error).message;
}

describe('a damaged backup', () => {
  it('is refused when it is cut off, wherever that is', async () => {
    const ends = piecesOf(whole).flatMap(({ from, start, end }) => [
      from,
      start,
      Math.floor((start + end) / 2),
    ]);
    expect(ends.length).toBeGreaterThan(60);
    for (const end of new Set(ends)) {
      await expect(verify(whole.subarray(0, end)), `cut at ${end}`).rejects.toThrow(/it (ends|is empty)/);
    }
    expect(await problemOf(whole.subarray(0, 20_000))).toMatch(/^it ends after 20000 bytes, in or after \w+/);
  });

  it('is refused when a byte of any of its files is another one, which it names', async () => {
    for (const { name, start, size } of piecesOf(whole)) {
      if (size === 0) continue;
      const bytes = Buffer.from(whole);
      const at = start + Math.floor(size / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 0x01;
      const short = name.replace('basecase-backup/', '');
      // The last two speak of each other.
      const said = short === 'end.json' ? /end\.json|rows here|blobs are|SHA256SUMS/ : short;
      const message =
        short === 'SHA256SUMS' || short === 'end.json'
          ? said
          : new RegExp(said.toString().replaceAll('.', '\\.'));
      await expect(verify(bytes), short).rejects.toThrow(message);
    }
  });

  it('is refused when its header is damaged, and says after how many bytes', async () => {
    const [, , , fourth] = piecesOf(whole);
    const bytes = Buffer.from(whole);
    bytes[(fourth?.from ?? 0) + 10] = 0x7f;
    expect(await problemOf(bytes)).toMatch(/^it is not a tar file after \d+ bytes, in or after migrations/);
  });

  it.each([
    ['an empty file', () => Buffer.alloc(0), /empty, or not a tar file/],
    ['a text', () => Buffer.from('hello\n'.repeat(1000)), /not a tar file at its beginning/],
    ['another archive', () => tarOf({ 'a.txt': 'a' }), /does not begin with basecase-backup\/manifest\.json/],
    ['a packed backup', () => gzipSync(whole), /packed with gzip: unpack it first/],
  ])('is refused when it is %s', async (_, make, message) => {
    expect(await problemOf(await make())).toMatch(message);
  });

  it('is refused when a file of it is missing, doubled or out of its place', async () => {
    const pieces = piecesOf(whole);
    const cut = ({ from, end }: Piece) => Buffer.concat([whole.subarray(0, from), whole.subarray(end)]);
    const double = ({ from, end }: Piece) =>
      Buffer.concat([whole.subarray(0, end), whole.subarray(from, end), whole.subarray(end)]);
    for (const piece of pieces) {
      await expect(verify(cut(piece)), `without ${piece.name}`).rejects.toBeInstanceOf(BackupError);
      await expect(verify(double(piece)), `twice ${piece.name}`).rejects.toBeInstanceOf(BackupError);
    }
    const blob = pieces.find(({ name }) => name.includes('/blobs/'));
    if (!blob) throw new Error('no blob');
    expect(await problemOf(cut(blob))).toMatch(/^blobs\/.* is missing: sums\/blobs-000001\.sha256 lists it/);
  });

  it('is refused when a row was changed and packed again', async () => {
    const changed = withContent('tables/servers/000001.copy.gz', (packed) =>
      gzipSync(gunzipSync(packed).toString().replace('pn53', 'pn54')),
    );
    expect(await problemOf(changed)).toBe(
      'tables/servers/000001.copy.gz is damaged: its sum is not that in SHA256SUMS.',
    );
  });

  it('is refused when a stored file has another content than its name says, whatever the sums are', async () => {
    const sha256 = createHash('sha256').update('other').digest('hex');
    const blob = piecesOf(whole).find(({ name }) => name.includes('/blobs/'))?.name ?? '';
    const changed = withContent(blob, () => gzipSync('other'));
    expect(blob).not.toContain(sha256);
    expect(await problemOf(changed)).toMatch(/^blobs\/.* is damaged: its content is not what its name says/);
  });

  it('is refused when it has a later format, or an invalid table name', async () => {
    const manifest = (change: (text: string) => string) =>
      withContent('manifest.json', (bytes) => Buffer.from(change(bytes.toString())));
    expect(
      await problemOf(manifest((text) => text.replace('"formatVersion": 1', '"formatVersion": 2'))),
    ).toMatch(/format 2, and this version of Basecase knows 1/);
    expect(
      await problemOf(manifest((text) => text.replace('"name": "servers"', '"name": "servers\\"; DROP"'))),
    ).toMatch(/^manifest\.json: tables/);
  });
});
