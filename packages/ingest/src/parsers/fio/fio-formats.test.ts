import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/fixtures';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

async function readResults(name: string, bytes: Buffer = readFixture(name)) {
  const { runs, diagnostics, details } = await readOneCorpusFile(`fio/${name}`, bytes);
  return { results: runs.flatMap((run) => run.results), codes: diagnostics.map(({ code }) => code), details };
}

type Results = Awaited<ReturnType<typeof readResults>>['results'];

function measured(results: Results, metric: string) {
  const found = results[0]?.measurements.find((measurement) => measurement.metric === metric);
  return found && [found.value, found.source, found.line];
}

/** One JSON report of `--status-interval`, cut down to what is read. */
function jsonReport({
  timestamp,
  elapsed,
  iops,
}: {
  timestamp: number;
  elapsed: number;
  iops: number;
}): string {
  const read = { io_bytes: 4096, bw_bytes: iops * 4096, iops, runtime: elapsed * 1000 };
  const job = { jobname: 'r', groupid: 0, error: 0, elapsed, 'job options': { rw: 'read', bs: '4k' }, read };
  return JSON.stringify({ 'fio version': 'fio-3.33', timestamp, jobs: [job] }, null, 2);
}

describe('fio JSON', () => {
  it('reads every value with its line', async () => {
    const { results, codes } = await readResults('randread.json');
    // The directory is called fio: nothing names the storage.
    expect(codes).toEqual(['UNKNOWN_VERSION']);
    expect(results[0]).toMatchObject({ test: 'randread_4K', status: 'ok', clients: 1, tool: 'fio-3.33' });
    expect(measured(results, 'throughput')).toEqual([22681.318681, 'reported', 27]);
    expect(measured(results, 'bandwidth')).toEqual([92902681, 'reported', 25]);
    expect(measured(results, 'latency_avg')).toEqual([0.00004338595547, 'reported', 42]);
    expect(measured(results, 'latency_max')).toEqual([0.00079902, 'reported', 41]);
    expect(measured(results, 'latency_p99')).toEqual([0.000060672, 'reported', 58]);
  });

  it('reads JSON+: sync latency, jobs of a group, bins as a histogram', async () => {
    const { results, details } = await readResults('randwrite.fsync.group.jsonplus');
    expect(results[0]).toMatchObject({ test: 'randwrite_16K', clients: 2 });
    expect(measured(results, 'throughput')).toEqual([79.840319, 'reported', 73]);
    expect(measured(results, 'sync_latency_avg')).toEqual([0.00016157545, 'reported', 239]);
    expect(measured(results, 'sync_latency_p99')).toEqual([0.00050176, 'reported', 255]);
    const bins = details?.histograms.find(({ id }) => id === 'write_clat')?.buckets ?? [];
    // "N" : 80
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(80);
    expect(details?.histograms.map(({ id }) => id)).toEqual(['latency_percent', 'write_clat', 'sync']);
  });

  it('reads it compact too, and microseconds and KiB of fio 2', async () => {
    const write = {
      io_bytes: 361984,
      bw: 68118,
      iops: 133,
      runtime: 5314,
      clat: { min: 189263, max: 869891, mean: 477734.84, percentile: { '99.000000': 823296, '0.00': 0 } },
    };
    const jobs = [
      { jobname: 'sequential_write', groupid: 0, error: 0, write, latency_us: { '2': Number.NaN } },
    ];
    const text = JSON.stringify({ 'fio version': 'fio-2.1.4', jobs }).replace('null', 'nan');
    const { results } = await readResults('fio2.json', Buffer.from(text));
    expect(results[0]?.test).toBe('sequential_write');
    expect(measured(results, 'bandwidth')).toEqual([68118 * 1024, 'reported', 1]);
    expect(measured(results, 'latency_avg')).toEqual([0.47773484, 'reported', 1]);
    expect(measured(results, 'latency_p99')).toEqual([0.823296, 'reported', 1]);
  });

  it.each([
    // The disk does 20 KiB/s: 20.9 would look the same.
    ['fio-3.1', 20, true],
    ['fio-3.1', 68_118, false],
    ['fio-2.1.4', 999, true],
    // Later releases have bytes: their line was lost.
    ['fio-3.33', 68_118, true],
  ])('says of %s with %d KiB/s and without bytes that it was cut off: %s', async (version, bw, isSaid) => {
    const read = { io_bytes: 4096, bw, iops: 10, runtime: 1000 };
    const text = JSON.stringify({
      'fio version': version,
      jobs: [{ jobname: 'a', groupid: 0, error: 0, read }],
    });
    const { results, codes } = await readResults('whole.json', Buffer.from(text));
    expect(measured(results, 'bandwidth')?.[0]).toBe(bw * 1024);
    expect(codes.includes('fio:WHOLE_KIB')).toBe(isSaid);
  });

  it('tells reports of one run from runs of one file by the clock', async () => {
    const first = { timestamp: 1000, elapsed: 1, iops: 10 };
    const status = [first, { timestamp: 1001, elapsed: 2, iops: 20 }].map(jsonReport).join('\n');
    const one = await readResults('status.json', Buffer.from(status));
    expect(one.codes).toContain('SEVERAL_SUMMARIES');
    expect(one.results).toHaveLength(1);
    expect(measured(one.results, 'throughput')?.[0]).toBe(20);
    expect(one.details?.series).toMatchObject([
      { id: 'iops_since_start', of: 'r.read_4K', seconds: [1, 2], values: [10, 20] },
    ]);
    const appended = [first, { timestamp: 1300, elapsed: 1, iops: 30 }].map(jsonReport).join('\n');
    const two = await readResults('appended.json', Buffer.from(appended));
    expect(two.results.map(({ repeat }) => repeat)).toEqual([1, 2]);
  });

  it('reads the totals of several hosts, and each job of the hosts where they ran several', async () => {
    const client = (jobname: string, iops: number, groupid = 0) => ({
      jobname,
      groupid,
      error: 0,
      read: { io_bytes: iops * 4096, bw_bytes: iops * 4096, iops, runtime: 1000 },
      hostname: 'host',
    });
    const report = (names: readonly string[], groups: Readonly<Record<string, number>>) => ({
      'fio version': 'fio-3.33',
      'global options': { rw: 'randread', bs: '4k', iodepth: '8' },
      client_stats: [...names.map((name) => client(name, 100, groups[name])), client('All clients', 199)],
    });
    const text = (names: readonly string[], groups = {}) =>
      Buffer.from(JSON.stringify(report(names, groups), null, 2));
    const one = await readResults('client.json', text(['a', 'a']));
    expect(one.results).toMatchObject([{ test: 'a.randread.qd8_4K', clients: 2 }]);
    expect(measured(one.results, 'throughput')?.slice(0, 2)).toEqual([199, 'reported']);
    const two = await readResults('client.json', text(['a', 'a', 'b']));
    expect(two.results.map(({ test, clients }) => [test, clients])).toEqual([
      ['b.randread.qd8_4K', 1],
      ['a.randread.qd8_4K', 2],
      ['All-clients.randread.qd8_4K', 3],
    ]);
    // Jobs of two groups may run one after the other, so their sum is not a rate.
    const apart = await readResults('client.json', text(['a', 'b'], { b: 1 }));
    expect(apart.results.map(({ test }) => test)).toEqual(['a.randread.qd8_4K', 'b.randread.qd8_4K']);
    expect(apart.codes).toContain('METRIC_MISSING');
  });

  it('gives up a document that is no JSON and reads what follows', async () => {
    const whole = jsonReport({ timestamp: 1000, elapsed: 1, iops: 10 });
    const broken = `${whole.slice(0, whole.indexOf('"read"'))}\nfio: terminating on signal 15\n`;
    const { results, codes } = await readResults('broken.json', Buffer.from(`${broken}${whole}`));
    expect(codes).toContain('LINE_UNPARSED');
    expect(measured(results, 'throughput')?.[0]).toBe(10);
  });
});

