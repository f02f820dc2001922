import type { HeatmapEntry, Origin } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { chooseHeatmap, sweepLinks, toChoices } from './heatmap/chooser-model';

const entry = (
  server: string,
  workload: string,
  origin: Origin,
  latestRunAt = '2026-01-01T00:00:00Z',
  { comparableVersions = 2, benchmark = 'sysbench' as BenchmarkId } = {},
): HeatmapEntry => ({
  server: { slug: server, name: server, cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
  workload: {
    slug: workload,
    benchmark,
    label: workload,
    details: ['1 client'],
    clients: 1,
    origin,
    relativeTo: null,
    source: null,
  },
  products: ['MySQL'],
  columns: 2,
  comparableVersions,
  latestRunAt,
});

const ENTRIES = [
  entry('a', 'w1', 'published', '2026-03-01T00:00:00Z'),
  entry('a', 'w2', 'recorded'),
  entry('b', 'w1', 'uploaded'),
  entry('b', 'w3', 'uploaded', '2026-02-01T00:00:00Z'),
];
const chosen = (server: string, workload: string) => {
  const found = chooseHeatmap(ENTRIES, { server, workload });
  return found && `${found.server.slug}/${found.workload.slug}`;
};

describe('choice of the heatmap', () => {
  it('prefers own numbers, the newest first', () => {
    expect(chosen('', '')).toBe('b/w3');
    expect(chosen('a', '')).toBe('a/w2');
  });

  it('replaces a workload that the server does not have', () => {
    expect(chosen('b', 'w2')).toBe('b/w3');
    expect(chosen('a', 'w1')).toBe('a/w1');
  });

  it('opens the one with most versions to compare, and never one with a single column while there is another', () => {
    const own = (workload: string, comparableVersions: number, day: string) =>
      entry('c', workload, 'uploaded', `2026-02-${day}T00:00:00Z`, { comparableVersions });
    const single = own('single', 1, '20');
    const open = (...entries: HeatmapEntry[]) =>
      chooseHeatmap(entries, { server: '', workload: '' })?.workload.slug;
    expect(open(own('short', 2, '10'), own('long', 9, '05'), single)).toBe('long');
    expect(open(single, ...ENTRIES)).toBe('w3');
    expect(open(single)).toBe('single');
    const fio = entry('c', 'fio', 'uploaded', '2026-03-01T00:00:00Z', {
      comparableVersions: 12,
      benchmark: 'fio',
    });
    expect(open(fio, own('short', 2, '10'))).toBe('short');
    expect(open(single, entry('a', 'published', 'published', '2025-01-01T00:00:00Z'))).toBe('published');
  });

  it('knows nothing of an unknown server', () => {
    expect(chosen('c', 'w1')).toBeNull();
  });

  it('takes a workload that has the products that are asked for, in any case', () => {
    const products = [['MySQL'], ['MySQL', 'PostgreSQL'], ['MySQL'], ['MySQL']];
    const entries = ENTRIES.map((entry, index) => ({ ...entry, products: products[index] ?? [] }));
    const of = (product: string[]) => chooseHeatmap(entries, { server: '', workload: '', product });
    expect(of(['postgresql', 'mysql'])).toBe(entries[1]);
    expect(of(['Oracle'])).toBe(chooseHeatmap(entries, { server: '', workload: '' }));
  });

  it('lists the servers, and the workloads of the one that is shown', () => {
    const choicesOf = (shown?: string) =>
      toChoices(ENTRIES, shown).map(({ slug, workloads }) => [slug, workloads.length]);
    expect(choicesOf('b')).toEqual([
      ['a', 0],
      ['b', 2],
    ]);
    expect(choicesOf()).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    expect(toChoices(ENTRIES, 'a')[0]?.workloads[0]?.label).toBe('w1, 1 client');
  });

  it('links to the sweep of a workload by its clients, and by settings that differ', () => {
    const at = (clients: number) => {
      const { workload, ...others } = entry('a', `c${clients}`, 'uploaded');
      const words = { label: 'pgbench, scale 300', details: [`${clients} clients`], clients };
      return { ...others, workload: { ...workload, ...words } };
    };
    const choices = toChoices([at(32), at(1), at(8), ...ENTRIES], 'a');
    const columns = ['BP25', 'BP100'].map((config) => ({
      product: 'MySQL',
      version: '8.0',
      flavour: null,
      config,
    }));
    const linksOf = (slug: string) =>
      sweepLinks(
        { server: { slug: 'a', name: 'a', cores: 8 }, workload: { slug }, rows: [], columns } as never,
        choices,
      );
    expect(linksOf('c8')).toEqual([
      { href: '/clients?server=a&workload=c8', words: 'By clients: 1, 8, 32' },
      { href: '/clients?server=a&workload=c8&axis=config.BP', words: 'By BP' },
    ]);
    expect(linksOf('w1').map(({ words }) => words)).toEqual(['By BP']);
  });
});
