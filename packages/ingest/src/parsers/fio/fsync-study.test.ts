import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const LOG = 'o.ext4.srv1.secs1.2';
/** Made from the log above by the rules of the study's script. */
const CSV = 'sum.2.ext4.srv1.csv';
/** Made: the form in blocks, of another number of jobs. */
const TXT = 'sum.1.ext4.srv1.txt';

async function readFile(name: string, bytes = readFixture(name)) {
  const { runs, diagnostics, details } = await readOneCorpusFile(`fio.1secs/${name}`, bytes);
  return { runs, run: runs[0], diagnostics, details };
}

type Run = Awaited<ReturnType<typeof readFile>>['run'];

function find(run: Run, test: string, repeat = 1) {
  const result = run?.results.find((candidate) => candidate.test === test && candidate.repeat === repeat);
  return (metric: string) => {
    const found = result?.measurements.find((measurement) => measurement.metric === metric);
    return found && ([found.value, found.formula] as const);
  };
}

describe('fsync study', () => {
  it('is one run: file system, server, jobs and seconds of the name, tests of the markers', async () => {
    const { runs, run, diagnostics } = await readFile(LOG);
    expect(diagnostics).toEqual([]);
    expect(runs).toHaveLength(1);
    expect(run).toMatchObject({
      label: 'ext4.srv1',
      variant: { product: 'storage', version: 'ext4', versionKnown: true, flavour: null, config: null },
      server: { name: 'srv1' },
      workload: { clients: 2, label: '1 s' },
    });
    // A test is there twice because it ran twice; a marker that is printed twice is one.
    expect(run?.results.map(({ test, repeat, status }) => `${test} ${repeat} ${status}`)).toEqual([
      'fsync=0_16K 1 ok',
      'fsync=0_16K 2 ok',
      'fsync=1_16K 1 ok',
      'fsync=1_16K 2 ok',
      'seqwrite_1M 1 warmup',
      'fdatasync=1_2M 1 ok',
      'fdatasync=1_2M 2 ok',
    ]);
  });

  it('adds up IO/s and takes the mean of the sync latency', async () => {
    const { run } = await readFile(LOG);
    const value = find(run, 'fsync=1_16K');
    // 2712 + 1973; 42.4 + 30.8 MiB/s; (222.15 + 327.90) / 2; max of 10534 and 8012; 95.0th 1106 and 2245 usec
    expect(value('throughput')).toEqual([4685, 'sum_over_jobs']);
    expect(value('bandwidth')?.[0]).toBeCloseTo(73.2 * 1048576, 3);
    expect(value('sync_latency_avg')?.[0]).toBeCloseTo(275.025e-6, 15);
    expect(value('sync_latency_avg')?.[1]).toBe('mean_over_jobs');
    expect(value('sync_latency_max')).toEqual([0.010534, 'max_over_jobs']);
    expect(value('sync_latency_p95')).toEqual([0.002245, 'max_over_jobs']);
    expect(value('sync_latency_p999')).toEqual([0.007963, 'max_over_jobs']);
    // (144.84 + 176.70) / 2: the write alone
    expect(value('latency_avg')?.[0]).toBeCloseTo(160.77e-6, 15);
    expect(find(run, 'fsync=0_16K')('throughput')).toEqual([32300, 'sum_over_jobs']);
    expect(find(run, 'fsync=0_16K')('sync_latency_avg')).toBeUndefined();
    expect(find(run, 'fdatasync=1_2M', 2)('sync_latency_avg')?.[0]).toBeCloseTo(234.225e-6, 15);
  });

  it('has a failed result for a marker whose run was killed', async () => {
    const text = readFixture(LOG).toString();
    const at = text.indexOf('sync_latency: (groupid', text.indexOf('with fsync=1 for'));
    const rest = text.slice(text.indexOf('O_DIRECT with fdatasync'));
    const { run, diagnostics } = await readFile(LOG, Buffer.from(text.slice(0, at) + rest));
    expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
    expect(run?.results.find(({ test }) => test === 'fsync=1_16K')).toMatchObject({
      status: 'failed',
      measurements: [],
    });
    expect(find(run, 'fdatasync=1_2M')('throughput')).toEqual([2841, 'sum_over_jobs']);
  });

  it('names the server of the form without seconds, and the seconds of its run time', async () => {
    const { run } = await readFile('o.fio_sync.srv1', readFixture(LOG));
    expect(run).toMatchObject({
      server: { name: 'srv1' },
      variant: { product: 'storage', versionKnown: false },
      workload: { clients: 2, label: '1 s' },
    });
  });

  it.each([
    ['o.srv1.xfs.secs60.4', 'srv1', 'xfs'],
    ['o.md2.ext4.secs60.4', null, 'md2.ext4'],
    ['o.fio_sync.xfs', null, 'xfs'],
    ['o.fio_sync.ext4.local', null, 'ext4.local'],
    ['o.fio_sync.gcp.local', 'gcp', 'local'],
  ])('%s takes no file system for a server', async (name, server, version) => {
    const { run } = await readFile(name, readFixture(LOG));
    expect(run?.server?.name ?? null).toBe(server);
    expect(run?.variant).toMatchObject({ product: 'storage', version });
  });

  it('has the values of every job as facts, and the latency distribution', async () => {
    const { details } = await readFile(LOG);
    const fact = details?.facts.find(
      ({ group, name }) => group === 'fsync=1_16K repeat 2 job 2' && name === 'sync p99',
    );
    expect(fact?.line).toBe(215);
    expect(details?.facts.filter(({ name }) => name === 'write IOPS')).toHaveLength(13);
    // `  lat (usec)   : 20=0.10%, 50=40.07%, 100=58.42%, ...`
    expect(details?.histograms.find(({ of }) => of === 'fsync=0_16K job 1')?.buckets.slice(0, 3)).toEqual([
      { upTo: 0.00002, count: 0.1 },
      { upTo: 0.00005, count: 40.07 },
      { upTo: 0.0001, count: 58.42 },
    ]);
  });
});

