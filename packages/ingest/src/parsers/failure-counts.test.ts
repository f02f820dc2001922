import { expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

/** Counts of one test of the only run, what was reported, and whether the test counts. */
async function read(files: Record<string, string | Buffer>, test?: string) {
  using directory = makeDirectory(files);
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) => run.results);
  const result = results.find((each) => test === undefined || each.test === test);
  const of = (metric: string) =>
    result?.measurements.findLast((measurement) => measurement.metric === metric)?.value ?? null;
  return {
    status: result?.status,
    errors: of('errors'),
    operations: of('operations'),
    retries: of('retries'),
    throughput: of('throughput'),
    codes: diagnostics.map(({ code }) => code),
  };
}

const user = (own: number, text: string) => `Vuser ${own}:${text}\n`;

/** A test of two minutes by two virtual users, with messages of the ramp-up and of the measured time. */
function hammerdb({ rampup = '', measured = '', processing = true } = {}): string {
  const run = processing ? 'Processing 10000000 transactions with output suppressed...' : 'RUNNING';
  return `HammerDB CLI v4.12
Vuser 1 created MONITOR - WAIT IDLE
Vuser 2 created - WAIT IDLE
Vuser 3 created - WAIT IDLE
3 Virtual Users Created with Monitor VU
${user(1, 'RUNNING')}${user(1, 'Beginning rampup time of 1 minutes')}${user(2, run)}${user(3, run)}${rampup}${user(1, 'Rampup complete, Taking start Transaction Count.')}${user(1, 'Timing test period of 2 in minutes')}${measured}${user(1, 'Test complete, Taking end Transaction Count.')}${user(1, '2 Active Virtual Users configured')}${user(1, 'TEST RESULT : System achieved 1000 NOPM from 2300 PostgreSQL TPM')}${user(1, 'FINISHED SUCCESS')}${user(2, 'FINISHED SUCCESS')}${user(3, 'FINISHED SUCCESS')}ALL VIRTUAL USERS COMPLETE
`;
}
const ORDER_FAILED = user(2, 'New Order Procedure Error set RAISEERROR for Details');
const PAYMENT_FAILED = user(3, 'Payment Procedure Error set RAISEERROR for Details');
const DEADLOCK = user(
  3,
  'mysqlexec/db server: Deadlock found when trying to get lock; try restarting transaction',
);

it.each([
  // 1,000 NOPM in 2 minutes are 2,000 new orders, and 10 of 23 transactions are new orders.
  ['no error', {}, { errors: 0, operations: 4600 }],
  ['errors of the ramp-up alone', { rampup: ORDER_FAILED + PAYMENT_FAILED }, { errors: 0, operations: 4600 }],
  ['a failed payment', { measured: PAYMENT_FAILED }, { errors: 1, operations: 4599 }],
  ['2,000 failed orders', { measured: ORDER_FAILED.repeat(2000) }, { errors: 2000, operations: 7200 }],
  ['deadlocks of unknown transactions', { measured: DEADLOCK.repeat(23) }, { errors: 23, operations: 4600 }],
  ['a text that may be an error', { measured: user(2, 'Oops') }, { errors: null, operations: null }],
  ['users that do not print', { processing: false }, { errors: null, operations: null }],
])('HammerDB counts the transactions of the measured time that failed: %s', async (_, log, expected) => {
  expect(await read({ 'postgresql-17.2/hammerdb.log': hammerdb(log) })).toMatchObject({
    ...expected,
    status: 'ok',
    throughput: 1000,
  });
});

it('HammerDB keeps a result after which only the monitor failed, and no result of users that failed', async () => {
  const failing = (own: number) =>
    hammerdb().replace(
      user(own, 'FINISHED SUCCESS'),
      `Error in Virtual User ${own}: table JOBTIMING has no column named p75_ms\n${user(own, 'FINISHED FAILED')}`,
    );
  const monitor = await read({ 'postgresql-17.2/hammerdb.log': failing(1) });
  expect(monitor).toMatchObject({ status: 'ok', throughput: 1000, errors: 0 });
  expect(monitor.codes).toContain('METRIC_MISSING');
  const other = await read({ 'postgresql-17.2/hammerdb.log': failing(2) });
  expect(other).toMatchObject({ status: 'failed', throughput: 1000 });
  expect(other.codes).toContain('CLIENTS_FAILED');
});

