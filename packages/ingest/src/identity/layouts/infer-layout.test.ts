import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORPUS3 } from '../../testing/corpus';
import { proposeLayouts } from './infer-layout';
import { parseLayout } from './layout-pattern';
import { type LayoutFile, MOST_DISTINCT, tableOfLayout } from './layout-table';

function filesOf(paths: readonly string[], known: LayoutFile['known'] = {}): LayoutFile[] {
  return paths.map((file) => ({ path: file, known }));
}

/** Every combination of the parts. */
function tree(...parts: (string | string[])[]): string[] {
  return parts.reduce<string[]>(
    (all, part) => all.flatMap((start) => [part].flat().map((end) => start + end)),
    [''],
  );
}

function sizes({
  pattern,
  columns,
  rows,
  repeats,
  matched,
  total,
}: ReturnType<typeof proposeLayouts>[number]) {
  return `${pattern} ${columns}×${rows}×${repeats} ${matched}/${total}`;
}

describe('proposed layouts', () => {
  it('name the parts that vary, and keep the rest as text', () => {
    const files = filesOf(
      tree(
        'res-kernel-',
        ['4.9.62', '4.9.76'],
        '-oltp_read_only/mysql',
        ['57', '80'],
        '-pareto/run',
        ['1', '2'],
        '/thr',
        ['1', '16'],
        '.txt',
      ),
    );
    const [best] = proposeLayouts(files);
    expect(best && sizes(best)).toBe(
      'res-kernel-{config.kernel}-{test}/{product}{version}-pareto/run{repeat}/thr{clients}.txt 4×2×2 16/16',
    );
    expect(best?.questions).toEqual([]);
  });

  it('ask about words that no form explains, where results share a cell without them', () => {
    const files = filesOf(tree('mysql57/', ['alpha', 'beta', 'gamma'], '/thr', ['1', '16'], '.txt'));
    const proposals = proposeLayouts(files);
    expect(proposals.map(({ pattern }) => pattern)).toEqual([
      '{product}{version}/{config}/thr{clients}.txt',
      '{product}{version}/{_}/thr{clients}.txt',
    ]);
    expect(proposals[1]?.questions).toEqual([
      expect.objectContaining({
        text: '3 experiments share this cell. What distinguishes them?',
        count: 3,
        parts: [{ segment: 1, values: ['alpha', 'beta', 'gamma'], suggestion: 'config' }],
      }),
    ]);
  });

  it('take a number for the clients where the logs say the same, and for a setting where they do not', () => {
    const paths = tree('mysql', ['57', '80'], '/', ['32', '64'], '.res');
    const says = (file: string) => Number(/(\d+)\.res/.exec(file)?.[1]);
    const same = paths.map((file) => ({ path: file, known: { clients: says(file) } }));
    expect(proposeLayouts(same)[0]?.pattern).toBe('{product}{version}/{clients}.res');
    const sweep = tree('mysql', ['57', '80'], '/thr', ['32', '64'], '.res');
    expect(proposeLayouts(filesOf(sweep, { clients: 150 }))[0]?.pattern).toBe(
      '{product}{version}/thr{config}.res',
    );
  });

  it('read names of different length by the parts at both ends', () => {
    const files = filesOf([
      ...tree(
        'r/result-on-',
        ['mariadb-10.0-', ''],
        'sync_binlog=',
        ['0', '1'],
        '.cnf/sb.thr',
        ['8', '16'],
        '.res',
      ),
    ]);
    const proposals = proposeLayouts(files);
    expect(proposals.map(({ matched }) => matched)).toEqual(proposals.map(() => 8));
    expect(proposals[0]).toMatchObject({ columns: 4, rows: 2, repeats: 1, questions: [] });
  });

  it('match files at different depths by the end of their paths', () => {
    const files = filesOf([
      ...tree('a/mysql57/thr', ['1', '2', '4'], '.txt'),
      ...tree('mysql80/thr', ['1', '2'], '.txt'),
    ]);
    expect(proposeLayouts(files)[0]).toMatchObject({
      pattern: '{product}{version}/thr{clients}.txt',
      matched: 5,
      columns: 2,
    });
  });

  it('are none for no files, and for a single path that names nothing', () => {
    expect(proposeLayouts([])).toEqual([]);
    expect(proposeLayouts(filesOf(['results/log.txt']))).toEqual([]);
  });

  it('keep lists short for a tree of any size', () => {
    const files = filesOf(
      Array.from({ length: 3000 }, (_, index) => `mysql57/word${index}x/a${index}z/thr1.txt`),
    );
    for (const { questions } of proposeLayouts(files)) {
      for (const { files: shown, parts } of questions) {
        expect(shown.length).toBeLessThanOrEqual(20);
        for (const { values } of parts) expect(values.length).toBeLessThanOrEqual(20);
      }
    }
  });
});

