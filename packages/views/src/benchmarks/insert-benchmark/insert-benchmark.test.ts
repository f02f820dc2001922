import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf } from '../../testing/test-view';
import { reportHref } from '../report-model';
import { insertBenchmarkReport } from './insert-benchmark';

const view = makeView({
  benchmark: 'insert-benchmark',
  columns: ['PostgreSQL 17.7 - x10b', 'PostgreSQL 18.1 - x10b'],
  tests: {
    'l.i0': [
      { throughput: 100_000, cpu_percent: 45.5, read_kb_per_s: 4915.2, db_size: 2 ** 31 },
      { throughput: 80_000, cpu_percent: 40, read_kb_per_s: 1024 },
    ],
    'qr100.L1': [
      { throughput: 9000, insert_rate: 200, insert_rate_target: 200, cpu_percent: 99 },
      { throughput: 8000, insert_rate: 187.5, insert_rate_target: 200, status: 'sla_failed' },
    ],
    'qp500.L4': [{ throughput: 5000, insert_rate: 999 }, null],
  },
});
const UNEVEN = { throughput: 1000, seconds_cv: 0.3, longest_stall: 0 };
const state = makeState();
const linkTo = (change: Partial<typeof state>) => reportHref('/insert-benchmark', { ...state, ...change });
const model = insertBenchmarkReport(view, state, linkTo);

describe('Insert Benchmark report', () => {
  it('has the throughput of each step, grey where the SLA failed', () => {
    const table = tableOf(model.tables, 'absolute');
    expect(textsOf(table)).toEqual([
      ['17.7', '100 000', '9 000', '5 000'].map((text) => text.replace(' ', '\u202f')),
      ['18.1', '80\u202f000', '8\u202f000 (SLA failed)', '–'],
    ]);
    expect(levelsOf(table)[1]).toEqual([null, 'v', 'v']);
    expect(table?.groups.map(({ label, span }) => [label, span])).toEqual([
      ['inserts/s', 1],
      ['queries/s', 2],
    ]);
  });

  it.each([
    [0, ''],
    [1, ' Too much variance in the insert rate of 17.7 in l.i0.'],
    [2, ' Too much variance in the insert rate of 17.7 in l.i0 and the insert rate of 17.7 in l.i1.'],
    [3, ' Too much variance in the insert rate of 17.7 in l.i0, the insert rate of 17.7 in l.i1 and 1 more.'],
  ])('says where the rate of %i steps has too much variance', (count, words) => {
    const steps = ['l.i0', 'l.i1', 'l.i2'].map((step, index) => [
      step,
      [index < count ? UNEVEN : { ...UNEVEN, seconds_cv: 0.1 }],
    ]);
    const tests = Object.fromEntries(steps);
    const one = makeView({ benchmark: 'insert-benchmark', columns: ['PostgreSQL 17.7'], tests });
    const { sentence } = insertBenchmarkReport(one, state, linkTo);
    expect(sentence.rest.endsWith(words) && sentence.rest.includes('variance') === count > 0).toBe(true);
  });

  it('divides by the base and never what failed its SLA', () => {
    const table = tableOf(model.tables, 'relative');
    expect(textsOf(table)).toEqual([
      ['17.7', '1.00', '1.00', '1.00'],
      ['18.1', '0.80', 'SLA failed', '–'],
    ]);
    expect(levelsOf(table)[1]).toEqual(['r3', 'v', 'v']);
  });

  it('divides by the column that the author of published ratios divided by, unless asked otherwise', () => {
    const workload = { ...view.workload, relativeTo: { table: '2025 A', base: 'PostgreSQL 18.1 - x10b' } };
    const columns = view.matrix.columns.map((column) => ({
      ...column,
      label: `${column.product} ${column.version} - ${column.config}`,
    }));
    const published = { ...view, workload, matrix: { ...view.matrix, columns } };
    const rows = (base: string) =>
      textsOf(tableOf(insertBenchmarkReport(published, makeState({ base }), linkTo).tables, 'relative'));
    expect(rows('').map((row) => row[1])).toEqual(['1.25', '1.00']);
    expect(rows('postgresql-17.7-x10b').map((row) => row[1])).toEqual(['1.00', '0.80']);
  });

  it('makes another version the base by a link', () => {
    expect(tableOf(model.tables, 'relative')?.rows.map(({ link }) => link?.href)).toEqual([
      undefined,
      '/insert-benchmark?base=postgresql-18.1-x10b',
    ]);
    const other = insertBenchmarkReport(view, makeState({ base: 'postgresql-18.1-x10b' }), linkTo);
    expect(textsOf(tableOf(other.tables, 'relative'))).toEqual([
      ['17.7', '1.25', '–', '–'],
      ['18.1', '1.00', 'SLA failed', '–'],
    ]);
  });

  it('shows achieved inserts and their target, per client where the number of clients is unknown', () => {
    const table = tableOf(model.tables, 'background');
    expect(table?.heads.map(({ label, note }) => `${label} ${note}`)).toEqual([
      'qr100.L1 of 200/s',
      'qp500.L4 500/s per client',
    ]);
    expect(textsOf(table)).toEqual([
      ['17.7', '200 (100.0%)', '999'],
      ['18.1', '188 (93.8%, SLA failed)', '–'],
    ]);
  });

  it('says first what the numbers say', () => {
    expect(model.sentence).toEqual({
      strong: 'The only step is slower',
      rest: ' in 18.1 than in 17.7: from 0.80 (l.i0) to 0.80 (l.i0). Judged by the plain threshold 0.95 / 1.05, ignoring noise. In 1 step the SLA failed for some version.',
    });
  });

  it('has all numbers of one step in the columns of published tables, without unrecorded metrics', () => {
    expect(model.detail?.current).toBe('l.i0');
    const table = model.detail?.tables[0];
    expect(table?.heads.map(({ label }) => label)).toEqual(['ips', 'rmbps', 'cpups', 'dbgb1']);
    // 4915.2 KB/s are 4.8 MB/s, 2^31 bytes are 2 GB, as those tables count.
    expect(textsOf(table)[0]).toEqual(['17.7', '100\u202f000', '4.8', '45.5', '2.0']);
  });

  it('shows the wanted step with both its queries and its inserts', () => {
    const { detail } = insertBenchmarkReport(view, makeState({ test: 'qr100.L1' }), linkTo);
    expect(detail?.tables[0]?.heads.map(({ label }) => label)).toEqual(['ips', 'qps', 'cpups']);
    expect(textsOf(detail?.tables[1])).toEqual([
      ['17.7', '1.00', '1.00', '1.00'],
      ['18.1', 'SLA failed', '–', '–'],
    ]);
  });

  it('has no absolute table and no detail of what was published as ratios', () => {
    const published = insertBenchmarkReport(
      makeView({
        benchmark: 'insert-benchmark',
        workload: { origin: 'published', relativeTo: { table: 'post', base: '17.5' } },
        columns: ['PostgreSQL 17.5', 'PostgreSQL 18beta1'],
        tests: { 'l.i0': [1, 1.06] },
      }),
      state,
      linkTo,
    );
    expect(published.tables.map(({ id }) => id)).toEqual(['relative']);
    expect(published.detail).toBeNull();
  });
});
