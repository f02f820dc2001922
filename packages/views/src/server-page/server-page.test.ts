import type { MergeableWorkload, ServerFactView, ServerPage, WorkloadView } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { factChangeRows, factFields, factRows, factsSideBySide } from './fact-words';
import {
  countHeatmaps,
  measuredGroups,
  mergeableGroups,
  serverHead,
  workloadsSideBySide,
} from './measured-groups';
import { serverNamesView } from './server-names-view';

const AT = '2026-11-20T10:00:00.000Z';
const workload: WorkloadView = {
  slug: 'sysbench-pk1',
  benchmark: 'sysbench',
  label: 'sysbench',
  details: ['1 client', 'pk'],
  clients: 1,
  origin: 'uploaded',
  relativeTo: null,
  source: null,
};
const nothing: Omit<ServerFactView, 'fact'> = { source: null, said: null, readings: [], value: null };
const reading = { value: '8', runs: 3, firstAt: '2026-01-01T00:00:00.000Z', lastAt: AT };
const facts: ServerFactView[] = [
  { ...nothing, fact: 'kind' },
  { fact: 'cores', value: '16', source: 'said', said: { by: 'ann', at: AT }, readings: [reading] },
  { ...nothing, fact: 'cpu' },
  {
    fact: 'memoryBytes',
    value: String(32 * 2 ** 30),
    source: 'said',
    said: { by: 'ann', at: AT },
    readings: [],
  },
  { ...nothing, fact: 'storage' },
  {
    fact: 'os',
    value: 'Ubuntu 24.04',
    source: 'read',
    said: null,
    readings: [
      { ...reading, value: 'Ubuntu 22.04', runs: 5 },
      { ...reading, value: 'Ubuntu 24.04', runs: 2 },
    ],
  },
];
const page: ServerPage = {
  server: { slug: 'hetz', name: 'hetz', cores: 16, cpu: null, memoryBytes: 2 ** 35, storage: null, os: null },
  facts,
  names: [
    { slug: 'hetz', name: 'hetz', runs: 7, merge: null },
    {
      slug: 'hetz48',
      name: 'hetz48',
      runs: 1,
      merge: { correction: '4', by: 'ann', at: AT, reason: 'one machine' },
    },
  ],
  runs: 8,
  products: ['MySQL', 'PostgreSQL'],
  firstRunAt: '2026-01-01T00:00:00.000Z',
  latestRunAt: AT,
  measured: [
    {
      product: 'MySQL',
      workload,
      versions: ['5.6.51', '8.0.44', '9.5.0'],
      runs: 3,
      tests: 42,
      firstRunAt: AT,
      latestRunAt: AT,
      stopped: 0,
      slower: 2,
      faster: 0,
      possiblySlower: 3,
      possiblyFaster: 1,
    },
  ],
  noise: [
    { workload, calibrated: true, pairs: 9, medianSigma: 0.011, tests: [], runSeconds: null },
    { workload, calibrated: false, pairs: 0, medianSigma: 0.03, tests: [], runSeconds: null },
  ],
  workloadMerges: [],
  changes: [
    {
      id: '2',
      fact: 'cores',
      before: '8',
      value: '16',
      isTakenBack: false,
      by: 'ann',
      reason: 'twice the sockets',
      at: AT,
      isNewest: true,
    },
  ],
  seen: '2',
  others: [],
};

const rowOf = (key: string) => factRows(page).find((row) => row.key === key);

describe('facts of a server', () => {
  it('have their source, with the read value behind the entered one', () => {
    expect(rowOf('cores')).toMatchObject({
      text: '16',
      source: 'said by ann, 20 Nov 2026',
      others: 'read: 8 in 3 runs, 1 Jan 2026 to 20 Nov 2026',
    });
    expect(rowOf('memoryBytes')).toMatchObject({ text: '32 GiB', others: '' });
  });

  it('list other values that were read, too', () => {
    expect(rowOf('os')).toMatchObject({ text: 'Ubuntu 24.04', source: 'read with 2 runs' });
    expect(rowOf('os')?.others).toBe('read: Ubuntu 22.04 in 5 runs, 1 Jan 2026 to 20 Nov 2026');
  });

  it('tell a guess from the name of a config from what was read', () => {
    const guess: ServerFactView = {
      fact: 'cores',
      value: '32',
      source: 'config',
      said: null,
      readings: [{ ...reading, value: '32', fromConfig: true }],
    };
    expect(factRows({ ...page, facts: [guess] })[0]).toMatchObject({
      text: '32',
      source: 'guessed from the name of the config; not in any log',
      others: '',
    });
    expect(factFields([guess])[0]).toMatchObject({ said: '', placeholder: '32 (guessed)' });
  });

  it('explain the use of a missing one, and the source of the noise', () => {
    expect(rowOf('kind')).toMatchObject({
      text: null,
      source: 'not specified, not visible in logs; treated as shared',
    });
    expect(rowOf('cpu')).toMatchObject({ text: null, source: '' });
    expect(rowOf('noise')).toMatchObject({
      text: '1.1% between runs of the same',
      source: 'computed from 9 repeat pairs of 1 workload',
    });
    expect(factRows({ ...page, noise: [] }).at(-1)).toMatchObject({ key: 'noise', text: null });
  });

  it('are edited in fields, with read values as placeholders', () => {
    const field = (name: string) => factFields(facts).find((one) => one.name === name);
    expect(field('cores')).toMatchObject({ said: '16', placeholder: '8 (read)' });
    expect(field('memory')).toMatchObject({ said: '32 GB', placeholder: 'e.g. 32 GB' });
    expect(field('os')).toMatchObject({ said: '', placeholder: 'Ubuntu 24.04 (read)' });
  });
});

