import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import { visitLines } from '../../files/line-blocks';
import type { FileDetails } from '../../model/details';
import { openDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';
import type { TableLog } from './table-log';

const [MY56, MY80] = ['x.my5651_rel_o2nofp.z12a_c8r32.pk1', 'x.my8044_rel_o2nofp.z12a_c8r32.pk1'];

const parse = (name: string, text = readFixture(name).toString()) =>
  parseBytes<TableLog>(name, Buffer.from(text));

/** `column test range clients step: values`, one line a cell. */
function cellsOf(log: TableLog | null): string[] {
  return (log?.cells ?? []).map(({ column, test, range, clients, step, values, line }) =>
    [
      line,
      log?.columns?.[column] ?? column,
      test,
      range,
      clients,
      step && `${step.index}/${step.count}`,
      values.map(({ metric, value }) => `${metric}=${value}`).join(' '),
    ].join(' | '),
  );
}

describe('a table of throughput', () => {
  it('is read column by column; an empty cell is missing', async () => {
    const { log, artifact, diagnostics } = await parse('qps.abs.made.tsv');
    expect(artifact).toMatchObject({ kind: 'qps-summary', status: 'parsed' });
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ shape: 'qps', columns: [MY56, MY80], lines: 7 });
    expect(cellsOf(log)).toEqual([
      `5 | ${MY56} | hot-points | 100 |  |  | throughput=4500`,
      `5 | ${MY80} | hot-points | 100 |  |  | throughput=3003`,
      `6 | ${MY56} | scan | 100 |  |  | throughput=251`,
      `6 | ${MY80} | scan | 100 |  |  | throughput=249`,
      `7 | ${MY56} | read-write | 10 |  |  | throughput=12000`,
    ]);
  });

  it('as csv has the same cells and no names', async () => {
    const { log } = await parse('qps.abs.made.csv');
    const tsv = (await parse('qps.abs.made.tsv')).log;
    expect(log?.columns).toBeNull();
    expect(log?.cells.map((cell) => ({ ...cell, line: 0 }))).toEqual(
      tsv?.cells.map((cell) => ({ ...cell, line: 0 })),
    );
  });

  it('as csv with a header has names', async () => {
    const { log } = await parse('t.csv', 'test,x.a.pk1,x.b.pk1\ndelete_range=100,10,20\n');
    expect(log?.columns).toEqual(['x.a.pk1', 'x.b.pk1']);
    expect(log?.cells.map(({ column, values }) => [column, values[0]?.value])).toEqual([
      [0, 10],
      [1, 20],
    ]);
  });

  it.each(['qps.rel.made.tsv', 'qps.made-headings.all', 'o.sum.made.rel'])(
    '%s holds ratios, which are kept',
    async (name) => {
      const { log, diagnostics } = await parse(name);
      expect(log?.cells).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toEqual(['RATIOS_ONLY']);
    },
  );

  it('reports the line that does not fit and reads the others', async () => {
    const text =
      'col-1 : x.a.pk1\n\ncol-1\n1\t2\tscan_range=1\n7\tscan_range=2\nnan\tscan_range=3\nx\tscan_range=4\n';
    const { log, diagnostics } = await parse('qps.abs.x.tsv', text);
    expect(cellsOf(log)).toEqual(['5 | x.a.pk1 | scan | 2 |  |  | throughput=7']);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['LINE_UNPARSED', 4],
      ['LINE_UNPARSED', 7],
    ]);
  });

  it('without rows is cut', async () => {
    const { diagnostics } = await parse('qps.abs.x.tsv', 'col-1 : x.a.pk1\ncol-2 : x.b.pk1\n');
    expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
  });

  it.each([
    ['a log', 'sysbench 1.0.20 (x)\n\nThreads started!\n'],
    ['numbers without a test', '1,2,3\n4,5,6\n'],
    ['rows of another table', 'readrandom.t8,1.00,0.97\n'],
    ['prose about a table', 'The regression is in\nscan_range=100\nsince 8.0\n'],
  ])('%s is none', (_, text) => {
    expect(kindOf(text)).not.toBe('qps-summary');
  });
});

