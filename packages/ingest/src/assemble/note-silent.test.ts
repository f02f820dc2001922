import { describe, expect, it } from 'vitest';
import { IngestError } from '../ingest-error';
import { PARSERS } from '../parsers/parsers';
import { WHY_NO_RESULT } from '../parsers/why-no-result';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const TEST = 'read-write.range100.pk1.dop2';
const JOB = '[global]\nioengine=libaio\ndirect=1\n\n[randread]\nrw=randread\nbs=4k\n';

/** File and message of each NO_RESULT, also where nothing was read. */
async function silentFiles(files: Record<string, Buffer | string>): Promise<[string | null, string][]> {
  using directory = makeDirectory(files);
  const { diagnostics } = await readUpload(directory.path).catch((error: unknown) => {
    if (error instanceof IngestError) return error;
    throw error;
  });
  return diagnostics.flatMap(({ code, file, message }) => (code === 'NO_RESULT' ? [[file, message]] : []));
}

describe('a file that gave no number', () => {
  it('reports the reason: tables one by one, settings once for each kind', async () => {
    const found = await silentFiles({
      [`run/sb.o.${TEST}`]: readFixture(`sb.o.${TEST}`),
      'run/sb.r.trx.scan.range100.pk1': '4070\tpgsql scan range=100\n',
      'run/sb.r.rt95.scan.range100.pk1': '4.1\tpgsql scan range=100\n',
      'run/my.cnf': '[mysqld]\nport=3306\n',
      'run/other/my.cnf': '[mysqld]\nport=3307\n',
    });
    expect(found.map(([file]) => file)).toEqual([
      'run/sb.r.rt95.scan.range100.pk1',
      'run/sb.r.trx.scan.range100.pk1',
      'run/my.cnf',
    ]);
    expect(found[2]?.[1]).toBe('config: settings; its facts are shown with the run (2 files of this kind)');
  });

  it.each(['randread.fio', 'fio-jobs.txt'])(
    '%s is a job file of fio, and no log that was cut',
    async (name) => {
      using directory = makeDirectory({ [name]: JOB });
      const error = await readUpload(directory.path).catch((thrown: unknown) => thrown);
      if (!(error instanceof IngestError)) throw new Error('expected an IngestError');
      expect(error.diagnostics.map(({ code, file }) => [code, file])).toEqual([['NO_RESULT', name]]);
      expect(error.message).toContain('recognized: fio-job');
    },
  );

  it('has a reason in words when its kind is never read', () => {
    const kept = PARSERS.filter(({ open, isKept }) => open === null || isKept).map(({ kind }) => kind);
    expect(kept.filter((kind) => !Object.hasOwn(WHY_NO_RESULT, kind))).toEqual([]);
    const kinds = new Set(PARSERS.map(({ kind }) => kind));
    expect(Object.keys(WHY_NO_RESULT).filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});
