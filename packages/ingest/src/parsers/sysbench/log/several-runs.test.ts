import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import type { AssembleContext } from '../../family';
import { sysbenchAssembler } from '../assemble/sysbench-assembler';
import { sysbench } from '../family';
import type { SysbenchLog } from './sysbench-log';

async function parse(name: string, text = readFixture(name).toString()) {
  const { log, diagnostics } = await parseBytes<SysbenchLog>(name, Buffer.from(text));
  if (log?.type !== 'sysbench') throw new Error(`${name} was read as ${log?.type}`);
  return { runs: [log, ...(log.others ?? [])], diagnostics };
}

/** Clients, queries/s and transactions/s of each run, and where the first is printed. */
function ratesOf(runs: readonly SysbenchLog[]) {
  return runs.map(({ threads, summary }) => [
    threads,
    summary?.queriesPerS?.value,
    summary?.transactionsPerS?.value,
    summary?.queriesPerS?.line,
  ]);
}

/** The numbers of runs within their file, as the parts of one log have them. */
async function segmentsOf(text: string) {
  const { log } = await parseBytes<SysbenchLog>('x.log', Buffer.from(text));
  if (!log) throw new Error('no log');
  const context: AssembleContext = {
    rootLabel: 'x',
    wantedDevice: () => null,
    storage: () => [],
    benchmarkNamed: () => 'sysbench',
    isRegistered: () => true,
    claim: () => undefined,
    note: () => undefined,
    roomForResults: (wanted) => wanted,
    cores: () => null,
    columns: () => null,
    table: () => null,
  };
  const parts = sysbenchAssembler.assemble([{ path: 'x.log', log }], context);
  return parts.map(({ segmentOfLog }) => segmentOfLog);
}

/** Each measured result: test, clients, repeat, and the value of one metric. */
async function resultsOf(files: Record<string, string>, metric = 'throughput') {
  using directory = makeDirectory(files);
  const { runs } = await readUpload(directory.path);
  return runs.flatMap(({ workload, results }) =>
    results.map(({ test, clients, repeat, measurements }) => {
      const value = measurements.find((each) => each.metric === metric)?.value;
      return { test, clients, repeat, value, label: workload.label, tables: workload.tables };
    }),
  );
}

