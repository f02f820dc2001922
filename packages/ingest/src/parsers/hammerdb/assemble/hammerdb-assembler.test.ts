import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

const DIRECTORY = 'res.pg.load8.vu1.w100.5.120';
const RUN = 'o.pg.pg181_o2nofp.x10b_c8r32.run';
const PERCONA = 'run_20260406_081134_vu2_3600s_mysql97 BP 50G VU 2';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  const { runs, diagnostics, artifacts } = await readUpload(directory.path);
  return { runs, diagnostics, artifacts, codes: diagnostics.map(({ code }) => code) };
}

function measured(result: NormalizedResult | undefined, metric: string) {
  return result?.measurements.find((measurement) => measurement.metric === metric)?.value;
}

describe('TPROC-C in the layout of mytools', () => {
  const files = {
    [`${DIRECTORY}/${RUN}.out`]: readFixture(`${RUN}.out`),
    [`${DIRECTORY}/${RUN}.vm`]: readFixture('sb.vm.read-write.range100.pk1.dop2'),
    [`${DIRECTORY}/${RUN}.io`]: readFixture('sb.io.read-write.range100.pk1.dop2'),
    [`${DIRECTORY}/o.pg.pg181_o2nofp.x10b_c8r32.build.out`]: readFixture(
      'o.pg.pg181_o2nofp.x10b_c8r32.build.out',
    ),
    [`${DIRECTORY}/o.pg.pg181_o2nofp.x10b_c8r32.build.vm`]: readFixture('sb.vm.read-write.range100.pk1.dop2'),
    [`${DIRECTORY}/o.pg.pg181_o2nofp.x10b_c8r32.down`]: 'on\n',
  };

  it('has the version of the file name, NOPM, and what one new order cost', async () => {
    const { runs, artifacts } = await read(files);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      label: 'pg181_o2nofp.x10b_c8r32',
      benchmark: 'tproc-c',
      variant: { product: 'PostgreSQL', version: '18.1', flavour: 'o2nofp', config: 'x10b_c8r32' },
      workload: { clients: null, label: '5 min ramp-up, 120 min' },
    });
    const [result, ...others] = runs[0]?.results ?? [];
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      test: 'vu1.w100',
      status: 'ok',
      unit: 'NOPM',
      clients: 1,
      tool: 'HammerDB 4.12',
    });
    expect(measured(result, 'throughput')).toBe(30_000);
    expect(measured(result, 'tpm')).toBe(69_000);
    expect(measured(result, 'elapsed')).toBe(7200);
    // 30,000 NOPM are q = 500 new orders a second; mean(us + sy) is 60, mean(cs) is 6,000.
    expect(measured(result, 'cpu_per_op')).toBeCloseTo(60 / 500, 12);
    expect(measured(result, 'cs_per_op')).toBe(12);
    expect(measured(result, 'reads_per_op')).toBeGreaterThan(0);
    expect(artifacts.filter(({ status }) => status === 'unknown')).toEqual([]);
  });

  it('takes warehouses and times from the name of the directory when no log says them', async () => {
    const text = 'Vuser 1:TEST RESULT : System achieved 30000 NOPM from 69000 PostgreSQL TPM\n';
    const { runs } = await read({
      'res.ma.load8.vu40.w4000.10.60/o.ma.ma120101_rel.z12b_c8r32.run.out': text,
    });
    expect(runs[0]).toMatchObject({
      variant: { product: 'MariaDB', version: '12.1.1' },
      workload: { label: '10 min ramp-up, 60 min' },
      results: [{ test: 'vu40.w4000', clients: 40 }],
    });
  });

  it('reads a summary as one run for each version, and several summaries as tests of it', async () => {
    const table = readFixture('sum.res.pg.load8.vu1.w100.5.120.csv');
    const { runs, codes } = await read({
      'sum.res.pg.load8.vu1.w100.5.120.csv': table,
      'sum.res.pg.load8.vu6.w100.5.120.csv': 'pg181,200000\n',
      'sum.res.pg.load8.vu1.w100.5.120.rel.csv': readFixture('sum.res.pg.load8.vu1.w100.5.120.rel.csv'),
    });
    expect(codes).toEqual(['RATIOS_ONLY']);
    expect(
      runs.map(({ label, variant, results }) => [label, variant.version, results.map(({ test }) => test)]),
    ).toEqual([
      ['pg1222', '12.22', ['vu1.w100']],
      ['pg181', '18.1', ['vu1.w100', 'vu6.w100']],
    ]);
    expect(measured(runs[1]?.results[0], 'throughput')).toBe(30_000);
    expect(runs[1]?.results[0]?.measurements[0]).toMatchObject({ source: 'reported', unit: 'NOPM', line: 2 });
  });

  it('lets the log win over the summary of the same test', async () => {
    const table = 'sum.res.pg.load8.vu1.w100.5.120.csv';
    const { runs, codes } = await read({ ...files, [table]: readFixture(table) });
    expect(runs.map(({ label }) => label)).toEqual(['pg1222', 'pg181_o2nofp.x10b_c8r32']);
    expect(codes).toContain('SUMMARY_SUPERSEDED');
    const other = await read({ ...files, [table]: 'pg181,31000\n' });
    expect(measured(other.runs[0]?.results[0], 'throughput')).toBe(30_000);
    expect(other.codes).toContain('VALUES_DISAGREE');
  });

  it('reads no summary whose name lacks the test', async () => {
    const { runs, codes } = await read({ ...files, 'table.csv': 'pg1222,28000\n' });
    expect(runs).toHaveLength(1);
    expect(codes).toContain('NAME_UNPARSED');
  });
});

