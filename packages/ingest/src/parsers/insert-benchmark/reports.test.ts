import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';
import { readFixtureDetails } from '../../testing/read-fixture-details';
import type { LogParser } from '../parser';
import { insertBenchmarkSideFiles, stepReport } from './family';
import type { StepReport } from './step-report/step-report-log';
import { type CreateIndexTable, createIndexTable } from './tables/create-index-table';
import { reportTable } from './tables/report-table';
import type { ReportTable } from './tables/report-table-log';

async function parse<Log extends { type: string }>(fixture: string) {
  return parseBytes<Log>('x', readFixture(fixture));
}

function sideFile(kind: string): LogParser | undefined {
  return insertBenchmarkSideFiles.find((parser) => parser.kind === kind);
}

describe('the report of a step', () => {
  it('is read section by section', async () => {
    const { log, diagnostics } = await parse<StepReport>('made-query-step.report');
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({
      totals: {
        processes: 2,
        rowsPerProcess: 400,
        seconds: 5,
        rowsPerS: 160,
        rowsPerSPerClient: 80,
        queries: 5000,
        queriesPerS: 1000,
        deletes: true,
      },
      databaseGib: { value: 0.58, line: 21 },
      directoryGib: { value: 1.5, line: 22 },
      rssKib: { value: 2_097_152, line: 24 },
      slowest: { insert: { value: 0.016, line: 27 }, delete: { value: 0.01 }, query: { value: 0.05 } },
      // Of the first client.
      p50: { insert: { value: 100 }, delete: { value: 100 }, query: { value: 900 } },
      p99: { insert: { value: 100 }, delete: { value: 50 }, query: { value: 300 } },
    });
    expect(log?.byInsert.get('w/i')).toEqual({ value: 2, line: 5 });
    expect(log?.byQuery.get('cpu/q')).toEqual({ value: 0.05, line: 15 });
    expect(log?.byQuery.get('nsamp')).toEqual({ value: 2, line: 12 });
    expect(log?.byQuery.get('nsamp vmstat')).toEqual({ value: 3, line: 15 });
  });

  it('has no value where it prints inf or NA', async () => {
    const { log, diagnostics } = await parse<StepReport>('made-create-index-step.report');
    expect(diagnostics).toEqual([]);
    expect(log?.totals).toMatchObject({ rowsPerS: 1256.2, queriesPerS: 0, deletes: false });
    expect([...(log?.byQuery.keys() ?? [])]).toEqual(['nsamp', 'r/s', 'rMB/s', 'w/s', 'wMB/s', 'qps']);
    expect([log?.p50, log?.p99]).toEqual([{}, {}]);
  });

  it('gives no row the names of another section, and reports the missing row', async () => {
    const text = readFixture('made-query-step.report').toString('latin1');
    const cut = Buffer.from(
      text.replace('3\t4000\t50.0\t4.000\t0.050000\n', '').replace(/^r\/s\trkB.*\n/m, ''),
    );
    const { log, diagnostics } = await parseBytes<StepReport>('x', cut);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['VALUE_UNREADABLE', 16]]);
    expect(log?.byQuery.get('nsamp vmstat')).toBeUndefined();
    const { facts } = readFixtureDetails(stepReport, 'made-query-step.report', cut);
    expect(facts.filter(({ group }) => group === 'average values from iostat for vda')).toEqual([]);
  });

  it('gives the histograms of each client', () => {
    const { histograms, facts } = readFixtureDetails(stepReport, 'made-query-step.report');
    expect(histograms.map(({ id, of }) => `${id} ${of}`)).toEqual([
      'insert_latency client 1',
      'insert_latency client 2',
      'delete_latency client 1',
      'delete_latency client 2',
      'query_latency client 1',
      'query_latency client 2',
    ]);
    expect(facts).toContainEqual(
      expect.objectContaining({ group: 'client 2', name: 'query rate at 99%', number: 500 }),
    );
  });
});

