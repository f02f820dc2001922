import type { StatementLatencies } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf, type ViewSketch } from '../../testing/test-view';
import { pgbenchReport } from './pgbench';
import { toPgbenchView } from './pgbench-view';

const COLUMNS = ['PostgreSQL 18.1', 'PostgreSQL 17.2'];
const viewOf = (clients: number, tests: ViewSketch['tests'], label = 'scale 50, 4 threads') =>
  makeView({
    benchmark: 'pgbench',
    workload: { slug: `c${clients}`, clients, label: `pgbench, ${label}` },
    columns: COLUMNS,
    tests,
  });
const VIEWS = [
  viewOf(1, {
    'tpcb-like': [
      { throughput: 495, latency_avg: 0.00202 },
      { throughput: 500, latency_avg: 0.002 },
    ],
  }),
  viewOf(16, {
    'tpcb-like': [
      { throughput: 4500, latency_avg: 0.004, latency_p95: 0.009 },
      { throughput: 5000, latency_avg: 0.0032, latency_p95: 0.006 },
    ],
    'select-only': [90_000, 90_000],
  }),
  viewOf(64, {
    'tpcb-like': [
      { throughput: 6000, status: 'failed' },
      { throughput: 7000, latency_avg: 0.00914 },
    ],
  }),
];
const statementsOf = (column: string, latencies: Record<string, number>): StatementLatencies => ({
  column,
  from: { artifactId: '1', file: 'a.log' },
  statements: Object.entries(latencies).map(([statement, latency], index) => ({
    ...{ statement, latency, failures: 0 },
    line: index + 20,
  })),
  unread: [],
});

function modelOf(change = {}, { views = VIEWS, read = [] as StatementLatencies[] } = {}) {
  const state = makeState({ test: 'tpcb-like', ...change });
  const linkTo = (to: object) => `/pgbench?${JSON.stringify(to)}`;
  const model = pgbenchReport(toPgbenchView(views, state), { state, read, linkTo });
  if (!model) throw new Error('No test ran.');
  return model;
}

