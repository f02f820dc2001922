import { describe, expect, it } from 'vitest';
import type { NormalizedRun, ParsedUpload } from '../../model/run';
import { testLabel } from '../../model/test';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

const [MY56, MY80] = ['x.my5651_rel_o2nofp.z12a_c8r32.pk1', 'x.my8044_rel_o2nofp.z12a_c8r32.pk1'];

async function read(files: Record<string, Buffer | string>): Promise<ParsedUpload> {
  const inFolder = Object.entries(files).map(([name, content]) => [`nov25/${name}`, content] as const);
  using directory = makeDirectory(Object.fromEntries(inFolder));
  return await readUpload(`${directory.path}/nov25`);
}

/** `label clients label-of-workload`, then its results. */
function outline(runs: readonly NormalizedRun[]): string[] {
  return runs.flatMap((run) => [
    `${run.label} clients=${run.workload.clients} ${run.workload.label ?? ''}`.trim(),
    ...run.results.map(({ test, range, unit, clients, measurements }) => {
      const throughput = measurements.find(({ metric }) => metric === 'throughput');
      return `  ${testLabel(test, range)} ${throughput?.value} ${unit}, clients=${clients}, ${measurements.length} values`;
    }),
  ]);
}

const codes = ({ diagnostics }: ParsedUpload) => diagnostics.map(({ code }) => code).toSorted();

describe('tables of one directory', () => {
  it('are runs, one for each column; clients are those of the directory', async () => {
    const upload = await read({ 'dop1/qps.abs.made.tsv': readFixture('qps.abs.made.tsv') });
    expect(outline(upload.runs)).toEqual([
      `${MY56} clients=1 nov25`,
      '  hot-points_range=100 4500 queries/s, clients=1, 1 values',
      // Of one client both rules for scans give the same.
      '  scan_range=100 251 Krows/s per client, clients=1, 1 values',
      '  read-write_range=10 12000 queries/s, clients=1, 1 values',
      `${MY80} clients=1 nov25`,
      '  hot-points_range=100 3003 queries/s, clients=1, 1 values',
      '  scan_range=100 249 Krows/s per client, clients=1, 1 values',
    ]);
    expect(upload.runs[1]).toMatchObject({
      isSummary: true,
      benchmark: 'sysbench',
      variant: { product: 'MySQL', version: '8.0.44', config: 'z12a_c8r32' },
      workload: { primaryKey: true, tables: null },
    });
    expect(upload.runs[1]?.results[0]?.measurements[0]).toMatchObject({
      source: 'reported',
      file: 'dop1/qps.abs.made.tsv',
      line: 5,
    });
    expect(upload.diagnostics).toEqual([]);
  });

  it('that restate each other are merged', async () => {
    const names = ['qps.abs.made.tsv', 'qps.abs.made.csv', 'qps.rel.made.tsv', 'o.met.made'];
    const upload = await read(Object.fromEntries(names.map((name) => [name, readFixture(name)])));
    expect(outline(upload.runs)).toEqual([
      `${MY56} clients=16 nov25`,
      '  hot-points_range=100 4500 queries/s, clients=16, 6 values',
      '  scan_range=100 251 Krows/s, clients=16, 6 values',
      '  read-write_range=10 12000 queries/s, clients=16, 1 values',
      '  prepare 129870 rows/s, clients=null, 6 values',
      `${MY80} clients=16 nov25`,
      '  hot-points_range=100 3003 queries/s, clients=16, 6 values',
      '  scan_range=100 249 Krows/s, clients=16, 6 values',
      '  prepare 87719 rows/s, clients=null, 6 values',
    ]);
    expect(codes(upload)).toEqual(['NO_RESULT', 'OLD_SCAN_RULE', 'RATIOS_ONLY']);
  });

  it('that disagree are of other runs', async () => {
    const table = readFixture('qps.abs.made.tsv').toString();
    const upload = await read({ 'qps.abs.a.tsv': table, 'qps.abs.b.tsv': table.replace('4500', '4501') });
    expect(upload.runs.map(({ label, workload }) => [label, workload.label])).toEqual([
      [MY56, 'nov25'],
      [MY80, 'nov25'],
      [MY56, 'nov25, qps.abs.b.tsv'],
      [MY80, 'nov25, qps.abs.b.tsv'],
    ]);
    expect(codes(upload)).toContain('VALUES_DISAGREE');
  });

  it('of other concurrencies are other runs', async () => {
    const table = readFixture('qps.abs.made.tsv');
    const { runs } = await read({ 'dop1/qps.abs.a.tsv': table, '40u.8t.10m/qps.abs.a.tsv': table });
    expect(runs.map(({ workload }) => [workload.clients, workload.tables, workload.rowsPerTable])).toEqual([
      [40, 8, 10_000_000],
      [40, 8, 10_000_000],
      [1, null, null],
      [1, null, null],
    ]);
  });

  it('a csv alone is stored without numbers, because its columns are unknown', async () => {
    const csv = readFixture('qps.abs.made.csv');
    await expect(read({ 'qps.abs.made.csv': csv })).rejects.toMatchObject({
      code: 'NO_KNOWN_LOGS',
      diagnostics: [expect.objectContaining({ code: 'NAME_UNPARSED', file: 'qps.abs.made.csv' })],
    });
  });

  it('a csv that differs from its tsv is reported', async () => {
    const upload = await read({
      'dop1/qps.abs.made.tsv': readFixture('qps.abs.made.tsv'),
      'dop1/qps.abs.made.csv': readFixture('qps.abs.made.csv').toString().replace('3003', '3004'),
    });
    expect(upload.diagnostics).toMatchObject([
      { code: 'VALUES_DISAGREE', file: 'dop1/qps.abs.made.csv', line: 1 },
    ]);
    expect(upload.runs).toHaveLength(2);
  });
});

