import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_FACTS } from './files/details-builder';
import { readDetails } from './read-details';
import { makeDirectory, readFixture } from './testing/fixtures';
import { makeTarGz } from './testing/tar';

async function* chunks(bytes: Buffer, size = bytes.length) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('readDetails', () => {
  const status = readFixture('made-global-status.txt');

  it('reads a file by its path, packed or not, and a stream in any chunks, the same', async () => {
    const expected = await readDetails(chunks(status), 'x');
    expect(expected).toMatchObject({ kind: 'mysql_status', series: [], histograms: [] });
    expect(expected.facts.at(-1)).toMatchObject({ name: 'fsyncs_per_write', number: 0.25, line: 6 });
    using directory = makeDirectory({ plain: status, packed: gzipSync(status) });
    expect(await readDetails(path.join(directory.path, 'plain'), 'x')).toEqual(expected);
    expect(await readDetails(path.join(directory.path, 'packed'), 'x')).toEqual(expected);
    expect(await readDetails(chunks(status, 1), 'x')).toEqual(expected);
    const mac = Buffer.from(status.toString('latin1').replaceAll('\n', '\r'), 'latin1');
    expect(await readDetails(chunks(mac), 'x')).toEqual(expected);
  });

  it('masks secrets', async () => {
    const details = await readDetails(chunks(readFixture('my.cnf')), 'my.cnf');
    expect(details.facts.find(({ name }) => name === 'password')?.value).toBe('***');
  });

  it.each([
    ['unknown text', Buffer.from('hello\n'), 'unknown'],
    ['no bytes', Buffer.alloc(0), 'unknown'],
    ['a kind without details', Buffer.from('vac_my starts at Wed\n'), 'vacuum'],
  ])('gives no details of %s', async (_, bytes, kind) => {
    expect(await readDetails(chunks(bytes), 'x')).toEqual({ kind, series: [], histograms: [], facts: [] });
  });

  it('does not take an archive for what is in it', async () => {
    const archive = await makeTarGz({ 'a.txt': status });
    expect(await readDetails(chunks(archive), 'x')).toMatchObject({ kind: 'unknown', facts: [] });
  });

  it('throws on damaged packed data', async () => {
    const packed = gzipSync(status);
    await expect(readDetails(chunks(packed.subarray(0, packed.length - 9)), 'x')).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
    });
  });

  it('stays bounded however long a file is', async () => {
    async function* endless() {
      yield Buffer.from('Variable_name\tValue\nautocommit\tON\n');
      for (let i = 0; i < 300; i += 1) {
        yield Buffer.from(Array.from({ length: 1000 }, (_, j) => `v_${i}_${j}\t${j}\n`).join(''));
      }
    }
    expect((await readDetails(endless(), 'x')).facts).toHaveLength(MAX_FACTS + 1);
  });
});
