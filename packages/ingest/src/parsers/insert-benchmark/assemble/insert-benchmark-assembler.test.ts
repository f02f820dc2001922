import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { queryStep, RUN, readFiles, valuesOf } from '../../../testing/insert-benchmark-files';

describe('a run of the Insert Benchmark', () => {
  it('has a result for each step, in the order of the steps', async () => {
    const load = { 'l.i0': 'made-load.12-columns', 'l.x': 'made-create-index-step.client1' };
    const files = Object.entries(load).map(([step, name]) => [
      `${RUN}/${step}/o.ib.dop1.1`,
      readFixture(name),
    ]);
    const { runs } = await readFiles(Object.fromEntries(files));
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      label: RUN,
      benchmark: 'insert-benchmark',
      variant: {
        product: 'MySQL',
        version: '8.0.44',
        versionKnown: true,
        flavour: 'rel_o2nofp',
        config: 'cz12a_c8r32',
      },
      workload: { tables: 1, rowsPerTable: 20_000_000, clients: 1 },
    });
    const [insert, index] = runs[0]?.results ?? [];
    expect([insert?.test, insert?.unit, insert?.status]).toEqual(['l.i0', 'inserts/s', 'ok']);
    // Without a report: 10,000 rows in 4.0 s, by the totals of the only client.
    expect(valuesOf(insert, 'computed')).toMatchObject({ throughput: 2500, elapsed: 4, latency_max: 0.0061 });
    expect([index?.test, index?.unit]).toEqual(['l.x', 'indexed rows/s']);
    // 10,000 rows that l.i0 loaded, in the 4.0 s that creating the indexes took.
    expect(valuesOf(index, 'computed')).toMatchObject({ throughput: 2500, elapsed: 4 });
    expect(valuesOf(index, 'computed')).not.toHaveProperty('rate_p50');
  });

  it('takes the throughput from the report and keeps the clients and their clock as metrics', async () => {
    const { runs, diagnostics } = await readFiles(queryStep(`dop2/${RUN}/qr100.L1`));
    const [result] = runs[0]?.results ?? [];
    expect([runs[0]?.label, runs[0]?.cores, result?.clients]).toEqual([`dop2/${RUN}`, 16, 2]);
    expect(valuesOf(result, 'reported')).toMatchObject({
      throughput: 1000,
      insert_rate: 160,
      elapsed: 5,
      latency_max: 0.05,
      rate_p50: 900,
      rate_p99: 300,
      cpu_per_op: 0.05,
      cs_per_op: 4,
      read_kb_per_s: 1536,
      read_kb_per_op: 1.536,
      writes_per_insert: 2,
      write_kb_per_insert: 12.8,
      // 0.5 GiB, of the database itself, not the rounded 0.580 of the report.
      db_size: 536_870_912,
      data_size: 1_610_612_736,
      rss: 2_147_483_648,
    });
    const computed = valuesOf(result, 'computed');
    expect(computed).not.toHaveProperty('throughput');
    // 5000 queries and 750 deletes in 4 s.
    expect(computed).toMatchObject({ query_rate: 1250, delete_rate: 187.5, insert_rate_target: 200 });
    // us + sy 60%, cs 6000 by 1000 queries/s, 16 cores; w/s 300 and wkB/s 2000 by 160 inserts/s.
    expect(computed).toMatchObject({
      cpu_per_op: 0.06,
      cpu_us_per_op: 9600,
      cs_per_op: 6,
      write_kb_per_op: 2,
      writes_per_insert: 1.875,
      write_kb_per_insert: 12.5,
    });
    expect(result?.device).toBe('md2');
    expect(diagnostics.map(({ code }) => code)).toEqual(['DEVICE_CHOSEN', 'SLA_FAILED']);
  });

  it('fails its SLA below 95% of the inserts that were asked for, and not at 95%', async () => {
    const at = `${RUN}/qr100.L1`;
    const failed = await readFiles(queryStep(at));
    expect(failed.runs[0]?.results[0]?.status).toBe('sla_failed');
    expect(failed.diagnostics.find(({ code }) => code === 'SLA_FAILED')).toMatchObject({
      file: `${at}/o.res.dop2`,
      message:
        'qr100.L1: 160.0 inserts/s of the 200 requested, 80.0%, below 95%; 200.0/s by the clock of the clients',
    });
    const report = readFixture('made-query-step.report').toString();
    const files = queryStep(at);
    files[`${at}/o.res.dop2`] = Buffer.from(report.replace('160.0 rows-per-second', '190.0 rows-per-second'));
    expect((await readFiles(files)).runs[0]?.results[0]?.status).toBe('ok');
  });

  it('computes throughput from the clients without a report', async () => {
    const at = `${RUN}/qp100.L2`;
    const { [`${at}/o.res.dop2`]: _report, ...files } = queryStep(at);
    const { runs } = await readFiles(files);
    const [result] = runs[0]?.results ?? [];
    expect(valuesOf(result, 'computed')).toMatchObject({ throughput: 1250, insert_rate: 200, elapsed: 4 });
    expect(result?.status).toBe('ok');
  });

  it('sums nothing when a client is missing', async () => {
    const at = `${RUN}/qp100.L2`;
    const { runs, diagnostics } = await readFiles({
      [`${at}/o.ib.dop2.1`]: readFixture('made-query-step.client1'),
    });
    expect(valuesOf(runs[0]?.results[0], 'computed')).not.toHaveProperty('throughput');
    expect(diagnostics.map(({ code }) => code)).toContain('METRIC_MISSING');
  });

  it('failed when a client was stopped; what was reported is kept', async () => {
    const alone = await readFiles({ [`${RUN}/qr100.L1/o.ib.dop1.1`]: readFixture('made-killed.client1') });
    expect(alone.runs[0]?.results[0]).toMatchObject({ status: 'failed', test: 'qr100.L1' });
    const at = `${RUN}/qr100.L1`;
    const { runs, diagnostics } = await readFiles({
      ...queryStep(at),
      [`${at}/o.ib.dop2.2`]: readFixture('made-killed.client1'),
    });
    expect(runs[0]?.results[0]?.status).toBe('failed');
    expect(valuesOf(runs[0]?.results[0], 'reported')).toMatchObject({ throughput: 1000 });
    expect(diagnostics.find(({ code }) => code === 'CLIENTS_FAILED')?.file).toBe(`${at}/o.ib.dop2.2`);
  });

  it('says when report and clients disagree', async () => {
    const at = `${RUN}/qr100.L1`;
    const report = readFixture('made-query-step.report').toString().replace('5000 queries', '5001 queries');
    const { diagnostics } = await readFiles({ ...queryStep(at), [`${at}/o.res.dop2`]: report });
    expect(diagnostics.find(({ code }) => code === 'VALUES_DISAGREE')?.message).toBe(
      '5001 queries, 5000 in the logs of the clients; the report counts',
    );
  });

  it('is a run for each number of clients', async () => {
    const { runs } = await readFiles({
      ...queryStep(`dop2/${RUN}/qr100.L1`),
      [`dop1/${RUN}/qr100.L1/o.ib.dop1.1`]: readFixture('made-query-step.client1'),
    });
    expect(runs.map(({ workload }) => workload.clients)).toEqual([1, 2]);
  });

  it('names the product by its command, and the test by its directory, where names say nothing', async () => {
    const { runs, diagnostics } = await readFiles({
      'mine/o.ib.dop1.1': readFixture('made-query-step.client1'),
    });
    expect(runs[0]?.variant).toMatchObject({ product: 'MySQL', version: 'mine', versionKnown: false });
    expect(runs[0]?.results[0]).toMatchObject({ test: 'mine', unit: 'queries/s' });
    expect(diagnostics.map(({ code }) => code)).toContain('NAME_UNPARSED');
  });
});