describe('tables of ratios without their absolute values', () => {
  const ratios = readFixture('qps.rel.made.tsv');
  const SCALEUP = { 'qps.rel.ma106.1u.tsv': ratios, 'qps.rel.ma106.48u.tsv': ratios };

  it('are separate workloads, one for each number of clients in the name of the file', async () => {
    const { runs } = await read(SCALEUP);
    expect(outline(runs)).toEqual(
      [1, 48].flatMap((clients) => [
        `${MY56} clients=${clients}`,
        `  hot-points_range=100 1 queries/s, clients=${clients}, 1 values`,
        `  scan_range=100 1 Krows/s per client, clients=${clients}, 1 values`,
        `${MY80} clients=${clients}`,
        `  hot-points_range=100 0.67 queries/s, clients=${clients}, 1 values`,
        `  scan_range=100 0.99 Krows/s per client, clients=${clients}, 1 values`,
      ]),
    );
    expect(runs.map(({ workload }) => workload.ratiosTo)).toEqual(
      runs.map(() => ({ table: 'qps.rel.ma106', base: MY56 })),
    );
    expect(runs[0]?.results[0]?.measurements[0]).toMatchObject({
      source: 'computed',
      formula: 'base_of_ratios',
    });
    expect(runs[1]?.results[0]?.measurements[0]).toMatchObject({
      ...{ source: 'reported', value: 0.67, file: 'qps.rel.ma106.1u.tsv', line: 5 },
    });
  });

  it('are kept as they are next to a table with the absolute values of their columns', async () => {
    const { runs } = await read({
      'qps.rel.made.tsv': ratios,
      'qps.abs.made.tsv': readFixture('qps.abs.made.tsv'),
    });
    expect(runs.map(({ workload }) => workload.ratiosTo)).toEqual([undefined, undefined]);
  });

  it('of a range of clients say no number', async () => {
    const { runs } = await read({ 'qps.rel.pg180.1u.48u.tsv': ratios });
    expect(runs.map(({ workload }) => workload.clients)).toEqual([null, null]);
  });
});

