import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../model/run';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { FioLog } from './fio-log';

/** Results of one file, whatever run they are in. */
async function readResults(name: string, bytes: Buffer = readFixture(name)) {
  const { runs, diagnostics } = await readOneCorpusFile(`ssd/${name}`, bytes);
  const results = runs.flatMap((run) => run.results);
  return { runs, results, codes: diagnostics.map(({ code }) => code) };
}

function measured(result: NormalizedResult | undefined, metric: string) {
  const found = result?.measurements.find((measurement) => measurement.metric === metric);
  return found && [found.value, found.source, found.line];
}

describe('fio, normal output', () => {
  it('reads one job as fio printed it, percentiles in the unit of their block', async () => {
    const { runs, results, codes } = await readResults('randread.normal.txt');
    expect(codes).toEqual([]);
    expect(runs[0]).toMatchObject({
      benchmark: 'fio',
      label: 'ssd',
      variant: { product: 'storage', version: 'ssd', versionKnown: true },
      workload: { clients: 1, label: null },
    });
    const [result] = results;
    expect(result).toMatchObject({
      test: 'randread_4K',
      status: 'ok',
      unit: 'IO/s',
      clients: 1,
      tool: 'fio-3.33',
    });
    // IOPS=24.8k, BW=97.0MiB/s: 97 × 1048576
    expect(measured(result, 'throughput')).toEqual([24800, 'reported', 6]);
    expect(measured(result, 'bandwidth')).toEqual([101711872, 'reported', 6]);
    // clat (nsec): min=451, max=1459.7k, avg=39548.07
    expect(measured(result, 'latency_min')).toEqual([451e-9, 'reported', 7]);
    expect(measured(result, 'latency_max')).toEqual([0.0014597, 'reported', 7]);
    expect(measured(result, 'latency_avg')).toEqual([0.00003954807, 'reported', 7]);
    expect(measured(result, 'latency_p50')).toEqual([0.000041728, 'reported', 11]);
    expect(measured(result, 'latency_p9999')).toEqual([0.000561152, 'reported', 14]);
    expect(measured(result, 'latency_p75')).toBeUndefined();
    expect(measured(result, 'elapsed')).toEqual([1.001, 'reported', 6]);
    expect(measured(result, 'sync_latency_avg')).toBeUndefined();
  });

  it('keeps reads and writes of one job apart and adds them up, of grouped jobs too', async () => {
    const { results } = await readResults('randrw.3job.group.txt');
    expect(results.map(({ test }) => test)).toEqual([
      'mix.randrw.read_4K',
      'mix.randrw.write_4K',
      'mix.randrw_4K',
    ]);
    const [read, write, both] = results;
    // 97.3k + 97.5k; 3 jobs in one block
    expect(measured(both, 'throughput')).toEqual([194800, 'computed', 7]);
    expect(both?.clients).toBe(3);
    expect(measured(both, 'latency_avg')).toBeUndefined();
    expect(measured(both, 'read_bandwidth')).toEqual([380 * 1048576, 'reported', 7]);
    expect(measured(both, 'write_bandwidth')).toEqual([381 * 1048576, 'reported', 19]);
    expect(measured(read, 'throughput')).toEqual([97300, 'reported', 7]);
    expect(measured(read, 'latency_avg')).toEqual([0.00002320348, 'reported', 8]);
    expect(measured(write, 'latency_avg')).toEqual([0.00000226929, 'reported', 20]);
  });

  it('gives each group a row and adds up the clones of a job', async () => {
    const { runs, results } = await readResults('fio-two-groups.txt');
    expect(runs.map(({ workload }) => workload.clients)).toEqual([1, 2]);
    const [reader, writer] = results;
    expect(reader?.test).toBe('reader.randread_4K');
    expect(writer?.test).toBe('writer_64K');
    // 240k + 236k; 14.6 + 14.4 GiB/s; mean of 3010.50 and 3156.41 ns; the larger 99th of 4512 and 4960 ns
    expect(measured(writer, 'throughput')).toEqual([476000, 'computed', 30]);
    expect(measured(writer, 'bandwidth')?.[0]).toBeCloseTo(29 * 1024 ** 3, 0);
    expect(measured(writer, 'latency_avg')?.[0]).toBeCloseTo(3083.455e-9, 15);
    expect(measured(writer, 'latency_p99')?.[0]).toBe(4960e-9);
    expect(writer?.measurements.find(({ metric }) => metric === 'latency_p99')).toMatchObject({
      formula: 'max_over_jobs',
      line: 37,
      lineEnd: 58,
    });
  });

  it('names the queue depth, and a size below 1 KiB as it is', async () => {
    const { results } = await readResults('slow.libaio.txt');
    expect(results[0]?.test).toBe('slow.randread.qd8_512');
    expect(measured(results[0], 'throughput')).toEqual([2, 'reported', 6]);
    expect(measured(results[0], 'bandwidth')).toEqual([1535, 'reported', 6]);
    // clat and not lat (77040.67), which has the time before submission too
    expect(measured(results[0], 'latency_avg')).toEqual([0.0000427725, 'reported', 8]);
  });

  it('takes the last of the reports of --status-interval', async () => {
    const { results, codes } = await readResults('randread.status-interval.txt');
    expect(codes).toEqual(['SEVERAL_SUMMARIES']);
    expect(results).toHaveLength(1);
    expect(measured(results[0], 'throughput')).toEqual([22300, 'reported', 87]);
    expect(measured(results[0], 'elapsed')).toEqual([3.001, 'reported', 87]);
  });

  it('reads padded, suffixed and differing units, and the form of fio 2', async () => {
    const lines = [
      'w: (g=0): rw=write, bs=4K-4K/16K-16K/4K-4K, ioengine=sync, iodepth=1',
      'fio-2.16',
      'w: (groupid=0, jobs=1): err= 0: pid=1: Fri Nov 20 20:55:20 2026',
      '  write: io=1024.0MB, bw=589824KB/s, iops=36864, runtime=  1778msec',
      '    clat (msec): min= 7, max=1027.3k, avg= 9.22, stdev= 1.00',
      '    clat percentiles (usec):',
      '     | 50.00th=[ 9408], 99.90th=[12345]',
      '  fsync/fdatasync/sync_file_range:',
      '    sync (nsec): min= 10, max=20.5k, avg= 9.50, stdev= 1.00',
      'Run status group 0 (all jobs):',
    ];
    const { results } = await readResults('fio2.txt', Buffer.from(lines.join('\n')));
    expect(results[0]?.test).toBe('w.write_16K');
    expect(measured(results[0], 'bandwidth')).toEqual([589824 * 1024, 'reported', 4]);
    expect(measured(results[0], 'latency_avg')).toEqual([0.00922, 'reported', 5]);
    expect(measured(results[0], 'latency_max')).toEqual([1027.3, 'reported', 5]);
    expect(measured(results[0], 'latency_p50')).toEqual([0.009408, 'reported', 7]);
    expect(measured(results[0], 'latency_p999')).toEqual([0.012345, 'reported', 7]);
    expect(measured(results[0], 'sync_latency_avg')).toEqual([9.5e-9, 'reported', 9]);
    expect(measured(results[0], 'sync_latency_max')).toEqual([0.0000205, 'reported', 9]);
  });
});