describe('fio terse', () => {
  it('reads version 3: a line a job, latencies in microseconds', async () => {
    const { results } = await readResults('randread.2job.terse3');
    // 29222 + 29273; (116891 + 117094) KiB/s; mean of 33.614613 and 33.702651; terse says no block size
    expect(results[0]).toMatchObject({ test: 'randread', clients: 2, tool: 'fio-3.33' });
    expect(measured(results, 'throughput')).toEqual([58495, 'computed', 1]);
    expect(measured(results, 'bandwidth')).toEqual([233985 * 1024, 'computed', 1]);
    expect(measured(results, 'latency_avg')?.[0]).toBeCloseTo(33.658632e-6, 15);
    expect(measured(results, 'elapsed')).toEqual([1.001, 'computed', 1]);
  });

  it('reads version 5, which has more fields and trims', async () => {
    const { results } = await readResults('randwrite.terse5');
    expect(measured(results, 'throughput')).toEqual([508367, 'reported', 1]);
    expect(measured(results, 'bandwidth')).toEqual([2033470 * 1024, 'reported', 1]);
    expect(measured(results, 'latency_max')).toEqual([0.003027, 'reported', 1]);
    expect(measured(results, 'latency_p99')).toEqual([2e-6, 'reported', 1]);
  });

  it('takes the last report of --status-interval and none of a cut line', async () => {
    const { results, codes, details } = await readResults('randread.2job.status-interval.terse3');
    expect(codes).toContain('SEVERAL_SUMMARIES');
    // 30831 + 30947 after 2001 ms
    expect(measured(results, 'throughput')).toEqual([61778, 'computed', 5]);
    expect(details?.series[0]?.values).toEqual([69690, 62632, 61778]);
    const bytes = readFixture('randread.2job.terse3');
    const cut = await readResults('cut.terse3', bytes.subarray(0, bytes.length - 400));
    expect(cut.results).toEqual([]);
    expect(cut.codes).toEqual(['LINE_UNPARSED', 'TRUNCATED_LOG']);
  });
});

