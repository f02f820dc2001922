import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';
import type { HammerdbLog } from './hammerdb-log';

// HammerDB's fixtures are written from the format's facts; none is a log of a real run.
async function parse(bytes: Buffer) {
  const { log, diagnostics } = await parseBytes('x', bytes);
  if (log?.type !== 'hammerdb') throw new Error(`read as ${log?.type}`);
  return { log: log as HammerdbLog, diagnostics };
}

describe('hammerdb', () => {
  it('reads a result for each number of virtual users, past carriage returns inside lines', async () => {
    const { log, diagnostics } = await parse(readFixture('made-hammerdb-v4-sweep-bare-cr.txt'));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ version: '4.1', restated: [], finished: { success: 7, failed: 0 } });
    const common = {
      warehouses: 20,
      rampupMinutes: 2,
      allWarehouses: false,
      failedVus: null,
      database: 'MySQL',
    };
    expect(log.tests).toMatchObject([
      {
        ...common,
        vus: 1,
        duration: { value: 5, line: 20 },
        result: { nopm: 155, tpm: 474, driver: 'MySQL', line: 25 },
      },
      { ...common, vus: 4, duration: { value: 5, line: 40 }, result: { nopm: 346, tpm: 1020, line: 43 } },
    ]);
  });

  it.each([
    ['bytes', '\r\r'],
    ['escaped', String.raw`\r\r`],
    ['not there', ''],
  ])('reads a result behind another message, carriage returns %s', async (_, between) => {
    const result = 'Vuser 1:TEST RESULT : System achieved 11559 NOPM from 26881 MariaDB TPM';
    const before = `Vuser 2:${'x'.repeat(1500)}${between}`;
    const text = [
      'Vuser 1:4 Active Virtual Users configured',
      `Vuser 2:FINISHED SUCCESS${between}${result}`,
      'ALL VIRTUAL USERS COMPLETE',
      'Vuser 1:8 Active Virtual Users configured',
      `Error in Virtual User 3: lost connection${between}${before}${result}`,
    ].join('\n');
    const { log } = await parse(Buffer.from(text));
    expect(log.finished.success).toBe(1);
    expect(log.tests).toMatchObject([
      { vus: 4, result: { nopm: 11_559, tpm: 26_881, line: 2 } },
      { vus: 8, result: { nopm: 11_559, tpm: 26_881, line: 5 } },
    ]);
  });

  it('reads the order of words of version 3: TPM first', async () => {
    const { log } = await parse(readFixture('made-hammerdb-v3-tpm-first.txt'));
    expect(log.tests).toMatchObject([
      { vus: 8, warehouses: null, result: { nopm: 13_207, tpm: 60_501, driver: 'SQL Server', line: 9 } },
    ]);
  });

  it('counts a result that jobs print again once, and takes its warehouses and times', async () => {
    const { log, diagnostics } = await parse(readFixture('made-hammerdb-v6-build-run-jobs.txt'));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({
      version: '6.0',
      builtWarehouses: 12,
      profiles: [],
      finished: { success: 4 },
    });
    expect(log.restated).toMatchObject([{ nopm: 12_817, tpm: 29_839, line: 75 }]);
    expect(log.tests).toMatchObject([
      {
        vus: 2,
        warehouses: 12,
        allWarehouses: true,
        serverVersion: '11.8.1',
        result: { nopm: 12_817, tpm: 29_839, driver: 'MariaDB', line: 32 },
        profile: { newOrder: { calls: { text: '64085', line: 43 }, p95_ms: { text: '9.818', line: 49 } } },
      },
    ]);
  });

  it('reads jobs without the log, on one line too', async () => {
    const { log } = await parse(readFixture('made-hammerdb-jobs-result.json'));
    expect(log.tests).toMatchObject([
      { vus: 32, result: { nopm: 400_301, tpm: 932_861, driver: 'SQL Server' } },
    ]);
    expect(log.restated).toEqual([]);
  });

  it('keeps a result with failed virtual users, and says how many', async () => {
    const { log, diagnostics } = await parse(readFixture('made-hammerdb-failed-users.txt'));
    expect(log.finished).toEqual({ success: 2, failed: 2 });
    expect(log.tests).toMatchObject([
      {
        vus: 3,
        warehouses: 40,
        failedVus: { value: 2, line: 10 },
        procedureErrors: { value: 1, line: 12 },
        result: { nopm: 2602 },
      },
    ]);
    expect(diagnostics).toMatchObject([{ code: 'CLIENTS_FAILED', line: 10 }]);
    expect(diagnostics[0]?.message).toBe('2 of 3 virtual users failed; the result is kept as failed');
  });

  it('reports the failure of a log without a result', async () => {
    const { log, diagnostics } = await parse(readFixture('made-hammerdb-no-result.txt'));
    expect(log.tests).toMatchObject([{ vus: 1, rampupMinutes: 2, result: null, failedVus: { value: 1 } }]);
    expect(diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 7 }]);
    expect(diagnostics[0]?.excerpt).toContain('password authentication failed');
  });

  it('tells a log that was cut from one that failed', async () => {
    const bytes = readFixture('made-hammerdb-v4-sweep-bare-cr.txt');
    const upTo = (words: string) => bytes.subarray(0, bytes.indexOf(words));
    const noResult = await parse(upTo('Vuser 1:TEST RESULT'));
    expect(noResult.log.tests).toMatchObject([{ vus: 1, result: null }]);
    expect(noResult.diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', line: 25 }]);
    const cutNumber = await parse(upTo('4 MySQL TPM'));
    expect(cutNumber.log.tests).toMatchObject([{ vus: 1, result: null }]);
    expect(cutNumber.diagnostics.map(({ code }) => code)).toEqual(['LINE_UNPARSED', 'TRUNCATED_LOG']);
    const noEnd = await parse(upTo('Vuser 2:FINISHED SUCCESS'));
    expect(noEnd.log.tests).toMatchObject([{ result: { nopm: 155 } }]);
    expect(noEnd.diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG' }]);
  });

  it('reads asynchronous sessions', async () => {
    const { log, diagnostics } = await parse(readFixture('made-hammerdb-async.txt'));
    expect(diagnostics).toEqual([]);
    expect(log.tests).toMatchObject([{ vus: 5, sessionsPerVu: 10, result: { nopm: 53, tpm: 399 } }]);
  });

  it('reads a schema build, and says when it failed', async () => {
    const built = await parse(readFixture('o.pg.pg181_o2nofp.x10b_c8r32.build.out'));
    expect(built.log).toMatchObject({ tests: [], builtWarehouses: 100 });
    expect(built.diagnostics).toEqual([]);
    const failed = await parse(readFixture('made-hammerdb-build-failed.txt'));
    expect(failed.log).toMatchObject({ tests: [], builtWarehouses: 100 });
    expect(failed.diagnostics).toMatchObject([{ code: 'TOOL_FAILED', line: 6 }]);
  });

  it('reads the times of new orders over all users, with tabs and without', async () => {
    const { log } = await parse(readFixture('made-hdbxtprofile.log'));
    expect(log.tests).toEqual([]);
    expect(log.profiles).toMatchObject([
      {
        activeVus: 6,
        newOrder: { calls: { text: '322104' }, max_ms: { text: '36.366' }, p99_ms: { text: '14.197' } },
      },
    ]);
  });

  it('takes no default for a number of warehouses', async () => {
    const dictionary = (count: number) =>
      Buffer.from(
        `Dictionary Settings for PostgreSQL\n pg_count_ware       = ${count}\nVuser 1:1 Active Virtual Users configured\n`,
      );
    expect((await parse(dictionary(1))).log.tests).toMatchObject([{ warehouses: null }]);
    expect((await parse(dictionary(400))).log.tests).toMatchObject([{ warehouses: 400 }]);
  });

  it('separates the results of instances that print into one log', async () => {
    const text = [1, 2]
      .map(
        (n) =>
          `Vuser 1:${n} Active Virtual Users configured\nVuser 1:TEST RESULT : System achieved ${n}0 NOPM from ${n}5 MySQL TPM\n`,
      )
      .join('');
    const { log, diagnostics } = await parse(Buffer.from(text));
    expect(log.tests).toMatchObject([
      { vus: 1, result: { nopm: 10 } },
      { vus: 2, result: { nopm: 20 } },
    ]);
    expect(diagnostics).toEqual([]);
  });
});