describe('fio 1 and 2, normal output', () => {
  it('reads reads and writes of a job, each in the unit of its line', async () => {
    const { results, codes } = await readResults('fio-2.16.rw.4job.txt');
    expect(codes).toEqual([]);
    const [read, write, both] = results;
    expect(results.map(({ test }) => test)).toEqual([
      'ceph-fuse.rw.qd32.read_4K',
      'ceph-fuse.rw.qd32.write_4K',
      'ceph-fuse.rw.qd32_4K',
    ]);
    expect(read).toMatchObject({ status: 'ok', clients: 4, tool: 'fio-2.16' });
    expect(measured(read, 'throughput')).toEqual([637, 'reported', 11]);
    expect(measured(read, 'bandwidth')).toEqual([2549.5 * 1024, 'reported', 11]);
    expect(measured(read, 'elapsed')).toEqual([60.085, 'reported', 11]);
    expect(measured(read, 'latency_p50')).toEqual([63232e-6, 'reported', 17]);
    expect(measured(read, 'latency_p95')).toEqual([296960e-6, 'reported', 18]);
    expect(measured(read, 'latency_p99')).toEqual([501760e-6, 'reported', 19]);
    expect(measured(write, 'throughput')).toEqual([633, 'reported', 22]);
    expect(measured(write, 'latency_p50')).toEqual([0.069, 'reported', 28]);
    expect(measured(write, 'latency_p95')).toEqual([0.306, 'reported', 29]);
    expect(measured(write, 'latency_p99')).toEqual([0.515, 'reported', 30]);
    expect(measured(both, 'throughput')).toEqual([1270, 'computed', 11]);
  });

  it('marks IO/s that their count of IOs contradicts', async () => {
    const text = readFixture('fio-2.16.rw.4job.txt').toString().replace('iops=637', 'iops=367');
    const { codes } = await readResults('fio2.txt', Buffer.from(text));
    expect(codes).toEqual(['VALUES_DISAGREE']);
  });

  it('reads fio 1.5x, which prints a space where a number has no unit', async () => {
    const lines = [
      'seq: (g=0): rw=read, bs=64K-64K/64K-64K, ioengine=libaio, iodepth=8',
      'fio 1.59',
      'Starting 1 process',
      '',
      'seq: (groupid=0, jobs=1): err= 0: pid=1234',
      '  read : io=1024.0MB, bw=102400KB/s, iops=1600 , runt= 10240msec',
      '    slat (usec): min=3 , max=400 , avg= 9.10, stdev= 4.00',
      '    clat (usec): min=100 , max=20000 , avg=4980.00, stdev=900.00',
      'Run status group 0 (all jobs):',
    ];
    const { results, codes } = await readResults('fio1.txt', Buffer.from(lines.join('\n')));
    expect(codes).toEqual([]);
    expect(results[0]).toMatchObject({ test: 'seq.read.qd8_64K', tool: 'fio 1.59' });
    expect(measured(results[0], 'throughput')).toEqual([1600, 'reported', 6]);
    expect(measured(results[0], 'bandwidth')).toEqual([102_400 * 1024, 'reported', 6]);
    expect(measured(results[0], 'elapsed')).toEqual([10.24, 'reported', 6]);
    expect(measured(results[0], 'latency_min')).toEqual([0.0001, 'reported', 8]);
    expect(measured(results[0], 'latency_max')).toEqual([0.02, 'reported', 8]);
  });

  it('reads fio 1, without a date and with commas', async () => {
    const lines = [
      'iometer: (g=0): rw=randrw, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=64',
      'fio 1.22',
      'Starting 1 process',
      '',
      'iometer: (groupid=0, jobs=1): err= 0: pid=6524',
      '  read : io=3,273MiB, bw=24,829KiB/s, iops=6,207, runt=134,969msec',
      '    clat (usec): min=203, max=108K, avg=8229.70, stdev=4513.53',
      'Run status group 0 (all jobs):',
    ];
    const { results, codes } = await readResults('fio1.txt', Buffer.from(lines.join('\n')));
    expect(codes).toEqual([]);
    expect(results[0]).toMatchObject({ test: 'iometer.randrw.qd64_4K', tool: 'fio 1.22' });
    expect(measured(results[0], 'throughput')).toEqual([6207, 'reported', 6]);
    expect(measured(results[0], 'bandwidth')).toEqual([24829 * 1024, 'reported', 6]);
    expect(measured(results[0], 'elapsed')).toEqual([134.969, 'reported', 6]);
    expect(measured(results[0], 'latency_max')).toEqual([0.108, 'reported', 7]);
  });
});

