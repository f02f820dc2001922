import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/go-bench';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

describe.skipIf(!CORPUS)(corpusTitle('Go corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ tool }) => corpusKeys.tools.includes(tool));
    expect(report.failures).toEqual([]);
    expect([...report.exceptions].map(([, rows]) => rows.length)).toEqual([4]);
    const rows = [...report.tools].map(([tool, { rows, passed, values }]) => [tool, rows, passed, values]);
    expect(Object.fromEntries(rows.map(([tool, ...counts]) => [tool, counts]))).toEqual({
      'go-test-bench': [10, 10, 85],
      benchstat: [4, 4, 0],
    });
  });

  it('tables of benchstat are recognized and kept', async () => {
    for (const { path } of readIndex().filter(({ tool }) => tool === 'benchstat')) {
      const { artifact } = await readOneCorpusFile(path);
      expect([path, artifact.kind, artifact.status]).toEqual([path, 'benchstat', 'kept']);
    }
  });
});
