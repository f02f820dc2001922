import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

it('makes a test of the vmstat and iostat logs of one name, without a throughput', async () => {
  using directory = makeDirectory({
    'a/Tier2G.vmstat.txt': readFixture('w-t.txt'),
    'a/Tier2G.iostat.txt': readFixture('kx-since-boot.txt'),
    'a/other.iostat.txt': readFixture('y-mxt.txt'),
    'b/o.vm': readFixture('y.txt'),
  });
  const { runs, diagnostics } = await readUpload(directory.path);
  expect(diagnostics).toEqual([]);
  expect(
    runs.map(({ benchmark, label, cores, results }) => [
      benchmark,
      label,
      cores,
      results.map(({ test }) => test),
    ]),
  ).toEqual([
    ['host', 'a', 2, ['Tier2G', 'other']],
    ['host', 'b', null, ['o']],
  ]);
  const values = runs[0]?.results[0]?.measurements.map(({ metric, value, source }) => [
    metric,
    Number(value.toFixed(3)),
    source,
  ]);
  expect(values).toEqual([
    ['samples_vmstat', 3, 'computed'],
    // us + sy: (1 + 5 + 0 + 4 + 0 + 5) / 3; cs (6953 + 6430 + 6467) / 3
    ['cpu_percent', 5, 'computed'],
    ['cs_per_s', 6616.667, 'computed'],
    ['steal', 0, 'computed'],
    ['steal_max', 0, 'computed'],
    ['samples_iostat', 2, 'computed'],
    ['reads_per_s', 1722.5, 'computed'],
    ['read_kb_per_s', 27_558, 'computed'],
    ['writes_per_s', 1500, 'computed'],
    ['write_kb_per_s', 48_000, 'computed'],
    ['read_await', 0, 'computed'],
    ['write_await', 0, 'computed'],
    // 27,558 / 1722.5 and 48,000 / 1500
    ['read_size', 15.999, 'computed'],
    ['write_size', 32, 'computed'],
    ['queue_size', 0.165, 'computed'],
  ]);
  expect(runs[0]?.results[0]).toMatchObject({ unit: '', status: 'ok', device: 'vda', range: null });
});

it('keeps runs of one name in different places apart', async () => {
  const log = readFixture('kx-since-boot.txt');
  using directory = makeDirectory({ 'latin1/res01/iostat.ro.1.res': log, 'utf8/res01/iostat.ro.1.res': log });
  const { runs } = await readUpload(directory.path);
  expect(runs.map(({ path, results }) => [path, results.length])).toEqual([
    ['latin1/res01', 1],
    ['utf8/res01', 1],
  ]);
});