describe('runs appended to one file', () => {
  it('are separate results, with their clients and lines', async () => {
    const { runs, diagnostics } = await parse('made-appended.4runs.txt');
    expect(diagnostics).toEqual([]);
    expect(ratesOf(runs)).toEqual([
      [8, 4442.69, 222.13, 39],
      [16, 4784.15, 239.21, 96],
      [32, 4964.04, 248.2, 154],
      [64, 5352.83, 267.64, 214],
    ]);
    const text = readFixture('made-appended.4runs.txt').toString();
    const results = await resultsOf({ 'a/x.log': text });
    expect(results.map(({ test, clients, repeat }) => [test, clients, repeat])).toEqual(
      [8, 16, 32, 64].map((clients) => ['oltp_read_write', clients, 1]),
    );
  });

  it('have their own series and facts', () => {
    const { series, facts } = readFixtureDetails(sysbench, 'made-appended.4runs.txt');
    const tps = series.filter(({ id }) => id === 'transactions_per_s');
    expect(tps.map(({ of, values }) => [of, values[0]])).toEqual([
      ['run 1', 216.42],
      ['run 2', 252.15],
      ['run 3', 247.81],
      ['run 4', 264.99],
    ]);
    expect(facts.find(({ name }) => name === 'total time')).toMatchObject({
      group: 'General statistics, run 1',
      number: 300.0686,
    });
  });

  it('count after an attempt that failed, which is reported with its line', async () => {
    const { runs, diagnostics } = await parse('made-failed-then-runs.txt');
    expect(ratesOf(runs)).toEqual([
      [8, 4100, 205, 27],
      [16, 4711.33, 235.57, 68],
    ]);
    expect(diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 3 }]);
  });

  it('keep a client count whose only attempt failed', async () => {
    const failed = 'Number of threads: 32\nThreads started!\nFATAL: error 2013: Lost connection\n';
    const banner = 'sysbench 1.0.17 (using system LuaJIT 2.0.4)\n';
    const text = `${readFixture('made-failed-then-runs.txt')}${banner}${failed}`;
    const results = await resultsOf({ 'x.log': text });
    expect(results.map(({ clients, value }) => [clients, value])).toEqual([
      [8, 4100],
      [16, 4711.33],
      [32, undefined],
    ]);
  });

  it('are separate without their banners, too', async () => {
    const text = readFixture('made-appended.4runs.txt').toString();
    const { runs } = await parse('x.log', text.replaceAll(/^sysbench .*$/gm, ''));
    expect(ratesOf(runs).map(([threads, qps]) => [threads, qps])).toEqual([
      [8, 4442.69],
      [16, 4784.15],
      [32, 4964.04],
      [64, 5352.83],
    ]);
    const summaries = text.replaceAll(/^(?:sysbench |Running |Number of threads|Threads started).*$/gm, '');
    const pasted = await parse('x.log', summaries);
    expect(ratesOf(pasted.runs).map(([threads, qps]) => [threads, qps])).toEqual([
      [8, 4442.69],
      [16, 4784.15],
      [32, 4964.04],
      [64, 5352.83],
    ]);
  });

  const [once = ''] = readFixture('made-appended.4runs.txt')
    .toString()
    .split(/(?<=\n)\n(?=sysbench)/);
  const perf = (command: string) => `\n Performance counter stats for '${command}':\n\n 1 cycles\n\n`;

  it('are repeats where perf stat names one command, and other workloads where it names another', async () => {
    const command = (tables: number) =>
      `./tpcc.lua --threads=8 --tables=${tables} --scale=48 --pgsql-password=geheim run`;
    const text = [10, 10, 20].map((tables) => once + perf(command(tables))).join('');
    const results = await resultsOf({ 'x.log': text }, 'transactions_per_s');
    expect(results).toEqual(
      [
        [10, 1],
        [10, 2],
        [20, 1],
      ].map(([tables, repeat]) => ({
        ...{ test: 'tpcc', clients: 8, value: 222.13, label: 'scale 48' },
        ...{ tables, repeat },
      })),
    );
    const { runs } = await parse('x.log', text);
    expect(runs[0]?.command).toContain('--pgsql-password=*** run');
  });

  it('have a number where nothing shows that they are repeats', async () => {
    expect(await segmentsOf(once + once)).toEqual([1, 2]);
    const seeds = [1, 2].map((seed) => once + perf(`x --seed=${seed} run`)).join('');
    expect(await segmentsOf(seeds)).toEqual([1, 2]);
    expect(await segmentsOf((once + perf('x run')).repeat(2))).toEqual([undefined]);
    const four = readFixture('made-appended.4runs.txt').toString();
    expect(new Set(await segmentsOf(four))).toEqual(new Set([undefined]));
  });
});

describe('sessions of prepare, run and cleanup', () => {
  it('give the result of the run', async () => {
    const name = 'made-prepare-run-cleanup.txt';
    const { runs, diagnostics } = await parse(name);
    expect(diagnostics).toEqual([]);
    expect(ratesOf(runs)).toEqual([[8, 58_118.47, 2905.92, 28]]);
    const [result, ...others] = await resultsOf({ 'x.log': readFixture(name).toString() });
    expect(result).toMatchObject({ test: 'oltp_read_write', clients: 8, value: 58_118.47 });
    expect(others).toEqual([]);
  });

  it('of files give it with the command of the run', async () => {
    const { runs, diagnostics } = await parse('made-0.4.12-fileio.session.txt');
    expect(diagnostics).toEqual([]);
    expect(runs).toMatchObject([
      {
        tool: 'sysbench 0.4.12',
        threads: 1,
        options: { type: 'fileio', words: ['rndrw'] },
        summary: {
          rwRequestsPerS: { value: 108.78 },
          mibPerS: { value: 1.6996 },
          latencyAvgMs: { value: 5.68 },
          latencyPercentileMs: { value: 15.26 },
        },
      },
    ]);
    expect(runs[0]?.command).toContain('--file-test-mode=rndrw');
  });

  it('may have them in any order', async () => {
    const text = readFixture('made-prepare-run-cleanup.txt').toString();
    const [prepare = '', run = '', cleanup = ''] = text.split(/(?=^sysbench )/m);
    for (const order of [
      [cleanup, prepare, run],
      [run, cleanup],
      [prepare, run, cleanup, prepare, run],
    ]) {
      const { runs, diagnostics } = await parse('x.log', order.join(''));
      expect(diagnostics).toEqual([]);
      expect(new Set(ratesOf(runs).map(([, qps]) => qps))).toEqual(new Set([58_118.47]));
    }
  });
});

