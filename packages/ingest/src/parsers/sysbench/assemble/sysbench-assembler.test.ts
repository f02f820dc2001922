import { describe, expect, it } from 'vitest';
import type { NormalizedResult, ParsedUpload } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

async function read(files: Record<string, Buffer | string>): Promise<ParsedUpload> {
  using directory = makeDirectory(files);
  return await readUpload(directory.path);
}

function resultsOf({ runs }: ParsedUpload): NormalizedResult[] {
  return runs.flatMap(({ results }) => results);
}

function valuesOf(result: NormalizedResult | undefined): Record<string, number> {
  return Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
}

/** The throughput that a log alone gives, with its test and unit. */
async function throughputOf(fixture: string) {
  const [result] = resultsOf(await read({ [`run/${fixture}`]: readFixture(fixture) }));
  const found = result?.measurements.find(({ metric }) => metric === 'throughput');
  return [result?.test, found?.value, found?.unit, found?.source];
}

describe('throughput of tests without a database', () => {
  it.each([
    ['cpu.checkpoints.txt', ['cpu', 10_692.35, 'events/s', 'reported']],
    ['cpu.prime20000.txt', ['cpu_prime=20000', 4120, 'events/s', 'reported']],
    // 10,000 events in 20 s.
    ['made-0.4.12-cpu.txt', ['cpu_prime=20000', 500, 'events/s', 'computed']],
    ['memory.intervals.txt', ['memory_write', 6_363_399.58, 'operations/s', 'reported']],
    ['made-0.5-memory.txt', ['memory_read_1024K', 8192, 'operations/s', 'reported']],
    // 109202.70 + 72801.80 + 3640.76
    ['fileio.rndrw.p99.txt', ['fileio_rndrw', 185_645.26, 'operations/s', 'computed']],
    ['fileio.seqwr.4k.async.txt', ['fileio_seqwr_4KiB', 227_856.24, 'operations/s', 'computed']],
    // 4107.55 + 2738.36 + 8767.38
    ['made-1.1.0-fileio.txt', ['fileio_rndrw', 15_613.29, 'operations/s', 'computed']],
    ['threads.p0.txt', ['threads', 5271 / 2.0004, 'events/s', 'computed']],
    ['mutex.t4.txt', ['mutex', 4 / 0.0057, 'events/s', 'computed']],
  ])('%s', async (fixture, expected) => {
    expect(await throughputOf(fixture)).toEqual(expected);
  });

  it('has bandwidths in bytes, and latencies in seconds', async () => {
    const [files] = resultsOf(await read({ 'fileio.rndrw.p99.txt': readFixture('fileio.rndrw.p99.txt') }));
    expect(valuesOf(files)).toMatchObject({
      read_bandwidth: 1706.29 * 1_048_576,
      write_bandwidth: 1137.53 * 1_048_576,
      latency_p99: 0.00022,
      elapsed: 3.0009,
    });
    const [memory] = resultsOf(await read({ 'm.txt': readFixture('memory.intervals.txt') }));
    expect(valuesOf(memory)).toMatchObject({ bandwidth: 6214.26 * 1_048_576 });
  });

  it('counts the load of files as a warm-up', async () => {
    const upload = await read({ 'fileio.prepare.txt': readFixture('fileio.prepare.txt') });
    expect(resultsOf(upload)).toMatchObject([{ test: 'prepare', status: 'warmup', unit: 'B/s' }]);
    expect(valuesOf(resultsOf(upload)[0])).toEqual({ write_bandwidth: 939.07 * 1_048_576 });
    expect(upload.diagnostics.map(({ code }) => code)).not.toContain('METRIC_MISSING');
  });
});

describe('one execution on each CPU', () => {
  it('gives a repeat for each of them, with its own lines, and reports it once', async () => {
    const name = 'made-1.0.11-memory.per-cpu.txt';
    const upload = await read({ [name]: readFixture(name) });
    const results = resultsOf(upload);
    expect(results.map(({ test, repeat, clients }) => [test, repeat, clients])).toEqual([
      ['memory_write', 1, 1],
      ['memory_write', 2, 1],
      ['memory_write', 3, 1],
    ]);
    const throughput = results.map(({ measurements }) =>
      measurements.find(({ metric }) => metric === 'throughput'),
    );
    expect(throughput.map((found) => [found?.value, found?.line])).toEqual([
      [4_000_000, 18],
      [5_000_000, 55],
      [4_040_000, 92],
    ]);
    const said = upload.diagnostics.map(({ code }) => code);
    expect(said.filter((code) => code === 'DUPLICATE_RESULT')).toHaveLength(1);
    expect(said).not.toContain('SEVERAL_SUMMARIES');
  });
});

