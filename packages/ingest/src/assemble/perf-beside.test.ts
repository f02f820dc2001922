import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const perf = (target: string, seconds = 10) => `
 Performance counter stats for ${target}:

    20,000,000,000      cycles                    #    2.509 GHz
    30,000,000,000      instructions              #    1.50  insn per cycle
         5,000,000      cache-misses              #    1.00 % of all cache refs
         2,000,000      branch-misses             #    1.00 % of all branches

      ${seconds.toFixed(9)} seconds time elapsed
`;
const SYSTEM = perf("'system wide'");
const PROCESS = perf("process id '4711'");

async function read(files: Record<string, string | Buffer>) {
  using directory = makeDirectory(files);
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) => run.results);
  const value = (metric: string, index = 0) =>
    results[index]?.measurements.find((found) => found.metric === metric)?.value;
  return { runs, results, value, diagnostics };
}

const YCSB = readFixture('made-ycsb-0.17-run.txt');
const PGBENCH = readFixture('made-pgbench-16-rate.txt');

describe('perf stat next to other tools than sysbench', () => {
  it.each<[tool: string, log: string, Buffer | string, perf: string, perMinute?: number]>([
    ['pgbench', 'run/c8.txt', PGBENCH, 'run/c8.perf.txt'],
    ['pgbench', 'run/pgbench.txt', PGBENCH, 'run/perf-stat.txt'],
    ['pgbench', 'pg18/tpcb.16.log', PGBENCH, 'pg18/perf.stat.tpcb.16.log'],
    ['YCSB', 'run/ycsb-a.log', YCSB, 'run/perf-a.log'],
    [
      'HammerDB',
      'run/o.pg.pg181_o2nofp.x10b_c8r32.run.out',
      '',
      'run/o.pg.pg181_o2nofp.x10b_c8r32.run.perf',
      60,
    ],
    ['HammerDB', 'run/hammerdb.log', '', 'run/perf.txt', 60],
    [
      'sysbench',
      'run/oltp.sysbench.txt',
      readFixture('sb.o.read-write.range100.pk1.dop2'),
      'run/oltp.perf.txt',
    ],
    ['sysbench', 'run/sysbench.log', readFixture('sb.o.read-write.range100.pk1.dop2'), 'run/perf.stat.log'],
    [
      'results.json',
      'run/results.json',
      JSON.stringify({
        ...{ basecaseResults: 1, tool: 'rows', product: 'X', version: '1' },
        results: [{ test: 'scan', metric: 'throughput', value: 2000, unit: 'operations/s' }],
      }),
      'run/perf.txt',
    ],
  ])('gives %s (%s) its costs per operation', async (_, name, text, perfName, divisor = 1) => {
    const log = text === '' ? readFixture('o.pg.pg181_o2nofp.x10b_c8r32.run.out') : text;
    const { value, diagnostics } = await read({ [name]: log, [perfName]: SYSTEM });
    const q = (value('throughput') ?? 0) / divisor;
    expect(q).toBeGreaterThan(0);
    expect(value('ipc')).toBe(1.5);
    expect(value('instructions_per_op')).toBeCloseTo(3_000_000_000 / q, 3);
    expect(value('cache_misses_per_op')).toBeCloseTo(500_000 / q, 6);
    expect(value('branch_misses_per_op')).toBeCloseTo(200_000 / q, 6);
    expect(diagnostics.filter(({ code, file }) => code === 'NO_RESULT' && file === perfName)).toEqual([]);
  });

  it.each<[form: string, text: string, instructions: number | undefined]>([
    [
      'JSON (-j)',
      '{"counter-value" : "20000.000000", "unit" : "", "event" : "cycles", "event-runtime" : 1, "pcnt-running" : 100.00}\n' +
        '{"counter-value" : "30000.000000", "unit" : "", "event" : "instructions", "event-runtime" : 1, "pcnt-running" : 100.00}\n',
      undefined,
    ],
    [
      'CSV with semicolons, two kinds of cores',
      '15000;;cpu_core/cycles/;9;83.33;;\n30000;;cpu_core/instructions/;9;83.33;;\n5000;;cpu_atom/cycles/;9;83.33;;\n' +
        '<not counted>;;cpu_atom/instructions/;0;0.00;;\n',
      undefined,
    ],
    [
      'CSV in intervals',
      '     1.001038160,9000,,cycles,9,100.00,,\n     1.001038160,14000,,instructions,9,100.00,,\n' +
        '     2.002038160,11000,,cycles,9,100.00,,\n     2.002038160,16000,,instructions,9,100.00,,\n',
      undefined,
    ],
    [
      'intervals (-I)',
      '#           time             counts unit events\n     1.001038160          9,000      cycles\n' +
        '     1.001038160         14,000      instructions         #    1.56  insn per cycle\n' +
        '     2.002038160         11,000      cycles\n     2.002038160         16,000      instructions\n',
      undefined,
    ],
    [
      'numbers as in German',
      perf("'system wide'").replaceAll(',', '.').replace('10.000000000', '10,000000000'),
      30_000_000_000,
    ],
    [
      'numbers as in French',
      perf("'system wide'").replaceAll(',', '\u202f').replace('10.000000000', '10,000000000'),
      30_000_000_000,
    ],
  ])('reads %s', async (_, text, instructions) => {
    const { value } = await read({ 'run/c8.txt': PGBENCH, 'run/perf.txt': text });
    const perOp = instructions && instructions / 10 / (value('throughput') ?? 0);
    expect([value('ipc'), value('instructions_per_op')]).toEqual([1.5, perOp]);
  });

  it('gives only IPC where one of several backends was counted', async () => {
    const { value } = await read({ 'run/c8.txt': PGBENCH, 'run/c8.perf.txt': PROCESS });
    expect([value('ipc'), value('instructions_per_op')]).toEqual([1.5, undefined]);
  });

  it('never takes the counters of the client for those of the server', async () => {
    const { value } = await read({
      'run/c8.txt': PGBENCH,
      'run/c8.perf.txt': perf("'pgbench -c 8 -T 60 bench'"),
    });
    expect([value('ipc'), value('instructions_per_op')]).toEqual([undefined, undefined]);
  });

  it('takes the counters of a test of the same name, and no others', async () => {
    const { results, value } = await read({
      'run/a.txt': PGBENCH,
      'run/b.txt': PGBENCH.toString().replace(/number of clients: \d+/, 'number of clients: 3'),
      'run/b.perf.txt': SYSTEM,
      'run/perf.txt': PROCESS,
    });
    const index = results.findIndex(({ clients }) => clients === 3);
    expect([value('ipc', index), value('ipc', 1 - index)]).toEqual([1.5, undefined]);
  });

  it('reads the means of several measurements that perf prints with -r', async () => {
    const repeated = SYSTEM.replaceAll(/ +#.*/g, '  ( +-  0.10% )').replace(
      '10.000000000 seconds time elapsed',
      '10.00000 +- 0.00030 seconds time elapsed  ( +-  0.01% )',
    );
    const { value } = await read({ 'run/c8.txt': PGBENCH, 'run/c8.perf.txt': repeated });
    expect(value('ipc')).toBe(1.5);
    expect(value('instructions_per_op')).toBeCloseTo(3_000_000_000 / (value('throughput') ?? 0), 3);
  });
});
