import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/ycsb';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const rows = () => readIndex().filter(({ tool }) => corpusKeys.tools.includes(tool));

describe.skipIf(!CORPUS)(corpusTitle('ycsb corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const checked = Object.fromEntries(
      [...report.tools].map(([tool, { rows: all, passed, values }]) => [tool, [all, passed, values]]),
    );
    expect(checked).toEqual({ ycsb: [20, 20, 369], 'go-ycsb': [4, 4, 101] });
  });

  it('each throughput that is printed is that of a result, and none is made up', async () => {
    const wrong: string[] = [];
    for (const row of rows()) {
      const printed = row.expected.get('OVERALL.Throughput(ops/sec)');
      if (printed === undefined) continue;
      const { runs } = await readOneCorpusFile(row.path);
      const overall = runs.flatMap(({ results }) => results).find(({ test }) => test === 'overall');
      const found = overall?.measurements.find(({ metric }) => metric === 'throughput')?.value;
      // A run whose clock was set back prints one below 0, which is stored nowhere.
      const expected = Number(printed) < 0 ? undefined : Number(printed);
      if (found !== expected) wrong.push(`${row.path}: ${found}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('no number is doubtful', async () => {
    const doubted: string[] = [];
    for (const { path } of rows()) {
      const { diagnostics } = await readOneCorpusFile(path);
      doubted.push(
        ...diagnostics
          .filter(({ code }) => code === 'VALUES_DISAGREE')
          .map(({ message }) => `${path}: ${message}`),
      );
    }
    expect(doubted).toEqual([]);
  });
});
