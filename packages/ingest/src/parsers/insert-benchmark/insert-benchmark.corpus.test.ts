import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { CORPUS, corpusPath, corpusTitle, readCorpusFile } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/insert-benchmark';
import { checkCorpus } from '../../testing/corpus-report';
import { cutDecimals, responseTimeRows, tenths } from '../../testing/insert-benchmark-with-quirks';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { IostatLog } from '../host/iostat/iostat-log';
import type { VmstatLog } from '../host/vmstat/vmstat-log';
import { type IibenchLog, OPERATIONS } from './client/iibench-log';
import type { StepReport } from './step-report/step-report-log';

const SELFRUN = 'SELFRUN/iibench-pg15.18';
const STEPS = ['l.i0', 'l.x', 'l.i1', 'qr100.L1', 'qp100.L2'];
/** Columns of the rows by the number in the names `o.rate.t.<column>`. */
const RATE_COLUMNS: readonly [column: number, id: string][] = [
  [3, 'insert_rate'],
  [5, 'delete_rate'],
  [7, 'query_rate'],
];

async function logOf<Log>(file: string): Promise<Log> {
  return (await readOneCorpusFile(file)).log as Log;
}

function linesOf(file: string): string[] {
  return readCorpusFile(file).toString('utf8').trimEnd().split('\n');
}

async function clientsOf(step: string): Promise<[IibenchLog, IibenchLog]> {
  return [
    await logOf<IibenchLog>(`${SELFRUN}/${step}/o.ib.dop2.1`),
    await logOf<IibenchLog>(`${SELFRUN}/${step}/o.ib.dop2.2`),
  ];
}

