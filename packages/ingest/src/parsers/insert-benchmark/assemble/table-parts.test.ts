import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { queryStep, readFiles, valuesOf } from '../../../testing/insert-benchmark-files';

describe("the author's tables", () => {
  it('of one version: steps by their order', async () => {
    const { runs, diagnostics } = await readFiles({
      'o.sum.t.20m.my8044_rel.cz11a_c8r32': readFixture('made-one-version.table'),
    });
    expect(runs[0]).toMatchObject({
      variant: { product: 'MySQL', version: '8.0.44', flavour: 'rel', config: 'cz11a_c8r32' },
      workload: { rowsPerTable: 20_000_000, clients: null },
    });
    expect(runs[0]?.results.map(({ test, status }) => `${test} ${status}`)).toEqual([
      'l.i0 ok',
      'l.x ok',
      'l.i1 ok',
      'l.i2 ok',
      'qr100.L1 ok',
      'qp100.L2 ok',
      'qr500.L3 ok',
      'qp500.L4 ok',
      'qr1000.L5 ok',
      // 900 of 1000 inserts/s, whatever the number of clients was.
      'qp1000.L6 sla_failed',
    ]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['SLA_FAILED', 11]]);
    const [load, index] = runs[0]?.results ?? [];
    expect(valuesOf(load, 'reported')).toMatchObject({
      throughput: 100_000,
      read_kb_per_s: 4096,
      cpu_us_per_op: 13,
      db_size: 1_610_612_736,
      rate_p99: 18_274,
    });
    // NA is not a value.
    expect(valuesOf(index, 'reported')).not.toHaveProperty('rate_p50');
  });

  it('of one step: a run for each version, the step by the name', async () => {
    const { runs } = await readFiles({ '20m/res.a/mrg.q200.1': readFixture('made-one-step.table') });
    expect(
      runs.map(({ variant, workload, results }) => [
        `${variant.product} ${variant.version}`,
        workload.rowsPerTable,
        results.map(({ test, status, unit }) => `${test} ${status} ${unit}`).join(),
      ]),
    ).toEqual([
      ['MySQL 5.6.49', 20_000_000, 'q200.1 ok queries/s'],
      ['MySQL 8.0.21', 20_000_000, 'q200.1 sla_failed queries/s'],
      ['PostgreSQL 13.1', 20_000_000, 'q200.1 ok queries/s'],
    ]);
  });

  it('count a number that several tables repeat once; other numbers are a repeat', async () => {
    const copies = await readFiles({
      'res.a/mrg.q200.1': readFixture('made-one-step.table'),
      'res.a/mrg.some': readFixture('made-some-steps.table'),
    });
    const steps = copies.runs.find(({ label }) => label === 'my5649.cx6d')?.results;
    expect(steps?.map(({ test, repeat }) => `${test} ${repeat}`)).toEqual(['l.i0 1', 'q200.1 1']);
    expect(copies.diagnostics.find(({ code }) => code === 'SUMMARY_SUPERSEDED')?.file).toBe('res.a/mrg.some');
    const other = readFixture('made-some-steps.table').toString().replace('200\t5000', '200\t5001');
    const repeats = await readFiles({
      'res.a/mrg.q200.1': readFixture('made-one-step.table'),
      'res.a/mrg.some': other,
    });
    const found = repeats.runs.find(({ label }) => label === 'my5649.cx6d')?.results;
    expect(found?.map(({ test, repeat }) => `${test} ${repeat}`)).toEqual(['l.i0 1', 'q200.1 1', 'q200.1 2']);
  });

  it('give way to the files of the step, and say when nothing names their steps', async () => {
    const name = '20m.my8044_rel.cz11a_c8r32';
    const table = readFixture('made-one-version.table');
    const raw = queryStep(`${name}/qr100.L1`);
    const { runs, diagnostics } = await readFiles({ ...raw, [`o.sum.t.${name}`]: table });
    const results = runs.flatMap((run) => run.results.filter(({ test }) => test === 'qr100.L1'));
    expect(results.map(({ clients }) => clients)).toEqual([2]);
    expect(diagnostics.map(({ code }) => code)).toContain('SUMMARY_SUPERSEDED');
    const unnamed = await readFiles({
      ...raw,
      'o.sum.t.x': table.toString().split('\n').slice(0, 4).join('\n'),
    });
    expect(unnamed.diagnostics.map(({ code }) => code)).toContain('NAME_UNPARSED');
  });
});

