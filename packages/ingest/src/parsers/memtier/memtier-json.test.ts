import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

const FIXTURE = readFixture('made-memtier-2.1.json').toString();

async function read(text: string) {
  using directory = makeDirectory({ 'redis-7.2.4/out.json': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) => run.results);
  const values = Object.fromEntries(
    results.map(({ test, measurements }) => [
      test,
      Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
    ]),
  );
  return { runs, results, values, diagnostics };
}

it('reads the rows of the JSON of memtier_benchmark, and nothing of their seconds', async () => {
  const { runs, values, diagnostics } = await read(FIXTURE);
  expect(diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
  expect(values).toEqual({
    gets: { throughput: 145_011.39 },
    totals: {
      ...{ throughput: 159_512.53, latency_avg: 0.001248, bandwidth: 6766.5 * 1024 },
      ...{ latency_p50: 0.001127, latency_p99: 0.002479, latency_p999: 0.004991 },
    },
    sets: {
      ...{ throughput: 14_501.14, latency_avg: 0.00125, latency_min: 0.000104, latency_max: 0.009855 },
      ...{ latency_p50: 0.001135, latency_p99: 0.002495, latency_p999: 0.005023, bandwidth: 1117.21 * 1024 },
    },
  });
  expect(runs[0]).toMatchObject({
    variant: { product: 'Redis', version: '7.2.4' },
    workload: { clients: 200 },
  });
});

it('reads the same in one line', async () => {
  const { values } = await read(JSON.stringify(JSON.parse(FIXTURE)));
  expect(values).toEqual((await read(FIXTURE)).values);
});

it('takes the mean of several runs', async () => {
  const document = JSON.parse(FIXTURE);
  const other = { Totals: { 'Ops/sec': 1, Latency: 2 } };
  const { values, results } = await read(
    JSON.stringify({
      'run information': document['run information'],
      'BEST RUN RESULTS': other,
      'WORST RUN RESULTS': other,
      'AGGREGATED AVERAGE RESULTS (2 runs)': { Totals: { 'Ops/sec': 500, Latency: 3 } },
    }),
  );
  expect(values).toEqual({ totals: { throughput: 500, latency_avg: 0.003 } });
  expect(results).toHaveLength(1);
});

it('reports a number that is none, and keeps the others', async () => {
  const { values, diagnostics } = await read(FIXTURE.replace('"Ops/sec": 159512.53', '"Ops/sec": "many"'));
  expect(values['totals']?.['throughput']).toBeUndefined();
  expect(values['totals']?.['latency_avg']).toBe(0.001248);
  expect(diagnostics.map(({ code }) => code)).toContain('VALUE_UNREADABLE');
});

it('keeps the numbers of a cut file, and reports the cut', async () => {
  const { values, diagnostics } = await read(FIXTURE.slice(0, FIXTURE.indexOf('"Totals"')));
  expect(Object.keys(values)).toEqual(['sets', 'gets']);
  expect(diagnostics.map(({ code }) => code)).toContain('TRUNCATED_LOG');
});
