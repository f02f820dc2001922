import { describe, expect, it } from 'vitest';
import { readFixtureDetails } from '../../testing/read-fixture-details';
import { cockroachTpcc, readCells, readHeader } from './cockroach/cockroach';
import { parsePythonLiteral, pyTpcc } from './family';
import { goTpc } from './go-tpc/go-tpc';
import { testOf } from './names';
import { oltpbench } from './oltpbench/oltpbench';
import { tpccMysql } from './tpcc-mysql/tpcc-mysql';

describe('details of TPC-C', () => {
  it('of tpcc-mysql have intervals as series in seconds', () => {
    const { series } = readFixtureDetails(tpccMysql, 'made-tpcc-mysql.txt');
    const byName = (id: string, of: string) => series.find((each) => each.id === id && each.of === of);
    expect(byName('transactions', 'new-order')).toMatchObject({
      seconds: [10, 20],
      values: [2900, 3100],
      lines: [23, 24],
    });
    expect(byName('latency_p95', 'new-order')?.values).toEqual([0.009_483, 0.009_012]);
    expect(byName('transactions', 'stock-level')?.values).toEqual([290, 310]);
    expect(byName('latency_max', 'delivery')?.values).toEqual([0.443_955, 0.400_125]);
  });

  it('of tpcc-mysql have both lists and the constraints as facts', () => {
    const { facts } = readFixtureDetails(tpccMysql, 'made-tpcc-mysql.txt');
    const fact = (group: string, name: string) =>
      facts.find((each) => each.group === group && each.name === name)?.value;
    expect(fact('new-order', 'sc')).toBe('10000');
    expect(fact('new-order, second list', 'sc')).toBe('10001');
    expect(fact('response time', 'New-Order')).toBe('55.56% [NG]');
    expect(fact('transaction percentage', 'Payment')).toBe('43.27% [OK]');
  });

  it('of a port have buckets as histograms and times as facts, of the last run', () => {
    const { histograms, facts } = readFixtureDetails(tpccMysql, 'made-tpcc-rust-port.md');
    expect(histograms.map(({ of, buckets, line, lineEnd }) => ({ of, buckets, line, lineEnd }))).toEqual([
      {
        of: 'new-order',
        buckets: [
          { upTo: 0.001, count: 30_000 },
          { upTo: 0.002, count: 5990 },
          { upTo: 0.005, count: 22 },
        ],
        line: 27,
        lineEnd: 31,
      },
      { of: 'payment', buckets: [{ upTo: 0.001, count: 35_990 }], line: 33, lineEnd: 35 },
    ]);
    expect(facts.filter(({ group }) => group === 'payment').map(({ name, value }) => [name, value])).toEqual([
      ['sc', '35990'],
      ['lt', '0'],
      ['fl', '0'],
      ['90th percentile', '0.000'],
      ['longest', '0.001'],
    ]);
  });

  it('of go-tpc have rows of intervals as series, 10 s apart', () => {
    const { series, facts } = readFixtureDetails(goTpc, 'made-go-tpc.txt');
    expect(series[0]).toMatchObject({
      id: 'tpm',
      of: 'new-order',
      seconds: [10, 20],
      values: [3575.7, 3660],
      lines: [2, 4],
    });
    expect(facts.find(({ name }) => name === 'efficiency')?.value).toBe('2799.4');
    expect(
      facts.find(({ group, name }) => group === 'Summary NEW_ORDER_ERR' && name === 'Avg(ms)'),
    ).toMatchObject({ value: '10.1', unit: 'ms', line: 7 });
  });

  it('of go-tpc of 2020 have rows since the start at their own times', () => {
    const { series } = readFixtureDetails(goTpc, 'made-go-tpc-2020.txt');
    expect(series[0]).toMatchObject({ of: 'new-order', seconds: [9.9, 19.9], values: [9878.8, 9799] });
  });

  it("of CockroachDB's workload have intervals of each type", () => {
    const { series, facts } = readFixtureDetails(cockroachTpcc, 'made-cockroach-tpcc.txt');
    expect(series.find(({ id, of }) => id === 'latency_p99' && of === 'newOrder')).toBeUndefined();
    expect(series.find(({ id, of }) => id === 'latency_p99' && of === 'new-order')).toMatchObject({
      seconds: [1, 2],
      values: [0.151, 0.1426],
    });
    expect(facts.find(({ group, name }) => group === 'tpmC' && name === 'efc')?.value).toBe('96.1%');
  });

  it('of py-tpcc have every value of the dict as printed', () => {
    const { facts } = readFixtureDetails(pyTpcc, 'made-py-tpcc.txt');
    const values = Object.fromEntries(facts.map(({ group, name, value }) => [`${group} ${name}`, value]));
    expect(values).toMatchObject({
      'null date': '2020-06-10 17:36:06',
      'null retry_writes': 'False',
      'DELIVERY retries.retries_ops.2': '1',
      'NEW_ORDER so far cnt': '2250',
    });
  });

  it('of OLTPBench have the results of each run in a group', () => {
    const { facts } = readFixtureDetails(oltpbench, 'made-oltpbench-console.txt');
    expect(facts.filter(({ name }) => name === 'measuredRequests')).toMatchObject([
      { group: 'run 1', value: '7980', line: 14 },
      { group: 'run 2', value: '6000', line: 24 },
    ]);
  });

  it('of BenchBase have goodput and state', () => {
    const { facts } = readFixtureDetails(oltpbench, 'made-benchbase-console.txt');
    const named = facts.filter(({ group }) => group === 'run 1').map(({ name, value }) => [name, value]);
    expect(named).toEqual([
      ['nanoSeconds', '60000000000'],
      ['measuredRequests', '3168'],
      ['requests/sec', '52.8'],
      ['goodput', '53.1'],
      ['state', 'EXIT'],
    ]);
  });
});

