import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import type { NormalizedResult } from '../../model/run';
import { readFixture } from '../../testing/fixtures';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const LOG = 'made-go-bench.txt';
const NOTES = 'made-go-bench-notes.txt';

async function read(name: string, bytes: Buffer | string = readFixture(name), directory = 'kv-1.2.0') {
  const { runs, diagnostics, details } = await readOneCorpusFile(`${directory}/${name}`, Buffer.from(bytes));
  return { runs, results: runs.flatMap((run) => run.results), diagnostics, details };
}

function measured(result: NormalizedResult | undefined, metric: string) {
  const found = result?.measurements.find((measurement) => measurement.metric === metric);
  return found && [found.value, found.source, found.line];
}

describe('go test -bench', () => {
  it('is a run of what the directory names: a test a benchmark of a package, a repeat a line', async () => {
    const { runs, results } = await read(LOG);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'go-bench',
      label: 'kv-1.2.0',
      variant: { product: 'kv', version: '1.2.0', versionKnown: true, config: null },
      workload: { clients: null, label: null },
      cores: null,
      server: null,
    });
    expect(results.map(({ test, repeat, status, clients }) => [test, repeat, status, clients])).toEqual([
      ['example.org/kv/log:Put', 1, 'ok', null],
      ['example.org/kv/store:Delete', 1, 'failed', null],
      ['example.org/kv/store:Get/kind=hot', 1, 'ok', null],
      ['example.org/kv/store:Get/kind=hot', 2, 'ok', null],
      ['example.org/kv/store:Noop', 1, 'ok', null],
      ['example.org/kv/store:Put', 1, 'ok', null],
      ['example.org/kv/store:Scan', 1, 'ok', null],
    ]);
  });

  it('keeps the time as printed and computes the rate of it', async () => {
    const { results } = await read(LOG);
    const [, , first, second, noop, , scan] = results;
    expect(measured(first, 'time_per_op')).toEqual([2.5e-7, 'reported', 5]);
    // 250 ns: 4,000,000/s
    expect(measured(first, 'throughput')).toEqual([4_000_000, 'computed', 5]);
    expect(first?.measurements.find(({ metric }) => metric === 'throughput')?.formula).toBe(
      'inverse_of_time',
    );
    expect(measured(first, 'iterations')).toEqual([5_000_000, 'reported', 5]);
    expect(measured(first, 'bandwidth')).toEqual([256_000_000, 'reported', 5]);
    expect(measured(first, 'alloc_bytes_per_op')).toEqual([16, 'reported', 5]);
    expect(measured(first, 'allocs_per_op')).toEqual([1, 'reported', 5]);
    expect(measured(second, 'time_per_op')).toEqual([2e-7, 'reported', 6]);
    expect(measured(noop, 'time_per_op')).toEqual([3.125e-10, 'reported', 14]);
    // Its numbers follow what it printed itself.
    expect(measured(scan, 'time_per_op')).toEqual([0.0025, 'reported', 11]);
    expect(measured(scan, 'iterations')).toEqual([400, 'reported', 11]);
  });

  it('reports benchmarks that failed, were skipped, or printed no time', async () => {
    const { diagnostics } = await read(LOG);
    expect(diagnostics).toMatchObject([
      { code: 'TOOL_FAILED', line: 12, message: 'BenchmarkDelete failed' },
      { code: 'go-bench:SKIPPED', line: 24 },
      { code: 'go-bench:NO_TIME', severity: 'info', line: 23 },
    ]);
  });

  it('has every value as a fact, including custom units', async () => {
    const { details } = await read(LOG);
    const find = (group: string, name: string) =>
      details?.facts.find((fact) => fact.group === group && fact.name === name);
    expect(find('example.org/kv/store:BenchmarkPut', 'hit-ratio')).toMatchObject({
      value: '0.9500',
      number: 0.95,
      line: 7,
    });
    expect(find('example.org/kv/store:BenchmarkGet/kind=hot repeat 2', 'MB/s')?.number).toBe(320);
    expect(find('example.org/kv/log:BenchmarkEntries', 'entries')?.number).toBe(1024);
    expect(find('settings', 'cpu')?.value).toBe('AMD EPYC 9454P 48-Core Processor');
  });

  it('keeps sections of a file apart: what stands after another note is another config', async () => {
    const { runs } = await read(NOTES);
    expect(
      runs.map(({ variant, results }) => [
        variant.config,
        results.map((result) => measured(result, 'time_per_op')),
      ]),
    ).toEqual([
      [
        'note=before',
        [
          [1e-7, 'reported', 6],
          [1.25e-7, 'reported', 7],
        ],
      ],
      [
        'note=after',
        [
          [8e-8, 'reported', 11],
          [1e-7, 'reported', 12],
        ],
      ],
    ]);
    expect(runs[0]?.workload.clients).toBeNull();
  });

  it('has GOMAXPROCS as clients, and the same names', async () => {
    const text = readFixture(LOG).toString();
    const { runs, results } = await read(LOG, text.replaceAll(/(Benchmark\S+)/g, '$1-8'));
    expect(runs.map(({ workload }) => workload.clients)).toEqual([8]);
    expect(results.map(({ test, clients }) => [test, clients])).toEqual(
      (await read(LOG)).results.map(({ test }) => [test, 8]),
    );
  });

  it('takes a suffix for GOMAXPROCS where every benchmark has it', async () => {
    const names = async (...lines: string[]) =>
      (await read('x.txt', lines.map((name) => `Benchmark${name} 10 100 ns/op\n`).join(''))).results.map(
        ({ test, clients }) => [test, clients],
      );
    expect(await names('A', 'A-4', 'B', 'B-4')).toEqual([
      ['A', 1],
      ['B', 1],
      ['A', 4],
      ['B', 4],
    ]);
    expect(await names('Size-1024', 'B')).toEqual([
      ['B', null],
      ['Size-1024', null],
    ]);
    expect(await names('A', '_b')).toEqual([
      ['A', null],
      ['_b', null],
    ]);
  });

  it('reports a number that is none, a value without a unit, a time of 0, and a log that was cut', async () => {
    const codes = async (text: string) =>
      (await read('x.txt', text)).diagnostics.map(({ code, line }) => [code, line]);
    expect(await codes('goos: linux\ngoarch: amd64\nBenchmarkA 10 1x0 ns/op\n')).toEqual([
      ['VALUE_UNREADABLE', 3],
      ['go-bench:NO_TIME', 3],
    ]);
    expect(await codes('BenchmarkA 10 100 ns/op\nBenchmarkB  100 ns/op\n')).toEqual([['LINE_UNPARSED', 2]]);
    expect(await codes('BenchmarkA 10 100 ns/op 12\n')).toEqual([['LINE_UNPARSED', 1]]);
    expect(await codes('BenchmarkA 10 0.0000 ns/op\n')).toEqual([['METRIC_MISSING', 1]]);
    expect(await codes('BenchmarkA 10 100 ns/op\nBenchmarkB-8   \n')).toEqual([['TRUNCATED_LOG', 2]]);
    expect(await codes('ok  \texample.org/kv\t0.2s\n')).toEqual([['NO_RESULT', null]]);
    expect(await codes('FAIL\texample.org/kv [build failed]\nBenchmarkA 10 1 ns/op\n')).toEqual([
      ['TOOL_FAILED', 1],
    ]);
  });

  it.each(['made-benchstat.txt', 'made-benchstat.csv', 'made-benchstat-2017.txt'])(
    '%s is a table of benchstat',
    (name) => {
      const bytes = readFixture(name);
      expect(detect(toSample('some.txt', bytes))).toMatchObject({
        outcome: 'claimed',
        parser: { kind: 'benchstat', open: null },
      });
    },
  );
});
