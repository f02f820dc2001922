import type { HeatmapEntry, Origin } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { chooseHeatmap, toChoices } from './heatmap-choices';

const entry = (
  server: string,
  workload: string,
  origin: Origin,
  latestRunAt = '2026-01-01T00:00:00Z',
): HeatmapEntry => ({
  server: { slug: server, name: server, cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
  workload: {
    slug: workload,
    benchmark: 'sysbench',
    label: workload,
    details: ['1 client'],
    clients: 1,
    origin,
    relativeTo: null,
    source: null,
  },
  products: ['MySQL'],
  columns: 2,
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

  it('knows nothing of an unknown server', () => {
    expect(chosen('c', 'w1')).toBeNull();
  });

  it('groups workloads by server', () => {
    expect(toChoices(ENTRIES).map(({ slug, workloads }) => [slug, workloads.length])).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
    expect(toChoices(ENTRIES)[0]?.workloads[0]?.label).toBe('w1, 1 client');
  });
});
