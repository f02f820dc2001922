import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/db-bench';
import { checkCorpus } from '../../testing/corpus-report';

describe.skipIf(!CORPUS)(corpusTitle('db_bench files of the corpus'), () => {
  it('give the value of every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    expect([...report.tools].map(([tool, { rows, passed }]) => [tool, rows, passed])).toEqual([
      ['db_bench', 42, 42],
      ['db_bench-report', 56, 56],
    ]);
  });
});