it('HammerDB reports virtual users whose end is not in the log', async () => {
  const log = hammerdb().replace(user(3, 'FINISHED SUCCESS'), '');
  const { status, codes } = await read({ 'postgresql-17.2/hammerdb.log': log });
  expect([status, codes.includes('TRUNCATED_LOG')]).toEqual(['ok', true]);
});

const FIO_JSON = JSON.parse(readFixture('randread.json').toString());

function fioJson(own: { error: number; total_err?: number; first_error?: number }): string {
  const [job] = FIO_JSON.jobs;
  return JSON.stringify({ ...FIO_JSON, jobs: [{ ...job, ...own }] }, null, 2);
}

it.each([
  ['none failed', { error: 0, total_err: 0, first_error: 0 }, { status: 'ok', errors: 0 }],
  ['some failed', { error: 5, total_err: 10, first_error: 5 }, { status: 'ok', errors: 10 }],
  ['most failed', { error: 5, total_err: 1e9, first_error: 5 }, { status: 'failed', errors: 1e9 }],
  ['the first one ended it', { error: 5 }, { status: 'failed', errors: null }],
])('fio counts IOs that failed where a job continues after errors: %s', async (_, own, expected) => {
  const result = await read({ 'out.json': fioJson(own) });
  expect(result).toMatchObject(expected);
  const issued = FIO_JSON.jobs[0].read.total_ios;
  if (expected.errors !== null && expected.errors < issued)
    expect(result.operations).toBe(issued - expected.errors);
  expect(result.codes.includes('fio:FAILED_IOS')).toBe((expected.errors ?? 0) > 0);
});

it('fio counts them in its normal output too', async () => {
  const text = readFixture('randread.normal.txt').toString();
  const log = text
    .replace('err= 0:', 'err= 5 (file:io_u.c:1889, func=io_u error, error=Input/output error):')
    .replace(/^( +issued rwts)/m, '     errors    : total=12, first_error=5/<Input/output error>\n$1');
  const issued = Number(/total=(\d+),/.exec(/issued rwts.*/.exec(text)?.[0] ?? '')?.[1]);
  expect(await read({ 'out.txt': log })).toMatchObject({
    ...{ status: 'ok', errors: 12, operations: issued - 12 },
    codes: expect.arrayContaining(['fio:FAILED_IOS']),
  });
  expect((await read({ 'out.txt': log.replace('total=12,', 'total=1x2,') })).codes).toContain(
    'LINE_UNPARSED',
  );
});

const TERSE = readFixture('randwrite.terse5').toString().trim();

it.each([
  ['none failed', ';0;0', { status: 'ok', errors: 0 }],
  ['some failed', ';12;5', { status: 'ok', errors: 12 }],
  ['some failed, and a description', ';12;5;some text', { status: 'ok', errors: 12 }],
  ['most failed', ';400000;5', { status: 'failed', errors: 400_000 }],
  ['a description alone', ';two words', { status: 'ok', errors: null }],
  // Folded stacks end with a space and a count too.
  ['a description with a number at its end', ';NVMe disk 2', { status: 'ok', errors: null }],
  ['some failed, and such a description', ';12;5;run 7', { status: 'ok', errors: 12 }],
])('fio counts them in terse output, behind the disks: %s', async (_, end, expected) => {
  const rows = await read({ 'out.terse': `${TERSE}${end}\n` });
  expect(rows).toMatchObject(expected);
  // 508,367 IO/s for 1.001 s.
  expect(rows.operations).toBe(expected.errors === null ? null : 508_875 - expected.errors);
});