describe('pgbench report', () => {
  it('has clients below each other and versions side by side, the oldest first', () => {
    const { tables } = modelOf();
    expect(tables.map(({ id }) => id)).toEqual([
      'tps',
      'relative-tps',
      'latency',
      'relative-latency',
      'p95',
      'relative-p95',
    ]);
    expect(tables[0]?.heads.map(({ label, note, isBase }) => [label, note, isBase])).toEqual([
      ['17.2', 'TPS', true],
      ['18.1', 'TPS', false],
    ]);
    expect(textsOf(tableOf(tables, 'latency'))).toEqual([
      ['1 client', '2.000', '2.020'],
      ['16 clients', '3.200', '4.000'],
      ['64 clients', '9.140', 'failed'],
    ]);
    expect(textsOf(tableOf(tables, 'p95'))).toEqual([
      ['1 client', '–', '–'],
      ['16 clients', '6.000', '9.000'],
      ['64 clients', '–', 'failed'],
    ]);
  });

  it('shows a failed run as failed, never as a number, with the reason', () => {
    const { tables, charts } = modelOf();
    expect(textsOf(tableOf(tables, 'tps'))[2]).toEqual(['64 clients', '7\u202f000', 'failed']);
    expect(textsOf(tableOf(tables, 'relative-tps'))[2]).toEqual(['64 clients', '1.00', 'failed']);
    expect(tableOf(tables, 'tps')?.notes).toHaveLength(1);
    const lines = charts?.charts[0]?.lines;
    expect(lines?.map(({ name, points }) => [name, points.length])).toEqual([
      ['17.2', 3],
      ['18.1', 2],
    ]);
  });

  it('divides by the chosen base: less TPS is red, less latency is not', () => {
    const { tables } = modelOf({ base: 'postgresql-18.1' });
    expect(textsOf(tableOf(tables, 'relative-tps'))[1]).toEqual(['16 clients', '1.11', '1.00']);
    expect(levelsOf(tableOf(tables, 'relative-latency'))[1]?.[0]).toMatch(/^b/);
    expect(levelsOf(tableOf(modelOf().tables, 'relative-tps'))[1]?.[1]).toMatch(/^r/);
  });

  it('says first at which clients the newest version is slower', () => {
    expect(modelOf().sentence).toEqual({
      strong: '18.1 is slower than 17.2 at 1 of 2 numbers of clients',
      rest: ' in tpcb-like: relative TPS 0.99 at 1 client, 0.90 at 16 clients. Judged by the plain threshold 0.95 / 1.05, ignoring noise.',
    });
  });

  it('judges the latency of limited runs and never their TPS', () => {
    const views = [
      viewOf(
        16,
        {
          'tpcb-like': [
            { throughput: 500, latency_avg: 0.004 },
            { throughput: 500, latency_avg: 0.002 },
          ],
        },
        'scale 50, 4 threads, limited to 500/s, prepared',
      ),
    ];
    const { tables, sentence } = modelOf({}, { views });
    expect(tables.map(({ id }) => id)).toEqual(['tps', 'latency', 'relative-latency']);
    expect(tables[0]?.notes).toEqual(['These runs were limited to 500/s (-R).']);
    expect(sentence.strong).toBe('18.1 is slower than 17.2 at the only number of clients');
    expect(sentence.rest).toBe(
      ' in tpcb-like: relative average latency 2.00 at 16 clients. Judged by the plain threshold 0.95 / 1.05, ignoring noise. The runs were limited to 500/s: their TPS is what was asked for.',
    );
  });

  it('has a line per chosen version, and links that show or hide one', () => {
    const { charts } = modelOf({ versions: ['postgresql-18.1'] });
    expect(charts?.charts.map(({ title, lines }) => [title, lines.map(({ name }) => name)])).toEqual([
      ['TPS', ['18.1']],
      ['Average latency, ms', ['18.1']],
    ]);
    expect(charts?.choices.map(({ label, style, href }) => [label, style, href])).toEqual([
      ['17.2', null, '/pgbench?{"versions":["postgresql-18.1","postgresql-17.2"]}'],
      ['18.1', 0, '/pgbench?{"versions":[]}'],
    ]);
  });

  it('is null where no test ran', () => {
    const state = makeState();
    expect(
      pgbenchReport(toPgbenchView([viewOf(1, {})], state), { state, read: [], linkTo: () => '' }),
    ).toBeNull();
  });
});

describe('statements of the pgbench report', () => {
  const read = [
    statementsOf('postgresql-17.2', { 'BEGIN;': 0.000001, 'SELECT 1;': 0.0002, 'END;': 0.001 }),
    statementsOf('postgresql-18.1', { 'BEGIN;': 0.000002, 'SELECT 1;': 0.0003 }),
  ];

  it('has statements × versions, and does not judge what is rounding', () => {
    const { detail } = modelOf({ clients: '16' }, { read });
    expect(detail?.current).toBe('16 clients');
    expect(detail?.tables.map(textsOf)).toEqual([
      [
        ['BEGIN;', '0.001', '0.002'],
        ['SELECT 1;', '0.200', '0.300'],
        ['END;', '1.000', '–'],
      ],
      [
        ['BEGIN;', '1.00', '2.00'],
        ['SELECT 1;', '1.00', '1.50'],
        ['END;', '1.00', '–'],
      ],
    ]);
    const levels = levelsOf(detail?.tables[1]);
    expect([levels[0]?.[1], levels[1]?.[1]]).toEqual([null, 'r4']);
  });

  it('names the pgbench option if no log has a table, and files that could not be read', () => {
    const unread = [{ artifactId: '2', file: 'b.log', reason: 'its bytes are gone' }];
    const { detail } = modelOf(
      {},
      { read: [{ column: 'postgresql-17.2', from: null, statements: [], unread }] },
    );
    expect(detail?.tables).toEqual([]);
    expect(detail?.note).toBe(
      'No stored summary of tpcb-like with 64 clients has statement latencies: run pgbench with -r (--report-per-command). b.log could not be read: its bytes are gone',
    );
  });
});
