import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  const { runs, diagnostics } = await readUpload(directory.path);
  return { runs, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

/** Values by metric, those that were reported before those that were computed. */
function valuesOf(result: NormalizedResult | undefined): Record<string, number> {
  const all = result?.measurements ?? [];
  const computed = all.filter(({ source }) => source === 'computed');
  const reported = all.filter(({ source }) => source === 'reported');
  return Object.fromEntries([...computed, ...reported].map(({ metric, value }) => [metric, value]));
}

describe('recorded logs of pgbench', () => {
  const TAIL = 'select-only.range100.pk1.dop2';
  const DIRECTORY = 'round01/x.pg184_rel.b1_c8r32.pk1';

  it('have the test of their name, the CPUs and command of their first lines, and costs of the host', async () => {
    const { runs, codes } = await read({
      [`${DIRECTORY}/pgbench.o.${TAIL}`]: readFixture(`pgbench.o.${TAIL}`),
      [`${DIRECTORY}/pgbench.vm.${TAIL}`]: readFixture('sb.vm.read-write.range100.pk1.dop2'),
      [`${DIRECTORY}/pgbench.io.${TAIL}`]: readFixture('sb.io.read-write.range100.pk1.dop2'),
      [`${DIRECTORY}/pgbench.cpu.${TAIL}`]:
        "CPU time of the server's processes\nelapsed 4.000 s\ncpu 2.00 s\n",
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      label: 'x.pg184_rel.b1_c8r32.pk1',
      cores: 8,
      variant: { version: '18.4', flavour: 'rel', config: 'b1_c8r32' },
      workload: { clients: 2, primaryKey: true, label: 'scale 10, 1 thread, simple' },
    });
    const [result] = runs[0]?.results ?? [];
    expect(result).toMatchObject({ test: 'select-only', range: null, clients: 2, status: 'ok' });
    expect(result?.command).toMatch(/^\/usr\/bin\/pgbench --no-vacuum /);
    // mean(us + sy) of vmstat is 60, mean(cs) 6,000; 2 s of CPU in 4 s are 500,000 µs a second.
    const { throughput, cpu_per_op, cs_per_op, server_cpu_us_per_op, reads_per_op } = valuesOf(result);
    expect(throughput).toBe(10_008);
    expect(cpu_per_op).toBeCloseTo(60 / 10_008, 12);
    expect(cs_per_op).toBeCloseTo(6000 / 10_008, 12);
    expect(server_cpu_us_per_op).toBeCloseTo(500_000 / 10_008, 9);
    expect(reads_per_op).toBeGreaterThan(0);
    expect(codes).not.toContain('NO_RESULT');
  });

  it('are distinguished by range, except for the range of every name', async () => {
    const log = readFixture(`pgbench.o.${TAIL}`);
    const { runs } = await read({
      [`${DIRECTORY}/pgbench.o.${TAIL}`]: log,
      [`${DIRECTORY}/pgbench.o.select-only.range10.pk1.dop2`]: log,
    });
    expect(runs[0]?.results.map(({ test, range }) => [test, range])).toEqual([
      ['select-only', 10],
      ['select-only', null],
    ]);
  });
});
