import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { PgbenchLog, PgbenchSummary } from './pgbench-log';

// Fixtures `made-*` are written from the format's facts, `pgbench-15-*` are what pgbench 15.18 printed.
async function parse(bytes: Buffer | string) {
  const { log, diagnostics, doubts } = await parseBytes('x', Buffer.from(bytes));
  if (log?.type !== 'pgbench') throw new Error(`read as ${log?.type}`);
  return { log: log as PgbenchLog, diagnostics, doubts, codes: diagnostics.map(({ code }) => code) };
}

const fixture = (name: string) => parse(readFixture(name));

/** Values without their lines. */
function valuesOf({ values }: Pick<PgbenchSummary, 'values'>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([field, at]) => [field, at.value]));
}

describe('pgbench', () => {
  it('reads a summary of 18 behind progress lines, each number with its line', async () => {
    const { log, diagnostics } = await fixture('made-pgbench-18-progress.txt');
    expect(diagnostics).toEqual([]);
    expect(log.progressLines).toBe(3);
    const [summary, ...others] = log.summaries;
    expect(others).toEqual([]);
    expect(summary).toMatchObject({
      firstLine: 6,
      version: { client: '18.1', server: '17.6 (Debian 17.6-1)', line: 1 },
      type: '<builtin: TPC-B (sort of)>',
      queryMode: 'prepared',
      partitionMethod: 'hash',
      scripts: [],
      aborted: null,
      isShortened: false,
    });
    expect(summary?.values).toEqual({
      scale: { value: 50, line: 7 },
      partitions: { value: 10, line: 9 },
      clients: { value: 4, line: 11 },
      threads: { value: 2, line: 12 },
      maxTries: { value: 1, line: 13 },
      durationS: { value: 15, line: 14 },
      processed: { value: 20_000, line: 15 },
      failed: { value: 2, line: 16 },
      latencyAvgMs: { value: 2.991, line: 17 },
      latencyStddevMs: { value: 0.64, line: 18 },
      initialConnectionMs: { value: 5.123, line: 19 },
      tpsExcluding: { value: 1333.5, line: 20 },
    });
  });

  it.each([
    [
      'made-pgbench-10-statements.txt',
      { tpsIncluding: 1600, tpsExcluding: 1610.5, latencyAvgMs: 5, target: 8000 },
    ],
    ['made-pgbench-9.5-custom.txt', { tpsIncluding: 250, tpsExcluding: 260, latencyAvgMs: 4, processed: 10 }],
    ['made-pgbench-2006.txt', { tpsIncluding: 20, tpsExcluding: 20.5, processed: 400, target: 400 }],
    ['made-pgbench-16-reconnect.txt', { tpsReconnecting: 45, averageConnectionMs: 20.5 }],
    [
      'made-pgbench-15-retries.txt',
      {
        failed: 60,
        serializationFailures: 40,
        deadlockFailures: 20,
        retried: 310,
        retries: 1204,
        latencyLimitMs: 50,
        late: 7,
      },
    ],
    [
      'made-pgbench-16-rate.txt',
      { skipped: 50, lagAvgMs: 2.859, lagMaxMs: 20.065, latencyLimitMs: 21, late: 12 },
    ],
  ])('reads the lines of %s', async (name, expected) => {
    const { log, codes } = await fixture(name);
    expect(valuesOf(log.summaries[0] ?? { values: {} })).toMatchObject(expected);
    expect(codes.filter((code) => code !== 'pgbench:RATE_LIMITED')).toEqual([]);
  });

  it('keeps the numbers of scripts apart from those of the whole', async () => {
    const { log, diagnostics } = await fixture('made-pgbench-16-scripts.txt');
    expect(diagnostics).toEqual([]);
    const [summary] = log.summaries;
    expect(summary?.values.processed).toEqual({ value: 8000, line: 9 });
    expect(summary?.scripts.map((script) => [script.name, valuesOf(script)])).toEqual([
      [
        '<builtin: select only>',
        { weight: 3, processed: 6000, tps: 300, failed: 0, latencyAvgMs: 20.25, latencyStddevMs: 3.125 },
      ],
      [
        'orders/insert.sql',
        { weight: 1, processed: 2000, tps: 100, failed: 0, latencyAvgMs: 39.25, latencyStddevMs: 6.5 },
      ],
      ['users/insert.sql', { weight: 0, processed: 0, tps: 0, failed: 0 }],
    ]);
  });

  it('splits summaries that were appended and quoted, and gives shortened ones the settings above', async () => {
    const { log, codes } = await fixture('made-pgbench-appended.md');
    expect(
      log.summaries.map(({ heading, isShortened, values }) => [
        heading,
        isShortened,
        values.clients?.value,
        values.tpsExcluding?.value,
        values.tpsExcluding?.line,
      ]),
    ).toEqual([
      ['WARMUP', false, 32, 4000, 20],
      ['RUN 1', false, 32, 4050, 36],
      ['RUN 2', true, 32, 4100, 41],
      ['RUN 3', true, 32, 4000, 45],
    ]);
    expect(log.summaries[3]?.values.durationS).toBeUndefined();
    expect(codes).toEqual(['pgbench:SHORTENED', 'pgbench:SHORTENED']);
  });

  it('counts the clients that aborted, by lines before the summary', async () => {
    const { log, diagnostics } = await fixture('made-pgbench-17-aborted.txt');
    expect(log.summaries[0]?.aborted).toEqual({ clients: 2, line: 2 });
    expect(diagnostics).toMatchObject([{ code: 'CLIENTS_FAILED', line: 2 }]);
    const real = await fixture('pgbench-15-aborted.txt');
    expect(real.log.summaries[0]?.aborted).toEqual({ clients: 4, line: 2 });
    // Its tps is of the 16 ms until the last client gave up.
    expect(real.log.summaries[0]?.values.tpsExcluding?.value).toBe(29_632.384849);
  });

  it('takes abort lines behind a summary for its own, and before the next run begins too', async () => {
    const summary = readFixture('made-pgbench-12-incomplete.txt').toString().replace('1500/', '2000/');
    const abort = 'client 1 aborted in command 1 (SQL) of script 0; ERROR\n';
    const last = await parse(`${summary}${abort}`);
    expect(last.log.summaries[0]?.aborted).toEqual({ clients: 1, line: 11 });
    const between = await parse(`${summary}${abort}starting vacuum...end.\n${summary}`);
    expect(between.log.summaries.map(({ aborted }) => aborted?.line ?? null)).toEqual([11, null]);
    const next = await parse(`${summary}starting vacuum...end.\n${abort}${summary}`);
    expect(next.log.summaries.map(({ aborted }) => aborted?.line ?? null)).toEqual([null, 12]);
  });

  it('has no numbers where every client aborted, and reports it', async () => {
    const { log, diagnostics } = await fixture('made-pgbench-13-all-aborted.txt');
    expect(log.summaries).toMatchObject([
      { type: '<builtin: select only>', values: {}, aborted: { clients: 2, line: 1 } },
    ]);
    expect(diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 1 }]);
  });

  it('reports the reason for a missing result: progress only, an error, a run that was cut', async () => {
    const progress = await fixture('made-pgbench-progress.stderr.txt');
    expect(progress.log).toMatchObject({ summaries: [], progressLines: 2 });
    expect(progress.diagnostics).toMatchObject([{ code: 'NO_RESULT' }]);
    const refused = await parse('pgbench (17.2)\npgbench: error: connection to server failed\n');
    expect(refused.diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 2 }]);
    const cut = await parse('transaction type: a.sql\nscaling factor: 1\nnumber of clients: 1\n');
    expect(cut.diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', line: 1 }]);
    const whole = readFixture('made-pgbench-18-progress.txt').toString();
    const second = await parse(
      `${whole}pgbench (18.1)\nprogress: 5.0 s, 10.0 tps, lat 2.004 ms stddev 0.611, 0 failed\n`,
    );
    expect(second.log.summaries).toHaveLength(1);
    expect(second.diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', line: 21 }]);
  });

  it('does not take the end of a summary for one', async () => {
    const { log, diagnostics } = await parse(
      ' tps = 10.5 (including connections establishing)\n tps = 11.5 (excluding connections establishing)\n',
    );
    expect(log.summaries).toMatchObject([{ type: null, values: { tpsIncluding: { value: 10.5, line: 1 } } }]);
    expect(diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', line: 1 }]);
  });

  it('takes a command line of as many clients, and its rate', async () => {
    const { log, codes } = await fixture('made-pgbench-16-rate.txt');
    expect(log.summaries[0]?.command).toEqual({
      text: 'pgbench -c 8 -j 4 -R 100 -L 21 -T 30 -M prepared -n -S bench',
      clients: 8,
      rate: 100,
    });
    expect(codes).toEqual(['pgbench:RATE_LIMITED']);
  });

  it('doubts a tps that does not fit transactions and time, but not what connecting explains', async () => {
    const text = readFixture('made-pgbench-16-scripts.txt').toString();
    const wrong = await parse(text.replace('tps = 400.000000', 'tps = 4000.000000'));
    expect(wrong.doubts.map(({ line, metrics }) => [line, metrics])).toContainEqual([13, ['throughput']]);
    // 8,000 transactions in 20 s, of which connecting took 5: 533 a second.
    const connecting = await parse(
      text
        .replace('initial connection time = 12.000 ms', 'initial connection time = 5000.000 ms')
        .replace('tps = 400.000000', 'tps = 533.333333')
        .replace('latency average = 25.000 ms', 'latency average = 18.750 ms')
        .replace('tps = 300.000000', 'tps = 400.000000')
        .replace('tps = 100.000000', 'tps = 133.333333'),
    );
    expect(connecting.doubts).toEqual([]);
  });

  it('finds a summary behind the output of a load that is longer than what is looked at first', async () => {
    const row = '100000 of 200000 tuples (50%) done (elapsed 0.08 s, remaining 0.08 s)\n';
    const load = `dropping old tables...\n${row.repeat(100)}`;
    const { log } = await parse(`${load}${readFixture('made-pgbench-12-incomplete.txt')}`);
    expect(log.summaries).toHaveLength(1);
    const alone = await parseBytes('x', Buffer.from(load));
    expect(alone.artifact).toMatchObject({ kind: 'pgbench-init', status: 'kept' });
  });

  it('reads nothing of what debug output prints of SQL', async () => {
    const debug =
      'pgbench (15.8)\npgbench: client 0 sending SELECT 1; -- tps = 5.0 (without initial connection time)\n';
    const { log } = await parse(`${debug}${readFixture('made-pgbench-12-incomplete.txt')}`);
    expect(log.summaries).toHaveLength(1);
  });
});
