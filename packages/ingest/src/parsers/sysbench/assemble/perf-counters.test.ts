import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

const MYSQL = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const POSTGRES = 'x.pg180_o2nofp.x10a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const log = readFixture(LOG);
const PERF = 'sb.perf.hw.read-write.range100.pk1';

/** As perf prints one measurement of ten seconds. */
const printed = (target: string, [cycles, instructions]: readonly [number, number], seconds = 10) => `
 Performance counter stats for ${target}:

    ${cycles.toLocaleString('en')}      cycles                    #    2.509 GHz
    ${instructions.toLocaleString('en')}      instructions              #    0.50  insn per cycle

      ${seconds.toFixed(9)} seconds time elapsed
`;

const misses = (target: string) => `
 Performance counter stats for ${target}:

    5,000,000      cache-misses              #    1.00 % of all cache refs
    2,000,000      branch-misses             #    1.00 % of all branches

      5.000000000 seconds time elapsed
`;

async function valuesOf(run: string, files: Record<string, string>, [name, text] = [LOG, log.toString()]) {
  const inRun = Object.fromEntries(
    Object.entries({ ...files, [name]: text }).map(([file, content]) => [`${run}/${file}`, content]),
  );
  using directory = makeDirectory(inRun);
  const { runs, diagnostics } = await readUpload(directory.path);
  const measurements = runs[0]?.results[0]?.measurements ?? [];
  const value = (metric: string) => measurements.find((found) => found.metric === metric)?.value;
  return { value, measurements, diagnostics };
}

describe('perf stat next to a log of sysbench', () => {
  it('gives counts per operation by the time of the same measurement of perf', async () => {
    const target = "process id '4711'";
    const text = printed(target, [20_000_000_000, 30_000_000_000]) + misses(target);
    const { value, measurements, diagnostics } = await valuesOf(MYSQL, { [`${PERF}.0.raw`]: text });
    const q = value('throughput') ?? 0;
    expect(q).toBeGreaterThan(0);
    expect(value('ipc')).toBe(1.5);
    expect(value('instructions_per_op')).toBeCloseTo(3_000_000_000 / q, 6);
    expect(value('cycles_per_op')).toBeCloseTo(2_000_000_000 / q, 6);
    expect(value('cache_misses_per_op')).toBeCloseTo(1_000_000 / q, 6);
    expect(value('branch_misses_per_op')).toBeCloseTo(400_000 / q, 6);
    expect(measurements.find(({ metric }) => metric === 'instructions_per_op')).toMatchObject({
      file: `${MYSQL}/${PERF}.0.raw`,
      line: 5,
      formula: 'instructions_per_op',
    });
    // perf indents its lines, which a terminal could have done.
    expect(diagnostics.filter(({ code }) => code !== 'WRAPPER_REMOVED')).toEqual([]);
  });

  it('takes ten seconds for a list of the run scripts, in which -1 is not a count', async () => {
    const list = 'branch-misses\t-1\ncache-misses\t70\ncycles\t1000\ninstructions\t2500\n';
    const { value } = await valuesOf(MYSQL, { [`${PERF}.1.sorted`]: list });
    const q = value('throughput') ?? 0;
    expect([value('ipc'), value('branch_misses_per_op')]).toEqual([2.5, undefined]);
    expect(value('cache_misses_per_op')).toBeCloseTo(7 / q, 9);
    expect(value('instructions_per_op')).toBeCloseTo(250 / q, 9);
  });

  it('takes the loop in the middle as a whole', async () => {
    const target = "process id '4711'";
    const ratios = [1, 3, 2, 5, 4];
    const files = ratios.map((ratio, loop): [string, string] => [
      `${PERF}.${loop}.raw`,
      printed(target, [1_000_000_000, ratio * 1_000_000_000]),
    ]);
    const { value } = await valuesOf(MYSQL, Object.fromEntries(files));
    expect(value('ipc')).toBe(3);
    expect(value('instructions_per_op')).toBeCloseTo(300_000_000 / (value('throughput') ?? 0), 6);
  });

  it('gives only IPC where one backend of several was counted', async () => {
    const counted: [number, number] = [2_000_000_000, 3_000_000_000];
    const one = await valuesOf(POSTGRES, { [`${PERF}.0`]: printed("process id '4711'", counted) });
    expect([one.value('ipc'), one.value('instructions_per_op')]).toEqual([1.5, undefined]);
    const all = await valuesOf(POSTGRES, { [`${PERF}.dop2`]: printed("'system wide'", counted) });
    expect(all.value('instructions_per_op')).toBeCloseTo(300_000_000 / (all.value('throughput') ?? 0), 6);
  });

  it('compares no counters of two measurements, and divides by no time of another', async () => {
    const target = "process id '4711'";
    const apart = printed(target, [0, 3]).replace(/.*cycles {4}.*\n/, '') + misses(target);
    const { value } = await valuesOf(MYSQL, {
      [`${PERF}.0.raw`]: `${apart}\n Performance counter stats for ${target}:\n\n   9,000      cycles\n`,
    });
    expect([value('ipc'), value('cycles_per_op')]).toEqual([undefined, undefined]);
    expect(value('instructions_per_op')).toBeGreaterThan(0);
  });

  it('does not join counters of other clients, and none to tests of several clients', async () => {
    const text = printed("'system wide'", [10, 20]);
    const other = await valuesOf(MYSQL, { [`${PERF}.dop40`]: text });
    expect(other.value('ipc')).toBeUndefined();
    const second = log.toString().replace(/Number of threads: 2/, 'Number of threads: 40');
    const several = await valuesOf(MYSQL, {
      [`${PERF}.0.raw`]: text,
      [LOG.replace('dop2', 'dop40')]: second,
    });
    expect(several.value('ipc')).toBeUndefined();
  });
});