/** Pattern that the owner of each directory followed, and columns × rows × results in a cell. */
const OWNERS: readonly (readonly [string, string, string])[] = [
  [
    'Percona-Lab-results+201701-meltdown-OLTP-ro',
    'AWS-{_}/res-OLTP-RW-meltdown-network-{config.kernel}-{test}/{product}{version}-{_}.BP{config.buffer_pool}/thr{clients}/res.txt',
    '6×3×1',
  ],
  ['Percona-Lab-results+201605-OLTP-RW', 'raw/res.{product}{version}/res.thr{clients}.txt', '3×17×1'],
  [
    'Percona-Lab-results+MyRocks-March-2021',
    'res-oltp-{_}-{date}/BP{config.buffer_pool}.threads{config.threads}/results.txt',
    '6×1×5',
  ],
  [
    'Percona-Lab-results+Aurora-May2020',
    'res-tpcc-{product}-{config.nodes}nodes-{config}-{_}/res_thr{clients}.txt',
    '6×3×1',
  ],
  [
    'Percona-Lab-results+2022-12-k3s',
    'res-oltp-{_}-{date}/io{config.io_capacity}.BP{config.buffer_pool}.threads{clients}/results.txt',
    '1×6×1',
  ],
  ['Percona-Lab-results+THP-POSTGRESQL-2019', '{test}/{config.thp}-{_}/tps-{clients}', '2×8×1'],
  ['simonklee+sysbench-tools', 'results/result-{config}.cnf/sysbench.{clients}.res', '35×2×1'],
  ['cnageswar13+proxysql-benchmark-results', 'issue754/test1/{config}_thr{clients}.log', '4×7×1'],
  ['janpio+pgbench-experiment', 'results/{test}-{config}.log', '2×5×1'],
  ['Arau+fio-results-tmp', 'longterm-tests/bench-results/{config}-{test}/{_}-{repeat}', '2×3×3'],
  ['chris-sanders+ceph-fio-results', '{config.store}/{config.setup}/{test}-{_}.out', '7×5×1'],
];

it('counts only as many columns and cells as a heatmap can show, however many paths there are', () => {
  const files = Array.from({ length: MOST_DISTINCT + 500 }, (_, at) => ({
    path: `mysql57/w${at}x/thr8.txt`,
    known: {},
  }));
  const layout = parseLayout('{product}{version}/{config}/thr{clients}.txt');
  const table = tableOfLayout(layout, [...files, { path: 'mysql57/w0x/thr8.txt', known: {} }]);
  expect(table).toMatchObject({ matched: files.length + 1, columns: MOST_DISTINCT, rows: 1, repeats: 2 });
});

describe.skipIf(!CORPUS3)('directories of others (skipped without the corpus)', () => {
  const rows = CORPUS3 ? readFileSync(path.join(CORPUS3, 'expected.tsv'), 'utf8').split('\n').slice(1) : [];
  const pathsOf = (directory: string) => [
    ...new Set(
      rows.map((row) => row.split('\t')).flatMap(([of, file = '']) => (of === directory ? [file] : [])),
    ),
  ];

  it.each(OWNERS)('%s has the heatmap that its owner meant', (directory, pattern, expected) => {
    const {
      matched,
      total,
      columns,
      rows: tests,
      repeats,
      unmatched,
    } = tableOfLayout(parseLayout(pattern), filesOf(pathsOf(directory)));
    expect(unmatched).toEqual([]);
    expect(matched).toBe(total);
    expect(`${columns}×${tests}×${repeats}`).toBe(expected);
  });

  it.each(OWNERS)('%s gets a layout that matches every file and merges no words', (directory) => {
    const [best] = proposeLayouts(filesOf(pathsOf(directory)));
    expect(best).toMatchObject({ matched: best?.total, questions: [] });
  });
});