const HISTOGRAM_TITLES = {
  completed: 'Completed Transactions:',
  aborted: '\u001b[1mAborted Transactions:\u001b[0;0m',
  rejected: 'Rejected Transactions (Server Retry):',
  different: 'Rejected Transactions (Retry Different):',
  unexpected: 'Unexpected SQL Errors:',
  unknown: 'Unknown Status Transactions:',
};

it.each([
  [
    'aborted, unexpected and rejected ones',
    { completed: [1400, 1379], aborted: [14], rejected: [3], different: [2], unexpected: [1] },
    { errors: 15, retries: 5, operations: 2779 },
  ],
  ['none', { completed: [3168] }, { errors: 0, retries: 0, operations: 3168 }],
])('the console of BenchBase has them below the result: %s', async (_, counts, expected) => {
  const rows = (own: number[] = []) =>
    own.length === 0
      ? '<EMPTY>'
      : own
          .map((count, at) => `com.oltpbenchmark.benchmarks.tpcc.procedures.P/0${at}   [${count}] ****`)
          .join('\n');
  const said: Record<string, number[]> = counts;
  const text = Object.entries(HISTOGRAM_TITLES)
    .map(([outcome, title]) => `${title}\n${rows(said[outcome])}\n`)
    .join('\n');
  const log = `${readFixture('made-benchbase-console.txt').toString().replace('Restoring database...', '')}Workload Histograms:\n\n${text}`;
  expect(await read({ 'console.log': log }, 'all')).toMatchObject({ ...expected, status: 'ok' });
});

it.each([
  ['aborted and unexpected ones', { aborted: 8, unexpected: 2, rejected: 5 }, { errors: 10, retries: 5 }],
  ['none', { aborted: 0, unexpected: 0, rejected: 0 }, { errors: 0, retries: 0 }],
  ['completed ones alone', {}, { errors: 0, retries: null }],
])('BenchBase counts requests by their outcome: %s', async (_, counts, expected) => {
  const histogram = (count: number) => ({ HISTOGRAM: { 'NewOrder/01': count }, NUM_SAMPLES: count });
  const outcomes = Object.fromEntries(
    Object.entries({ completed: 90, ...counts }).map(([outcome, count]) => [outcome, histogram(count)]),
  );
  const result = await read({
    'pg-17/tpcc_2026-05-04_10-20-30.summary.json': readFixture('tpcc_2026-05-04_10-20-30.summary.json'),
    'pg-17/tpcc_2026-05-04_10-20-30.histograms.json': JSON.stringify(outcomes, null, 2),
  });
  expect(result).toMatchObject({ ...expected, operations: 90, status: 'ok' });
});

it('BenchBase without the requests that completed has no count of those that did not', async () => {
  const result = await read({
    'pg-17/tpcc_2026-05-04_10-20-30.summary.json': readFixture('tpcc_2026-05-04_10-20-30.summary.json'),
    'pg-17/tpcc_2026-05-04_10-20-30.histograms.json': '{"aborted": {"HISTOGRAM": {}, "NUM_SAMPLES": 7',
  });
  expect(result).toMatchObject({ errors: null, operations: null });
  expect(result.codes).toContain('TRUNCATED_LOG');
});

it.each([
  ['( transactions:1000 aborts:25)', { errors: 25, operations: 975 }],
  ['( transactions:1000 aborts:0)', { errors: 0, operations: 1000 }],
  ['( batches:1000 )', { errors: null, operations: null }],
  ['( transactions:1000 aborts:x)', { errors: null, operations: null }],
])('db_bench counts aborted transactions: %s', async (counts, expected) => {
  const line = `randomtransaction :      50.000 micros/op 20000 ops/sec 0.050 seconds 1000 operations;    4.3 MB/s ${counts}`;
  const head =
    'RocksDB:    version 9.10.0\nKeys:       16 bytes each\nValues:     100 bytes each\nDB path: [/data]\n';
  const result = await read({ 'log.txt': `${head}${line}\n` });
  expect(result).toMatchObject({ ...expected, throughput: 20_000 });
  expect(result.codes.includes('VALUE_UNREADABLE')).toBe(counts.includes('x'));
});