describe('cores', () => {
  const test = 'read-write.range100.pk1.dop2';

  /** Microseconds of CPU per operation × QPS ÷ percent of CPU: the cores that were counted with. */
  async function coresUsed(directory: string, log: string): Promise<number | null> {
    const [result] = resultsOf(
      await read({
        [`${directory}/sb.o.${test}`]: log,
        [`${directory}/sb.vm.${test}`]: readFixture(`sb.vm.${test}`),
      }),
    );
    const { cpu_us_per_op: micros, cpu_percent: percent, throughput } = valuesOf(result);
    if (micros === undefined || percent === undefined || throughput === undefined) return null;
    return Math.round(((micros * throughput) / percent / 1e4) * 1000) / 1000;
  }

  it('are those of the log, never those that the name of the config was made for', async () => {
    const log = readFixture(`sb.o.${test}`).toString();
    const silent = log.replace(/^\d+ CPUs$/m, '');
    const logged = Number(/^(\d+) CPUs$/m.exec(log)?.[1]);
    expect(await coresUsed('x.my9500_rel.z12a_c24r64.pk1', log)).toBe(logged);
    expect(await coresUsed('x.my9500_rel.z12a_c24r64.pk1', silent)).toBeNull();
  });
});

describe('sysbench 0.4 and 0.5', () => {
  it('has read/write requests and no throughput, and reports it once', async () => {
    const rw = readFixture('made-0.5-sysbench.rw.32.res');
    const upload = await read({
      'res11/sysbench.rw.32.res': rw,
      'res11/sysbench.rw.64.res': rw.toString().replaceAll(' 32', ' 64'),
      'res11/sysbench.ro.2.res': readFixture('made-0.5-sysbench.ro.2.res'),
    });
    expect(
      upload.runs.map(({ workload, results }) => [workload.clients, results.map(({ test }) => test)]),
    ).toEqual([
      [2, ['oltp.ro']],
      [32, ['oltp.rw']],
      [64, ['oltp.rw']],
    ]);
    const values = valuesOf(resultsOf(upload)[1]);
    expect(values).toMatchObject({
      rw_requests_per_s: 112_500,
      transactions_per_s: 6250,
      errors: 1,
      latency_p99: 0.00966,
    });
    expect(values).not.toHaveProperty('throughput');
    const missing = upload.diagnostics.filter(({ code }) => code === 'METRIC_MISSING');
    expect(missing).toMatchObject([{ severity: 'info', file: 'res11' }]);
    expect(missing[0]?.message).toContain('3 logs of sysbench 0.4 or 0.5');
  });

  it('names the test of 0.4 as its log says, and keeps what must be equal in the workload', async () => {
    const name = 'made-0.4.12-oltp-simple.16.res';
    const { runs } = await read({ [`res14/${name}`]: readFixture(name) });
    expect(runs).toMatchObject([
      {
        workload: { clients: 16, label: 'Uniform distribution, no BEGIN/COMMIT' },
        results: [{ test: 'oltp.simple.ro', tool: 'sysbench 0.4.12' }],
      },
    ]);
  });
});