describe("TPROC-C in the layout of Percona's framework", () => {
  const files = {
    [`${PERCONA}/result.txt`]: readFixture('made-percona-result.txt'),
    [`${PERCONA}/summary.txt`]: readFixture('made-percona-summary.txt'),
    [`${PERCONA}/bench_params.json`]: readFixture('made-percona-bench-params.json'),
    [`${PERCONA}/nopm_samples.csv`]: readFixture('made-percona-nopm-samples.csv'),
    [`${PERCONA}/mariadb_version.txt`]: '9.7.0-er2\n',
    [`${PERCONA}/system_info.txt`]: readFixture('made-system-info.txt'),
  };

  it('joins what the files of a directory say, and believes the server, not the driver', async () => {
    const { runs, codes } = await read(files);
    // The samples restate the log.
    expect(codes).toEqual(['SUMMARY_SUPERSEDED', 'NO_RESULT']);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      label: 'mysql97 BP 50G',
      variant: { product: 'MySQL', version: '9.7.0-er2', versionKnown: true, config: 'BP 50G' },
      workload: { label: '1 min ramp-up, 60 min' },
      server: { name: 'bench1', cores: 80, cpu: 'Xeon Gold 6230 CPU @ 2.10GHz', memoryBytes: 187 * 2 ** 30 },
      results: [{ test: 'vu2.w1000', clients: 2, status: 'ok', tool: 'HammerDB 4.12' }],
    });
    expect(measured(runs[0]?.results[0], 'throughput')).toBe(12_000);
  });

  it('reads the build from the version string of the server', async () => {
    const { runs } = await read({
      ...files,
      [`${PERCONA}/mariadb_version.txt`]: '13.0.0-MariaDB-20260829-g4eb13e8\n',
    });
    expect(runs[0]?.variant).toMatchObject({
      product: 'MariaDB',
      version: '13.0.0',
      build: { commit: '4eb13e8', committedAt: '2026-08-29T00:00:00.000Z' },
    });
  });

  it('reads the result line of summary.txt where it is all there is, and never its statistics', async () => {
    const { runs } = await read({ 'a/summary.txt': files[`${PERCONA}/summary.txt`] ?? '' });
    expect(runs[0]?.results).toMatchObject([{ test: 'vu2.w1000', status: 'ok' }]);
    expect(runs[0]?.results[0]?.measurements.map(({ metric, value }) => [metric, value])).toEqual([
      ['throughput', 12_000],
      ['tpm', 27_900],
    ]);
  });

  it('shows a run without any log as failed', async () => {
    const { runs, codes } = await read({
      [`${PERCONA}/bench_params.json`]: files[`${PERCONA}/bench_params.json`] ?? '',
      [`${PERCONA}/mariadb_version.txt`]: '12.2.2-MariaDB-ubu2404-log\n',
    });
    expect(codes).toEqual(['METRIC_MISSING']);
    expect(runs[0]).toMatchObject({
      variant: { product: 'MariaDB', version: '12.2.2' },
      results: [{ test: 'vu2.w1000', status: 'failed', measurements: [] }],
    });
  });
});