describe("the author's tables", () => {
  it('hold measured values: steps, groups and cells as printed', async () => {
    const { log, diagnostics } = await parse<ReportTable>('made-some-steps.table');
    expect(diagnostics).toEqual([]);
    expect(log?.ratios).toBe(false);
    expect(log?.rows.map(({ tag, step, cells }) => [tag, step, cells.ips, cells.p99])).toEqual([
      ['my5649.cx6d', 'l.i0', '100000', '18274'],
      ['my5649.cx6d', 'q200.1', '200', '2525'],
    ]);
    const groups = (await parse<ReportTable>('made-one-step.table')).log?.rows.map(({ group }) => group);
    expect(groups).toEqual([0, 0, 1]);
  });

  it('hold ratios only: kept, and said so', async () => {
    const { log, diagnostics } = await parse<ReportTable>('made-ratios.table');
    expect(log?.ratios).toBe(true);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['RATIOS_ONLY', 2]]);
    const { facts } = readFixtureDetails(reportTable, 'made-ratios.table');
    expect(facts).toHaveLength(40);
    expect(facts[1]).toMatchObject({ group: 'my8021.cx6d', name: 'qps', number: 0.8 });
    expect(facts.find(({ value }) => value === 'inf')?.number).toBeNull();
  });

  it('say where a row is cut', async () => {
    const text = readFixture('made-one-step.table').toString();
    const cut = text.slice(0, text.indexOf('my8021') - 10);
    const { log, diagnostics } = await parseBytes<ReportTable>('mrg.q200.1', Buffer.from(cut));
    expect(log?.rows).toHaveLength(1);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 3]]);
  });

  it('of index creation hold seconds for 2, 4, 8, ... million rows', async () => {
    const { log } = await parse<CreateIndexTable>('made-create-index.table');
    expect(log?.rows.map(({ setting, seconds }) => [setting, seconds.at(-1)])).toEqual([
      ['64m', 544],
      ['1g', 0],
    ]);
    const { facts } = readFixtureDetails(createIndexTable, 'made-create-index.table');
    expect(facts[6]).toMatchObject({ group: '64m', name: '128m rows', number: 544, unit: 's' });
  });
});

describe('side files of a step', () => {
  it('response times: a histogram for each client and their sum', () => {
    const { histograms } = readFixtureDetails(sideFile('iibench-response-times'), 'made-response-times.side');
    expect(histograms.map(({ of, buckets }) => [of, buckets[2]?.count])).toEqual([
      ['t1:DBMS', 5],
      ['t2:DBMS', 4],
      ['sum:DBMS', 9],
    ]);
  });

  it('rates: -nan is not a number', () => {
    const { facts } = readFixtureDetails(sideFile('iibench-rates'), 'made-rates.side');
    expect(facts.slice(0, 4).map(({ name, number }) => [name, number])).toEqual([
      ['part 1 of 4', 83_350],
      ['part 2 of 4', 100],
      ['part 3 of 4', null],
      ['part 4 of 4', 100],
    ]);
  });

  it('means of iostat, by the names of their columns', () => {
    const { facts } = readFixtureDetails(sideFile('iostat-averages'), 'made-iostat-averages.side');
    expect(facts.map(({ name, number }) => [name, number])).toEqual([
      ['r/s', 113.6],
      ['rkB/s', 1322.4],
      ['w/s', 310.1],
    ]);
  });

  it.each([
    ['o.iostat.avg.data.dop2', '113.6\t1322.4\t0.560\n', 'iostat-averages'],
    ['o.iostat.avg.header.dop2', 'r/s\trkB/s\trrqm/s\n', 'iostat-averages'],
    [
      'o.rt.t.query',
      '256us\t1ms\t4ms\t16ms\t64ms\t256ms\t1s\t4s\t16s\tgt\tmax\ttag\n',
      'iibench-response-times',
    ],
    ['o.a.r', 'TODO: reset replication\n', 'iibench-script'],
  ])('%s is known by its name', async (name, text, kind) => {
    const { artifact } = await parseBytes(`l.i0/${name}`, Buffer.from(text));
    expect(artifact).toMatchObject({ kind, status: 'kept' });
  });
});