describe('the study of index creation', () => {
  it('is a run for each setting, with tests for each number of rows', async () => {
    const { runs } = await readFiles({
      'rx/r.rx.mcrs64m/o.ci.2m': readFixture('made-create-index-study.2m'),
    });
    expect(runs[0]).toMatchObject({
      variant: { product: 'MyRocks', versionKnown: false, config: 'mcrs64m' },
      workload: { label: 'create index', clients: 1 },
    });
    const tests = runs[0]?.results.map((result) => [
      result.test,
      result.unit,
      valuesOf(result, 'reported')['elapsed'],
      valuesOf(result, 'reported')['throughput'] ?? valuesOf(result, 'computed')['throughput'],
    ]);
    expect(tests).toEqual([
      ['l.i0.2m', 'inserts/s', 4, 500_000],
      // 2,000,000 rows in 8 s and in 10 s.
      ['l.x.all.2m', 'indexed rows/s', 8, 250_000],
      ['l.x.one.2m', 'indexed rows/s', 10, 200_000],
    ]);
  });

  it('takes from the table what the logs of the same setting do not have', async () => {
    const { runs, diagnostics } = await readFiles({
      'in.byMem/r.1m.4t.64m/o.ci.2m': readFixture('made-create-index-study.2m'),
      'o.all.byMem': readFixture('made-create-index.table'),
    });
    const run = runs.find(({ variant }) => variant.config === '1m.4t.64m');
    const all = run?.results.filter(({ test }) => test.startsWith('l.x.all.'));
    expect(all?.map((result) => [result.test, valuesOf(result, 'reported')['elapsed']])).toEqual([
      ['l.x.all.2m', 8],
      ['l.x.all.4m', 12],
      ['l.x.all.8m', 26],
      ['l.x.all.16m', 58],
      ['l.x.all.32m', 141],
      ['l.x.all.64m', 313],
      ['l.x.all.128m', 544],
    ]);
    expect(diagnostics.map(({ code }) => code)).toContain('SUMMARY_SUPERSEDED');
    // 0 means that the load did not finish.
    const other = runs.find(({ variant }) => variant.config === 'byMem.1g');
    expect(other?.results.map(({ test }) => test)).not.toContain('l.x.all.128m');
  });
});

describe('a damaged number', () => {
  it('makes no ratios of a table: its cell is doubtful, the others are read', async () => {
    const table = readFixture('made-one-step.table').toString();
    const [, rate = ''] = /^\d+\t(\d+)\t/m.exec(table) ?? [];
    const damaged = table.replace(`\t${rate}\t`, `\t${Number(rate) / 10_000}\t`);
    const { runs, diagnostics } = await readFiles({ 'res.a/mrg.q200.1': Buffer.from(damaged) });
    const throughputs = runs.flatMap(({ results }) =>
      results.flatMap(({ measurements }) => measurements.filter(({ metric }) => metric === 'throughput')),
    );
    expect(throughputs.map(({ doubt }) => doubt?.code)).toEqual(['VALUES_DISAGREE', undefined, undefined]);
    expect(diagnostics.map(({ code }) => code)).not.toContain('RATIOS_ONLY');
  });

  it('of the rows of a load is doubtful in the indexes that were created on them', async () => {
    const log = readFixture('made-create-index-study.2m').toString();
    const damaged = log.replace(/(Totals: .*?, )(\d+) rows/, (_, words, rows) => `${words}${rows / 10} rows`);
    const { runs } = await readFiles({ 'rx/r.rx.mcrs64m/o.ci.2m': Buffer.from(damaged) });
    const created = runs[0]?.results.filter(({ test }) => test.startsWith('l.x')) ?? [];
    expect(created.length).toBeGreaterThan(0);
    for (const { measurements } of created) {
      const throughput = measurements.find(({ metric }) => metric === 'throughput');
      expect(throughput?.doubt?.code).toBe('VALUES_DISAGREE');
    }
  });
});
