import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/pgbench';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

describe.skipIf(!CORPUS)(corpusTitle('pgbench corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ tool }) => tool === 'pgbench');
    expect(report.failures).toEqual([]);
    const { rows, passed, values } = report.tools.get('pgbench') ?? { rows: 0, passed: 0, values: 0 };
    process.stdout.write(`pgbench: ${values} values\n`);
    expect([rows, passed]).toEqual([70, 70]);
  });

  it('no summary contradicts itself, and each that is whole has a result', async () => {
    const doubted: string[] = [];
    for (const row of readIndex().filter(({ tool }) => tool === 'pgbench')) {
      const { runs, diagnostics } = await readOneCorpusFile(row.path);
      const said = diagnostics.filter(
        ({ code }) => code === 'VALUES_DISAGREE' || code === 'VALUE_UNREADABLE',
      );
      doubted.push(...said.map(({ message }) => `${row.path}: ${message}`));
      const expected = Number(row.expected.get('runs') ?? row.expected.get('results') ?? 0);
      const results = runs.flatMap((run) => run.results);
      if (results.length < expected) doubted.push(`${row.path}: ${results.length} results of ${expected}`);
    }
    expect(doubted).toEqual([]);
  });

  it('runs that were aborted are failed', async () => {
    const aborted = readIndex().filter(({ tool, expected }) => tool === 'pgbench' && expected.has('aborted'));
    for (const row of aborted) {
      const { runs } = await readOneCorpusFile(row.path);
      expect(
        runs.flatMap(({ results }) => results.map(({ status }) => status)),
        row.path,
      ).toEqual(['failed']);
    }
    expect(aborted).toHaveLength(2);
  });
});
