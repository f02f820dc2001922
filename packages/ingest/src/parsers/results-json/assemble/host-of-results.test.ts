import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory } from '../../../testing/fixtures';

/** After the row since boot: us + sy 50 and 40, cs 700 and 900. */
const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000  10000 500000    0    0     0     0   10   20  1  1 98  0  0
 2  0      0 100000  10000 500000    0    0     0     0  300  700 40 10 50  0  0
 2  0      0 100000  10000 500000    0    0     0     0  300  900 30 10 60  0  0
`;
/** With -y: r/s 100 and 200, rkB/s 800 and 2400, w/s 40 and 60, wkB/s 400 and 600. */
const IOSTAT = `Linux 6.8.0 (box1)  11/01/2026  _x86_64_  (4 CPU)


Device            r/s     rkB/s     w/s     wkB/s  %util
md2            100.00    800.00   40.00    400.00   9.00

Device            r/s     rkB/s     w/s     wkB/s  %util
md2            200.00   2400.00   60.00    600.00   9.00

`;

const HEAD = { basecaseResults: 1, tool: 'mybench', product: 'MyStore', version: '1.1' };
const PUT = { test: 'put', value: 1000, unit: 'ops/s' };
const GET = { test: 'get/all', value: 500, unit: 'ops/s' };

async function read(results: readonly object[], files: Record<string, string>, head: object = {}) {
  using directory = makeDirectory({
    'results.json': JSON.stringify({ ...HEAD, ...head, results }),
    ...files,
  });
  const { runs, diagnostics } = await readUpload(directory.path);
  const own = runs.filter(({ benchmark }) => benchmark === 'mybench');
  return {
    results: own.flatMap((run) => run.results),
    other: runs.filter(({ benchmark }) => benchmark !== 'mybench'),
    notes: diagnostics
      .filter(({ code }) => code === 'METRIC_MISSING')
      .map(({ file, message }) => `${file}: ${message}`),
  };
}

type Results = Awaited<ReturnType<typeof read>>['results'];

function costsOf(results: Results, test: string, repeat = 1) {
  const found = results.find((result) => result.test === test && result.repeat === repeat);
  const costs = [
    'cpu_per_op',
    'cs_per_op',
    'reads_per_op',
    'read_kb_per_op',
    'write_kb_per_op',
    'cpu_us_per_op',
  ];
  return costs.map(
    (metric) => found?.measurements.find((measurement) => measurement.metric === metric)?.value ?? null,
  );
}

/** 45% / 1000, 800 / 1000, 150 / 1000, 1600 / 1000, 500 / 1000, 45% of 4 cores = 1.8 s of CPU / 1000. */
const COSTS_OF_PUT = [0.045, 0.8, 0.15, 1.6, 0.5, 1800];
const NONE = [null, null, null, null, null, null];

describe('vmstat and iostat next to results.json', () => {
  it('give costs per operation to the test that their names say', async () => {
    const { results, other, notes } = await read([PUT, GET], {
      'put.vmstat.txt': VMSTAT,
      'put.iostat.txt': IOSTAT,
      'vmstat.get_all.log': VMSTAT,
    });
    expect(costsOf(results, 'put')).toEqual(COSTS_OF_PUT.map((value) => expect.closeTo(value, 9)));
    expect(costsOf(results, 'get/all')).toEqual([0.09, 1.6, null, null, null, expect.closeTo(3600, 6)]);
    const cost = results[0]?.measurements.find(({ metric }) => metric === 'cs_per_op');
    expect(cost).toMatchObject({
      file: expect.stringMatching(/vmstat/),
      source: 'computed',
      formula: 'cs_per_op',
    });
    expect(results.find(({ test }) => test === 'put')?.device).toBe('md2');
    expect([other, notes]).toEqual([[], []]);
  });

  it('give them to the only result, whatever it is called', async () => {
    const { results } = await read([PUT], { 'vmstat.txt': VMSTAT, 'iostat.txt': IOSTAT });
    expect(costsOf(results, 'put')).toEqual(COSTS_OF_PUT.map((value) => expect.closeTo(value, 9)));
  });

  it('tell repeats, versions and clients apart where names do', async () => {
    const { results } = await read(
      [PUT, PUT, { ...PUT, version: '1.2' }, { ...GET, clients: 8 }, { ...GET, clients: 16 }],
      { 'put.2.vmstat.txt': VMSTAT, 'put.1.2.vmstat.txt': VMSTAT, 'get-all.dop16.vmstat.txt': VMSTAT },
    );
    const withCosts = results.filter(({ measurements }) =>
      measurements.some(({ metric }) => metric === 'cs_per_op'),
    );
    expect(withCosts.map(({ test, repeat, clients }) => [test, repeat, clients]).sort()).toEqual([
      ['get/all', 1, 16],
      ['put', 1, null],
      ['put', 2, null],
    ]);
  });

  it.each([
    ['of no test', [PUT, GET], 'other.vmstat.txt', /name matches no test/],
    ['of no test, of several', [PUT, GET], 'vmstat.txt', /has no test, and there are 2 results/],
    ['of several repeats', [PUT, PUT], 'put.vmstat.txt', /matches 2 results/],
    ['of tests that are named alike', [GET, { ...GET, test: 'get all' }], 'get-all.vmstat.txt', /matches 2/],
  ] as const)('with a name %s give no costs, and a diagnostic explains why', async (_, rows, file, why) => {
    const { results, notes } = await read(rows, { [file]: VMSTAT });
    expect(results.map(({ test, repeat }) => costsOf(results, test, repeat))).toEqual([NONE, NONE]);
    expect(notes).toEqual([expect.stringMatching(why)]);
  });

  it('give no costs when two logs name one test, and a diagnostic explains why', async () => {
    const { results, notes } = await read([PUT], { 'put.vmstat.txt': VMSTAT, 'vmstat.put.log': VMSTAT });
    expect(costsOf(results, 'put')).toEqual(NONE);
    expect(notes).toEqual([expect.stringMatching(/2 logs of vmstat are named after put/)]);
  });

  it.each([
    ['a time', { test: 'put', metric: 'time', value: 2, unit: 's' }, /it was timed/],
    ['a rate of a minute', { ...PUT, unit: 'rows/min' }, /its throughput is in rows\/min/],
    ['bytes', { ...PUT, unit: 'MB/s' }, /its throughput is in MB\/s/],
    ['no unit', { test: 'put', value: 3 }, /does not count operations of a second/],
  ])('give means alone to a test with %s', async (_, row, why) => {
    const { results, notes } = await read([row], { 'vmstat.txt': VMSTAT });
    expect(costsOf(results, 'put')).toEqual(NONE);
    expect(results[0]?.measurements.find(({ metric }) => metric === 'cs_per_s')?.value).toBe(800);
    expect(notes).toEqual([expect.stringMatching(why)]);
  });

  it('say CPU time with the cores that the head says', async () => {
    const { results } = await read([PUT], { 'vmstat.txt': VMSTAT }, { machine: { name: 'box1', cores: 8 } });
    expect(costsOf(results, 'put')[5]).toBeCloseTo(3600, 6);
  });
});