describe('a literal of Python', () => {
  it.each([
    [`{'a': True, "b": [1, -2.5e3, None], 'c': (1,)}`, { a: true, b: [1, -2500, null], c: [1] }],
    [`{u'it\\'s': {}}`, { "it's": {} }],
    ['{1: .5, }', { '1': 0.5 }],
    ['[]', []],
  ])('%s is read', (text, value) => {
    expect(parsePythonLiteral(text)).toEqual({ value });
  });

  it.each(["{'a': 1", "{'a' 1}", "{'a': 1} x", "{'a': f(1)}", '1.2.3', '12k', "'open", '', '['.repeat(40)])(
    '%j is none',
    (text) => {
      expect(parsePythonLiteral(text)).toBeNull();
    },
  );

  it('has no key of the language', () => {
    const literal = parsePythonLiteral("{'__proto__': {'tpmc': 1}}");
    expect(Object.keys(literal?.value ?? {})).toEqual(['__proto__']);
  });
});

describe("a table of CockroachDB's workload", () => {
  it('is known by its header', () => {
    expect(readHeader('_elapsed_______tpmC____efc__avg(ms)')).toEqual({
      kind: 'tpmC',
      columns: ['elapsed', 'tpmC', 'efc', 'avg(ms)'],
    });
    expect(readHeader('_elapsed___errors_____ops(total)___ops/sec(cum)__total')).toMatchObject({
      kind: 'type',
      columns: ['elapsed', 'errors', 'ops(total)', 'ops/sec(cum)', 'opName'],
    });
    expect(readHeader('elapsed tpmC')).toBeNull();
  });

  it('is not whole where a cell is missing', () => {
    const table = readHeader('_elapsed_______tpmC____efc__avg(ms)');
    expect(table && readCells('  120.0s  1235.5  96.1%', table)?.isWhole).toBe(false);
    expect(table && readCells('I190101 12:00:00 starting', table)).toBeNull();
  });
});

it.each([
  ['NEW_ORDER', 'new-order'],
  ['newOrder', 'new-order'],
  ['Stock-Level', 'stock-level'],
  ['Q12', 'q12'],
  ['constructor', 'constructor'],
])('the test of %s is %s', (name, test) => {
  expect(testOf(name)).toBe(test);
});