describe('the page of a server', () => {
  it('lists the measured heatmaps with their dates', () => {
    expect(serverHead(page)).toEqual({
      title: 'hetz',
      cores: '16-core',
      slug: 'hetz',
      meta: ['8 runs of MySQL and PostgreSQL', 'first 1 Jan 2026, newest 20 Nov 2026'],
    });
    const empty = { ...page, runs: 0, products: [], firstRunAt: null, latestRunAt: null };
    expect(serverHead(empty).meta).toEqual(['Nothing was measured here yet.']);
    expect(measuredGroups(page)).toMatchObject([
      {
        product: 'MySQL',
        rows: [
          {
            href: '/compare?server=hetz&workload=sysbench-pk1',
            versions: '5.6.51 to 9.5.0, 3 versions',
            records: [
              { text: '2 slower', isWorse: true, isPossible: false },
              { text: '3 likely slower', isWorse: true, isPossible: true },
              { text: '1 likely faster', isWorse: false, isPossible: true },
            ],
          },
        ],
      },
    ]);
  });

  it('counts a heatmap of two products once', () => {
    const [row] = page.measured;
    if (!row) throw new Error('nothing measured');
    expect(countHeatmaps({ measured: [row, { ...row, product: 'PostgreSQL' }] })).toBe(1);
  });

  it('lists names with how they came here, and changes that can be undone', () => {
    expect(serverNamesView(page).names).toEqual([
      { slug: 'hetz', name: 'hetz', how: 'its name', runs: '7 runs', takeOutHref: null },
      {
        slug: 'hetz48',
        name: 'hetz48',
        how: 'by ann, 20 Nov 2026: one machine',
        runs: '1 run',
        takeOutHref: '/corrections/4',
      },
    ]);
    expect(factChangeRows(page.changes)).toMatchObject([
      { label: 'Cores', before: '8', after: '16', note: 'twice the sockets', canUndo: true },
    ]);
  });
});

describe('two servers side by side', () => {
  it('mark facts that are known of both and differ', () => {
    const other: ServerFactView[] = facts.map((one) =>
      one.fact === 'cores'
        ? { ...one, value: '48' }
        : { ...one, value: one.fact === 'cpu' ? 'EPYC' : one.value },
    );
    expect(factsSideBySide(facts, other).filter(({ differs }) => differs)).toEqual([
      { key: 'cores', label: 'Cores', keep: '16', merge: '48', differs: true },
    ]);
    expect(factsSideBySide(facts, other)).toContainEqual(
      expect.objectContaining({ key: 'cpu', keep: 'not known', merge: 'EPYC', differs: false }),
    );
  });
});

describe('two workloads side by side', () => {
  const fields = { tables: 8, rowsPerTable: 1e7, clients: 40, primaryKey: true, cached: true, label: null };
  const own: MergeableWorkload = {
    workload,
    fields,
    runs: 96,
    products: ['MySQL'],
    otherServers: 0,
  };
  const other = {
    ...own,
    workload: { ...workload, slug: 'other' },
    fields: { ...fields, cached: null },
    runs: 3,
  };
  const rowsOf = (readsPerOp: number | null) => {
    const read = [
      { workload: 'other', readsPerOp },
      { workload: workload.slug, readsPerOp: 0 },
    ];
    return Object.fromEntries(workloadsSideBySide(own, other, read).map(({ key, ...row }) => [key, row]));
  };

  it('mark differences, and show the values after a merge', () => {
    expect(rowsOf(0)).toMatchObject({
      clients: { keep: '40', merge: '40', merged: 'same', differs: false },
      cached: { keep: 'cached', merge: '–', merged: 'cached for all', differs: true },
      reads: { merged: 'both read next to nothing: both were cached', differs: false },
    });
  });

  it('warn when only one was cached, and when that is unknown', () => {
    expect(rowsOf(3.2)['reads']).toMatchObject({
      merge: '3.2',
      merged: 'one was cached and the other was not: they are two suites',
      differs: true,
    });
    expect(rowsOf(null)['reads']).toMatchObject({
      merge: 'not recorded',
      merged: 'whether both were cached is not known',
    });
  });

  it('are offered by benchmark, where there are two of one', () => {
    const fio: MergeableWorkload = { ...own, workload: { ...workload, benchmark: 'fio' } };
    expect(mergeableGroups([own, other, fio])).toEqual([[own, other]]);
  });
});
