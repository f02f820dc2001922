import { describe, expect, it } from 'vitest';
import type { NormalizedRun } from '../../model/run';
import { groupLabel } from '../../model/test';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { benchbaseModel } from './about';
import { variantOf } from './assemble/benchbase-assembler';
import { newSummary } from './summary/summary-log';

const TPCC = 'tpcc_2026-05-04_10-20-30';
const SMALLBANK = 'smallbank_2026-05-04_12-00-00';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  return await readUpload(directory.path);
}

/** Fixtures under their own names. */
const fixtures = (...names: string[]) => Object.fromEntries(names.map((name) => [name, readFixture(name)]));

/** Values by metric of one test of the only run. */
function valuesOf(runs: readonly NormalizedRun[], test: string): Record<string, number> {
  const result = runs[0]?.results.find((each) => each.test === test);
  return Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
}

const statusesOf = (runs: readonly NormalizedRun[]) =>
  runs.flatMap(({ results }) => results.map(({ test, status }) => `${test} ${status}`));

const codesOf = ({ diagnostics }: Awaited<ReturnType<typeof readUpload>>) =>
  diagnostics.map(({ code, file, line }) => [code, file, line]);

describe('summary.json', () => {
  it('has throughput, goodput, requests, and latencies of microseconds in seconds', async () => {
    const { runs, diagnostics } = await read(fixtures(`${TPCC}.summary.json`));
    expect(valuesOf(runs, 'tpcc')).toEqual({
      throughput: 99.998_000_039_999_2,
      goodput: 99.598_008_039_839_2,
      requests: 2000,
      elapsed: 20.0004,
      latency_p95: 0.088_123,
      latency_max: 0.214_007,
      latency_p50: 0.031_25,
      latency_min: 0.000_702,
      latency_p90: 0.071_999,
      latency_p99: 0.120_034,
      latency_p75: 0.052_81,
      latency_avg: 0.039_871,
    });
    expect(diagnostics).toEqual([]);
  });

  it('names the benchmark, the server by what it said, and what must be equal', async () => {
    const { runs } = await read(fixtures(`${TPCC}.summary.json`));
    expect(runs[0]?.variant).toMatchObject({ product: 'PostgreSQL', version: '17.5', versionKnown: true });
    expect(runs[0]?.workload).toMatchObject({ clients: 4, label: 'scale factor 10, read committed' });
    expect(runs[0]?.results[0]).toMatchObject({ clients: 4, tool: 'BenchBase', unit: 'requests/s' });
    expect(runs[0]?.results[0]?.measurements[0]).toMatchObject({ line: 24, lineEnd: 24 });
  });

  it('takes product, version and config of the name of its directory first', async () => {
    const { runs } = await read({
      [`x.pg175_o2.z1/${TPCC}.summary.json`]: readFixture(`${TPCC}.summary.json`),
    });
    expect(runs[0]?.variant).toMatchObject({
      product: 'PostgreSQL',
      version: '17.5',
      flavour: 'o2',
      config: 'z1',
    });
  });

  it('of OLTPBench has neither goodput nor time', async () => {
    const { runs, diagnostics } = await read(fixtures('made-oltpbench.summary'));
    expect(statusesOf(runs)).toEqual(['tatp ok']);
    expect(runs[0]?.variant).toMatchObject({ product: 'MySQL', version: '5.7.20' });
    expect(valuesOf(runs, 'tatp')).toMatchObject({ throughput: 10_126.5, latency_p99: 0.0048 });
    expect(valuesOf(runs, 'tatp')).not.toHaveProperty('goodput');
    expect(diagnostics).toEqual([]);
  });

  it('of an aborted run is failed, and -1 is not a latency', async () => {
    const upload = await read(fixtures('made-aborted.summary.json'));
    expect(statusesOf(upload.runs)).toEqual(['voter failed']);
    expect(valuesOf(upload.runs, 'voter')).toEqual({ throughput: 0, goodput: 0, requests: 0, elapsed: 10 });
    expect(codesOf(upload)).toEqual([
      ['METRIC_MISSING', 'made-aborted.summary.json', 10],
      ['benchbase:FINAL_STATE', 'made-aborted.summary.json', 7],
      ['ZERO_THROUGHPUT', 'made-aborted.summary.json', 14],
    ]);
  });

  it('with keys and values of other kinds reports them, and reads the rest', async () => {
    const text = readFixture(`${TPCC}.summary.json`)
      .toString('latin1')
      .replace('"tpcc"', '"../tpcc"')
      .replace('"Start timestamp (milliseconds)"', '"constructor"')
      .replace('"terminals": "4"', '"terminals": "many"')
      .replace(': 31250', ': "fast"');
    const upload = await read({ 'tpcc_2026-05-04_10-20-31.summary.json': text });
    expect(statusesOf(upload.runs)).toEqual(['tpcc ok']);
    expect(valuesOf(upload.runs, 'tpcc')).not.toHaveProperty('latency_p50');
    expect(upload.runs[0]?.workload.clients).toBe(null);
    expect(upload.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['VALUE_UNREADABLE', 7],
      ['VALUE_UNREADABLE', 12],
      ['VALUE_UNREADABLE', 16],
    ]);
  });

  it('of which there are several in one file are as many repeats', async () => {
    const text = readFixture(`${TPCC}.summary.json`).toString('latin1');
    const { runs } = await read({ 'all.json': `${text}${text}` });
    expect(runs[0]?.results.map(({ test, repeat }) => `${test} ${repeat}`)).toEqual(['tpcc 1', 'tpcc 2']);
  });

  it('that was cut is failed, and says where it ends', async () => {
    const text = readFixture(`${TPCC}.summary.json`).toString('latin1');
    const upload = await read({ 'cut.summary.json': text.split('\n').slice(0, 20).join('\n') });
    expect(statusesOf(upload.runs)).toEqual(['tpcc failed']);
    expect(codesOf(upload)).toEqual([['TRUNCATED_LOG', 'cut.summary.json', 20]]);
  });

  it.each([
    ['Throughput (requests/second)": 99', 'Throughput (requests/second)": 199'],
    ['Measured Requests": 2000', 'Measured Requests": 2001'],
    ['(nanoseconds)": 20000400000', '(nanoseconds)": 2000040000'],
  ])('doubts a throughput that is not requests / time: %s', async (from, to) => {
    const text = readFixture(`${TPCC}.summary.json`).toString('latin1').replace(from, to);
    const { runs, diagnostics } = await read({ 'x.summary.json': text });
    const doubtful = runs[0]?.results[0]?.measurements
      .filter(({ doubt }) => doubt)
      .map(({ metric }) => metric);
    expect(doubtful).toEqual(['throughput', 'requests', 'elapsed']);
    expect(diagnostics.map(({ code }) => code)).toContain('VALUES_DISAGREE');
  });
});

