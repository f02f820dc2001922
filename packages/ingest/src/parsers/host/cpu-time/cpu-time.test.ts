import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { CpuTimeLog } from './cpu-time-log';

const NAME = 'sb.cpu.read-write.range100.pk1.dop2';
const parse = (text: string, name = NAME) => parseBytes<CpuTimeLog>(name, Buffer.from(text));
const HEAD = "CPU time of the server's processes\n";

describe("CPU time of the server's processes", () => {
  it('is read by its content, whatever its name', async () => {
    const log = { type: 'cputime', elapsedSeconds: 5.012, cpuSeconds: 2.73, line: 3 };
    expect((await parse(readFixture(NAME).toString())).log).toEqual(log);
    const other = await parse(readFixture(NAME).toString(), 'server.txt');
    expect([other.log, other.artifact.kind]).toEqual([log, 'cpu_time']);
    expect((await parse('elapsed 5.012 s\ncpu 2.73 s\n', 'server.txt')).log).toBeNull();
  });

  it.each([
    ['without its last line', `${HEAD}elapsed 5.012 s\n`],
    ['of no time at all', `${HEAD}elapsed 0.000 s\ncpu 0.00 s\n`],
    ['of words', `${HEAD}elapsed five s\ncpu 2.73 s\n`],
  ])('%s is not a log, and the error has the expected form', async (_, text) => {
    const { log, diagnostics } = await parse(text);
    expect(log).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toContain('TRUNCATED_LOG');
  });

  it('becomes a cost per operation with the log of a test', async () => {
    const output = 'sb.o.read-write.range100.pk1.dop2';
    using directory = makeDirectory({
      [`x/${NAME}`]: readFixture(NAME),
      [`x/${output}`]: readFixture(output),
    });
    const { runs } = await readUpload(directory.path);
    const measurements = runs[0]?.results[0]?.measurements ?? [];
    const measured = (wanted: string) => measurements.find(({ metric }) => metric === wanted);
    const perSecond = (2.73 / 5.012) * 1e6;
    expect(measured('server_cpu_us_per_s')).toMatchObject({ value: perSecond, file: `x/${NAME}`, line: 3 });
    const throughput = measured('throughput')?.value ?? 0;
    expect(throughput).toBeGreaterThan(0);
    expect(measured('server_cpu_us_per_op')).toMatchObject({
      value: perSecond / throughput,
      source: 'computed',
    });
  });
});
