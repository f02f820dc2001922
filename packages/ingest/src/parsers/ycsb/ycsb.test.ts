import { describe, expect, it } from 'vitest';
import type { NormalizedRun } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

async function read(name: string, at = name, beside: Record<string, Buffer> = {}) {
  using directory = makeDirectory({ [at]: readFixture(name), ...beside });
  const upload = await readUpload(directory.path);
  // The directory of the test names no version, and logs of YCSB do not.
  const diagnostics = upload.diagnostics.filter(({ code }) => code !== 'UNKNOWN_VERSION');
  return { ...upload, diagnostics };
}

/** Values by metric of one test of the only run, or of the run that is named by its place. */
function valuesOf(runs: readonly NormalizedRun[], test: string, index = 0): Record<string, number> {
  const result = runs[index]?.results.find((each) => each.test === test);
  return Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
}

const statusesOf = (runs: readonly NormalizedRun[]) =>
  runs.flatMap(({ results }) => results.map(({ test, status }) => `${test} ${status}`));

describe('YCSB of Java', () => {
  it('reads throughput of all operations, and counts and latencies of each kind in seconds', async () => {
    const { runs, diagnostics } = await read('made-ycsb-0.17-run.txt');
    expect(statusesOf(runs)).toEqual(['overall ok', 'read ok', 'update ok', 'cleanup ok']);
    expect(valuesOf(runs, 'overall')).toEqual({
      ...{ throughput: 5000, elapsed: 20 },
      ...{ errors: 0, operations: 100_000 },
    });
    expect(valuesOf(runs, 'read')).toEqual({
      errors: 0,
      operations: 50_100,
      latency_avg: 0.0014338125748502993,
      latency_min: 0.000_205,
      latency_max: 0.041_023,
      latency_p95: 0.003_201,
      latency_p99: 0.008_951,
    });
    expect(diagnostics).toEqual([]);
  });

  it('keeps file and line, the tool, the threads and the masked command', async () => {
    const { runs } = await read('made-ycsb-0.17-run.txt');
    const [overall] = runs[0]?.results ?? [];
    expect(overall).toMatchObject({ clients: 16, tool: 'YCSB 0.17.0', unit: 'operations/s' });
    expect(overall?.command).toMatch(/^-t -db site\.ycsb\.db\.MongoDbClient -s -P workloads\/workloada /);
    expect(overall?.measurements[0]).toMatchObject({ file: 'made-ycsb-0.17-run.txt', line: 12, lineEnd: 12 });
  });

  it('names product and workload by the command line, the version by the directory', async () => {
    const { runs } = await read('made-ycsb-0.17-run.txt', 'mongodb-4.4.1.c8/run.txt');
    expect(runs[0]?.variant).toMatchObject({
      product: 'MongoDB',
      version: '4.4.1',
      versionKnown: true,
      config: 'c8',
    });
    expect(runs[0]?.workload).toMatchObject({ clients: 16, label: 'workloada, run, 200000 records' });
  });

  it('reads milliseconds where the name of a percentile has that unit, and counts failures', async () => {
    const { runs, diagnostics } = await read('made-ycsb-0.1-histogram.txt');
    const below = (percentile: string) =>
      `${percentile}PercentileLatency(ms) of CLEANUP is printed in whole milliseconds, as 0: below 1 ms, not stored`;
    expect(runs[0]?.variant).toMatchObject({ product: 'PostgreSQL', versionKnown: false });
    expect(valuesOf(runs, 'read')).toMatchObject({
      latency_avg: 0.004_380_25,
      latency_p95: 0.004,
      latency_p99: 0.007,
    });
    // 0.1 prints 900 operations, 20 of which failed.
    expect(valuesOf(runs, 'update')).toMatchObject({ operations: 880, errors: 20 });
    expect(valuesOf(runs, 'overall')).toMatchObject({ throughput: 900, elapsed: 20, errors: 20 });
    expect(valuesOf(runs, 'cleanup')).toEqual({
      operations: 4,
      latency_avg: 0.000_25,
      latency_min: 0.000_02,
      latency_max: 0.000_9,
    });
    expect(statusesOf(runs)).toEqual(['overall ok', 'read ok', 'update ok', 'cleanup ok']);
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['ycsb:BELOW_MILLISECOND', 36, below('95th')],
      ['ycsb:BELOW_MILLISECOND', 37, below('99th')],
      ['ycsb:FAILED_OPERATIONS', 28, 'UPDATE: 20 of 900 operations failed (-1 20)'],
    ]);
  });

  it('has no result and reports why when an exception replaces the rows', async () => {
    const { runs, diagnostics } = await read('made-ycsb-0.9-exception.txt');
    expect(statusesOf(runs)).toEqual(['overall failed']);
    expect(runs[0]?.results[0]?.measurements).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 7 }]);
  });

  it('fails a test most of which failed, and stores no latencies of no operations', async () => {
    const { runs, diagnostics } = await read('made-ycsb-not-found.txt');
    expect(statusesOf(runs)).toEqual(['overall failed', 'read failed', 'cleanup ok']);
    expect(valuesOf(runs, 'read')).toEqual({ operations: 0, errors: 1 });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['ycsb:FAILED_OPERATIONS', 'READ: 1 of 1 operations failed (NOT_FOUND 1)'],
    ]);
  });

  it('reads a load and a limited run of one file as two, which are never compared', async () => {
    const { runs, diagnostics } = await read('made-ycsb-load-then-target.txt');
    expect(runs.map(({ workload }) => workload.label)).toEqual([
      'workloadf, load, 1000 records',
      'workloadf, run, 1000 records, limited to 100/s',
    ]);
    expect(valuesOf(runs, 'overall')).toMatchObject({ throughput: 500, elapsed: 2 });
    expect(valuesOf(runs, 'overall', 1)).toMatchObject({
      throughput: 99.910_080_927_165_55,
      elapsed: 10.009,
    });
    expect(valuesOf(runs, 'read', 1)).toMatchObject({ latency_p999: 0.003_001 });
    expect(valuesOf(runs, 'read-modify-write', 1)).toMatchObject({
      operations: 490,
      latency_avg: 0.000_705_5,
    });
    expect(valuesOf(runs, 'intended-read', 1)).toMatchObject({ operations: 1000, latency_avg: 0.000_402_5 });
    expect(diagnostics).toMatchObject([{ code: 'ycsb:TARGET', line: 18 }]);
  });

  it('gives no throughput of a run that was stopped, and says where its progress ended', async () => {
    const { runs, diagnostics } = await read('made-ycsb-stopped.txt');
    expect(statusesOf(runs)).toEqual(['overall failed']);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['LINE_UNPARSED', 2],
      ['TRUNCATED_LOG', 3],
    ]);
    expect(diagnostics[1]?.message).toMatch(/the last line of progress is of 20 s$/);
  });

  it('doubts a throughput that is not the number of operations / run time', async () => {
    const text = readFixture('made-ycsb-0.17-run.txt').toString('latin1').replace(', 5000.0', ', 50000.0');
    using directory = makeDirectory({ 'run.txt': text });
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(runs[0]?.results[0]?.measurements[0]?.doubt?.message).toMatch(
      /^throughput × run time = operations /,
    );
    expect(diagnostics.map(({ code }) => code)).toContain('VALUES_DISAGREE');
  });

  it('keeps logs of HdrHistogram and reports why they are not read', async () => {
    const { artifacts, diagnostics } = await read('made-ycsb-0.17-run.txt', 'run.txt', {
      'READ.hdr': readFixture('READ.hdr'),
    });
    expect(artifacts.find(({ path }) => path === 'READ.hdr')).toMatchObject({
      kind: 'hdr-histogram-log',
      status: 'kept',
    });
    expect(diagnostics).toMatchObject([{ code: 'NO_RESULT', file: 'READ.hdr' }]);
  });
});

