import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

async function read(name: string, text: Buffer | string = readFixture(name)) {
  using directory = makeDirectory({ [`run/${name}`]: text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const times = runs.flatMap(({ results }) =>
    results.map(({ test, status, measurements }) => {
      const time = measurements.find(({ metric }) => metric === 'time_per_op');
      return [test, status, time?.value ?? null, time?.line ?? null];
    }),
  );
  return { runs, times, codes: diagnostics.map(({ code }) => code) };
}

describe('ClickBench', () => {
  it('has runs after the first as repeats, first runs and load as tests, and a failed query', async () => {
    const { runs, times } = await read('made-clickbench.json');
    expect(times).toEqual([
      ['load', 'ok', 158.5, 10],
      ['q0', 'ok', 0.001, 16],
      ['q0', 'ok', 0.002, 17],
      ['q0.cold', 'ok', 0.045, 15],
      ['q1', 'ok', 0.035, 21],
      ['q1', 'ok', 0.033, 22],
      ['q1.cold', 'ok', 0.25, 20],
      ['q2', 'failed', null, null],
      ['q3', 'ok', 0.5, 32],
      ['q3.cold', 'ok', 1.5, 30],
    ]);
    expect(runs).toMatchObject([
      { variant: { product: 'DuckDB' }, workload: { label: 'ClickBench, c6a.4xlarge' } },
    ]);
    const rate = runs[0]?.results[1]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(rate).toMatchObject({ value: 1000, unit: 'queries/s', source: 'computed' });
  });

  it('reads the runs of a query on one line, as the published files have them', async () => {
    const text = JSON.stringify(JSON.parse(readFixture('made-clickbench.json').toString()));
    const [pretty, packed] = [await read('made-clickbench.json'), await read('packed.json', text)];
    expect(packed.times.map((row) => row.slice(0, 3))).toEqual(pretty.times.map((row) => row.slice(0, 3)));
  });

  it('leaves out a query that lacks a run, as another one would be that of a cold cache', async () => {
    const text = readFixture('made-clickbench.json').toString().replace('0.250,', '');
    const { times, codes } = await read('made-clickbench.json', text);
    expect(times.map(([test]) => test)).not.toContain('q1.cold');
    expect(times.map(([test]) => test)).toContain('q0.cold');
    expect(codes).toContain('METRIC_MISSING');
  });

  it('keeps what stands before a cut, and reports it', async () => {
    const text = readFixture('made-clickbench.json').toString();
    const { times, codes } = await read('made-clickbench.json', text.slice(0, text.indexOf('0.035,')));
    expect(times.map(([test]) => test)).toEqual(['load', 'q0', 'q0', 'q0.cold', 'q1.cold']);
    expect(codes).toContain('TRUNCATED_LOG');
  });
});

it('reads iterations of dfbench in milliseconds, wherever the number of the query stands', async () => {
  const { runs, times } = await read('made-dfbench-tpch.json');
  expect(times).toEqual([
    ['q1', 'ok', 0.1205, 12],
    ['q1', 'ok', 0.11025, 13],
    ['q2', 'ok', 0.030125, 20],
  ]);
  expect(runs).toMatchObject([
    { variant: { product: 'DataFusion', version: '41.0.0' }, workload: { label: 'TPC-H' }, cores: 8 },
  ]);
});

it('reads the summary of go-tpc tpch, and no single run', async () => {
  const { runs, times } = await read('made-go-tpc-tpch.txt');
  expect(times).toEqual([
    ['q1', 'ok', 3.61, 5],
    ['q2', 'ok', 0.82, 6],
  ]);
  expect(runs[0]?.workload.label).toBe('TPC-H, scale factor 10');
});

it('reads queries of TPROC-H and the time of a set', async () => {
  const { runs, times } = await read('made-hammerdb-tproc-h.txt');
  expect(times).toEqual([
    ['query set', 'ok', 280, 12],
    ['q2', 'ok', 0.256, 11],
    ['q14', 'ok', 6.533, 9],
  ]);
  expect(runs).toMatchObject([
    { benchmark: 'queries', workload: { clients: 1, label: 'TPROC-H, scale factor 10' } },
  ]);
  expect(runs[0]?.results[0]?.tool).toBe('HammerDB 5.0');
});

it.each([
  ['a time for each query', '{"unit":"ms","queries":{"q1":1500,"q2":250,"q14b":75}}', [1.5, 0.25, 0.075]],
  [
    'the unit behind the times, and in lists',
    '{"tpch_q1":[1.5,1.25],"q02.sql":[3],"unit":"seconds"}',
    [1.5, 1.25, 3],
  ],
  ['the unit in the name of the object', '{"times_ms":{"q1":1500,"query_2":250}}', [1.5, 0.25]],
  ['a list of objects', '[{"query":1,"seconds":1.5},{"query":2,"seconds":0.25}]', [1.5, 0.25]],
  [
    'lists below other fields',
    '{"results":[{"name":"Q1","rows":4,"time_us":1500},{"name":"Q2","rows":4,"time_us":250}]}',
    [0.0015, 0.00025],
  ],
  ['an object for each query', '{"q1":{"elapsed_s":1.5,"rows":9},"q2":{"elapsed_s":0.25}}', [1.5, 0.25]],
  ['several times of a query', '[{"query":1,"cold_time_s":1.5,"time_s":1},{"query":2,"time_s":1}]', []],
  [
    'an engine of each query',
    '[{"query":1,"engine":"a","seconds":1},{"query":1,"engine":"b","seconds":2}]',
    [],
  ],
  ['no unit', '{"time_unit":"ticks","q1":1500,"q2":250}', []],
])('JSON of a script with %s', async (_, text, values) => {
  const { times } = await read('times.json', text).catch(() => ({ times: [] }));
  expect(times.map(([, , value]) => value).toSorted()).toEqual(values.toSorted());
});

it('a query suite as JSON names its suite, product and version', async () => {
  const { runs, times } = await read('made-query-suite.json');
  expect(times).toEqual([
    ['q1', 'ok', 1.5005, 7],
    ['q1', 'ok', 1.4, 8],
    ['q2', 'ok', 0.25, 9],
    ['q22', 'ok', 0.07525, 10],
  ]);
  expect(runs).toMatchObject([
    {
      variant: { product: 'DuckDB', version: '1.1.3' },
      workload: { label: 'TPC-H, scale factor 10' },
    },
  ]);
});