describe.skipIf(!CORPUS)(corpusTitle('insert benchmark corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const rows = Object.fromEntries(
      [...report.tools].map(([tool, { rows, passed }]) => [tool, [rows, passed]]),
    );
    expect(rows).toEqual({ iibench: [23, 23], 'iibench-report': [212, 212], 'iibench-summary': [6, 6] });
  });

  it.each(STEPS)('the first line of the report of %s is what its clients counted', async (step) => {
    const clients = await clientsOf(step);
    const [printed = ''] = linesOf(`${SELFRUN}/${step}/o.res.dop2`);
    // The wall clock is in no log of a client.
    const seconds = Number(/ (\d+) seconds,/.exec(printed)?.[1]);
    const asked = clients.map(({ command }) => Number(/--max_rows=(\d+)/.exec(command ?? '')?.[1]));
    const perClient = asked[0] ?? Number.NaN;
    // For l.x the rows that l.i0 loaded count as well.
    const indexed = step === 'l.x' ? ((await clientsOf('l.i0'))[0].totals?.rows ?? Number.NaN) : 0;
    const queries = clients.reduce((sum, { last }) => sum + (last?.counts.query ?? Number.NaN), 0);
    const deletes = clients.some(({ last }) => (last?.counts.delete ?? 0) > 0) ? '1' : 'no';
    expect(printed).toBe(
      `2 processes, ${perClient + indexed} rows-per-process, ${seconds} seconds, ` +
        `${cutDecimals((2 * (perClient + indexed)) / seconds)} rows-per-second, ${cutDecimals(perClient / seconds)} rows-per-second-per-user, ` +
        `${queries} queries, ${cutDecimals(queries / seconds)} queries-per-second, ${deletes} deletes`,
    );
  });

  it.each(STEPS)(
    'largest response times and percentiles in the report of %s are those of its clients',
    async (step) => {
      const clients = await clientsOf(step);
      const report = await logOf<StepReport>(`${SELFRUN}/${step}/o.res.dop2`);
      for (const operation of OPERATIONS) {
        const slowest = clients.flatMap(({ responseTimes }) => responseTimes[operation]?.max ?? []);
        const expected = slowest.length === 0 ? undefined : Math.max(...slowest).toFixed(3);
        expect(report.slowest[operation]?.value.toFixed(3)).toBe(expected);
        const { p50 = 0, p99 = 0 } = clients[0].rates[operation] ?? {};
        if (step === 'l.x') expect([report.p50, report.p99]).toEqual([{}, {}]);
        else expect([report.p50[operation]?.value, report.p99[operation]?.value]).toEqual([p50, p99]);
      }
    },
  );

  it.each(STEPS)(
    'means in the report of %s are those of vmstat and iostat, with the quirks of its script',
    async (step) => {
      const { totals, byInsert, byQuery } = await logOf<StepReport>(`${SELFRUN}/${step}/o.res.dop2`);
      const vmstat = await logOf<VmstatLog>(`${SELFRUN}/${step}/o.vm.dop2`);
      const [device] = (await logOf<IostatLog>(`${SELFRUN}/${step}/o.io.dop2`)).devices;
      const { cs = 0, us = 0, sy = 0 } = vmstat.sinceBoot ?? {};
      // The since-boot row counts as a sample; logs this short have no second header.
      const samples = vmstat.samples + 1;
      const meanCs = (vmstat.cs * vmstat.samples + cs) / samples;
      const meanCpu = ((vmstat.us + vmstat.sy) * vmstat.samples + us + sy) / samples;
      const { readsPerS = 0, readKbPerS = 0, writesPerS = 0, writeKbPerS = 0 } = device ?? {};
      const blocks = [
        [byInsert, totals?.rowsPerS ?? 0, 'i'],
        [byQuery, totals?.queriesPerS ?? 0, 'q'],
      ] as const;
      for (const [block, rate, letter] of blocks) {
        const perOp = (value: number | null) => (rate === 0 ? undefined : (value ?? 0) / rate);
        const expected: [string, number | undefined, number][] = [
          ['nsamp', device?.samples, 0],
          ['nsamp vmstat', samples, 0],
          ['r/s', readsPerS ?? 0, 1],
          ['rMB/s', (readKbPerS ?? 0) / 1024, 1],
          ['w/s', writesPerS ?? 0, 1],
          ['wMB/s', (writeKbPerS ?? 0) / 1024, 1],
          [`r/${letter}`, perOp(readsPerS), 3],
          [`rKB/${letter}`, perOp(readKbPerS), 3],
          [`w/${letter}`, perOp(writesPerS), 3],
          [`wKB/${letter}`, perOp(writeKbPerS), 3],
          ['cs/s', meanCs, 0],
          ['cpu/s', meanCpu, 1],
          ['cs/q', perOp(meanCs), 3],
          ['cpu/q', perOp(meanCpu), 6],
        ];
        for (const [name, value, decimals] of expected) {
          expect(block.get(name)?.value.toFixed(decimals), name).toBe(value?.toFixed(decimals));
        }
      }
    },
  );

  it('o.rt.* are the histograms of the clients, their sum and its percentages', async () => {
    let cells = 0;
    for (const step of STEPS) {
      const clients = await clientsOf(step);
      for (const operation of OPERATIONS) {
        if (operation === 'delete' && (step === 'l.i0' || step === 'l.x')) continue;
        const expected = responseTimeRows(clients, operation);
        expect(
          linesOf(`${SELFRUN}/${step}/o.rt.t.${operation}`)
            .slice(1)
            .map((line) => line.split('\t')),
        ).toEqual(expected);
        expect(
          linesOf(`${SELFRUN}/${step}/o.rt.c.${operation}`)
            .slice(1)
            .map((line) => line.split(',')),
        ).toEqual(expected);
        cells += 2 * expected.flat().length;
      }
    }
    expect(cells).toBe(972);
  });

  it('o.rate.* are means of the rows, cut in ten', async () => {
    let cells = 0;
    for (const step of STEPS) {
      for (const client of [1, 2]) {
        const file = `${SELFRUN}/${step}/o.ib.dop2.${client}`;
        const { details } = await readOneCorpusFile(file);
        for (const [column, id] of RATE_COLUMNS) {
          const series = details?.series.find((one) => one.id === id);
          const values = new Map(series?.lines.map((line, index) => [line, series.values[index] ?? 0]));
          const expected = tenths(linesOf(file), column, values);
          for (const [kind, separator] of [
            ['t', '\t'],
            ['c', ','],
          ] as const) {
            const printed = linesOf(`${SELFRUN}/${step}/o.rate.${kind}.${column}`)[client - 1]?.split(
              separator,
            );
            expect(printed).toEqual([...expected, `${client}:DBMS`]);
            cells += expected.length;
          }
        }
      }
    }
    expect(cells).toBe(600);
  });

  it('reads the run that was recorded with the real client', async () => {
    const { runs, diagnostics } = await readUpload(corpusPath(SELFRUN));
    const [run] = runs;
    expect(run?.workload).toMatchObject({ tables: 2, rowsPerTable: 1_000_000, clients: 2 });
    const throughput = run?.results.map(({ test, status, measurements }) => {
      const found = measurements.filter(({ metric }) => metric === 'throughput');
      return [test, status, ...found.map(({ value, source }) => `${value} ${source}`)];
    });
    expect(throughput).toEqual([
      ['l.i0', 'ok', '71428.5 reported'],
      ['l.x', 'ok', '285728.5 reported'],
      ['l.i1', 'ok', '14814.8 reported'],
      ['qr100.L1', 'ok', '18291 reported'],
      // 187.5 of 200 inserts/s.
      ['qp100.L2', 'sla_failed', '8465 reported'],
    ]);
    expect(diagnostics.filter(({ code }) => code === 'UNKNOWN_FORMAT' || code === 'VALUES_DISAGREE')).toEqual(
      [],
    );
  });
});