describe('names without the convention', () => {
  const VMSTAT = readFixture('sb.vm.read-write.range100.pk1.dop2');
  const IOSTAT = readFixture('sb.io.read-write.range100.pk1.dop2');

  it.each([
    ['Tier2G_RW_8th.sysbench.txt', 'Tier2G_RW_8th.vmstat.txt', 'Tier2G_RW_8th.iostat.txt', 'oltp.rw'],
    ['sysbench.rw.8.res', 'vmstat.rw.8.res', 'iostat.rw.8.res', 'oltp.rw'],
    [
      'pg.oltp_read_write.t8.txt',
      'pg.oltp_read_write.t8.vmstat',
      'iostat_pg.oltp_read_write.t8',
      'oltp_read_write',
    ],
    ['sysbench.txt', 'vmstat.txt', 'iostat.txt', 'oltp_read_write'],
  ])('joins %s with %s and %s', async (log, vmstat, iostat, test) => {
    const upload = await read({
      [`8.4.8/${log}`]: readFixture('oltp_read_write.t8.errors.p99.txt'),
      [`8.4.8/${vmstat}`]: VMSTAT,
      [`8.4.8/${iostat}`]: IOSTAT,
    });
    const results = resultsOf(upload);
    expect(results.map((result) => [result.test, result.clients])).toEqual([[test, 8]]);
    // The means are tested elsewhere; here they are divided by the log's queries/s.
    const values = valuesOf(results[0]);
    expect(values['throughput']).toBe(159.89);
    expect(values['cpu_per_op']).toBeCloseTo((values['cpu_percent'] ?? 0) / 159.89, 10);
    expect(values['reads_per_op']).toBeCloseTo((values['reads_per_s'] ?? 0) / 159.89, 10);
  });

  const RW = readFixture('oltp_read_write.t8.errors.p99.txt').toString();
  const RO = RW.replace(/^( +write: +)\d+$/m, '$10');

  it.each([
    ['mysql1_thr32.log', RW, 'oltp_read_write'],
    ['mysql1_thr32.log', RO, 'oltp_read_only'],
    ['results.txt', RO, 'oltp_read_only'],
    ['proxy124_thr32.log', RW.replace(/^( +read: +)\d+$/m, '$10'), 'oltp_write_only'],
    ['ro.long.8.txt', RO, 'oltp.ro.long'],
    // The words of a name give way to what was counted.
    ['rw_8.txt', RO, 'oltp_read_only'],
    ['OLTP-RW-4.9.62-oltp_read_only/thr8/res.txt', RO, 'oltp_read_only'],
    ['oltp_point_select/thr8/res.txt', RO, 'oltp_point_select'],
    ['oltp_point_select/oltp_insert.txt', RW, 'oltp_insert'],
    ['tpcc-5tables/res_thr8.txt', RW, 'tpcc'],
  ])('names the test of %s after a word that is one, else after its statements', async (name, log, test) => {
    const results = resultsOf(await read({ [name]: log }));
    expect(results.map((result) => result.test)).toEqual([test]);
  });

  it('names the test after the root too: a directory alone has the names that it has in an archive', async () => {
    const archive = await read({ 'oltp_point_select/a.txt': RO });
    using directory = makeDirectory({ 'oltp_point_select/a.txt': RO });
    const alone = await readUpload(`${directory.path}/oltp_point_select`);
    expect(resultsOf(alone).map(({ test }) => test)).toEqual(resultsOf(archive).map(({ test }) => test));
  });

  it('leaves alone what has another stem', async () => {
    const upload = await read({
      'sysbench.rw.8.res': readFixture('oltp_read_write.t8.errors.p99.txt'),
      'vmstat.ro.8.res': VMSTAT,
    });
    const result = resultsOf(upload).find(({ test }) => test === 'oltp.rw');
    expect(valuesOf(result)).not.toHaveProperty('cpu_percent');
  });

  it('reads product and version of the directories', async () => {
    const log = readFixture('oltp_read_write.t8.errors.p99.txt');
    const { runs } = await read({
      'logs/mariadb/12.2.2-MariaDB-ubu2404/rw_8.txt': log,
      'logs/mysql/8.4.8/rw_8.txt': log,
      'logs/mysql/notes/rw_8.txt': log,
    });
    expect(runs.map(({ variant }) => [variant.product, variant.version, variant.versionKnown])).toEqual([
      ['MariaDB', '12.2.2', true],
      ['MySQL', '8.4.8', true],
      ['MySQL', expect.any(String), false],
    ]);
    expect(runs[2]?.variant.config).toBe('notes');
  });

  it('makes separate workloads of different tables and rows, and no repeats of other names', async () => {
    const log = readFixture('zero.txt').toString();
    const upload = await read({
      'a/one.txt': log,
      'a/two.txt': log.replace('--tables=1', '--tables=8'),
      'a/three.txt': log.replace('--table-size=1000', '--table-size=2000'),
      'a/four.txt': log,
    });
    const sizes = upload.runs.map(({ workload, results }) => [
      workload.tables,
      workload.rowsPerTable,
      results.length,
    ]);
    expect(sizes.sort()).toEqual([
      [1, 1000, 1],
      [1, 1000, 1],
      [1, 2000, 1],
      [8, 1000, 1],
    ]);
    const repeats = upload.diagnostics.filter(({ code }) => code === 'DUPLICATE_RESULT');
    expect(repeats).toEqual([]);
  });

  it('keeps tests without a database apart from those with one', async () => {
    const { runs } = await read({
      'a/cpu.txt': readFixture('cpu.prime20000.txt'),
      'a/io.txt': readFixture('fileio.rndrw.p99.txt'),
      'a/rw.txt': readFixture('oltp_read_write.t8.errors.p99.txt'),
      'a/failed.txt': readFixture('fatal.txt'),
    });
    expect(
      runs.map(({ workload, results }) => [
        workload.clients,
        workload.label,
        results.map(({ test, status }) => `${test} ${status}`),
      ]),
    ).toEqual([
      [1, '2 files, 4MiB', ['fileio_rndrw ok']],
      [2, null, ['cpu_prime=20000 ok', 'oltp failed']],
      [8, null, ['oltp.rw ok']],
    ]);
  });

  it('stores percentiles that have a metric, and no other', async () => {
    const name = 'oltp_read_only.t2.p100.txt';
    const [result] = resultsOf(await read({ [name]: readFixture(name) }));
    const latencies = Object.keys(valuesOf(result)).filter((metric) => metric.startsWith('latency_'));
    expect(latencies).toEqual(['latency_min', 'latency_avg', 'latency_max']);
  });
});
