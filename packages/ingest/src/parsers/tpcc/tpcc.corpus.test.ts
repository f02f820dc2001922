import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/tpcc';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

describe.skipIf(!CORPUS)(corpusTitle('tpcc corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const checked = Object.fromEntries(
      [...report.tools].map(([tool, { rows, passed, values }]) => [tool, [rows, passed, values]]),
    );
    expect(checked).toEqual({
      'tpcc-mysql': [3, 3, 31],
      'tpcc-kip(rust port of tpcc-mysql)': [1, 1, 2],
      'go-tpc': [5, 5, 267],
      'py-tpcc': [2, 2, 38],
      'cockroach-workload-tpcc': [1, 1, 9],
      oltpbench: [2, 2, 29],
    });
  });

  it('only numbers that contradict others of their file are doubtful', async () => {
    const doubted: string[] = [];
    for (const { path } of readIndex().filter(({ tool }) => corpusKeys.tools.includes(tool))) {
      const { diagnostics } = await readOneCorpusFile(path);
      const said = diagnostics.filter(
        ({ code }) => code === 'VALUES_DISAGREE' || code === 'VALUE_UNREADABLE',
      );
      doubted.push(
        ...said.map(({ line, message }) => `${path.split('/').at(-1)}:${line} ${message.split('; ').at(-1)}`),
      );
    }
    // The first calls new orders per second tpmC, the second prints averages of 0.3 ms for 226 ms.
    const latencies = 'suspect: avg, p50, p90, p95, p99, p99.9, max';
    expect(doubted.sort()).toEqual([
      `37846224603.txt:1 ${latencies}`,
      `37846224603.txt:3 ${latencies}`,
      `37846224603.txt:5 ${latencies}`,
      'cockroachdb-loadgen-64.txt:7 suspect: QPS',
      'cockroachdb-loadgen-64.txt:7 suspect: elapsed, QPS',
      'cockroachdb-loadgen-64.txt:7 suspect: transactions',
    ]);
  });
});