describe('config.xml', () => {
  it('tells a limit of the rate, which is what the throughput then says', async () => {
    const upload = await read(fixtures(`${SMALLBANK}.summary.json`, `${SMALLBANK}.config.xml`));
    expect(upload.runs[0]?.workload).toMatchObject({
      clients: 2,
      label: 'scale factor 1, serializable, weights 40,60, limited to 2/s',
    });
    expect(codesOf(upload)[0]).toEqual(['benchbase:RATE_LIMITED', `${SMALLBANK}.config.xml`, 10]);
  });

  it('that is alone in a directory is that of its runs, phases by phases', async () => {
    const upload = await read(fixtures(`${TPCC}.summary.json`, 'made-sample-config.xml'));
    expect(upload.runs[0]?.workload.label).toBe(
      'scale factor 10, read committed, weights 45,43,4,4,4 then 0,0,50,0,50, rates unlimited then 500/s',
    );
    expect(upload.diagnostics).toEqual([]);
  });
});

it('runs of one directory are repeats, and their files are distinguished by time', async () => {
  const summary = readFixture(`${TPCC}.summary.json`);
  const { runs } = await read({
    [`${TPCC}.summary.json`]: summary,
    [`${TPCC}.results.Payment.csv`]: readFixture(`${TPCC}.results.Payment.csv`),
    'tpcc_2026-05-04_10-25-00.summary.json': summary,
  });
  expect(runs[0]?.results.map(({ test, repeat }) => `${test} ${repeat}`)).toEqual([
    'tpcc 1',
    'tpcc 2',
    'tpcc.Payment 1',
  ]);
});