describe('fio, several formats in one file', () => {
  it('counts the run once, by its JSON, which has the most digits', async () => {
    const { results, codes } = await readResults('randwrite.2job.mixed.txt');
    expect(codes).toEqual(['UNKNOWN_VERSION']);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ test: 'randwrite_16K', clients: 2 });
    expect(measured(results, 'throughput')?.[0]).toBeCloseTo(8241.758242 + 8323.676324, 9);
    expect(measured(results, 'throughput')?.[2]).toBe(79);
  });

  it('falls back on normal output when the JSON is cut', async () => {
    const text = readFixture('randwrite.2job.mixed.txt').toString();
    const damaged = text.replace('"iops" : 8323.676324', '"iops" = 8323.676324');
    const { results, codes } = await readResults('damaged.txt', Buffer.from(damaged));
    expect(codes).toContain('LINE_UNPARSED');
    expect(measured(results, 'throughput')).toEqual([8241 + 8323, 'computed', 512]);
  });
});

describe('fio JSON in one line of more than 3 MiB', () => {
  /** Jobs with a long option; only the IO/s and bins of a job differ. */
  const report = (jobs: number) =>
    JSON.stringify({
      'fio version': 'fio-3.33',
      jobs: Array.from({ length: jobs }, (_, index) => ({
        jobname: `job {"${index}`,
        groupid: index,
        error: 0,
        'job options': { name: `job ${index}`, description: ', '.repeat(40_000), rw: 'read', bs: '4k' },
        read: {
          io_bytes: 4096 * (index + 1),
          bw_bytes: 4096 * (index + 1),
          iops: index + 1,
          runtime: 1000,
          clat_ns: { bins: { 1000: 1, 1001: index + 1 } },
        },
      })),
    });
  const sumOf = (results: Results) =>
    results.map(({ measurements }) => measurements.find(({ metric }) => metric === 'throughput')?.value);

  it('is read whole', async () => {
    const text = report(40);
    expect(text.length).toBeGreaterThan(3 * 2 ** 20);
    const { results, codes, details } = await readResults('one-line.json', Buffer.from(`${text}\n`));
    expect(codes).not.toContain('LINE_TOO_LONG');
    expect(sumOf(results)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(details?.histograms.length).toBe(40);
  });

  it('that is cut gives no numbers, and reports it', async () => {
    const text = report(40);
    const { runs, diagnostics } = await readOneCorpusFile(
      'fio/one-line.json',
      Buffer.from(text.slice(0, -40)),
    );
    expect(runs).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('TRUNCATED_LOG');
  });

  it('does not hide the report after it', async () => {
    const text = `${'x'.repeat(2 ** 21)}\n${report(1)}\n`;
    const { results, codes } = await readResults('one-line.json', Buffer.from(`${report(2)}\n${text}`));
    expect(codes).toContain('LINE_UNPARSED');
    expect(sumOf(results)).toEqual([1]);
  });
});
