import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/google-benchmark';
import { checkCorpus } from '../../testing/corpus-report';

describe.skipIf(!CORPUS)(corpusTitle('google-benchmark corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ tool }) => corpusKeys.tools.includes(tool));
    expect(report.failures).toEqual([]);
    expect([...report.exceptions.keys()]).toEqual([]);
    const { rows, passed, values } = report.tools.get('google-benchmark') ?? {};
    expect([rows, passed, values]).toEqual([7, 7, 52]);
  });
});