describe('fio, runs that failed', () => {
  it('has a failed result without numbers for a job with an error', async () => {
    const { results, codes } = await readResults('fio-error-no-space.txt');
    expect(codes).toEqual(['TOOL_FAILED']);
    expect(results).toMatchObject([{ test: 'big.write_1M', status: 'failed', measurements: [] }]);
  });

  it('has a failed result for a run that was killed, and none when fio did not start', async () => {
    const killed = await readResults('fio-killed.txt');
    expect(killed.codes).toEqual(['TRUNCATED_LOG']);
    expect(killed.results).toMatchObject([{ test: 'randread_4K', status: 'failed', measurements: [] }]);
    const { runs, codes } = await readResults('fio-error-directory.txt');
    expect(runs).toEqual([]);
    expect(codes).toEqual(['TOOL_FAILED']);
  });

  it('reads an interrupted run and reports it', async () => {
    const { results, codes } = await readResults('fio-interrupted.txt');
    expect(codes).toEqual(['TRUNCATED_LOG']);
    expect(measured(results[0], 'throughput')).toEqual([21600, 'reported', 8]);
    expect(measured(results[0], 'elapsed')).toEqual([1.724, 'reported', 8]);
  });

  it('never adds up a report that is cut: fewer jobs would be a lower sum', async () => {
    const text = readFixture('fio-two-groups.txt').toString();
    const cut = Buffer.from(text.slice(0, text.indexOf('Run status group')));
    const { results, codes } = await readResults('cut.txt', cut);
    expect(codes).toEqual(['TRUNCATED_LOG']);
    expect(results.map(({ test, status, measurements }) => [test, status, measurements.length])).toEqual([
      ['reader.randread_4K', 'failed', 0],
      ['writer_64K', 'failed', 0],
    ]);
    const json = readFixture('randread.json').toString();
    const half = await readResults('cut.json', Buffer.from(json.slice(0, json.lastIndexOf(']'))));
    expect(half.codes).toEqual(['TRUNCATED_LOG']);
    expect(half.results).toEqual([]);
  });

  it('reports a line of a job that holds no numbers', async () => {
    const text = readFixture('randread.normal.txt').toString().replace('IOPS=24.8k', 'IOPS=?');
    const { log, diagnostics } = await parseBytes<FioLog>('x', Buffer.from(text));
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 6]]);
    expect(log?.sections[0]?.rows[0]?.directions).toEqual([]);
  });
});
