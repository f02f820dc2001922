import { describe, expect, it } from 'vitest';
import { visitLines } from '../../../files/line-blocks';
import { openDetails } from '../../../read-details';
import { CORPUS, corpusTitle, readCorpusFile, readIndex } from '../../../testing/corpus';
import { parseBytes } from '../../../testing/parse-bytes';
import { vmstat } from './vmstat';
import type { VmstatLog } from './vmstat-log';

const rows = CORPUS ? readIndex().filter(({ tool }) => tool === 'vmstat') : [];
const pairs = rows
  .filter(({ variant }) => variant === 'parsed JSON (ground truth)')
  .map(({ path }) => [path, path.replace(/(?:-streaming)?\.json$/, '.out')] as const);

/** Series and the key that jc gives its column. */
const KEYS = [
  ['cs_per_s', 'context_switches'],
  ['cpu_user_percent', 'user_time'],
  ['cpu_system_percent', 'system_time'],
  ['cpu_idle_percent', 'idle_time'],
  ['cpu_iowait_percent', 'io_wait_time'],
  ['cpu_steal_percent', 'stolen_time'],
  ['run_queue', 'runnable_procs'],
  ['blocked', 'uninterruptible_sleeping_procs'],
] as const;

type JcRow = Readonly<Record<string, number>>;

describe.skipIf(!CORPUS)(corpusTitle('corpus: vmstat against a JSON of the same log'), () => {
  it.each(pairs)('%s', async (json, out) => {
    const expected = JSON.parse(readCorpusFile(json).toString()) as JcRow[];
    const { log, diagnostics } = await parseBytes<VmstatLog>(out, readCorpusFile(out));
    expect(diagnostics).toEqual([]);
    // The first row is since boot: of one row nothing is left.
    const samples = expected.slice(1);
    const mean = (key: string) =>
      samples.reduce((sum, row) => sum + (row[key] ?? 0), 0) / (samples.length || 1);
    expect(log).toMatchObject({
      samples: samples.length,
      cs: mean('context_switches'),
      us: mean('user_time'),
      sy: mean('system_time'),
      id: mean('idle_time'),
      wa: mean('io_wait_time'),
    });
    expect(log?.sinceBoot).toEqual({
      cs: expected[0]?.['context_switches'],
      us: expected[0]?.['user_time'],
      sy: expected[0]?.['system_time'],
      id: expected[0]?.['idle_time'],
      wa: expected[0]?.['io_wait_time'],
    });
    const session = openDetails(vmstat, out);
    if (session) visitLines(readCorpusFile(out), 1, session);
    const series = session?.end().series ?? [];
    for (const [id, key] of KEYS) {
      const values = samples.map((row) => row[key]);
      const found = series.find((one) => one.id === id)?.values;
      // What is 0 throughout has no series.
      expect([id, found ?? values.map(() => 0)]).toEqual([id, values]);
    }
  });

  it('reads no line wrongly, and leaves out one row of each log', async () => {
    for (const { path } of rows.filter(({ variant }) => variant.startsWith('cols'))) {
      const { log, diagnostics } = await parseBytes<VmstatLog>(path, readCorpusFile(path));
      expect([path, diagnostics]).toEqual([path, []]);
      expect([path, log?.sinceBoot === null]).toEqual([path, false]);
    }
  });
});