describe('tables of the fsync study', () => {
  it('are read as printed but for MB/s, and for the sum in the last row', async () => {
    const { run, diagnostics } = await readFile(CSV);
    expect(diagnostics.map(({ code }) => code)).toEqual(['METRIC_MISSING']);
    expect(run).toMatchObject({ server: { name: 'srv1' }, workload: { clients: 2, label: '1 s' } });
    const value = find(run, 'fsync=1_16K', 2);
    expect(value('throughput')).toEqual([16576, null]);
    expect(value('sync_latency_avg')).toEqual([0.0000628, null]);
    expect(value('bandwidth')).toEqual([16576 * 16384, 'iops_times_block_size']);
    // 468.5 / 2 jobs
    expect(find(run, 'fdatasync=1_2M', 2)('sync_latency_avg')?.[1]).toBe('sync_sum_per_job');
    expect(find(run, 'fdatasync=1_2M', 2)('sync_latency_avg')?.[0]).toBeCloseTo(234.25e-6, 12);
    expect(find(run, 'fsync=0_16K')('sync_latency_avg')).toBeUndefined();
  });

  it('appear in blocks too; 0.0 is not a sync latency', async () => {
    const { run, diagnostics } = await readFile(TXT);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['METRIC_MISSING', 8],
      ['METRIC_MISSING', 4],
    ]);
    expect(run?.results.map(({ test }) => test)).toEqual([
      'fsync=0_16K',
      'fsync=1_16K',
      'fdatasync=1_16K',
      'fsync=0_2M',
      'fsync=1_2M',
    ]);
    expect(find(run, 'fsync=1_16K')('sync_latency_avg')).toEqual([0.0009005, null]);
    expect(find(run, 'fdatasync=1_16K')('sync_latency_avg')).toBeUndefined();
    expect(find(run, 'fsync=1_2M')('sync_latency_avg')).toEqual([0.0009805, null]);
  });

  it('give way to the log of the same jobs on the same server, and to their own csv', async () => {
    using directory = makeDirectory({
      [LOG]: readFixture(LOG),
      [CSV]: readFixture(CSV),
      [CSV.replace('csv', 'txt')]: readFixture(CSV),
      [TXT]: readFixture(TXT),
      'o.sum.srv1': readFixture('o.sum.srv1'),
    });
    const { runs, artifacts, diagnostics } = await readUpload(directory.path);
    expect(runs.map(({ workload, results }) => [workload.clients, results.length])).toEqual([
      [1, 5],
      [2, 7],
    ]);
    expect(diagnostics.filter(({ code }) => code === 'SUMMARY_SUPERSEDED')).toHaveLength(2);
    const kinds = Object.fromEntries(artifacts.map(({ path, kind, status }) => [path, `${kind} ${status}`]));
    expect(kinds).toMatchObject({
      [LOG]: 'fio parsed',
      [CSV]: 'fio-summary parsed',
      'o.sum.srv1': 'fio-greps kept',
    });
  });
});
