import { unknownNoise } from '@basecase/analysis';
import type { CompareColumn, HeatmapEntry, JudgedView } from '@basecase/db/types';
import { groupLabel, testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { type HrefOf, largest, toChanges } from './prepare-changes';
import { prepareHome } from './prepare-home';
import { newestPairs } from './release-pairs';

const column = (
  version: string,
  config: string | null = 'x10a_c8r32',
  product = 'PostgreSQL',
): CompareColumn => ({
  slug: `${product}-${version}-${config}`,
  label: version,
  product,
  version,
  flavour: null,
  config,
  runs: 1,
});

const hrefOf: HrefOf = ({ server, base, cell }) =>
  `${server} ${base} ${cell ? `${cell.test}@${cell.column}` : ''}`.trim();

function view(
  columns: CompareColumn[],
  throughput: (number | null)[][],
  cpu?: (number | null)[][],
): JudgedView {
  const names: [string, number | null][] = [
    ['hot-points', 100],
    ['scan', null],
    ['update-zipf', 100],
  ];
  return {
    server: { slug: 'pn53', name: 'pn53', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: 'w',
      benchmark: 'sysbench',
      label: 'sysbench, cached',
      details: [],
      clients: 1,
      origin: 'recorded',
      relativeTo: null,
      source: null,
    },
    matrix: {
      columns,
      rows: throughput.map((_, index) => {
        const [name, range] = names[index] ?? ['insert', index];
        const key = testLabel(name, range);
        const info = testInfo('sysbench', name, range);
        return { ...info, groupLabel: groupLabel('sysbench', info.group), key, label: key };
      }),
      values: { throughput, ...(cpu && { cpu_per_op: cpu }) },
      sources: {},
      status: throughput.map((row) => row.map((value) => (value === null ? 'missing' : 'ok'))),
      repeats: throughput.map((row) => row.map(() => 1)),
      spread: throughput.map((row) => row.map(() => null)),
    },
    noise: unknownNoise('sysbench', { clients: 1, cached: true }),
  };
}

const entryOf = ({ server, workload, matrix }: JudgedView): HeatmapEntry => ({
  server,
  workload,
  products: ['PostgreSQL'],
  columns: matrix.columns.length,
  latestRunAt: '2026-01-01T00:00:00Z',
});

describe('releases', () => {
  it('compares the newest release of each product with the one before, config by config', () => {
    const columns = [
      column('17.6'),
      column('17.7'),
      column('18.1', 'x10b_c8r32'),
      column('18.1'),
      column('9.5.0', null, 'MySQL'),
    ];
    expect(newestPairs(columns)).toEqual([{ newer: 3, older: 1 }]);
    expect(newestPairs([column('17.7'), column('18.1', 'x10b'), column('18.1', 'x10c')])).toEqual([
      { newer: 1, older: 0 },
    ]);
  });

  it('counts what is slower and faster beyond noise and names the largest drop', () => {
    const shown = view(
      [column('17.7'), column('18.1')],
      [
        [100, 75],
        [100, 130],
        [100, null],
      ],
    );
    const home = prepareHome(
      { entries: [entryOf(shown)], views: [shown], runs: [], records: [], hidden: 0 },
      hrefOf,
    );
    expect(home.releases[0]).toMatchObject({
      release: 'PostgreSQL 18.1',
      against: '17.7',
      slower: { sure: 1, possible: 0 },
      faster: { sure: 1, possible: 0 },
      unclear: 0,
      tests: 2,
      strip: [['r3'], ['b3'], ['v']],
      largestDrop: { test: 'hot-points', text: '0.75', level: 'r3', verdict: 'regression' },
    });
    expect(home.sentence.strong + home.sentence.rest).toBe(
      '1 of 1 newest releases is slower in some test than the previous release, beyond noise. ' +
        'The largest drop is hot-points range=100 in PostgreSQL 18.1 on 8-core pn53: 0.75 of 17.7.',
    );
  });

  it('does not count what may be noise as slower, and says that it is possible', () => {
    const shown = view(
      [column('17.7'), column('18.1')],
      [
        [100, 75],
        [100, 100],
        [100, 100],
      ],
    );
    // Its repeats differ by more than half of the change: they cannot confirm it.
    shown.matrix.spread[0] = [null, 0.3];
    const home = prepareHome(
      { entries: [entryOf(shown)], views: [shown], runs: [], records: [], hidden: 0 },
      hrefOf,
    );
    expect(home.releases[0]).toMatchObject({
      slower: { sure: 0, possible: 1 },
      largestDrop: { test: 'hot-points', text: '0.75', level: 'n', verdict: 'possible regression' },
      strip: [['pr'], expect.anything(), expect.anything()],
    });
    expect(home.sentence.strong + home.sentence.rest).toBe(
      'No test got slower beyond noise in 1 newest release compared with the previous one; in 1, a test possibly did.',
    );
  });

  it('says so when only one release is loaded', () => {
    const shown = view([column('18.1')], [[100]]);
    const home = prepareHome(
      { entries: [entryOf(shown)], views: [shown], runs: [], records: [], hidden: 0 },
      hrefOf,
    );
    expect(home.releases).toEqual([]);
    expect(home.sentence.rest).toContain('no product has two releases');
  });
});

describe('changes', () => {
  it('name the costs that rose and link to the open cell', () => {
    const [change] = toChanges(
      view([column('17.7'), column('18.1')], [[100, 80]], [[0.002, 0.0025]]),
      hrefOf,
    );
    expect(change).toMatchObject({
      words: 'PostgreSQL 18.1 after 17.7',
      costs: 'cpu/o 1.25',
      level: 'r3',
      href: 'pn53 PostgreSQL-17.7-x10a_c8r32 hot-points_range=100@PostgreSQL-18.1-x10a_c8r32',
    });
  });

  it('name what is counted where it is not queries, and the workload', () => {
    const shown = view([column('17.7'), column('18.1')], [[100, 80]]);
    const [row] = shown.matrix.rows;
    expect(toChanges(shown, hrefOf)[0]).toMatchObject({ unit: '', workload: 'sysbench, cached' });
    const rows = row ? [{ ...row, unit: 'inserts/s' }] : [];
    expect(toChanges({ ...shown, matrix: { ...shown.matrix, rows } }, hrefOf)[0]?.unit).toBe('inserts/s');
  });

  it('tell unrecorded costs from costs that did not move', () => {
    const columns = [column('17.7'), column('18.1')];
    expect(toChanges(view(columns, [[100, 80]]), hrefOf)[0]?.costs).toBe('costs not recorded');
    expect(toChanges(view(columns, [[100, 80]], [[0.002, 0.002]]), hrefOf)[0]?.costs).toBe(
      'no cost rose with it',
    );
  });

  it('are listed by size, at most two tests of one release', () => {
    const columns = [column('16.0'), column('17.0'), column('18.0')];
    const changes = toChanges(
      view(columns, [
        [100, 80, 80],
        [100, 70, 70],
        [100, 60, 54],
      ]),
      hrefOf,
    );
    expect(largest(changes, 'down', 9).map(({ test, ratio }) => [test, ratio.toFixed(2)])).toEqual([
      ['update-zipf', '0.60'],
      ['scan', '0.70'],
      ['update-zipf', '0.90'],
    ]);
    expect(largest(changes, 'up', 9)).toEqual([]);
  });
});