describe('logs without their first lines', () => {
  it.each([
    ['made-no-version.txt', 25],
    ['made-summary-only.txt', 14],
  ])('are read from their options or statistics: %s', async (name, line) => {
    const { runs, diagnostics } = await parse(name);
    expect(diagnostics).toEqual([]);
    expect(ratesOf(runs)).toEqual([[8, 58_118.47, 2905.92, line]]);
    expect(runs[0]?.tool).toBeNull();
  });

  it.each(
    [
      'made-no-version.txt',
      'made-summary-only.txt',
      'made-0.4-oltp.no-version.txt',
      'made-fileio.no-version.txt',
    ].flatMap((name) => [' ', ' \t ', ' \r'].map((end) => [name, end] as const)),
  )('have the same numbers where every line ends with spaces: %s, %j', async (name, end) => {
    const text = readFixture(name).toString();
    const { runs, diagnostics } = await parse(name, text.replaceAll('\n', `${end}\n`));
    expect(diagnostics).toEqual([]);
    expect(runs.map(({ threads, summary }) => ({ threads, summary }))).toEqual(
      (await parse(name)).runs.map(({ threads, summary }) => ({ threads, summary })),
    );
  });

  it('are read of 0.4', async () => {
    const { runs } = await parse('made-0.4-oltp.no-version.txt');
    expect(runs).toMatchObject([
      {
        threads: 2,
        options: { type: 'oltp', words: ['simple', 'ro'] },
        summary: {
          transactionsPerS: { value: 7694.26 },
          latencyAvgMs: { value: 0.26 },
          latencyPercentileMs: { value: 0.4 },
        },
      },
    ]);
  });

  it('are read of files', async () => {
    const { runs, diagnostics } = await parse('made-fileio.no-version.txt');
    expect(diagnostics).toEqual([]);
    expect(runs).toMatchObject([
      {
        threads: 1,
        options: { type: 'fileio', words: ['seqrewr'] },
        summary: {
          writesPerS: { value: 2808.51 },
          fsyncsPerS: { value: 3585.69 },
          writtenMibPerS: { value: 43.88 },
          latencyAvgMs: { value: 0.16 },
        },
      },
    ]);
  });

  it.each(['made-summary-only.txt', 'made-0.5-sysbench.ro.2.res'])(
    'never have events as queries, at whichever line of the statistics %s begins',
    async (name) => {
      const lines = readFixture(name).toString().split('\n');
      const first = lines.findIndex((line) => /^(?:SQL|OLTP test) statistics:/.test(line));
      const end = lines.findLastIndex((line) => / per sec\.\)$/.test(line)) + 1;
      expect([first > 0, end > first]).toEqual([true, true]);
      const whole = (await resultsOf({ 'a/x.log': lines.join('\n') }))[0]?.value;
      for (let at = first; at < end; at += 1) {
        const [result] = await resultsOf({ 'a/x.log': lines.slice(at).join('\n') });
        expect([undefined, whole]).toContain(result?.value);
      }
    },
  );

  it('have events where the statistics of SQL are lost', async () => {
    const text = readFixture('made-summary-only.txt').toString();
    using directory = makeDirectory({ 'a/x.log': text.slice(text.indexOf('General statistics:')) });
    const { runs } = await readUpload(directory.path);
    expect(runs[0]?.results).toMatchObject([{ test: 'sysbench' }]);
    expect(runs[0]?.results[0]?.measurements.find(({ metric }) => metric === 'throughput')).toMatchObject({
      unit: 'events/s',
      source: 'computed',
    });
  });

  it('are recognized behind a long text', async () => {
    const text = `${'some words of a script\n'.repeat(400)}${readFixture('made-no-version.txt')}`;
    const { runs } = await parse('x.log', text);
    expect(runs[0]?.summary?.queriesPerS?.value).toBe(58_118.47);
  });
});

describe('runs that end early', () => {
  const text = readFixture('made-no-version.txt').toString();
  const short = text.slice(0, text.indexOf('\nGeneral statistics'));

  it('are not called killed where only times and latencies are missing', async () => {
    const { runs, diagnostics } = await parse('x.log', short);
    expect(runs[0]?.summary?.queriesPerS?.value).toBe(58_118.47);
    expect(diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', severity: 'info' }]);
  });

  it.each([
    ['FATAL: The --max-time limit has expired, forcing shutdown...', short],
    ['The --max-time limit has expired, forcing shutdown...', short],
    ['FATAL: thread 3 lost its connection', text],
  ])('keep their summary after %s', async (line, log) => {
    const { runs, diagnostics } = await parse('x.log', log.replace('SQL statistics:', `${line}\n$&`));
    expect(runs[0]?.summary?.queriesPerS?.value).toBe(58_118.47);
    expect(diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 18 }]);
    expect(diagnostics[0]?.message).toContain('The summary after it was read.');
  });
});