describe('TPROC-C logs of any name', () => {
  it('has a row for each number of virtual users', async () => {
    const { runs } = await read({ 'log.txt': readFixture('made-hammerdb-v4-sweep-bare-cr.txt') });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.variant).toMatchObject({ product: 'MySQL', versionKnown: false });
    expect(runs[0]?.results.map(({ test, clients }) => [test, clients])).toEqual([
      ['vu1.w20', 1],
      ['vu4.w20', 4],
    ]);
  });

  it('has latencies of new orders in seconds, and the version that the server said', async () => {
    const { runs } = await read({ 'log.txt': readFixture('made-hammerdb-v6-build-run-jobs.txt') });
    expect(runs[0]).toMatchObject({
      variant: { product: 'MariaDB', version: '11.8.1', versionKnown: true },
      workload: { label: '2 min ramp-up, 5 min, all warehouses' },
      results: [{ test: 'vu2.w12' }],
    });
    const [result] = runs[0]?.results ?? [];
    expect(
      ['min', 'avg', 'max', 'p50', 'p95', 'p99'].map((name) => measured(result, `latency_${name}`)),
    ).toEqual([0.000586, 0.005765, 0.108869, 0.005354, 0.009818, 0.013309]);
  });

  it('takes a separate time profile for its number of virtual users only', async () => {
    const profile = readFixture('made-hdbxtprofile.log');
    const result = (vus: number) =>
      `Vuser 1:${vus} Active Virtual Users configured\nVuser 1:TEST RESULT : System achieved 900 NOPM from 2000 PostgreSQL TPM\n`;
    const six = await read({ 'log.txt': result(6), 'hdbxtprofile.log': profile });
    expect(measured(six.runs[0]?.results[0], 'latency_p95')).toBe(0.012399);
    const four = await read({ 'log.txt': result(4), 'hdbxtprofile.log': profile });
    expect(measured(four.runs[0]?.results[0], 'latency_p95')).toBeUndefined();
  });

  it('takes warehouses from a build log in its directory', async () => {
    const log =
      'Vuser 1:8 Active Virtual Users configured\nVuser 1:TEST RESULT : System achieved 900 NOPM from 2000 PostgreSQL TPM\n';
    const build = readFixture('o.pg.pg181_o2nofp.x10b_c8r32.build.out');
    const known = await read({ 'run.txt': log, 'build.txt': build });
    expect(known.runs[0]?.results[0]?.test).toBe('vu8.w100');
    const several = await read({
      'run.txt': log,
      'a.txt': build,
      'b.txt': readFixture('made-hammerdb-build-failed.txt').toString().replace('100', '50'),
    });
    expect(several.runs[0]?.results[0]?.test).toBe('vu8');
  });

  it('keeps the numbers of a test with failed virtual users and compares nothing with them', async () => {
    const { runs, codes } = await read({ 'log.txt': readFixture('made-hammerdb-failed-users.txt') });
    const [result] = runs[0]?.results ?? [];
    expect(codes).toContain('CLIENTS_FAILED');
    expect(result).toMatchObject({ test: 'vu3.w40', status: 'failed' });
    expect([
      measured(result, 'throughput'),
      measured(result, 'failed_clients'),
      measured(result, 'errors'),
    ]).toEqual([2602, 2, 1]);
  });

  it('has a failed result where there is none, without throughput', async () => {
    const { runs } = await read({ 'log.txt': readFixture('made-hammerdb-no-result.txt') });
    expect(runs[0]?.results).toMatchObject([{ test: 'vu1', status: 'failed' }]);
    expect(measured(runs[0]?.results[0], 'throughput')).toBeUndefined();
  });

  it('makes asynchronous sessions a separate workload', async () => {
    const { runs } = await read({ 'log.txt': readFixture('made-hammerdb-async.txt') });
    expect(runs[0]?.workload.label).toBe('2 min, 10 sessions per virtual user');
    expect(runs[0]?.results[0]).toMatchObject({ test: 'vu5', clients: 5 });
  });
});
