import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/jmh';
import { checkCorpus } from '../../testing/corpus-report';

describe.skipIf(!CORPUS)(corpusTitle('jmh corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ tool }) => corpusKeys.tools.includes(tool));
    expect(report.failures).toEqual([]);
    expect([...report.exceptions.keys()]).toEqual([]);
    const { rows, passed, values } = report.tools.get('jmh') ?? {};
    expect([rows, passed, values]).toEqual([4, 4, 12]);
  });
});
