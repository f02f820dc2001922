import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { CORPUS, corpusPath, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/benchbase';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const rows = () => readIndex().filter(({ tool }) => corpusKeys.tools.includes(tool));
const STEM = 'smallbank_2026-03-25_21-02-00';

describe.skipIf(!CORPUS)(corpusTitle('benchbase corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const checked = [...report.tools].map(([tool, { rows: all, passed, values }]) => [
      tool,
      all,
      passed,
      values,
    ]);
    expect(checked).toEqual([['benchbase', 24, 24, 272]]);
    expect([...report.exceptions.values()].map((paths) => paths.length)).toEqual([3]);
  });

  it('recognizes every file, also the derived tables', async () => {
    const kinds = await Promise.all(
      rows().map(async (row) => (await readOneCorpusFile(row.path)).artifact.kind),
    );
    const countOf = (kind: string) => kinds.filter((each) => each === kind).length;
    expect(Object.fromEntries([...new Set(kinds)].map((kind) => [kind, countOf(kind)]))).toEqual({
      'benchbase-table': 3,
      'benchbase-config': 3,
      'benchbase-raw': 1,
      'benchbase-windows': 7,
      benchbase: 10,
    });
  });

  it('files of a directory are joined to runs by their time stamps', async () => {
    const file = rows().find((row) => row.path.includes(STEM))?.path ?? '';
    const { runs, diagnostics } = await readUpload(corpusPath(path.posix.dirname(file)));
    const found = runs.map(({ workload, results }) => [
      workload.clients,
      workload.label,
      results.map(({ test, repeat }) => `${test} ${repeat}`).join(', '),
    ]);
    expect(found).toEqual([
      [4, 'scale factor 1, serializable', 'smallbank 1'],
      [
        20,
        'scale factor 1, serializable, weights 15,15,15,25,15,15, limited to 100/s',
        'smallbank 1, smallbank 2, smallbank 3, smallbank.Balance 1',
      ],
      [
        20,
        'scale factor 1, serializable',
        'smallbank 1, smallbank 2, smallbank 3, smallbank 4, smallbank 5, smallbank 6',
      ],
    ]);
    // Of 6,001 rows the corpus has 400; SQLite did not say its version.
    const counts = diagnostics.map(({ code, line }) => [code, line]);
    expect(counts).toEqual([
      ['benchbase:RATE_LIMITED', 21],
      ['TRUNCATED_LOG', null],
      ['benchbase:RATE_LIMITED', 21],
      ['benchbase:RATE_LIMITED', 21],
      ['UNKNOWN_VERSION', null],
    ]);
  });
});