it('a console of the same run gives no second one, and is listed; of another run it counts', async () => {
  const console = readFixture('made-benchbase-console.txt').toString();
  const same = console.replace('measuredRequests=3168', 'measuredRequests=2000');
  const files = fixtures(`${TPCC}.summary.json`);
  const upload = await read({ ...files, 'console.txt': same });
  expect(upload.runs.map(({ benchmark }) => benchmark)).toEqual(['benchbase']);
  expect(upload.diagnostics).toContainEqual(
    expect.objectContaining({
      code: 'NO_RESULT',
      file: 'console.txt',
      message: expect.stringMatching(/^the console of the run of .*, which has its 2000 requests/),
    }),
  );
  const both = await read({ ...files, 'console.txt': console });
  expect(both.runs.map(({ benchmark }) => benchmark).sort()).toEqual(['benchbase', 'tpcc']);
});

it('vmstat of a run gives the costs per request', async () => {
  const vmstat = [
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----',
    ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
    ' 1  0      0 900000  10000 500000    0    0     0     0  100  100  1  1 98  0  0',
    ' 2  0      0 900000  10000 500000    0    0     0     0  100 1000 30 10 60  0  0',
    ' 2  0      0 900000  10000 500000    0    0     0     0  100 1000 30 10 60  0  0',
  ].join('\n');
  const { runs } = await read({ ...fixtures(`${TPCC}.summary.json`), [`${TPCC}.vmstat.txt`]: vmstat });
  expect(valuesOf(runs, 'tpcc')['cs_per_op']).toBeCloseTo(1000 / 99.998_000_04, 6);
});

describe('rows of the heatmap', () => {
  it.each([
    ['tpcc', 'tpcc', 'TPC-C', 0],
    ['tpcc.NewOrder', 'tpcc', 'TPC-C', 1],
    ['ycsb.ReadRecord', 'ycsb', 'YCSB', 3],
    ['tpcc,chbenchmark', 'tpcc,chbenchmark', 'TPC-C + CH-benCHmark', 0],
  ])('%s is of the group %s', (name, group, heading, position) => {
    expect(benchbaseModel.placeTest(name, null)).toMatchObject({ group, position, known: true });
    expect(groupLabel('benchbase', group)).toBe(heading);
  });

  it('of an unknown benchmark come last', () => {
    expect(benchbaseModel.placeTest('constructor', null)).toMatchObject({ group: 'other', known: false });
  });
});

describe('what a server said of its version', () => {
  it.each([
    ['POSTGRES', 'PostgreSQL 18beta1 on x86_64-pc-linux-gnu', 'PostgreSQL', '18beta1'],
    ['MYSQL', '8.0.28-0ubuntu0.20.04.3', 'MySQL', '8.0.28'],
    ['MYSQL', '10.6.7-MariaDB-1:10.6.7+maria~focal', 'MariaDB', '10.6.7'],
    ['COCKROACHDB', 'CockroachDB CCL v22.1.0 (x86_64-pc-linux-gnu, built 2022)', 'CockroachDB', '22.1.0'],
    ['YUGABYTE', 'PostgreSQL 11.2-YB-2.13.0.0-b0 on x86_64', 'YugabyteDB', '2.13.0.0'],
    ['SQLSERVER', 'Microsoft SQL Server 2019 - 15.0.4198.2 (X64)', 'SQL Server', '15.0.4198.2'],
  ])('%s %s', (dbms, text, product, version) => {
    const summary = { ...newSummary(1), dbms, version: text };
    const variant = variantOf({ directory: 'results', rootLabel: 'x' }, summary);
    expect(variant).toMatchObject({ product, version, versionKnown: true });
  });
});
