import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory } from '../../testing/fixtures';

const COLUMNS = ['x.pg175_o2nofp.x10a_c32r128.pk1', 'x.pg180_o2nofp.x10b_c32r128.pk1'];
const TABLE = `${COLUMNS.map((label, index) => `col-${index + 1} : ${label}`).join('\n')}

col-1	col-2	-> point queries
1000	800	hot-points_range=100

col-1	col-2	-> range queries
250	200	scan_range=100
`;
const JOIN = `branch-misses 20000 24000
cache-misses -1 80000
cycles 2000000 3000000
instructions 5000000 6000000
L1-dcache-load-miss-pct 2.75 2.97
`;
const name = (test: string, loop = 1) =>
  `join${loop}.abs.1u.1t.50m.sb.perf.hw.${test}.range100.pk1.${loop}.sorted`;

async function read(files: Record<string, string>) {
  using directory = makeDirectory({ 'd/qps.abs.1u.1t.50m.tsv': TABLE, ...files });
  const { runs, diagnostics } = await readUpload(directory.path);
  const value = (label: string | undefined, test: string, metric: string) =>
    runs
      .find((run) => run.label === label)
      ?.results.find((result) => result.test === test)
      ?.measurements.find((found) => found.metric === metric);
  return { runs, diagnostics, value };
}

describe('a join of perf stat counters', () => {
  it.each(['d', 'd/join1'])(
    'in %s gives each column of the table next to it or above its costs',
    async (at) => {
      const { value, diagnostics } = await read({ [`${at}/${name('hot-points')}`]: JOIN });
      expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(COLUMNS.map((label) => value(label, 'hot-points', 'ipc')?.value)).toEqual([2.5, 2]);
      // The scripts count for 10 s: 5,000,000 / 10 / 1000 and 6,000,000 / 10 / 800.
      expect(COLUMNS.map((label) => value(label, 'hot-points', 'instructions_per_op'))).toMatchObject([
        { value: 500, source: 'computed', file: `${at}/${name('hot-points')}`, line: 4 },
        { value: 750, line: 4 },
      ]);
      expect(COLUMNS.map((label) => value(label, 'hot-points', 'branch_misses_per_op')?.value)).toEqual([
        2, 3,
      ]);
      // -1: the CPU lacks the counter.
      expect(COLUMNS.map((label) => value(label, 'hot-points', 'cache_misses_per_op')?.value)).toEqual([
        undefined,
        10,
      ]);
      expect(value(COLUMNS[0], 'scan', 'ipc')).toBeUndefined();
    },
  );

  it('divides the counters of a scan by the rows of one client', async () => {
    const { value } = await read({ [`d/${name('scan')}`]: JOIN });
    expect(value(COLUMNS[1], 'scan', 'instructions_per_op')?.value).toBe(3000);
  });

  it('takes the loop in the middle as a whole', async () => {
    const loops = [1, 3, 2].map((ipc, loop): [string, string] => [
      `d/${name('hot-points', loop)}`,
      `cycles 1000 1000\ninstructions ${ipc * 1000} ${ipc * 1000}\n`,
    ]);
    const { value } = await read(Object.fromEntries(loops));
    expect(value(COLUMNS[0], 'hot-points', 'ipc')?.value).toBe(2);
  });

  it('asks for the columns where the table next to it has others', async () => {
    const three = JOIN.replaceAll(/(\d)$/gm, '$1 7');
    const { value, diagnostics } = await read({ [`d/join1/${name('hot-points')}`]: three });
    expect(value(COLUMNS[0], 'hot-points', 'ipc')).toBeUndefined();
    expect(diagnostics.find(({ code }) => code === 'NAME_UNPARSED')?.message).toBe(
      'its 3 columns have no names, and the tables next to it have 2: name the run directories in "columns" of basecase.json, in the order of the columns',
    );
  });

  it('takes the columns that basecase.json names, in their order', async () => {
    const { value, diagnostics } = await read({
      [`d/join1/${name('hot-points')}`]: 'cycles 1000\ninstructions 3000\n',
      'd/join1/basecase.json': JSON.stringify({ basecase: 1, columns: [COLUMNS[1]] }),
    });
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(COLUMNS.map((label) => value(label, 'hot-points', 'ipc')?.value)).toEqual([undefined, 3]);
  });

  it('gives only IPC where one of several backends was counted', async () => {
    using directory = makeDirectory({
      'd/qps.abs.8u.8t.10m.tsv': TABLE,
      [`d/${name('hot-points').replace('1u.1t.50m', '8u.8t.10m')}`]: JOIN,
    });
    const { runs } = await readUpload(directory.path);
    const [first] = runs[0]?.results ?? [];
    expect(first?.measurements.map(({ metric }) => metric)).toEqual(['throughput', 'ipc']);
  });

  it('reports a line with a number too few, and reads the others', async () => {
    const { value, diagnostics } = await read({
      [`d/${name('hot-points')}`]: JOIN.replace('20000 24000', '20000'),
    });
    expect(diagnostics.find(({ code }) => code === 'LINE_UNPARSED')?.line).toBe(1);
    expect(value(COLUMNS[0], 'hot-points', 'branch_misses_per_op')).toBeUndefined();
    expect(value(COLUMNS[0], 'hot-points', 'ipc')?.value).toBe(2.5);
  });

  it('reports that ratios are kept', async () => {
    const rel = 'INF\tINF\talignment-faults\n0.998\t0.984\tinstructions\n';
    const { diagnostics } = await read({ [`d/${name('hot-points').replace('.abs.', '.rel.')}`]: rel });
    expect(diagnostics.map(({ code }) => code)).toContain('RATIOS_ONLY');
  });
});
