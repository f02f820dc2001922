import { expect, it } from 'vitest';
import { readDetails } from '../../read-details';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

async function read(text: Buffer | string) {
  using directory = makeDirectory({ 'run/6A3A943C586703E263834363.json': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const values = runs.flatMap(({ results }) =>
    results.map(({ test, measurements }): [string, Record<string, number>] => [
      test,
      Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
    ]),
  );
  return { runs, values: Object.fromEntries(values), codes: diagnostics.map(({ code }) => code) };
}

it('reads NOPM, TPM, response times of new orders and CPU between ramp-up and end', async () => {
  const { runs, values } = await read(readFixture('made-hammerdb-6-report.json'));
  expect(values).toEqual({
    'vu24.w192': {
      throughput: 600_000,
      tpm: 1_380_000,
      latency_min: 0.000166,
      latency_avg: 0.000752,
      latency_max: 0.080997,
      latency_p50: 0.000641,
      latency_p95: 0.001695,
      latency_p99: 0.00271,
      elapsed: 300,
      samples_vmstat: 2,
      cpu_percent: 80,
      cpu_per_op: 0.008,
      // 80% of 24 cores, 10,000 new orders a second.
      cpu_us_per_op: expect.closeTo(1920, 6),
    },
  });
  expect(runs).toMatchObject([
    {
      benchmark: 'tproc-c',
      variant: { product: 'PostgreSQL', version: '18.4' },
      results: [{ tool: 'HammerDB 6.0', clients: 24 }],
    },
  ]);
});

it('draws transactions, IO and bandwidth over time', async () => {
  async function* bytes() {
    yield readFixture('made-hammerdb-6-report.json');
  }
  const { series } = await readDetails(bytes(), '6A3A943C586703E263834363.json');
  expect(series.map(({ label, seconds, values }) => [label, seconds, values])).toEqual([
    ['TPM', [0, 10], [0, 1_241_316]],
    ['IO/s', [10], [120]],
    ['MB/s', [10], [3.5]],
  ]);
});

it('reads the times of queries of TPROC-H, of the set and their geometric mean', async () => {
  const { runs, values } = await read(readFixture('made-hammerdb-6-report-tproc-h.json'));
  const times = Object.entries(values).map(([test, numbers]) => [test, numbers['time_per_op']]);
  expect(Object.fromEntries(times)).toEqual({
    'query set': 280,
    'geometric mean': 4.0027,
    q2: 0.256,
    q14: 6.533,
  });
  expect(runs).toMatchObject([
    {
      benchmark: 'queries',
      variant: { product: 'MariaDB', version: '12.3.2' },
      workload: { label: 'TPROC-H, scale factor 10' },
    },
  ]);
});

it('has no result of a job without one, and reports a number that is none', async () => {
  const text = readFixture('made-hammerdb-6-report.json').toString();
  const missing = await read(text.replace('"nopm": 600000,', '').replace('"tpm": 1380000,', ''));
  expect(missing.runs[0]?.results[0]?.status).toBe('failed');
  const broken = await read(text.replace('"nopm": 600000', '"nopm": "many"'));
  expect(broken.codes).toContain('VALUE_UNREADABLE');
  expect(broken.values['vu24.w192']).not.toHaveProperty('throughput');
});

it.each([
  ['NOPM', '"nopm": 600000', '"nopm": 6000000'],
  ['TPM', '"tpm": 1380000', '"tpm": 138000'],
  ['NOPM next to its chart', '"nopm": 600000', '"nopm": 610000'],
])('doubts %s where the report contradicts itself', async (_, from, to) => {
  const text = readFixture('made-hammerdb-6-report.json').toString().replace(from, to);
  const { codes } = await read(text);
  expect(codes).toContain('VALUES_DISAGREE');
});

it('reads no CPU where the ramp-up is not known', async () => {
  const text = readFixture('made-hammerdb-6-report.json').toString().replace('"rampup_minutes": 2,', '');
  const { values, codes } = await read(text);
  expect(values['vu24.w192']).not.toHaveProperty('cpu_percent');
  expect(codes).toContain('METRIC_MISSING');
});