describe('a table of 2020', () => {
  it('alone numbers its client counts', async () => {
    const { runs } = await read({ 'o.sum.made.abs': readFixture('o.sum.made.abs') });
    expect(outline(runs).slice(0, 7)).toEqual([
      'x.fbmy56.x6a.pk1 clients=null nov25, client count 1 of 3',
      '  point-query.warm_range=100 33095 queries/s, clients=null, 1 values',
      '  insert_range=100 9542 queries/s, clients=null, 1 values',
      'x.fbmy56.x6a.pk1 clients=null nov25, client count 2 of 3',
      '  insert_range=100 18037 queries/s, clients=null, 1 values',
      'x.fbmy56.x6a.pk1 clients=null nov25, client count 3 of 3',
      '  insert_range=100 24667 queries/s, clients=null, 1 values',
    ]);
  });

  it('takes its client counts from the logs below it', async () => {
    const log = readFixture('sb.o.read-write.range100.pk1.dop2');
    const { runs } = await read({
      'o.sum.made.abs': readFixture('o.sum.made.abs'),
      'o.met.made-2020': readFixture('o.met.made-2020'),
      'fbmy72/sb.o.read-write.range100.pk1.dop2': log,
      'fbmy72/sb.o.read-write.range100.pk1.dop8': log,
    });
    const columns = runs.filter(({ label }) => label === 'x.fbmy80.x6a.pk1');
    expect(outline(columns)).toEqual([
      'x.fbmy80.x6a.pk1 clients=1 nov25',
      '  point-query.warm_range=100 29676 queries/s, clients=null, 1 values',
      // o.met has the costs, and the clients in its titles.
      '  insert_range=100 6824 queries/s, clients=1, 4 values',
      'x.fbmy80.x6a.pk1 clients=2 nov25',
      '  insert_range=100 12975 queries/s, clients=2, 1 values',
      'x.fbmy80.x6a.pk1 clients=8 nov25',
      '  insert_range=100 19250 queries/s, clients=8, 1 values',
    ]);
  });
});

describe('raw logs and a table', () => {
  const RAW = 'x.my8044_rel_o2nofp.z12a_c8r32.pk1/sb.o.read-write.range100.pk1.dop2';
  const table = (name: string, value: number) =>
    `col-1 : ${name}\n\ncol-1\n${value}\tread-write_range=100\n77\tdelete_range=100\n`;
  const log = readFixture('sb.o.read-write.range100.pk1.dop2');

  it('of the same test: the log counts, and what only the table has joins its run', async () => {
    const upload = await read({ [RAW]: log, 'qps.abs.tsv': table(MY80, 1) });
    expect(upload.runs.map(({ label, isSummary }) => [label, isSummary])).toEqual([[MY80, false]]);
    expect(upload.runs[0]?.results.map(({ test, measurements }) => [test, measurements[0]?.file])).toEqual([
      ['delete', 'qps.abs.tsv'],
      ['read-write', RAW],
    ]);
    expect(codes(upload)).toContain('SUMMARY_SUPERSEDED');
  });

  it('of other clients: both count', async () => {
    const upload = await read({
      [RAW]: log,
      'dop40/qps.abs.tsv': table(MY80, 1),
      'qps.abs.dop40.tsv': table(MY80, 1),
    });
    expect(upload.runs.map(({ workload, isSummary }) => [workload.clients, isSummary])).toContainEqual([
      40,
      true,
    ]);
    expect(codes(upload)).not.toContain('SUMMARY_SUPERSEDED');
  });

  it('of another place with other numbers: both count', async () => {
    const upload = await read({ [`a/${RAW}`]: log, 'b/qps.abs.tsv': table(MY80, 1) });
    expect(upload.runs.map(({ isSummary }) => isSummary)).toEqual([false, true]);
  });

  it('a name without flavour and config may be any', async () => {
    const upload = await read({ [RAW.replace(MY80, 'my8044')]: log, 'qps.abs.tsv': table(MY80, 1) });
    expect(upload.runs.map(({ label }) => label)).toEqual(['my8044']);
  });
});