describe('blocks of costs', () => {
  it('are read with the clients of their titles; the relative half is left out', async () => {
    const { log, diagnostics } = await parse('o.met.made');
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ shape: 'met', columns: [MY56, MY80], isOldForm: false });
    const costs = (...values: number[]) =>
      ['cpu_per_op', 'cs_per_op', 'reads_per_op', 'read_kb_per_op', 'write_kb_per_op', 'throughput']
        .map((metric, index) => `${metric}=${values[index]}`)
        .join(' ');
    expect(cellsOf(log)).toEqual([
      `4 | ${MY56} | prepare |  |  |  | ${costs(0.000097, 0.01, 0, 0.001, 1.236, 129870)}`,
      `5 | ${MY80} | prepare |  |  |  | ${costs(0.000152, 0.043, 0, 0, 1.165, 87719)}`,
      `12 | ${MY56} | hot-points | 100 | 16 |  | ${costs(0.00051, 3.825, 0, 0, 0.003, 4500)}`,
      `13 | ${MY80} | hot-points | 100 | 16 |  | ${costs(0.000662, 3.833, 0, 0, 0, 3003)}`,
      `20 | ${MY56} | scan | 100 | 16 |  | ${costs(0.004, 1.25, 0, 0, 0, 251)}`,
      `21 | ${MY80} | scan | 100 | 16 |  | ${costs(0.0041, 1.26, 0, 0, 0, 249)}`,
    ]);
  });

  it('of 2020 have fewer columns, found by name', async () => {
    const { log } = await parse('o.met.made-2020');
    expect(log?.isOldForm).toBe(true);
    expect(log?.cells[1]?.values).toEqual([
      { metric: 'cpu_per_op', value: 0.004099 },
      { metric: 'read_kb_per_op', value: 0 },
      { metric: 'write_kb_per_op', value: 0.004 },
      { metric: 'throughput', value: 6824 },
    ]);
  });

  it('report the row that does not fit', async () => {
    const text = readFixture('o.met.made-2020').toString().replace('0.000\t0.004', '0.000');
    const { log, diagnostics } = await parse('o.met.x', text);
    expect(log?.cells).toHaveLength(1);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 5]]);
  });
});

it('a table of 2020 has one number per client count, without naming the counts', async () => {
  const { log, diagnostics } = await parse('o.sum.made.abs');
  expect(diagnostics).toEqual([]);
  expect(cellsOf(log).slice(0, 5)).toEqual([
    '2 | x.fbmy56.x6a.pk1 | point-query.warm | 100 |  |  | throughput=33095',
    '3 | x.fbmy80.x6a.pk1 | point-query.warm | 100 |  |  | throughput=29676',
    '6 | x.fbmy56.x6a.pk1 | insert | 100 |  | 1/3 | throughput=9542',
    '6 | x.fbmy56.x6a.pk1 | insert | 100 |  | 2/3 | throughput=18037',
    '6 | x.fbmy56.x6a.pk1 | insert | 100 |  | 3/3 | throughput=24667',
  ]);
  expect(log?.cells).toHaveLength(8);
});

describe('facts', () => {
  it('hold the ratios with their base', () => {
    expect(detailsOf('qps.rel.made.tsv').facts[0]).toEqual({
      group: `${MY80}, relative to ${MY56}`,
      name: 'hot-points_range=100',
      value: '0.67',
      number: 0.67,
      unit: null,
      line: 5,
    });
  });

  it('hold the heading that ratios without names stand under', () => {
    const { facts } = detailsOf('qps.made-headings.all');
    expect(facts.map(({ group, name, value }) => `${group}: ${name} ${value}`)).toEqual([
      'work_mem 1 MB, column 1: read-only_range=10 1.03',
      'work_mem 1 MB, column 2: read-only_range=10 1.06',
      'work_mem 1 MB, column 1: read-only-sum_range=8000 0.89',
      'work_mem 1 MB, column 2: read-only-sum_range=8000 0.83',
      'work_mem 2 MB, column 1: read-only_range=10 1.02',
      'work_mem 2 MB, column 2: read-only_range=10 1.06',
    ]);
  });
});

function kindOf(text: string): string | null {
  const detection = detect(toSample('qps.abs.x.csv', Buffer.from(text)));
  return detection.outcome === 'claimed' ? detection.parser.kind : null;
}

function detailsOf(name: string): FileDetails {
  const bytes = readFixture(name);
  const detection = detect(toSample(name, bytes));
  const session = detection.outcome === 'claimed' ? openDetails(detection.parser, name) : null;
  if (!session) throw new Error(`${name} has no details`);
  visitLines(bytes, 1, session);
  return session.end();
}
