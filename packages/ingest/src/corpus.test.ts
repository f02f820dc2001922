import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle } from './testing/corpus';
import { checkCorpus, toMarkdown } from './testing/corpus-report';

describe.skipIf(!CORPUS)(corpusTitle('corpus'), () => {
  it('has the expected value for every key of every row', async () => {
    const report = await checkCorpus();
    process.stdout.write(`${toMarkdown(report)}\n`);
    expect(report.failures).toEqual([]);
  });
});