describe('go-ycsb', () => {
  it('reads the rows after `Run finished`, TOTAL as all operations', async () => {
    const { runs, diagnostics } = await read('made-go-ycsb-run.txt');
    expect(statusesOf(runs)).toEqual(['overall ok', 'read ok', 'update ok']);
    expect(valuesOf(runs, 'overall')).toMatchObject({
      throughput: 10_000.2,
      elapsed: 20.005,
      operations: 200_000,
      latency_avg: 0.003_051,
      latency_p9999: 0.080_511,
    });
    expect(valuesOf(runs, 'read')).toEqual({
      errors: 0,
      throughput: 5010.1,
      operations: 100_200,
      latency_avg: 0.003_001,
      latency_min: 0.000_181,
      latency_max: 0.090_111,
      latency_p50: 0.002_611,
      latency_p90: 0.004_9,
      latency_p95: 0.006_001,
      latency_p99: 0.010_503,
      latency_p999: 0.040_511,
      latency_p9999: 0.079_999,
    });
    expect(runs[0]?.variant.product).toBe('MySQL');
    expect(runs[0]?.workload).toMatchObject({ clients: 32, label: 'run, 1000000 records, go-ycsb' });
    expect(diagnostics).toEqual([]);
  });

  it('computes the throughput where no row has it, and fails what mostly failed', async () => {
    const { runs, diagnostics } = await read('made-go-ycsb-errors.txt');
    // (600 + 24200) / 60.5 s; commits are 2400 of 26700 operations.
    expect(valuesOf(runs, 'overall')).toEqual({
      ...{ throughput: 24_800 / 60.5, elapsed: 60.5 },
      ...{ errors: 1900, operations: 24_800 },
    });
    expect(statusesOf(runs)).toEqual(['overall ok', 'read ok', 'commit failed']);
    expect(valuesOf(runs, 'commit')).toMatchObject({ operations: 600, errors: 1800 });
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['ycsb:FAILED_OPERATIONS', 3, 'COMMIT: 1800 of 2400 operations failed'],
      ['ycsb:FAILED_OPERATIONS', 5, 'READ: 100 of 24300 operations failed'],
    ]);
  });

  it('takes no result from rows of progress', async () => {
    const { runs, diagnostics } = await read('made-go-ycsb-stopped.txt');
    expect(statusesOf(runs)).toEqual(['overall failed']);
    expect(runs[0]?.results[0]?.measurements).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', line: 2 }]);
  });
});

it('takes the last totals of go-ycsb of 2018, which print neither time nor rate', async () => {
  const { runs, diagnostics } = await read('made-go-ycsb-2018.log');
  expect(statusesOf(runs).find((text) => text.startsWith('insert'))).toBe('insert ok');
  expect(valuesOf(runs, 'insert')).toEqual({
    errors: 0,
    operations: 1_444_242,
    latency_avg: 0.000_872,
    latency_min: 0.000_318,
    latency_max: 0.098_263,
    latency_p95: 0.002,
    latency_p99: 0.004,
  });
  expect(diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', severity: 'info' }]);
});
