import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../model/run';
import { readFixture } from '../../testing/fixtures';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const REPETITIONS = 'made-google-benchmark-repetitions.json';

async function read(name: string, bytes: Buffer = readFixture(name), directory = 'sortlib-2.4.1') {
  const { runs, diagnostics, details } = await readOneCorpusFile(`${directory}/${name}`, bytes);
  return { runs, results: runs.flatMap((run) => run.results), diagnostics, details };
}

function measured(result: NormalizedResult | undefined, metric: string) {
  const found = result?.measurements.find((measurement) => measurement.metric === metric);
  return found && [found.value, found.source, found.line];
}

describe('Google Benchmark', () => {
  it('is a run of what the directory names, with a test a name and a repeat a row', async () => {
    const { runs, results } = await read(REPETITIONS);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'google-benchmark',
      label: 'sortlib-2.4.1',
      variant: { product: 'sortlib', version: '2.4.1', versionKnown: true },
      cores: 16,
      server: null,
    });
    expect(results.map(({ test, repeat, status, clients }) => [test, repeat, status, clients])).toEqual([
      ['BM_Insert<Btree>/threads:8', 1, 'ok', 8],
      ['BM_Open', 1, 'failed', 1],
      ['BM_Sort/4096', 1, 'ok', 1],
      ['BM_Sort/4096', 2, 'ok', 1],
    ]);
  });

  it('keeps the time as printed and computes the rate of it', async () => {
    const { results } = await read(REPETITIONS);
    const [, , first, second] = results;
    // 25 us: 1 / 0.000025 s = 40,000/s
    expect(measured(first, 'time_per_op')).toEqual([0.000025, 'reported', 31]);
    expect(measured(first, 'throughput')?.[0]).toBeCloseTo(40_000, 6);
    expect(first?.measurements.find(({ metric }) => metric === 'throughput')).toMatchObject({
      source: 'computed',
      formula: 'inverse_of_time',
      unit: 'operations/s',
      line: 31,
    });
    expect(measured(first, 'cpu_time_per_op')).toEqual([0.0000245, 'reported', 32]);
    expect(measured(first, 'iterations')).toEqual([20_000, 'reported', 30]);
    expect(measured(first, 'bandwidth')).toEqual([655_360_000, 'reported', 34]);
    expect(measured(second, 'time_per_op')).toEqual([0.00002, 'reported', 47]);
    expect(measured(results[0], 'time_per_op')?.[0]).toBe(1.25e-7);
  });

  it('reports what a benchmark says went wrong, and gives it no number', async () => {
    const { results, diagnostics } = await read(REPETITIONS);
    expect(results[1]?.measurements).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: 'google-benchmark:AGGREGATES_ONLY', severity: 'info', line: 114 },
      { code: 'TOOL_FAILED', line: 107, message: 'BM_Open: no such file' },
    ]);
  });

  it('has aggregates, counters and labels as facts', async () => {
    const { details } = await read(REPETITIONS);
    const find = (group: string, name: string) =>
      details?.facts.find((fact) => fact.group === group && fact.name === name);
    expect(find('BM_Sort/4096_mean', 'real_time')).toMatchObject({ number: 22.5, unit: 'us', line: 64 });
    expect(find('BM_Sort/4096 repeat 2', 'items_per_second')).toMatchObject({ value: 'null', number: null });
    expect(find('BM_Insert<Btree>/threads:8', 'label')).toMatchObject({ value: 'arena on' });
    expect(find('context', 'host_name')).toMatchObject({ value: 'bench7', line: 4 });
  });

  it('reads old files: no run_type, aggregates by their names, nanoseconds where no unit is given', async () => {
    const { results, diagnostics } = await read('made-google-benchmark-2016.json');
    expect(results.map(({ test }) => test)).toEqual(['BM_Copy/64', 'BM_Scan', 'BM_loss_max']);
    expect(measured(results[0], 'time_per_op')).toEqual([4e-8, 'reported', 13]);
    // Only mean and stddev are there: 12 ms.
    expect(measured(results[1], 'time_per_op')).toEqual([0.012, 'reported', 27]);
    expect(measured(results[2], 'time_per_op')).toEqual([5e-10, 'reported', 41]);
    expect(diagnostics).toMatchObject([{ code: 'google-benchmark:AGGREGATES_ONLY', severity: 'info' }]);
  });

  it('reads the whole part of a file that was cut, and reports it', async () => {
    const text = readFixture(REPETITIONS).toString();
    const cut = Buffer.from(text.slice(0, text.indexOf('"BM_Sort/4096_mean"')));
    const { results, diagnostics } = await read('cut.json', cut);
    expect(results).toHaveLength(2);
    expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
  });

  it('reports a non-numeric time, an unknown unit, and a time of 0', async () => {
    const text = readFixture(REPETITIONS).toString();
    const lines = async (from: string, to: string) =>
      (await read('x.json', Buffer.from(text.replace(from, to)))).diagnostics
        .filter(({ code }) => !code.includes('AGGREGATES') && code !== 'TOOL_FAILED')
        .map(({ code, line }) => [code, line]);
    expect(await lines('"real_time": 2.5000000000000000e+01', '"real_time": NaN')).toEqual([
      ['VALUE_UNREADABLE', 31],
      ['METRIC_MISSING', 21],
    ]);
    expect(await lines('"time_unit": "us"', '"time_unit": "cycles"')).toEqual([['METRIC_MISSING', 21]]);
    expect(await lines('"real_time": 2.5000000000000000e+01', '"real_time": 0')).toEqual([
      ['METRIC_MISSING', 31],
    ]);
  });

  it('knows which threads a time is of by the version of the library', async () => {
    const threaded = async (version: string | null) => {
      const text = readFixture(REPETITIONS).toString();
      const said = version === null ? '' : `"library_version": "${version}",`;
      const bytes = Buffer.from(text.replace('"num_cpus"', `${said}"num_cpus"`));
      const { results, diagnostics } = await read(REPETITIONS, bytes);
      const found = results[0]?.measurements.find(({ metric }) => metric === 'throughput');
      return [found?.value, found?.formula, diagnostics.some(({ code }) => code === 'METRIC_MISSING')];
    };
    // 125 ns of all 8 threads together, and of each of them.
    expect(await threaded(null)).toEqual([1 / 1.25e-7, 'inverse_of_time', false]);
    expect(await threaded('v1.8.5-3-gabcdef0')).toEqual([1 / 1.25e-7, 'inverse_of_time', false]);
    expect(await threaded('v1.9.0')).toEqual([8 / 1.25e-7, 'threads_by_time', false]);
    expect(await threaded('2.0.0')).toEqual([8 / 1.25e-7, 'threads_by_time', false]);
    expect(await threaded('hello, bazel!')).toEqual([undefined, undefined, true]);
  });

  it('leaves an unknown version empty', async () => {
    const { runs, diagnostics } = await read('made-google-benchmark-2016.json', undefined, 'nightly-results');
    expect(runs[0]?.variant).toMatchObject({ version: 'nightly-results', versionKnown: false });
    expect(diagnostics.map(({ code }) => code)).toContain('UNKNOWN_VERSION');
  });
});
