import { expect, it } from 'vitest';
import { listFixtures } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { foreignTool } from './foreign-tools';

it.each([
  ['wrk', 'Running 30s test @ http://127.0.0.1:8080/index.html\n  12 threads and 400 connections\n'],
  ['ApacheBench', 'This is ApacheBench, Version 2.3 <$Revision: 1903618 $>\n'],
  ['TSBS', 'Run complete after 1000 queries with 8 workers (Overall query rate 350.12 queries/sec):\n'],
  ['cassandra-stress', 'Results:\nOp rate                   :   25,116 op/s  [WRITE: 25,116 op/s]\n'],
  [
    'kafka-producer-perf-test',
    '50000 records sent, 9998.0 records/sec (9.53 MB/sec), 1.2 ms avg latency, 5.0 ms max\n',
  ],
  ['DBT-2', '1211.20 new-order transactions per minute (NOTPM)\n'],
  [
    'go-tpc or go-ycsb with another output than plain',
    '|  PREFIX   |  OPERATION   | TAKES(S) | COUNT |  TPM   |\n| [Summary] | DELIVERY     |     59.5 |    96 |   96.8 |\n',
  ],
  [
    'go-tpc or go-ycsb with another output than plain',
    '[{"Prefix":"[Summary] ","Operation":"DELIVERY","Takes(s)":"59.5","Count":"96","TPM":"96.8"}]\n',
  ],
  ['hyperfine', '  Time (mean ± σ):     398.6 ms ±  12.8 ms\n'],
])('a log of %s is named, and not read', async (tool, text) => {
  const { artifact, diagnostics } = await parseBytes('bench.log', Buffer.from(text));
  expect(artifact.status).not.toBe('parsed');
  expect(diagnostics[0]).toMatchObject({ code: 'UNKNOWN_FORMAT' });
  expect(diagnostics[0]?.message).toContain(`this is a log of ${tool}, which Basecase does not read`);
});

it('a text that no tool printed has no name', async () => {
  const { diagnostics } = await parseBytes('x.log', Buffer.from('nothing to see\n'));
  expect(diagnostics[0]?.message).toBe('format not recognized; kept, not read');
});

it('no log that a parser reads is taken for one of another tool', () => {
  const named = listFixtures().filter(({ bytes }) => foreignTool(bytes) !== null);
  expect(named.map(({ name }) => name)).toEqual([]);
});
