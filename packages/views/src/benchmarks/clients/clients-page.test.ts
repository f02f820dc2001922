import { matrixOfResults, type SweepAxis, scalingAt, unknownNoise } from '@basecase/analysis';
import type { HeatmapEntry, SweepView } from '@basecase/db/types';
import { testInfo } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf, toEntry } from '../../testing/test-view';
import { reportView } from '../report-document';
import type { ReportSource } from '../report-model';
import { CLIENTS_REPORT } from './clients-page';
import { withSweep } from './clients-report';

const PLACES = [1, 8, 32, 96];
const VERSIONS = ['PostgreSQL 16.9', 'PostgreSQL 17.5'];
/** By test: each version at each place; null was not run. */
const LOSS = [
  [1000, 8000, 25_000, 27_000],
  [1001, 7990, 23_250, 23_220],
];

const viewOf = (clients: number, columns = VERSIONS) =>
  makeView({
    benchmark: 'pgbench',
    workload: { slug: `c${clients}`, clients, label: 'pgbench, scale 300', details: [`${clients} clients`] },
    columns,
    tests: { 'tpcb-like': columns.map(() => 1) },
  });

function makeSweep(
  tests: Readonly<Record<string, readonly (readonly (number | null)[])[]>>,
  { columns = VERSIONS, places = PLACES, axis = 'clients' as SweepAxis } = {},
): SweepView {
  const points = Object.keys(tests).flatMap((test) => places.map((at) => ({ test, at })));
  const view = viewOf(96, columns);
  const around = (value: number) =>
    [0.99, 1, 1.01].map((part) => ({
      ...{ status: 'ok' as const, reported: null },
      computed: { throughput: value * part, latency_avg: 1 / value },
    }));
  return {
    ...{ axis, points, server: view.server, workload: view.workload, settings: 'scale 300' },
    axes: [axis],
    matrix: matrixOfResults({
      columns: view.matrix.columns,
      rows: points.map(({ test, at }) => ({
        ...testInfo('pgbench', test, null),
        ...{ key: `${test}_dop=${at}`, label: test, groupLabel: '' },
      })),
      results: points.map(({ test, at }) =>
        columns.map((_, column) => {
          const value = tests[test]?.[column]?.[places.indexOf(at)] ?? null;
          return value === null ? [] : around(value);
        }),
      ),
      each: true,
    }),
    noise: unknownNoise('pgbench', { clients: null, cached: null }, 'dedicated'),
    places: points.map(({ test, at }) => ({ workload: `c${at}`, test })),
    read: places.map((at) => ({ workload: `c${at}`, columns: view.matrix.columns.map(({ slug }) => slug) })),
  };
}

function sourceOf(sweep: SweepView, entries: HeatmapEntry[] = PLACES.map((at) => toEntry(viewOf(at)))) {
  return {
    heatmaps: () => Promise.resolve(entries),
    sweep: () => Promise.resolve(sweep),
    views: () => Promise.resolve([]),
    statements: () => Promise.resolve([]),
  } satisfies ReportSource;
}

const load = async (sweep: SweepView, change: Parameters<typeof makeState>[0] = {}) => {
  const report = await CLIENTS_REPORT.load(sourceOf(sweep), makeState(change));
  if (!report?.model) throw new Error('Nothing was loaded.');
  return { ...report, model: report.model };
};

describe('the page of clients', () => {
  it('says first from how many clients on it is slower, then what was measured', async () => {
    const { page, model, path } = await load(makeSweep({ 'tpcb-like': LOSS }));
    expect(model.sentence).toEqual({
      strong: '17.5 is slower from 32 clients on: −7%, −14%.',
      rest: ' Within noise at 1 and 8 clients (±8.5%).',
    });
    expect([page.title, page.on, ...page.meta]).toEqual([
      ...['PostgreSQL 16.9 to 17.5 by clients', 'on 8-core', 'uploaded runs', 'pn53', 'pgbench', 'scale 300'],
      '2 versions × 4 client counts × 3 repeats',
    ]);
    expect(path).toBe('/clients?server=pn53&workload=c96');
    expect(page.controls.map(({ name }) => name)).toEqual(['server', 'workload', 'base']);
  });

  it('has a row for each number of clients, with the verdict and how sure it is', async () => {
    const { model } = await load(makeSweep({ 'tpcb-like': LOSS }));
    const table = tableOf(model.tables, 'matrix');
    expect(table?.heads.map(({ label, note }) => `${label} ${note}`.trim())).toEqual([
      ...['16.9 TPS', '17.5 TPS', '17.5 ratio', '95% of the noise', 'ms 16.9', 'ms 17.5', 'How sure 17.5'],
    ]);
    expect(textsOf(table).slice(2)).toEqual(
      [
        ['32', '25 000', '23 250', '0.93', '±8.5%', '0.040', '0.043', 'likely (neighbours agree)'],
        ['96', '27 000', '23 220', '0.86', '±8.5%', '0.037', '0.043', 'sure'],
      ].map((row) => row.map((text) => text.replace(/(\d) (\d)/, '$1\u202f$2'))),
    );
    expect(levelsOf(table).map((row) => row[2])).toEqual(['n', 'n', 'n', 'r2']);
    expect(table?.rows[2]?.cells[2]?.verdict).toBe('possible regression');
    expect(table?.rows[3]?.link?.href).toBe('/compare?server=pn53&workload=c96');
  });

  it('draws curves with the range of repeats, and the ratio with the noise and the place of the loss', async () => {
    const { model } = await load(makeSweep({ 'tpcb-like': LOSS }));
    const [curve, ratio] = model.charts?.charts ?? [];
    expect(
      curve?.lines.map(({ name, points }) => [name, points.filter(({ whisker }) => whisker).length]),
    ).toEqual([
      ['16.9', 4],
      ['17.5', 4],
    ]);
    expect(ratio?.lines[0]?.points.map(({ text, tone }) => [text, tone])).toEqual([
      ['+0%', null],
      ['+0%', null],
      ['−7%', 'bad'],
      ['−14%', 'bad'],
    ]);
    expect(ratio?.zone?.text).toBe('slower from 32 on');
  });

  it('leaves a gap in curve and matrix where a version was not run', async () => {
    const gap = LOSS.map((row, version) =>
      row.map((value, place) => (version === 1 && place === 1 ? null : value)),
    );
    const { model } = await load(makeSweep({ 'tpcb-like': gap }));
    expect(textsOf(tableOf(model.tables, 'matrix'))[1]?.slice(2, 4)).toEqual(['–', '–']);
    expect(model.charts?.charts[0]?.lines[1]?.stretches).toHaveLength(1);
    expect(model.charts?.charts[0]?.lines[1]?.points).toHaveLength(3);
  });

  it('compares versions that share a test and its clients, and marks the others as not measured in both', async () => {
    const [none, some] = [LOSS[0]?.map(() => null) ?? [], LOSS[0] ?? []];
    const columns = ['PostgreSQL 1.0', 'PostgreSQL 2.0', 'PostgreSQL 3.0', 'PostgreSQL 4.0'];
    const { model } = await load(
      makeSweep(
        { 'only-first': [some, none, none, none], both: [none, some, LOSS[1] ?? [], none] },
        { columns },
      ),
    );
    expect(model.sentence.strong).toBe('3.0 is slower from 32 clients on: −7%, −14%.');
    expect(model.charts?.hint).toMatch(/^both;/);
    expect(textsOf(tableOf(model.tables, 'tests'))[0]).toEqual([
      'only-first',
      '–',
      '–',
      '–',
      '–',
      'not measured in both',
    ]);
    expect(textsOf(tableOf(model.tables, 'words')).map(([, words]) => words)).toEqual([
      'not measured in both',
      '',
      'is slower from 32 clients on: −7%, −14%',
      'not measured in both',
    ]);
  });

  it('draws one version as a curve, without ratios or verdicts', async () => {
    const { model } = await load(
      makeSweep({ 'tpcb-like': LOSS.slice(0, 1) }, { columns: VERSIONS.slice(0, 1) }),
    );
    expect(model.sentence.strong).toBe('Only PostgreSQL 16.9 was measured:');
    expect(model.charts?.charts).toHaveLength(1);
    expect(tableOf(model.tables, 'matrix')?.heads).toHaveLength(1);
  });

  it('calls one number of clients a point without a curve', async () => {
    const { model } = await load(
      makeSweep({ 'tpcb-like': LOSS.map((row) => row.slice(3)) }, { places: [96] }),
    );
    expect(`${model.sentence.strong}${model.sentence.rest}`).toBe(
      '17.5 is slower at 96 clients: −14%. One point, no curve.',
    );
  });

  it('has ratios only for 20 versions, four of them as curves, and a line in words for each', async () => {
    const columns = Array.from({ length: 20 }, (_, index) => `PostgreSQL ${index + 1}.0`);
    const values = columns.map((_, index) => (index < 10 ? LOSS[0] : LOSS[1]) ?? []);
    const { model } = await load(makeSweep({ 'tpcb-like': values }, { columns }));
    expect(tableOf(model.tables, 'matrix')?.heads).toHaveLength(20);
    expect(model.charts?.charts[0]?.lines.map(({ name }) => name)).toEqual(['1.0', '18.0', '19.0', '20.0']);
    expect(textsOf(tableOf(model.tables, 'words')).map((row) => row[1])).toEqual([
      '',
      ...Array(9).fill('no change is confirmed'),
      ...Array(10).fill('is slower from 32 clients on: −7%, −14%'),
    ]);
  });

  it('has tests as rows, and one matrix per test where they are asked for', async () => {
    const sweep = makeSweep({ 'select-only': [LOSS[0] ?? [], LOSS[0] ?? []], 'tpcb-like': LOSS });
    const { model } = await load(sweep);
    expect(model.sentence.strong).toBe('17.5 is slower in 1 of 2 tests');
    expect(textsOf(tableOf(model.tables, 'tests'))).toEqual([
      ['select-only', '1.00', '1.00', '1.00', '1.00', 'no change is confirmed'],
      ['tpcb-like', '1.00', '1.00', '0.93', '0.86', 'is slower from 32 clients on: −7%, −14%'],
    ]);
    expect(model.charts?.hint).toMatch(/^tpcb-like;/);
    const all = await load(sweep, { rows: 'tests' });
    expect(all.model.tables.map(({ id }) => id)).toEqual([
      ...['tests', 'matrix-1', 'scaling-1', 'matrix-2', 'scaling-2'],
    ]);
    const one = await load(sweep, { test: 'select-only' });
    expect(one.model.sentence.strong).toMatch(/^No difference between 17.5 and 16.9 can be shown/);
  });

  it('fits the scaling law, names the peaks in the sentence and draws the curve', async () => {
    const places = [1, 2, 4, 8, 16, 32, 64, 128, 256];
    const curve = (sigma: number) => places.map((at) => scalingAt({ lambda: 1000, sigma, kappa: 2e-4 }, at));
    const { model } = await load(makeSweep({ 'tpcb-like': [curve(0.02), curve(0.04)] }, { places }));
    expect(model.sentence.rest).toMatch(
      / By the scaling law 17\.5 peaks at 69 clients, 16\.9 at 70; contention σ rose from 2\.00% to 4\.00%, by itself −\d+% at 256 clients\.$/,
    );
    const table = tableOf(model.tables, 'scaling');
    expect(textsOf(table).map((row) => row.slice(0, -1))).toEqual([
      ['16.9', '20\u202f871', '64', '20\u202f920', '70 (±1%)', '2.00 (±3%)', '200 (±2%)', '0.0%'],
      ['17.5', '14\u202f793', '64', '14\u202f812', '69 (±2%)', '4.00 (±3%)', '200 (±3%)', '0.0%'],
    ]);
    const [chart, ratio] = model.charts?.charts ?? [];
    expect(chart?.lines.map(({ law }) => law?.peak?.title)).toEqual([
      'peak by the scaling law: 70 clients',
      'peak by the scaling law: 69 clients',
    ]);
    expect(ratio?.lines[0]?.law).toBeNull();
  });

  it('has the highest throughput and its clients where the law is refused, with the reason', async () => {
    const { model } = await load(
      makeSweep({ 'tpcb-like': LOSS.map((row) => row.slice(0, 3)) }, { places: [1, 8, 32] }),
    );
    expect(textsOf(tableOf(model.tables, 'scaling'))).toEqual([
      ['16.9', '25\u202f000', '32', 'fewer than 4 client counts: no fit'],
      ['17.5', '23\u202f250', '32', 'fewer than 4 client counts: no fit'],
    ]);
  });

  it('is shown by a setting of the config in the same way', async () => {
    const { page, model } = await load(makeSweep({ 'tpcb-like': LOSS }, { axis: 'config.io_workers' }), {
      axis: 'config.io_workers',
    });
    expect(page.title).toBe('PostgreSQL 16.9 to 17.5 by io_workers');
    expect(tableOf(model.tables, 'scaling')).toBeUndefined();
    expect(model.sentence.strong).toBe('17.5 is slower from io_workers=32 on: −7%, −14%.');
  });

  it('has nothing to show where each workload has one number of clients', async () => {
    const alone = sourceOf(makeSweep({ 'tpcb-like': LOSS }), [toEntry(viewOf(96))]);
    expect(await CLIENTS_REPORT.load(alone, makeState())).toBeNull();
  });

  it('makes a document of the same numbers, and names the runs of every number of clients', async () => {
    const { document } = reportView(CLIENTS_REPORT);
    const loaded = await CLIENTS_REPORT.load(sourceOf(makeSweep({ 'tpcb-like': LOSS })), makeState());
    const made = document(loaded, makeState());
    expect(made?.document.sentence.strong).toBe('17.5 is slower from 32 clients on: −7%, −14%.');
    expect(made?.document.tables[0]?.heads.at(-1)?.isWords).toBe(true);
    expect(made?.read.map(({ workload, columns }) => [workload, columns])).toEqual(
      PLACES.map((at) => [`c${at}`, ['postgresql-16.9', 'postgresql-17.5']]),
    );
  });
});

describe('withSweep', () => {
  const own = { sentence: { strong: 'By threshold.', rest: '' }, tables: [], detail: null };
  const input = { state: makeState(), linkTo: () => '' };

  it('gives the report of a benchmark the finding and the curves of its sweep', () => {
    const { sentence, charts } = withSweep(own, makeSweep({ 'tpcb-like': LOSS }), {
      ...input,
      test: 'tpcb-like',
    });
    expect(sentence.strong).toBe('17.5 is slower from 32 clients on: −7%, −14%.');
    expect(charts?.charts.map(({ id }) => id)).toEqual(['curve', 'ratio']);
  });

  it('leaves a report with one number of clients as it is', () => {
    const single = makeSweep({ 'tpcb-like': LOSS.map((row) => row.slice(3)) }, { places: [96] });
    expect(withSweep(own, single, input)).toBe(own);
  });
});
